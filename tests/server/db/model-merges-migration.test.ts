import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { modelMergesMigration } from '#server/db/migrations/0054-model-merges.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { readLog } from '#server/results/grouping/decision-log.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores("the migration of a model's merges", (_, place) => {
  it('keeps merges with their texts, and the decisions about them', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < modelMergesMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    const details = {
      made: [{ keys: ['sofa'], name: 'joined', isHeld: false }],
      joinIds: ['m1'],
      was: { m1: 'joined' },
      declined: [],
      appealIds: [],
      about: ['"joinIds":'],
      to: null,
    };
    const statements = [
      sql`insert into question (id, text, start_at, end_at, created_at)
        values ('q1', 'What?', 1, 2, 1)`,
      sql`insert into game_session (id, question_id, created_at) values ('g1', 'q1', 1)`,
      sql`insert into model_join (id, game_session_id, status, judged_at, decided_at)
        values ('m1', 'g1', 'dismissed', 1, 2), ('m2', 'g1', 'joined', 1, null)`,
      sql`insert into judged_text (game_session_id, judgement, text_key, join_id)
        values ('g1', 'j', 'sofa', 'm2')`,
      sql`insert into decision (game_session_id, turn, request_id, at, kind, details)
        values ('g1', 1, 'r', 1, 'dismiss', ${JSON.stringify(details)})`,
    ];
    for (const statement of statements) await statement.execute(old.write);
    await old.close();

    const db = await openDatabase(options);
    expect(
      await db.read.selectFrom('model_merge').select(['id', 'status']).orderBy('id').execute(),
    ).toEqual([
      { id: 'm1', status: 'dismissed' },
      { id: 'm2', status: 'applied' },
    ]);
    const { joinIds, ...rest } = details;
    expect(await readLog(db.read, 'g1')).toEqual([
      expect.objectContaining({ ...rest, mergeIds: joinIds, was: { m1: 'applied' } }),
    ]);
    await sql`delete from model_merge`.execute(db.write);
    expect(await db.read.selectFrom('judged_text').selectAll().execute()).toEqual([]);
    await db.close();
  });
});
