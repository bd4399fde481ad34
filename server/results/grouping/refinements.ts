import type { RecountState, JudgeOutcome } from './judge.ts';

/** Delay of a model request after a recount, ms; texts that arrive during it are included in the request. */
const ASK_AFTER_MS = 2_000;
/** The pause after a failure, ms; doubles with every further failure. */
const LEAST_REST_MS = 5_000;
const LONGEST_REST_MS = 300_000;

export interface RefinementsOptions {
  readonly judge: (counted: RecountState, signal: AbortSignal) => Promise<JudgeOutcome>;
  /** Called when the judgements, or the texts they are based on, have changed. */
  readonly recount: (gameSessionId: string) => void;
  readonly log: { error(details: object, message: string): void };
}

export interface Refinements {
  /** Call after a recount of a game session, because there may be new texts to judge. */
  readonly offer: (counted: RecountState) => void;
  /** Stops all timers, cancels running requests and resolves when they have ended. */
  readonly stop: () => Promise<void>;
}

interface Job {
  counted: RecountState;
  failures: number;
  /** Timer of the next request; null while a request runs. */
  timer: NodeJS.Timeout | null;
}

/** Outcomes after which a recount is needed, even if another process caused the change. */
const CHANGED: ReadonlySet<JudgeOutcome> = new Set(['judged', 'held', 'stale']);
const FAILED: ReadonlySet<JudgeOutcome | 'error'> = new Set(['refused', 'unanswered', 'error']);

/**
 * Schedules model requests: one at a time per game session, shortly after a recount, and less often after failures.
 * Players' requests never wait for them.
 */
export function createRefinements({ judge, recount, log }: RefinementsOptions): Refinements {
  const jobs = new Map<string, Job>();
  const running = new Set<Promise<void>>();
  const ending = new AbortController();

  function wait(job: Job, ms: number): void {
    job.timer = setTimeout(() => {
      job.timer = null;
      const work = run(job).finally(() => running.delete(work));
      running.add(work);
    }, ms).unref();
  }

  async function run(job: Job): Promise<void> {
    const { counted } = job;
    const { gameSessionId } = counted;
    const outcome = await judge(counted, ending.signal).catch((error: unknown) => {
      log.error({ err: error, gameSessionId }, 'a game session could not be judged yet');
      return 'error' as const;
    });
    if (ending.signal.aborted) return;
    if (outcome === 'leased') {
      // Not a failure: if the process that has the lease stops, this process takes over.
      wait(job, LEAST_REST_MS);
      return;
    }
    if (FAILED.has(outcome)) {
      wait(job, Math.min(LONGEST_REST_MS, LEAST_REST_MS * 2 ** job.failures));
      job.failures += 1;
      return;
    }
    job.failures = 0;
    if (outcome !== 'spent' && job.counted !== counted) wait(job, ASK_AFTER_MS);
    else jobs.delete(gameSessionId);
    if (outcome !== 'error' && CHANGED.has(outcome)) recount(gameSessionId);
  }

  return {
    offer: (counted) => {
      if (ending.signal.aborted) return;
      const job = jobs.get(counted.gameSessionId);
      if (job !== undefined) {
        job.counted = counted;
        return;
      }
      const fresh: Job = { counted, failures: 0, timer: null };
      jobs.set(counted.gameSessionId, fresh);
      wait(fresh, ASK_AFTER_MS);
    },
    stop: async () => {
      ending.abort();
      for (const { timer } of jobs.values()) clearTimeout(timer ?? undefined);
      jobs.clear();
      await Promise.all(running);
    },
  };
}
