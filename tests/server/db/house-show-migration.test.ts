import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { houseShowMigration } from '#server/db/migrations/0046-house-show.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { readRundown } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration to the house show', (_, place) => {
  it('makes each question outside a show an item of the house show, in order, and leaves the others', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < houseShowMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    const times = { start_at: 1, end_at: 2, created_at: 1, created_by: null };
    await old.write
      .insertInto('question')
      .values(['b', 'a', 'planned'].map((id) => ({ id, text: `What is ${id}?`, ...times })))
      .execute();
    await old.write
      .insertInto('game_session')
      .values([
        { id: 's-b', question_id: 'b', created_at: 2 },
        { id: 's-a', question_id: 'a', created_at: 3 },
        { id: 's-planned', question_id: 'planned', created_at: 1 },
      ])
      .execute();
    const show = { id: 'friday', title: 'Friday', state: 'draft', version: 4 } as const;
    await sql`insert into show_plan (id, title, state, version, created_at)
      values (${show.id}, ${show.title}, ${show.state}, ${show.version}, 1)`.execute(old.write);
    await sql`insert into rundown_item
      (id, show_id, game_session_id, place, state, studio_seconds, release_order, note)
      values ('item', ${show.id}, 's-planned', 0, 'skipped', 20, 'studio', 'Slowly')`.execute(
      old.write,
    );
    await old.close();

    const db = await openDatabase(options);
    const house = await readRundown(db.read, 'house');
    expect(house).toMatchObject({ state: 'live', holdPoints: false, homeDelaySeconds: 0 });
    expect(house?.items.map(({ gameSessionId }) => gameSessionId)).toEqual(['s-b', 's-a']);
    expect((await readRundown(db.read, show.id))?.items).toMatchObject([
      {
        id: 'item',
        gameSessionId: 's-planned',
        state: 'skipped',
        studioSeconds: 20,
        note: 'Slowly',
      },
    ]);
    await db.close();
  });
});
