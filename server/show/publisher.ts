import type { Versions } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import type { Broadcaster } from './announce.ts';
import { announceChange, announceVersion, type Change, changeSchema } from './releases/change.ts';
import type { ProcessChannel } from '#server/realtime/process-channel.ts';
import {
  markAnnounced,
  readChanges,
  readPlayersOf,
  readUnannounced,
  readVersions,
} from '#server/answering/feed-store.ts';

/**
 * Maximum age (ms) of changes from before the start of this process that it still announces to clients that reconnect.
 */
const NEWS_MS = 10_000;

export interface PublisherOptions {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly now: () => number;
  /** Sends to the sockets of this process. */
  readonly broadcaster: Broadcaster;
  readonly channel: ProcessChannel;
  /**
   * Called after a change was announced in this process; null: several changes were missed and only a version was
   * announced.
   */
  readonly onAnnounced: (change: Change | null) => void;
  readonly log: { warn(details: object, message: string): void };
}

/** Announces every change of any process to the sockets of this process, once and in the order of its feed. */
export interface Publisher {
  /** Announces a change that is already stored. Never waits or fails. */
  readonly publish: (change: Change) => void;
  /**
   * Announces stored changes that this process has not announced yet: those of processes that crashed or cannot be
   * reached. The first call only records the versions of the feeds.
   * @returns the versions of the feeds
   */
  readonly catchUp: () => Promise<Versions>;
  /** Makes clients that missed events request a snapshot; called when events may have got lost. */
  readonly resync: () => Promise<void>;
  /** Marks the published changes in the store as announced, so that a restart does not announce them again. */
  readonly settle: () => Promise<void>;
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { db, now, broadcaster, channel, onAnnounced, log } = options;
  /** The last announced version of each feed; null before the start. */
  let announced: Map<string, number> | null = null;
  /** Changes from before the start that may not have been announced; they are repeated while clients reconnect. */
  let inherited: readonly Change[] = [];
  /** Changes that this process has published but not yet marked in the store. */
  const published: Pick<Change, 'feed' | 'version'>[] = [];

  /**
   * Logs a failure instead of throwing it: the change is stored and its request has succeeded, so the next read repairs
   * the failure.
   */
  function attempt(what: string, act: () => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      log.warn({ err: error }, what);
      return false;
    }
  }

  const announcedIn = (feed: string): number => announced?.get(feed) ?? 0;

  function announce(change: Change): void {
    announced?.set(change.feed, change.version);
    const isDone = attempt('a change could not be announced', () =>
      announceChange(broadcaster, change),
    );
    if (!isDone)
      attempt('clients could not be asked to resync', () =>
        announceVersion(broadcaster, change, change.event.record),
      );
    attempt('what follows a change failed', () => onAnnounced(change));
  }

  async function letAsk(feed: string, version: number): Promise<void> {
    const players = await readPlayersOf(db.read, feed);
    announceVersion(broadcaster, { feed, version, at: now() }, players);
  }

  /** Announces only the newest version, because the changes themselves are no longer in the store. */
  async function skipTo(feed: string, version: number): Promise<void> {
    await letAsk(feed, version);
    announced?.set(feed, Math.max(version, announcedIn(feed)));
    onAnnounced(null);
  }

  function receive(change: Change): void {
    const known = announcedIn(change.feed);
    if (announced === null || change.version <= known) return;
    if (change.version === known + 1) announce(change);
    else
      catchUp().catch((error: unknown) => {
        log.warn({ err: error }, 'changes could not be read yet');
      });
  }

  async function catchUp(): Promise<Versions> {
    const newest = await readVersions(db.read);
    if (announced === null) {
      const unannounced = await readUnannounced(db.read, now() - NEWS_MS);
      announced = new Map(Object.entries(newest));
      inherited = unannounced.filter(({ feed, version }) => version <= announcedIn(feed));
      return newest;
    }
    inherited = inherited.filter(({ at }) => at > now() - NEWS_MS);
    for (const change of inherited) announceChange(broadcaster, change);
    for (const [feed, version] of Object.entries(newest))
      if (version > announcedIn(feed)) await catchUpOn(feed, version);
    return newest;
  }

  async function catchUpOn(feed: string, newest: number): Promise<void> {
    for (const change of await readChanges(db.read, { feed, version: announcedIn(feed) })) {
      if (change.version <= announcedIn(feed)) continue;
      if (change.version > announcedIn(feed) + 1) await skipTo(feed, change.version - 1);
      if (change.version > announcedIn(feed)) announce(change);
    }
    if (newest > announcedIn(feed)) await skipTo(feed, newest);
  }

  channel.whenPassed((passed) => {
    const { data: change } = changeSchema.safeParse(passed);
    if (change !== undefined) receive(change);
  });
  return {
    publish: (change) => {
      attempt('other processes could not be notified yet', () => channel.pass(change));
      receive(change);
      published.push(change);
    },
    catchUp,
    resync: async () => {
      for (const [feed, version] of Object.entries(await readVersions(db.read)))
        await letAsk(feed, version);
    },
    settle: async () => {
      const changes = [...published];
      if (changes.length === 0) return;
      await markAnnounced(db.write, changes);
      published.splice(0, changes.length);
    },
  };
}
