import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { namesApartMigration } from '#server/db/migrations/0044-names-apart.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration of names that are told apart', (_, place) => {
  it('masks flagged names and numbers equal ones, in the order of the accounts', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < namesApartMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    await sql`insert into "user" (id, name, email, password_hash, role_id, created_at, verified_at)
      values ('1', 'Anna', '1@show.example', 'x', 2, 1, 1),
        ('2', 'sh1t', '2@show.example', 'x', 2, 1, 1),
        ('3', 'Аnnа', '3@show.example', 'x', 2, 1, 1),
        ('4', 'Anna', '4@show.example', 'x', 2, 1, null),
        ('5', 'wanker', '5@show.example', 'x', 2, 1, 1)`.execute(old.write);
    await old.close();

    const db = await openDatabase(options);
    const users = await db.read
      .selectFrom('user')
      .select(['name', 'shown_name', 'name_key', 'masked'])
      .orderBy('id')
      .execute();
    expect(users).toEqual([
      { name: 'Anna', shown_name: null, name_key: 'anna', masked: 0 },
      { name: 'sh1t', shown_name: 'Player 1', name_key: 'player 1', masked: 1 },
      { name: 'Аnnа', shown_name: 'Аnnа 2', name_key: 'anna 2', masked: 0 },
      { name: 'Anna', shown_name: null, name_key: null, masked: 0 },
      { name: 'wanker', shown_name: 'Player 2', name_key: 'player 2', masked: 1 },
    ]);
    await db.close();
  });
});
