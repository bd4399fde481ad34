/** How soon after an answer its game session is recounted, ms. */
const FIRST_MS = 150;
/** The least rest between two recounts of a game session, ms; after a long one in proportion, up to the longest. */
const LEAST_REST_MS = 500;
const REST_FACTOR = 4;
const LONGEST_REST_MS = 3_000;

export interface RecountsOptions {
  /** Recounts one game session; true: it must be done again. */
  readonly recount: (gameSessionId: string) => Promise<boolean>;
  readonly log: { error(details: object, message: string): void };
}

export interface Recounts {
  /** The game session has something to count. */
  readonly request: (gameSessionId: string) => void;
  /** Ends all waiting and resolves when what is under way is done. */
  readonly stop: () => Promise<void>;
}

interface Job {
  isWanted: boolean;
  /** Null while it runs. */
  timer: NodeJS.Timeout | null;
}

/**
 * When game sessions are recounted: soon after the first answer, one at a time each, and the longer one
 * took, the longer until the next, so that counting never takes more than a part of the machine.
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
    try {
      if (await recount(gameSessionId)) job.isWanted = true;
    } catch (error) {
      job.isWanted = true;
      log.error({ err: error, gameSessionId }, 'a game session could not be recounted yet');
    }
    if (isStopped) return;
    const restMs = REST_FACTOR * (performance.now() - began);
    wait(gameSessionId, job, Math.min(Math.max(LEAST_REST_MS, restMs), LONGEST_REST_MS));
  }

  return {
    request: (gameSessionId) => {
      if (isStopped) return;
      const job = jobs.get(gameSessionId);
      if (job !== undefined) {
        job.isWanted = true;
        return;
      }
      const fresh: Job = { isWanted: true, timer: null };
      jobs.set(gameSessionId, fresh);
      wait(gameSessionId, fresh, FIRST_MS);
    },
    stop: async () => {
      isStopped = true;
      for (const { timer } of jobs.values()) clearTimeout(timer ?? undefined);
      jobs.clear();
      await Promise.all(running);
    },
  };
}
