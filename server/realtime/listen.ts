import { type ClientEventName, clientEvents, type SocketReply } from '#machines/contract/events.ts';
import type { ShowSocket } from './socket.ts';

/**
 * Misuse by a socket that our clients never commit. 'crowded': a handshake above the limit; 'unauthenticated': no sign-in in
 * time.
 */
export type Misuse = 'foreign-room' | 'malformed' | 'too-many' | 'crowded' | 'unauthenticated';

/** Number of events that a socket may send at once, and then per second. */
const BURST = 20;
const EVENTS_A_SECOND = 4;
/** Number of malformed or too frequent events after which a socket is closed. */
export const MAX_MISUSES = 5;
/** A socket gets at most one snapshot in this time, ms. */
export const SNAPSHOT_INTERVAL_MS = 1_000;

interface ListenOptions {
  readonly now: () => number;
  readonly sendSnapshot: () => void;
  /** Accepts the body of an answer; null: this client has not signed in. */
  readonly answer: (body: unknown) => Promise<SocketReply | null>;
  readonly count: (misuse: Misuse) => void;
  readonly log: { error(details: object, message: string): void };
}

/** A rate limit that allows bursts. */
export interface TokenBucket {
  /** Takes one event if the limit allows it. */
  consume(): boolean;
  /** Gives back one event that was taken. */
  giveBack(): void;
  isFull(): boolean;
}

/** Allows `burst` events at once, then `perSecond`. `elapsed`: a monotonic clock, ms. */
export function createTokenBucket(
  burst: number,
  perSecond: number,
  elapsed = () => performance.now(),
): TokenBucket {
  let allowed = burst;
  let countedAt = elapsed();
  const refill = (): void => {
    const instant = elapsed();
    allowed = Math.min(burst, allowed + ((instant - countedAt) / 1_000) * perSecond);
    countedAt = instant;
  };
  return {
    consume: () => {
      refill();
      if (allowed < 1) return false;
      allowed -= 1;
      return true;
    },
    giveBack: () => {
      allowed = Math.min(burst, allowed + 1);
    },
    isFull: () => {
      refill();
      return allowed >= burst;
    },
  };
}

const isClientEvent = (name: unknown): name is ClientEventName =>
  typeof name === 'string' && Object.hasOwn(clientEvents, name);

/**
 * Handles the events of a client. Input is parsed before it reaches a handler, and nothing throws, because in socket.io
 * an exception in a listener ends the process.
 */
export function listen(
  socket: ShowSocket,
  { now, sendSnapshot, answer, count, log }: ListenOptions,
): void {
  let misuses = 0;
  const allowance = createTokenBucket(BURST, EVENTS_A_SECOND);

  function misused(misuse: Misuse): void {
    count(misuse);
    misuses += 1;
    if (misuses >= MAX_MISUSES) socket.disconnect(true);
  }

  function receive(name: unknown, args: unknown[]): void {
    if (!allowance.consume()) {
      misused('too-many');
      return;
    }
    if (!isClientEvent(name)) return;
    // socket.io passes the acknowledgement last; a client cannot send a function.
    const last = args.at(-1);
    const acknowledge = typeof last === 'function' ? last : null;
    const parsed = clientEvents[name].safeParse(acknowledge ? args.slice(0, -1) : args);
    if (!parsed.success) {
      misused('malformed');
      return;
    }
    switch (name) {
      case 'clock':
        acknowledge?.({ serverTime: now() });
        return;
      case 'sync':
        acknowledge?.();
        sendSnapshot();
        return;
      case 'submit-answer':
        void reply(parsed.data[0], (replied) => acknowledge?.(replied));
        return;
      case 'join-user-room':
        // The server joins the room of the token's user; clients cannot choose rooms.
        if (parsed.data[0] !== socket.data.session?.caller.id) count('foreign-room');
        acknowledge?.();
    }
  }

  /** A client that gets no reply sends its answer again over HTTP. */
  async function reply(body: unknown, acknowledge: (reply: SocketReply) => void): Promise<void> {
    const replied = await answer(body);
    if (replied === null) misused('malformed');
    else acknowledge(replied);
  }

  socket.onAny((name: unknown, ...args: unknown[]) => {
    try {
      // Packets that have already arrived are still delivered after a socket was closed.
      if (socket.connected) receive(name, args);
    } catch (error) {
      log.error({ err: error }, 'an event could not be handled');
    }
  });
}
