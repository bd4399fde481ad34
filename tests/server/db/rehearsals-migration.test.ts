import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { showRehearsalsMigration } from '#server/db/migrations/0048-show-rehearsals.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { describeStores } from '#tests/support/databases.ts';

const user = (id: string, simulated: 0 | 1) =>
  `insert into "user" (id, name, name_key, email, password_hash, role_id, created_at, simulated)
    values ('${id}', '${id}', '${id}', '${id}@example.org', '', 2, 3, ${simulated})`;

describeStores('the migration to a rehearsal for each show', (_, place) => {
  it('keeps the rehearsal, its simulated players and invitations', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < showRehearsalsMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    const statements = [
      user('guest', 0),
      user('robot', 1),
      user('viewer', 0),
      `insert into show_plan (id, title, state, version, created_at)
        values ('friday', 'Friday', 'draft', 1, 1)`,
      `insert into rehearsal (id, show_id, players, started_at, run_by, run_until, invitation_hash, items_before)
        values (1, 'friday', 1, 5, 'p', 6, 'h', '[]')`,
      `insert into rehearsal_member (user_id, rehearsal_id, joined_at) values ('guest', 1, 7)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(old.write);
    await old.close();
    const db = await openDatabase(options);
    const { read } = db;
    expect(await read.selectFrom('rehearsal').selectAll().execute()).toEqual([
      {
        show_id: 'friday',
        started_at: 5,
        players: 1,
        run_by: 'p',
        run_until: 6,
        invitation_hash: 'h',
        items_before: '[]',
      },
    ]);
    expect(
      await read.selectFrom('rehearsal_member').selectAll().orderBy('user_id').execute(),
    ).toEqual([
      { user_id: 'guest', show_id: 'friday', joined_at: 7, team_id: null },
      { user_id: 'robot', show_id: 'friday', joined_at: 3, team_id: null },
    ]);
    await db.close();
  });
});
