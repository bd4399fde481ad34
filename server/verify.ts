import type { Database } from './db/client.ts';
import { verifyScores } from './modules/boards/verify.ts';
import { verifyGroups } from './modules/grouping/verify.ts';

/** How many people had wrong totals, and how many questions wrong groups or points. */
export interface Verified {
  readonly people: number;
  readonly questions: number;
}

/**
 * Compares groups, points and totals with the answers they stand on. Wrong totals are right afterwards; questions with
 * wrong groups or points are counted anew by the server that runs, or that starts next. Others may answer and
 * count meanwhile.
 */
export async function verifyCounts(db: Database, signal: AbortSignal): Promise<Verified> {
  const questions = await verifyGroups(db, signal);
  return { questions, people: await verifyScores(db, signal) };
}
