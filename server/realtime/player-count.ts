import type { Announcer } from './announce.ts';

/** How soon admins see that players have come or gone, ms. */
const EVERY_MS = 1_000;

export interface PlayerCountOptions {
  /** To the sockets of this process alone. */
  readonly announcer: Pick<Announcer, 'toAdmins'>;
  /** Players of all processes, as far as known. */
  readonly connected: Announcer['connected'];
  readonly now: () => number;
}

/** Keeps the number of connected players in front of every admin of this process. */
export interface PlayerCount {
  /** A socket has joined; that of an admin has not been sent the number yet. */
  readonly joined: () => void;
  readonly stop: () => void;
}

export function createPlayerCount({ announcer, connected, now }: PlayerCountOptions): PlayerCount {
  /** What was sent last, as JSON; null: it must be sent, whatever it is. */
  let sent: string | null = null;
  const timer = setInterval(() => {
    const current = connected();
    const text = JSON.stringify(current);
    if (text === sent) return;
    sent = text;
    announcer.toAdmins('players-counted', { serverTime: now(), connected: current });
  }, EVERY_MS).unref();
  return {
    joined: () => {
      sent = null;
    },
    stop: () => clearInterval(timer),
  };
}
