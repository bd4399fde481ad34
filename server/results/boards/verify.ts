import { type Database, inTransaction } from '#server/db/client.ts';
import { lockScores } from '#server/db/score-lock.ts';
import { findWrongTotals, readPeople, rewriteScores } from './store.ts';

/** Number of people per query, so that a query is short even in a large store. */
const PEOPLE_AT_ONCE = 500;

/**
 * Compares all totals with the answers and corrects those that differ.
 * @returns the number of people with wrong totals
 */
export async function verifyScores(
  db: Pick<Database, 'read' | 'write'>,
  signal: AbortSignal,
): Promise<number> {
  let mended = 0;
  for (
    let people = await readPeople(db.read, '', PEOPLE_AT_ONCE);
    people.length > 0 && !signal.aborted;
    people = await readPeople(db.read, people.at(-1) ?? '', PEOPLE_AT_ONCE)
  ) {
    if ((await findWrongTotals(db.read, people)).length === 0) continue;
    const ids = people;
    mended += await inTransaction(db, async (tx) => {
      await lockScores(tx, 'alone');
      const mistaken = await findWrongTotals(tx, ids);
      if (mistaken.length > 0) await rewriteScores(tx, mistaken);
      return mistaken.length;
    });
  }
  return mended;
}
