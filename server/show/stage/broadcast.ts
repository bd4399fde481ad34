import type { Direction } from '#machines/contract/stage.ts';
import type { ShowView } from '#machines/show/calls.ts';
import type { ScreenRoom } from '#server/show/stage/room.ts';
import type { StageSnapshot } from './snapshot.ts';

/** The minimum time between two reads, ms, so that many answers at once cause only a few updates per second. */
const LEAST_PAUSE_MS = 250;
/**
 * The maximum time between two reads while there are watchers, ms. Such a read notices midnight, and answers that
 * another process could not announce.
 */
const READ_AGAIN_MS = 5_000;
/**
 * How often the stored direction and link are checked while there are watchers, ms, because messages of other processes
 * may get lost.
 */
const ASK_MS = 1_000;

/** What changes when the stage is directed, or when the link ends because its owner lost access. */
type PageState = Pick<StageSnapshot, 'linkId' | 'revision'>;

export interface BroadcastOptions {
  readonly room: Pick<ScreenRoom, 'toPages' | 'toProducers'>;
  readonly isWatched: () => boolean;
  /** Makes the other processes check for changes. */
  readonly touchOthers: () => void;
  /** Called when the last watcher has left. */
  readonly onIdle?: () => void;
  readonly readSnapshot: () => Promise<StageSnapshot>;
  /** Returns the show as producers see it, with this direction. */
  readonly readView: (direction: Direction) => Promise<ShowView>;
  /** The current `StageSnapshot.revision` and `linkId`. */
  readonly readState: () => Promise<PageState>;
  readonly log: { warn(details: object, message: string): void };
}

export interface Broadcast {
  /** Sends a new snapshot to every screen and producer of the show, in all processes. */
  readonly touch: () => void;
  /** Sends it only to those of this process. */
  readonly touchHere: () => void;
  /** Stops all timers and resolves when the current read is done. */
  readonly stop: () => Promise<void>;
}

/**
 * Keeps a show's screens and producers up to date. Reads one snapshot at a time for all of them, and always sends the
 * last change.
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
  /** When the next read is due if nothing changes, on the clock of `performance.now()`, ms. */
  let againAt = Infinity;
  /** The state at the last read; null: the read failed. */
  let state: PageState | null = null;
  /** What was sent to producers last, as JSON; null: the next view is sent even if it is equal. */
  let sent: string | null = null;
  /** Whether a change has arrived since the last read began. */
  let isDue = false;
  /** Whether the change is from this process, so that the other processes need a message. */
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
    // Send the view even if it seems unchanged: the reply to an act may have shown an admin a different state in
    // between.
    if (isDue) sent = null;
    isDue = false;
    if (isOwn) touchOthers();
    isOwn = false;
    turn(emitShow);
  }

  /** Runs one task; tasks must not overlap. */
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
      if (news !== sent) room.toProducers(view);
      sent = news;
      state = seen;
      againAt = performance.now() + Math.min(seen.changesInMs, READ_AGAIN_MS);
    } catch (error) {
      log.warn({ err: error }, 'the stage screens could not be updated');
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
      // If the store is still unavailable, the next check logs that.
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
