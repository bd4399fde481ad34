import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { itemPositionsMigration } from '#server/db/migrations/0066-item-positions.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { readRundown } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration of item positions', (_, place) => {
  it('keeps the order of the items of a rundown', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < itemPositionsMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    const times = { start_at: 1, end_at: 2, created_at: 1, created_by: null };
    for (const [position, id] of ['b', 'a', 'c'].entries()) {
      await old.write
        .insertInto('question')
        .values({ id, text: `What is ${id}?`, ...times })
        .execute();
      await old.write
        .insertInto('game_session')
        .values({ id: `s-${id}`, question_id: id, created_at: 1 })
        .execute();
      await sql`insert into rundown_item (id, show_id, game_session_id, place, state, release_order, note)
        values (${id}, 'house', ${`s-${id}`}, ${position}, 'planned', 'both', '')`.execute(
        old.write,
      );
    }
    await old.close();

    const db = await openDatabase(options);
    const items = (await readRundown(db.read, 'house'))?.items;
    expect(items?.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    await db.close();
  });
});
