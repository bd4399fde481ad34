import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Database, inTransaction } from '#server/db/client.ts';
import { lockScores } from '#server/db/score-lock.ts';
import { openPostgresStore } from '#tests/support/databases.ts';
import { postgresIsMissing } from '#tests/support/postgres.ts';

/** A store with this many questions, each counted once, in order. */
async function openFixture(questions: number) {
  const { db } = await openPostgresStore();
  const ids = Array.from({ length: questions }, (_, index) => `q${index}`);
  for (let first = 0; first < questions; first += 1_000) {
    const some = ids.slice(first, first + 1_000);
    await db.write
      .insertInto('question')
      .values(
        some.map((id) => ({
          id,
          text: 'A?',
          start_at: 0,
          end_at: 1,
          created_at: 0,
          created_by: null,
        })),
      )
      .execute();
    await db.write
      .insertInto('game_session')
      .values(some.map((id) => ({ id, question_id: id, created_at: 0 })))
      .execute();
    await db.write
      .insertInto('grouping')
      .values(
        some.map((id, index) => ({
          game_session_id: id,
          version: 1,
          ai_enabled: 0,
          explanation: '',
          updated_at: first + index,
          answers_counted: 0,
          answers_grouped: 0,
        })),
      )
      .execute();
  }
  const stateOf = (): Promise<string> =>
    db.consistent.reading((_, state) => Promise.resolve(state));
  return { db, ids, stateOf };
}

const recount = (db: Database, id: string, updatedAt: number) =>
  db.write
    .updateTable('grouping')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: updatedAt }))
    .where('game_session_id', '=', id)
    .execute();

describe.skipIf(postgresIsMissing !== null)('the version of the totals', () => {
  it('changes with every change of them, and only then', async () => {
    const { db, stateOf } = await openFixture(50);
    const seen = [await stateOf()];
    const changes = [
      () => recount(db, 'q49', 49),
      () => recount(db, 'q0', 49),
      () => recount(db, 'q1', 50),
      () => inTransaction(db, (tx) => lockScores(tx, 'alone')),
      () => db.write.deleteFrom('question').where('id', '=', 'q1').execute(),
    ];
    for (const change of changes) {
      await change();
      const state = await stateOf();
      expect(seen).not.toContain(state);
      await db.write.updateTable('user').set({ name: 'Another' }).execute();
      expect(await stateOf()).toBe(state);
      seen.push(state);
    }
  });

  it('is read from few rows for any number of questions', async () => {
    const { db } = await openFixture(5_000);
    await sql`analyze "grouping"`.execute(db.write);
    const rows = await db.consistent.reading(async (snapshot) => {
      const found = await sql<{ rows: number }>`
        select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
        from pg_stat_xact_user_tables where relname = 'grouping' and schemaname = current_schema()`.execute(
        snapshot,
      );
      return found.rows[0]?.rows;
    });
    // The count includes outdated rows.
    expect(rows).toBeLessThan(1_000);
  });
});
