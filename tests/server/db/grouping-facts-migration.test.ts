import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { groupingFactsMigration } from '#server/db/migrations/0079-grouping-facts.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { readGrouping } from '#server/results/grouping/store.ts';
import { describeStores } from '#tests/support/databases.ts';

/** Sentences as they were stored, and the facts in them. */
const SENTENCES = [
  ['Grouped by text matching', { isByHand: false, ai: 'none', merged: 0 }],
  ['Grouped by text matching; AI merged nothing,', { isByHand: false, ai: 'nothing', merged: 0 }],
  [
    'Grouped by hand, by text matching; what AI would merge is held back or dismissed,',
    { isByHand: true, ai: 'apart', merged: 0 },
  ],
  [
    'Grouped by text matching and AI, which merged texts in 12 groups,',
    { isByHand: false, ai: 'merged', merged: 12 },
  ],
  [
    'Grouped by hand, by text matching and AI, which merged texts in 1 group,',
    { isByHand: true, ai: 'merged', merged: 1 },
  ],
] as const;

describeStores('the migration of how answers were grouped', (_, place) => {
  it('keeps the facts of the stored sentences', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < groupingFactsMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    await sql`insert into question (id, text, start_at, end_at, created_at)
      values ('q', 'A fruit?', 0, 1, 0)`.execute(old.write);
    for (const [sentence] of SENTENCES) {
      await sql`insert into game_session (id, question_id, created_at)
        values (${sentence}, 'q', 0)`.execute(old.write);
      await sql`insert into "grouping"
        (game_session_id, version, ai_enabled, explanation, updated_at, answers_counted, answers_grouped)
        values (${sentence}, 1, 0, ${sentence}, 0, 0, 0)`.execute(old.write);
    }
    await old.close();

    const db = await openDatabase(options);
    for (const [sentence, how] of SENTENCES)
      expect(await readGrouping(db.read, sentence)).toMatchObject({ how });
    // A process of the version before it still runs.
    const [[sentence]] = SENTENCES;
    await db.write.updateTable('grouping').set({ explanation: sentence }).execute();
    expect(await readGrouping(db.read, sentence)).toMatchObject({
      how: { isByHand: false, ai: 'none', merged: 0 },
    });
    await db.close();
  });
});
