/** Delay of a recount after an answer, ms. */
const FIRST_MS = 150;
/** Delay before the next attempt while a caller waits, ms. */
const AGAIN_MS = 50;
/**
 * Limits of the pause between two recounts of a game session, ms. The pause is in proportion to the last recount's
 * duration.
 */
const LEAST_REST_MS = 300;
const REST_FACTOR = 2;
const LONGEST_REST_MS = 2_000;

/** Returns the pause after a recount, ms. */
const restAfter = (tookMs: number): number =>
  Math.min(Math.max(LEAST_REST_MS, REST_FACTOR * tookMs), LONGEST_REST_MS);

export interface RecountsOptions {
  /** Recounts one game session; returns true if it must be repeated. */
  readonly recount: (gameSessionId: string) => Promise<boolean>;
  readonly log: { error(details: object, message: string): void };
}

export interface Recounts {
  /** Requests a recount of a game session. */
  readonly request: (gameSessionId: string) => void;
  /** Recounts at once; resolves when that is done, or on `stop`. */
  readonly now: (gameSessionId: string) => Promise<void>;
  /**
   * Starts a pause, because another process has recounted the game session in `tookMs`, and goes on recounting it.
   * Returns whether a recount was requested here.
   */
  readonly recountedElsewhere: (gameSessionId: string, tookMs: number) => boolean;
  /** Stops all timers and resolves when the running recounts are done. */
  readonly stop: () => Promise<void>;
}

interface Job {
  isWanted: boolean;
  /** Timer of the next recount; null while a recount runs. */
  timer: NodeJS.Timeout | null;
  /** Callbacks of callers that wait for a recount that has not begun yet. */
  waiting: (() => void)[];
}

/**
 * Schedules recounts: soon after the first answer, one at a time per game session, with pauses in proportion to their
 * duration, so that counting uses only part of the CPU.
 */
export function createRecounts({ recount, log }: RecountsOptions): Recounts {
  const jobs = new Map<string, Job>();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  function wait(gameSessionId: string, job: Job, ms: number): void {
    job.timer = setTimeout(() => {
      job.timer = null;
      if (job.isWanted) run(gameSessionId, job);
      else jobs.delete(gameSessionId);
    }, ms).unref();
  }

  function run(gameSessionId: string, job: Job): void {
    job.isWanted = false;
    const work = attempt(gameSessionId, job).finally(() => running.delete(work));
    running.add(work);
  }

  async function attempt(gameSessionId: string, job: Job): Promise<void> {
    const began = performance.now();
    const waited = job.waiting.splice(0);
    const isLate = await recount(gameSessionId).catch((error: unknown) => {
      log.error({ err: error, gameSessionId }, 'a game session could not be recounted yet');
      return true;
    });
    if (isLate) job.isWanted = true;
    if (isLate && !isStopped) job.waiting.push(...waited);
    else for (const resolve of waited) resolve();
    if (isStopped) return;
    if (job.waiting.length > 0) {
      wait(gameSessionId, job, isLate ? AGAIN_MS : 0);
      return;
    }
    wait(gameSessionId, job, restAfter(performance.now() - began));
  }

  return {
    request: (gameSessionId) => {
      if (isStopped) return;
      const job = jobs.get(gameSessionId);
      if (job !== undefined) {
        job.isWanted = true;
        return;
      }
      const fresh: Job = { isWanted: true, timer: null, waiting: [] };
      jobs.set(gameSessionId, fresh);
      wait(gameSessionId, fresh, FIRST_MS);
    },
    now: (gameSessionId) =>
      new Promise((resolve) => {
        if (isStopped) {
          resolve();
          return;
        }
        const job = jobs.get(gameSessionId) ?? { isWanted: true, timer: null, waiting: [] };
        const isRunning = jobs.has(gameSessionId) && job.timer === null;
        jobs.set(gameSessionId, job);
        job.isWanted = true;
        job.waiting.push(resolve);
        clearTimeout(job.timer ?? undefined);
        if (!isRunning) wait(gameSessionId, job, 0);
      }),
    recountedElsewhere: (gameSessionId, tookMs) => {
      const job = jobs.get(gameSessionId) ?? { isWanted: false, timer: null, waiting: [] };
      const isRunning = jobs.has(gameSessionId) && job.timer === null;
      if (isStopped || isRunning || job.waiting.length > 0) return false;
      jobs.set(gameSessionId, job);
      clearTimeout(job.timer ?? undefined);
      // The other process gets its turn first.
      wait(gameSessionId, job, restAfter(tookMs) + FIRST_MS);
      return job.isWanted;
    },
    stop: async () => {
      isStopped = true;
      for (const { timer, waiting } of jobs.values()) {
        clearTimeout(timer ?? undefined);
        for (const resolve of waiting.splice(0)) resolve();
      }
      jobs.clear();
      await Promise.all(running);
    },
  };
}
