import type { Direction } from '#machines/contract/entities.ts';
import type { ShowView } from '#machines/show/calls.ts';
import type { ScreenRoom } from '#server/show/stage/room.ts';
import type { ShowSnapshot } from './snapshot.ts';

/** The minimum time between two reads, ms, so that a rush of answers causes a few updates a second. */
const LEAST_PAUSE_MS = 250;
/**
 * The maximum time between reads while there are watchers, ms. Catches midnight, and answers that another process
 * could not announce.
 */
const READ_AGAIN_MS = 5_000;
/**
 * How often the stored direction and link are checked while pages watch, ms, because another process's message may be
 * lost.
 */
const ASK_MS = 1_000;

/** State that changes when the stage is directed, or when the link ends with its owner's access. */
type PageState = Pick<ShowSnapshot, 'linkId' | 'revision'>;

export interface BroadcastOptions {
  readonly room: Pick<ScreenRoom, 'toPages' | 'toAdmins'>;
  readonly isWatched: () => boolean;
  /** Prompts the other processes to check. */
  readonly touchOthers: () => void;
  /** Called when the last watcher has left. */
  readonly onIdle?: () => void;
  readonly readSnapshot: () => Promise<ShowSnapshot>;
  /** Returns the show with this direction, as producers see it. */
  readonly readView: (direction: Direction) => Promise<ShowView>;
  /** The current `ShowSnapshot.revision` and `linkId`. */
  readonly readState: () => Promise<PageState>;
  readonly log: { warn(details: object, message: string): void };
}

export interface Broadcast {
  /** Sends a new snapshot to every screen and producer of all processes after a change. */
  readonly touch: () => void;
  /** Updates only this process. */
  readonly touchHere: () => void;
  /** Stops all timers and resolves when the current read is done. */
  readonly stop: () => Promise<void>;
}

/**
 * Keeps a show's screens and producers current: one read at a time, shared by all, and the last change is always
 * sent.
 */
export function createBroadcast({
  room,
  isWatched: isWatchedNow,
  touchOthers,
  onIdle = () => {},
  readSnapshot,
  readView,
  readState,
  log,
}: BroadcastOptions): Broadcast {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isRunning = false;
  let begunAt = -Infinity;
  /** When the next read is due without a change; ms, as `performance.now()`. */
  let againAt = Infinity;
  /** The state at the last read; null: the read failed. */
  let state: PageState | null = null;
  /** What producers were sent last, as JSON; null: send in any case. */
  let sent: string | null = null;
  /** A change has arrived since the last read began. */
  let isDue = false;
  /** The other processes need a message about the change. */
  let isOwn = false;
  let isStopped = false;

  function wait(ms: number, next = begin): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(next, ms).unref();
  }

  /** Waits until the next check or read. */
  function rest(): void {
    wait(Math.max(0, Math.min(ASK_MS, againAt - performance.now())), () => {
      if (performance.now() >= againAt) begin();
      else
        turn(async () => {
          if (await isOld()) isDue = true;
        });
    });
  }

  function due(): void {
    isDue = true;
    if (!isRunning) wait(pauseMs());
  }

  const pauseMs = (): number => Math.max(0, begunAt + LEAST_PAUSE_MS - performance.now());

  function begin(): void {
    begunAt = performance.now();
    // An admin may have seen a state in between in the response to an act, so the view is sent even if it seems
    // unchanged.
    if (isDue) sent = null;
    isDue = false;
    if (isOwn) touchOthers();
    isOwn = false;
    turn(emitShow);
  }

  /** Runs one task at a time. */
  function turn(act: () => Promise<void>): void {
    isRunning = true;
    running = (async () => {
      const isWatched = isWatchedNow();
      if (isWatched) await act();
      isRunning = false;
      if (isDue) wait(pauseMs());
      else if (isWatched) rest();
      else onIdle();
    })();
  }

  async function emitShow(): Promise<void> {
    againAt = performance.now() + READ_AGAIN_MS;
    state = null;
    try {
      const seen = await readSnapshot();
      room.toPages(seen.linkId, seen.show);
      const view = await readView(seen.direction);
      const news = JSON.stringify({ ...view, serverTime: 0 });
      if (news !== sent) room.toAdmins(view);
      sent = news;
      state = seen;
      againAt = performance.now() + Math.min(seen.changesInMs, READ_AGAIN_MS);
    } catch (error) {
      log.warn({ err: error }, 'the show page could not be told');
    }
  }

  /** Whether the stage was directed, or its link ended, since the last read. */
  async function isOld(): Promise<boolean> {
    if (state === null) return false;
    const { revision, linkId } = state;
    try {
      const current = await readState();
      return current.revision !== revision || current.linkId !== linkId;
    } catch {
      // If the store is still unavailable, the next scan logs it.
      return false;
    }
  }

  return {
    touch: () => {
      isOwn = true;
      due();
    },
    touchHere: due,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
