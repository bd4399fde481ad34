import { isDeepStrictEqual } from 'node:util';
import { type Actor, type AnyActor, createActor } from 'xstate';
import { releaseWindowMachine } from '#machines/answering/release-window.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Versions } from '#machines/contract/entities.ts';
import type { Publisher } from '#server/show/publisher.ts';
import {
  claimDisclosures,
  lockGameSession,
  readGameSession,
  readNextDisclosure,
  storeChange,
} from '#server/answering/feed-store.ts';
import { type PendingWindow, readPending, recordAnnounced, type WindowOf } from './store.ts';

/** How often the store is checked for changes by any process, ms. The shortest timer is as long. */
const TICK_MS = 1_000;
/** If the wall clock jumps by more than this, in ms, it was set rather than slewed. */
const CLOCK_STEP_MS = 500;

export interface WindowsOptions {
  readonly db: Database;
  /** The wall clock, epoch ms. */
  readonly now: () => number;
  readonly publisher: Publisher;
  readonly log: { warn(details: object, message: string): void };
}

/** Runs a chart for each window that will open or lapse at a set time. */
export interface Windows {
  /** Restores the windows from the store; overdue ones lapse at once. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /**
   * Calls `attach` with every current and future actor. The returned function stops this and detaches the running
   * actors. Only one watcher at a time is supported.
   */
  readonly watch: (attach: Attach) => () => void;
}
type Attach = (actor: AnyActor) => () => void;

const keyOf = ({ gameSessionId, audience }: WindowOf): string => `${gameSessionId} ${audience}`;

/**
 * Publishes the opening and the lapse of each window within a second, exactly once across processes. After a restart, a
 * store outage or a clock change, they are published late rather than never. Whether answers are accepted depends only
 * on the stored window. Each tick also announces changes that other processes failed to announce.
 */
export function createWindows({ db, now, publisher, log }: WindowsOptions): Windows {
  // Root actors, because a parent with thousands of children is slow to stop.
  const actors = new Map<string, Actor<typeof releaseWindowMachine>>();
  let attach: Attach | null = null;
  const detach = new Map<string, () => void>();
  /** The feed versions up to which windows are tracked; null: unknown, so that all windows are read again. */
  let followed: Versions | null = null;
  let timer: NodeJS.Timeout | undefined;
  let disclosing: NodeJS.Timeout | undefined;
  let clock = { wall: now(), steady: performance.now() };
  let stopped = false;

  function forget(key: string): void {
    actors.get(key)?.stop();
    actors.delete(key);
    // The detach function is not called: the watcher must still see the actor stop, and then detaches by itself.
    detach.delete(key);
  }

  function follow(next: PendingWindow): void {
    const key = keyOf(next);
    forget(key);
    if (stopped) return;
    const announceLapse = (): void => {
      forget(key);
      void announce(next, 'timer-expired');
    };
    const announceOpening = (
      _args: unknown,
      { opensAt }: { opensAt: number | undefined },
    ): void => {
      if (opensAt !== undefined) void announce(next, 'question-released');
    };
    const chart = releaseWindowMachine.provide({ actions: { announceOpening, announceLapse } });
    // The inspector shows this id.
    const id = `${next.questionText} (${next.audience})`;
    const actor = createActor(chart, { id, input: { now } });
    actors.set(key, actor);
    actor.start();
    if (attach !== null) detach.set(key, attach(actor));
    actor.send({ type: 'window.released', window: next.window });
  }

  async function announce(
    { window, ...of }: WindowOf,
    name: 'question-released' | 'timer-expired',
  ): Promise<void> {
    const isOpening = name === 'question-released';
    try {
      const change = await inTransaction(db, async (tx) => {
        await lockGameSession(tx, of.gameSessionId);
        if (!(await recordAnnounced(tx, isOpening ? 'opening' : 'lapse', { ...of, window })))
          return null;
        const record = await readGameSession(tx, of.gameSessionId);
        if (record === null) return null;
        const at = Math.max(now(), (isOpening ? window.opensAt : window.closesAt) ?? 0);
        const windowEvents = isOpening || window.timed ? { [of.audience]: name } : {};
        return storeChange(tx, at, { type: 'changed', record, windowEvents });
      });
      if (change !== null) publisher.publish(change);
    } catch (error) {
      followed = null;
      const what = isOpening ? 'an opening' : 'a lapse';
      log.warn({ err: error }, `${what} could not be announced yet`);
    }
  }

  /** Tracks the stored windows, and announces changes that no process has announced. */
  async function refresh(): Promise<void> {
    // Read the versions before the windows, so that the next tick finds a change made in between.
    const versions = await publisher.catchUp();
    if (isDeepStrictEqual(versions, followed)) return;
    const pending = await readPending(db.read);
    const keys = new Set(pending.map(keyOf));
    for (const key of actors.keys()) if (!keys.has(key)) forget(key);
    for (const next of pending) {
      const known = actors.get(keyOf(next))?.getSnapshot().context.window;
      if (!isDeepStrictEqual(known, next.window)) follow(next);
    }
    followed = versions;
  }

  function watchClock(): void {
    const seen = { wall: now(), steady: performance.now() };
    const stepMs = Math.round(seen.wall - clock.wall - (seen.steady - clock.steady));
    clock = seen;
    if (Math.abs(stepMs) <= CLOCK_STEP_MS) return;
    log.warn({ stepMs }, 'the clock was set');
    for (const actor of actors.values()) actor.send({ type: 'clock.corrected' });
  }

  /** Announces what has become visible to Home, and sets a timer for what becomes visible before the next tick. */
  async function disclose(): Promise<void> {
    const next = await readNextDisclosure(db.read);
    clearTimeout(disclosing);
    if (next === undefined || stopped) return;
    const waitMs = next.at - now();
    if (waitMs > TICK_MS) return;
    if (waitMs > 0) {
      disclosing = setTimeout(() => void attemptDisclosure(), waitMs).unref();
      return;
    }
    for (const change of await inTransaction(db, (tx) => claimDisclosures(tx, next.showId, now())))
      publisher.publish(change);
    await disclose();
  }
  async function attemptDisclosure(): Promise<void> {
    try {
      await disclose();
    } catch (error) {
      log.warn({ err: error }, 'a delayed change could not be announced to Home yet');
    }
  }

  async function tick(): Promise<void> {
    watchClock();
    await attemptDisclosure();
    try {
      await refresh();
      await publisher.settle();
    } catch (error) {
      followed = null;
      log.warn({ err: error }, 'the store could not be followed');
    }
    if (!stopped) timer = setTimeout(() => void tick(), TICK_MS).unref();
  }

  return {
    start: async () => {
      await refresh();
      await tick();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(disclosing);
      for (const key of actors.keys()) forget(key);
      await publisher.settle();
    },
    watch: (next) => {
      attach = next;
      for (const [key, actor] of actors) detach.set(key, next(actor));
      return () => {
        attach = null;
        for (const end of detach.values()) end();
        detach.clear();
      };
    },
  };
}
