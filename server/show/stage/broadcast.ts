import type { Direction } from '#machines/contract/entities.ts';
import type { ShowView } from '#machines/show/calls.ts';
import type { ScreenRoom } from '#server/show/stage/room.ts';
import type { ShowSnapshot } from './snapshot.ts';

/** The least time between two reads, ms: a rush of answers is told a few times a second. */
const LEAST_PAUSE_MS = 250;
/** The longest, while anybody watches: finds midnight, and answers that another process could not tell of. */
const READ_AGAIN_MS = 5_000;
/** How often the stored direction and link are checked while pages watch, ms: another process's message may be lost. */
const ASK_MS = 1_000;

/** State that changes when the page is directed, or when its link ends with its owner's access. */
type PageState = Pick<ShowSnapshot, 'linkId' | 'revision'>;

export interface BroadcastOptions {
  readonly room: Pick<ScreenRoom, 'toPages' | 'toAdmins'>;
  readonly isWatched: () => boolean;
  /** Tells the other processes to look. */
  readonly touchOthers: () => void;
  /** Nobody watches any more. */
  readonly onIdle?: () => void;
  readonly readSnapshot: () => Promise<ShowSnapshot>;
  /** The show, with this direction, as producers see it. */
  readonly readView: (direction: Direction) => Promise<ShowView>;
  /** The current `ShowSnapshot.revision` and `linkId`. */
  readonly readState: () => Promise<PageState>;
  readonly log: { warn(details: object, message: string): void };
}

export interface Broadcast {
  /** Something has changed: every screen and producer, at any process, is sent a new snapshot. */
  readonly touch: () => void;
  /** The same for this process alone: the others know. */
  readonly touchHere: () => void;
  /** Ends all waiting and resolves when what is under way is done. */
  readonly stop: () => Promise<void>;
}

/** Keeps the screens of a show and producers in step: one read at a time, shared by all, the last change always told. */
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
  /** When it reads again if nothing happens; ms, as `performance.now()`. */
  let againAt = Infinity;
  /** As it was at the last read; null: that failed. */
  let state: PageState | null = null;
  /** What producers were sent last, as JSON; null: they must be sent it, whatever it is. */
  let sent: string | null = null;
  /** Something has changed since the last read began. */
  let isDue = false;
  /** The other processes are to hear of it. */
  let isOwn = false;
  let isStopped = false;

  function wait(ms: number, next = begin): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(next, ms).unref();
  }

  /** Until it is time to read again. */
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
    // What was in between, an act's answer may have told one of them.
    if (isDue) sent = null;
    isDue = false;
    if (isOwn) touchOthers();
    isOwn = false;
    turn(emitShow);
  }

  /** One at a time. */
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

  /** Whether the page was directed again, or its link ended, since the last read. */
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
