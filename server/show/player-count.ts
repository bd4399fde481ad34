import { AUDIENCES } from '#machines/contract/entities.ts';
import type { AudiencePart, Broadcaster } from './announce.ts';

/** Interval of updates to admins about connected players, ms. */
const EVERY_MS = 1_000;
/** Interval of updates to players about connected players, ms. */
const READY_EVERY_MS = 5_000;
/** A smaller change is sent to players only once the number is steady, because some of a large audience always reconnect. */
const LEAST_CHANGE = 0.02;

export interface PlayerCountOptions {
  /** Sends only to the sockets of this process. */
  readonly broadcaster: Pick<Broadcaster, 'toAdmins' | 'toAudienceInBatches'>;
  /** Returns the connected players of all processes that report them. */
  readonly connected: Broadcaster['connected'];
  /** Returns the members-only shows that have not ended. */
  readonly memberShows: () => Promise<readonly string[]>;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** Sends the number of connected players to this process's admins and players. */
export interface PlayerCount {
  /** Call when a socket has joined: if it is an admin's, it needs the current number. */
  readonly joined: () => void;
  /** Returns the number that a player is sent. `shows`: the members-only shows that the player has joined. */
  readonly readyFor: (shows: readonly string[]) => number;
  readonly stop: () => Promise<void>;
}

export function createPlayerCount({
  broadcaster,
  connected,
  memberShows,
  now,
  log,
}: PlayerCountOptions): PlayerCount {
  /** The number that was sent last, as JSON; null: the next one is sent even if it is equal. */
  let sent: string | null = null;
  let shows: readonly string[] = [];
  /** The number that was sent last to the members of each show; '' for the players of no such show. */
  const readySent = new Map<string, number>();
  /** The numbers five seconds ago, by the same keys. */
  const readyBefore = new Map<string, number>();
  let sending = Promise.resolve();

  const readyIn = (showId?: string): number => {
    const { studio, home } = connected(showId);
    return studio + home;
  };
  async function sendReady(showId?: string): Promise<void> {
    const ready = readyIn(showId);
    const key = showId ?? '';
    const sentLast = readySent.get(key);
    const isSteady = readyBefore.get(key) === ready;
    readyBefore.set(key, ready);
    if (sentLast === ready) return;
    if (sentLast !== undefined && !isSteady && Math.abs(ready - sentLast) < LEAST_CHANGE * ready)
      return;
    readySent.set(key, ready);
    const part: AudiencePart = showId === undefined ? { outside: shows } : { showId };
    for (const audience of AUDIENCES)
      await broadcaster.toAudienceInBatches(
        audience,
        'players-ready',
        { serverTime: now(), ready },
        part,
      );
  }
  async function sendAllReady(): Promise<void> {
    try {
      shows = await memberShows();
      await sendReady();
      for (const showId of shows) await sendReady(showId);
    } catch (error) {
      log.warn({ err: error }, 'players could not be told how many they are');
    }
  }
  const counting = setInterval(() => {
    const current = connected();
    const text = JSON.stringify(current);
    if (text === sent) return;
    sent = text;
    broadcaster.toAdmins('players-counted', { serverTime: now(), connected: current });
  }, EVERY_MS).unref();
  const telling = setInterval(() => {
    sending = sendAllReady();
  }, READY_EVERY_MS).unref();
  return {
    joined: () => {
      sent = null;
    },
    readyFor: (joined) => readyIn(shows.findLast((showId) => joined.includes(showId))),
    stop: () => {
      clearInterval(counting);
      clearInterval(telling);
      return sending;
    },
  };
}
