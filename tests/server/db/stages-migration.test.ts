import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { openDatabase } from '#server/db/client.ts';
import { stagesMigration } from '#server/db/migrations/0047-stages.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { readPage, readStage } from '#server/show/stage/store.ts';
import { describeStores, type Place } from '#tests/support/databases.ts';

const before = migrations.filter(({ version }) => version < stagesMigration.version);

/** A store before the migration, with two shows and a question of the first, whose stage screen is set to `page`. */
async function migrated(place: Place, page: string) {
  const options = await place();
  const old = await openDatabase({ ...options, migrations: before });
  const statements = [
    `insert into "user" (id, name, name_key, email, password_hash, role_id, created_at)
      values ('maker', 'Ann', 'ann', 'ann@example.org', '', 1, 1)`,
    `insert into question (id, text, start_at, end_at, created_at) values ('q', 'What?', 1, 2, 1)`,
    `insert into game_session (id, question_id, created_at) values ('s', 'q', 1)`,
    ...['friday', 'saturday'].map(
      (id) => `insert into show_plan (id, title, state, version, created_at)
        values ('${id}', '${id}', 'ended', 1, 1)`,
    ),
    `insert into rundown_item (id, show_id, game_session_id, place, state, release_order, note)
      values ('i', 'friday', 's', 0, 'armed', 'both', '')`,
    `update show_page set revision = 7, ${page}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(old.write);
  await old.close();
  return openDatabase(options);
}

describeStores('the migration to a stage for each show', (_, place) => {
  it("keeps the question on the screens, on the stage of its show, and the link as the house show's", async () => {
    const link = `link_id = 'l', link_hash = 'h', link_created_at = 5,
      link_created_by = 'maker', link_owner_version = 0`;
    const db = await migrated(
      place,
      `scene = 'question', game_session_id = 's', directed_at = 3, ${link}`,
    );
    expect(await readStage(db.read, 'friday')).toMatchObject({
      scene: 'question',
      gameSessionId: 's',
    });
    expect(await readStage(db.read, 'saturday')).toMatchObject({ scene: 'idle' });
    expect(await readPage(db.read)).toMatchObject({
      showId: 'friday',
      title: 'friday',
      isForMembers: false,
      joinCode: null,
      scene: 'question',
      gameSessionId: 's',
      link: { id: 'l', hash: 'h', createdAt: 5 },
      revision: 8,
    });
    expect((await readPage(db.read, 'friday')).link).toBeNull();
    await db.close();
  });

  it.each([
    ['the board of a show', `scene = 'board', finale = 'winner', show_id = 'saturday'`, 'saturday'],
    ['today’s board', `scene = 'board'`, HOUSE_SHOW],
    ['nothing', `scene = 'idle'`, HOUSE_SHOW],
  ])('keeps %s on the screens', async (_what, page, showId) => {
    const db = await migrated(place, page);
    const scene = /finale = '(\w+)'/.exec(page)?.[1] ?? /scene = '(\w+)'/.exec(page)?.[1];
    expect(await readPage(db.read)).toMatchObject({ showId, scene });
    await db.close();
  });
});
