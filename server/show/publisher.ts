import { AUDIENCES } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import type { Broadcaster } from './announce.ts';
import { announceChange, type Change, changeSchema } from './releases/change.ts';
import type { Link } from '#server/realtime/link.ts';
import {
  markAnnounced,
  readChanges,
  readUnannounced,
  readVersion,
} from '#server/answering/feed-store.ts';

/** So young, a change from before the start is still news to those who come back, ms. */
const NEWS_MS = 10_000;

export interface PublisherOptions {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly now: () => number;
  /** To the sockets of this process. */
  readonly broadcaster: Broadcaster;
  readonly link: Link;
  /** A change was told here; null: that several were missed. */
  readonly onAnnounced: (change: Change | null) => void;
  readonly log: { warn(details: object, message: string): void };
}

/** Tells the sockets of this process of every change, once and in order, whichever process made it. */
export interface Publisher {
  /** Once the change is stored. Nothing here waits or fails. */
  readonly publish: (change: Change) => void;
  /**
   * Tells what is in the store and was not told yet: of a process that was killed before it could, of one
   * that cannot be heard. The first time it only takes note of where the feed stands.
   * @returns the feed's version
   */
  readonly catchUp: () => Promise<number>;
  /** Notes in the store what was told of it, so that nobody tells it after a restart. */
  readonly settle: () => Promise<void>;
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { db, now, broadcaster, link, onAnnounced, log } = options;
  /** What was told last; null before the start. */
  let version: number | null = null;
  /** Changes from before the start that perhaps nobody told; who is to hear them is still coming back. */
  let inherited: readonly Change[] = [];
  /** Published here, and not noted in the store. */
  const published: number[] = [];

  /** The change is stored, and its call is answered as done: whatever fails afterwards is put right by the next read. */
  function attempt(what: string, act: () => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      log.warn({ err: error }, what);
      return false;
    }
  }

  function announce(change: Change): void {
    version = change.version;
    const isTold = attempt('a change could not be told', () => announceChange(broadcaster, change));
    if (!isTold) attempt('nobody was told to ask', () => tellToAsk(change.version));
    attempt('what follows a change failed', () => onAnnounced(change));
  }

  /** Who has an older version asks for the list. */
  function tellToAsk(newest: number): void {
    const stamp = { version: newest, serverTime: now() };
    for (const audience of AUDIENCES) broadcaster.toAudience(audience, 'questions-updated', stamp);
    broadcaster.toAdmins('questions-updated', stamp);
  }

  /** Changes are not in the store any more. */
  function announceResync(newest: number): void {
    version = newest;
    tellToAsk(newest);
    onAnnounced(null);
  }

  function receive(change: Change): void {
    if (version === null || change.version <= version) return;
    if (change.version === version + 1) announce(change);
    else
      catchUp().catch((error: unknown) => {
        log.warn({ err: error }, 'changes could not be read yet');
      });
  }

  async function catchUp(): Promise<number> {
    const newest = await readVersion(db.read);
    if (version === null) {
      const unannounced = await readUnannounced(db.read, now() - NEWS_MS);
      version = newest;
      inherited = unannounced.filter((change) => change.version <= newest);
      return newest;
    }
    inherited = inherited.filter(({ at }) => at > now() - NEWS_MS);
    for (const change of inherited) announceChange(broadcaster, change);
    if (newest <= version) return newest;
    for (const change of await readChanges(db.read, version)) {
      if (change.version <= version) continue;
      if (change.version > version + 1) announceResync(change.version - 1);
      announce(change);
    }
    if (newest > version) announceResync(newest);
    return newest;
  }

  link.whenPassed((passed) => {
    const { data: change } = changeSchema.safeParse(passed);
    if (change !== undefined) receive(change);
  });
  return {
    publish: (change) => {
      attempt('other processes could not be told yet', () => link.pass(change));
      receive(change);
      published.push(change.version);
    },
    catchUp,
    settle: async () => {
      const versions = [...published];
      if (versions.length === 0) return;
      await markAnnounced(db.write, versions);
      published.splice(0, versions.length);
    },
  };
}
