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
  /** Whether a recount of the game session is running or requested. */
  readonly isCounting: (gameSessionId: string) => boolean;
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
  /** Whether an answer has arrived since the pause was last looked at. */
  isAnswered: boolean;
  /** Timer of the next recount; null while a recount runs. */
  timer: NodeJS.Timeout | null;
  /** Callbacks of callers that wait for a recount that has not begun yet. */
  waiting: (() => void)[];
}

const newJob = (isWanted: boolean): Job => ({
  isWanted,
  isAnswered: false,
  timer: null,
  waiting: [],
});

/**
 * Schedules recounts: soon after the first answer, one at a time per game session, with pauses in proportion to their
 * duration, so that counting uses only part of the CPU while answers arrive. A pause ends once they have stopped, so that
 * the last ones count soon.
 */
export function createRecounts({ recount, log }: RecountsOptions): Recounts {
  const jobs = new Map<string, Job>();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  function wait(gameSessionId: string, job: Job, ms: number): void {
    job.timer = setTimeout(() => {
      proceed(gameSessionId, job);
    }, ms).unref();
  }

  function proceed(gameSessionId: string, job: Job): void {
    job.timer = null;
    if (job.isWanted) run(gameSessionId, job);
    else jobs.delete(gameSessionId);
  }

  function rest(gameSessionId: string, job: Job, ms: number): void {
    if (ms <= LEAST_REST_MS) {
      wait(gameSessionId, job, ms);
      return;
    }
    job.isAnswered = false;
    job.timer = setTimeout(() => {
      if (job.isAnswered || !job.isWanted) rest(gameSessionId, job, ms - LEAST_REST_MS);
      else proceed(gameSessionId, job);
    }, LEAST_REST_MS).unref();
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
    rest(gameSessionId, job, restAfter(performance.now() - began));
  }

  return {
    request: (gameSessionId) => {
      if (isStopped) return;
      const job = jobs.get(gameSessionId);
      if (job !== undefined) {
        job.isWanted = true;
        job.isAnswered = true;
        return;
      }
      const fresh = newJob(true);
      jobs.set(gameSessionId, fresh);
      wait(gameSessionId, fresh, FIRST_MS);
    },
    isCounting: (gameSessionId) => {
      const job = jobs.get(gameSessionId);
      return job !== undefined && (job.isWanted || job.timer === null);
    },
    now: (gameSessionId) =>
      new Promise((resolve) => {
        if (isStopped) {
          resolve();
          return;
        }
        const job = jobs.get(gameSessionId) ?? newJob(true);
        const isRunning = jobs.has(gameSessionId) && job.timer === null;
        jobs.set(gameSessionId, job);
        job.isWanted = true;
        job.waiting.push(resolve);
        clearTimeout(job.timer ?? undefined);
        if (!isRunning) wait(gameSessionId, job, 0);
      }),
    recountedElsewhere: (gameSessionId, tookMs) => {
      const job = jobs.get(gameSessionId) ?? newJob(false);
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
