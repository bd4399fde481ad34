import type { Database } from './db/client.ts';
import type { Log } from './log.ts';
import { verifyScores } from './results/boards/verify.ts';
import { verifyGroups } from './results/grouping/verify.ts';

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

/** Verifies once, while the server runs. `onCorrected`: totals or groups were wrong. */
export function createVerification({
  db,
  log,
  onCorrected,
}: {
  readonly db: Database;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly onCorrected: () => void;
}) {
  const ending = new AbortController();
  let verifying = Promise.resolve();
  async function verify(): Promise<void> {
    try {
      const { people, questions } = await verifyCounts(db, ending.signal);
      if (people + questions === 0) return;
      log.warn({ people, questions }, 'wrong totals were found and are put right');
      onCorrected();
    } catch (error) {
      log.error({ err: error }, 'totals could not be compared with the answers');
    }
  }
  return {
    start: (): void => {
      verifying = verify();
    },
    stop: async (): Promise<void> => {
      ending.abort();
      await verifying;
    },
  };
}
