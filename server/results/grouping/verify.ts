import { scoreGroups } from '#machines/results/rules/scoring.ts';
import type { Database } from '#server/db/client.ts';
import { requestRecount } from '#server/results/result-store.ts';
import { hasWrongPoints } from './points-store.ts';
import { readGrouped } from './recount-backlog.ts';
import { countGroups } from './recount-store.ts';
import { countClaimed, readGroups } from './store.ts';

/**
 * Compares the groups and points of every game session with its answers. Those that differ are marked, so that the next
 * process that looks for uncounted answers recounts them.
 * @returns the number of game sessions that differ
 */
export async function verifyGroups(
  db: Pick<Database, 'read' | 'write' | 'consistent'>,
  signal: AbortSignal,
): Promise<number> {
  let mistaken = 0;
  for (const gameSessionId of await readGrouped(db.read)) {
    if (signal.aborted) break;
    if (await isRight(db, gameSessionId)) continue;
    await requestRecount(db.write, gameSessionId);
    mistaken += 1;
  }
  return mistaken;
}

const isRight = (
  { consistent: steady }: Pick<Database, 'consistent'>,
  gameSessionId: string,
): Promise<boolean> =>
  steady.reading(async (read) => {
    const groups = await readGroups(read, gameSessionId);
    const counts = await countGroups(read, gameSessionId);
    const countOf = new Map(counts.map((count) => [count.groupId, count]));
    const scores = scoreGroups(counts);
    return (
      groups.length === counts.length &&
      groups.every(({ id, home, studio, homePoints, contestantPoints }) => {
        const count = countOf.get(id);
        const score = scores.get(id);
        return (
          home === count?.home &&
          studio === count.studio &&
          homePoints === score?.homePoints &&
          contestantPoints === score.contestantPoints
        );
      }) &&
      counts.reduce((sum, { home, studio }) => sum + home + studio, 0) ===
        (await countClaimed(read, gameSessionId)) &&
      !(await hasWrongPoints(read, gameSessionId))
    );
  });
