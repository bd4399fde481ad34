import type { ShowRoom } from '#server/realtime/show-room.ts';
import type { Look } from './look.ts';

/** The least time between two looks, ms: a rush of answers is told a few times a second. */
const LEAST_PAUSE_MS = 250;
/** The longest, while anybody watches: finds midnight, and what another process could not tell. */
const LOOK_AGAIN_MS = 5_000;

export interface BroadcastOptions {
  readonly room: ShowRoom;
  readonly look: () => Promise<Look>;
  readonly log: { warn(details: object, message: string): void };
}

export interface Broadcast {
  /** Something has changed: whoever watches, at any process, is told the whole anew. */
  readonly touch: () => void;
  /** Ends all waiting and resolves when what is under way is done. */
  readonly stop: () => Promise<void>;
}

/** Keeps show pages and producers in step: one look at a time, shared by all, the last change always told. */
export function createBroadcast({ room, look, log }: BroadcastOptions): Broadcast {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isRunning = false;
  let begunAt = -Infinity;
  /** Something has changed since the last look began. */
  let isDue = false;
  /** The other processes are to hear of it. */
  let isOwn = false;
  let isStopped = false;

  function wait(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(begin, ms).unref();
  }

  function due(): void {
    isDue = true;
    if (!isRunning) wait(pauseMs());
  }

  const pauseMs = (): number => Math.max(0, begunAt + LEAST_PAUSE_MS - performance.now());

  function begin(): void {
    begunAt = performance.now();
    isDue = false;
    if (isOwn) room.touchOthers();
    isOwn = false;
    isRunning = true;
    running = run();
  }

  async function run(): Promise<void> {
    const againMs = room.isWatched() ? await tell() : null;
    isRunning = false;
    if (isDue) wait(pauseMs());
    else if (againMs !== null) wait(againMs);
  }

  /** When to look again, ms. */
  async function tell(): Promise<number> {
    try {
      const { show, direction, linkId, changesInMs } = await look();
      room.toPages(linkId, show);
      room.toAdmins(direction);
      return Math.min(changesInMs, LOOK_AGAIN_MS);
    } catch (error) {
      log.warn({ err: error }, 'the show page could not be told');
      return LOOK_AGAIN_MS;
    }
  }

  room.whenTouched(due);
  return {
    touch: () => {
      isOwn = true;
      due();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
