import type { Broadcaster } from './announce.ts';

/** Interval of updates to admins about connected players, ms. */
const EVERY_MS = 1_000;

export interface PlayerCountOptions {
  /** Sends only to the sockets of this process. */
  readonly broadcaster: Pick<Broadcaster, 'toAdmins'>;
  /** Returns the connected players of all processes that report them. */
  readonly connected: Broadcaster['connected'];
  readonly now: () => number;
}

/** Sends the number of connected players to this process's admins. */
export interface PlayerCount {
  /** Call when a socket has joined: if it is an admin's, it needs the current number. */
  readonly joined: () => void;
  readonly stop: () => void;
}

export function createPlayerCount({
  broadcaster,
  connected,
  now,
}: PlayerCountOptions): PlayerCount {
  /** The number that was sent last, as JSON; null: the next one is sent even if it is equal. */
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
