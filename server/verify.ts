import type { Database } from './db/client.ts';
import type { Log } from './log.ts';
import { verifyScores } from './results/boards/verify.ts';
import { verifyGroups } from './results/grouping/verify.ts';

/** Numbers of people with wrong totals and of questions with wrong groups or points. */
export interface Verified {
  readonly people: number;
  readonly questions: number;
}

/**
 * Compares groups, points and totals with the answers that they derive from. Wrong totals are corrected at once;
 * questions with wrong groups or points are recounted by the running server, or at the next start. New answers may
 * arrive at any time.
 */
export async function verifyCounts(db: Database, signal: AbortSignal): Promise<Verified> {
  const questions = await verifyGroups(db, signal);
  return { questions, people: await verifyScores(db, signal) };
}

/** Verifies once while the server runs. `onCorrected` is called if something was wrong. */
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
