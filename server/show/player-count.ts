import type { Broadcaster } from './announce.ts';

/** Interval of updates to admins about connected players, ms. */
const EVERY_MS = 1_000;

export interface PlayerCountOptions {
  /** Sends to the sockets of this process only. */
  readonly broadcaster: Pick<Broadcaster, 'toAdmins'>;
  /** Players of all known processes. */
  readonly connected: Broadcaster['connected'];
  readonly now: () => number;
}

/** Sends the number of connected players to this process's admins. */
export interface PlayerCount {
  /** A socket has joined; if it is an admin's, it lacks the current number. */
  readonly joined: () => void;
  readonly stop: () => void;
}

export function createPlayerCount({
  broadcaster,
  connected,
  now,
}: PlayerCountOptions): PlayerCount {
  /** The last sent number as JSON; null: send in any case. */
  let sent: string | null = null;
  const timer = setInterval(() => {
    const current = connected();
    const text = JSON.stringify(current);
    if (text === sent) return;
    sent = text;
    broadcaster.toAdmins('players-counted', { serverTime: now(), connected: current });
  }, EVERY_MS).unref();
  return {
    joined: () => {
      sent = null;
    },
    stop: () => clearInterval(timer),
  };
}
