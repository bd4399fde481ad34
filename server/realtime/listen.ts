import { type ClientEventName, clientEvents } from '#machines/contract/events.ts';
import type { ShowSocket } from './socket.ts';

/** What our clients never do. 'crowded': a handshake that was one too many; 'stranger': nobody signed in. */
export type Misuse = 'foreign-room' | 'malformed' | 'too-many' | 'crowded' | 'stranger';

/** Events a socket may send at once, and then each second. */
const BURST = 20;
const EVENTS_A_SECOND = 4;
/** Malformed events or ones beyond the rate, after which a socket is closed. */
export const MAX_MISUSES = 5;
/** At most one snapshot to a socket in this time, ms. */
export const SNAPSHOT_INTERVAL_MS = 1_000;

interface ListenOptions {
  readonly now: () => number;
  readonly sendSnapshot: () => void;
  readonly count: (misuse: Misuse) => void;
  readonly log: { error(details: object, message: string): void };
}

/** How much is left of a rate. */
export interface Allowance {
  /** Whether one more is within it; takes it if so. */
  consume(): boolean;
  /** One that was taken does not count. */
  giveBack(): void;
  isFull(): boolean;
}

/** `burst` at once, and then `perSecond`. `elapsed`: a clock that is never set, ms. */
export function createAllowance(
  burst: number,
  perSecond: number,
  elapsed = () => performance.now(),
): Allowance {
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
 * Hears what a client sends. Nothing from outside reaches a handler unparsed, and nothing thrown
 * leaves here: in socket.io an exception in a listener ends the process.
 */
export function listen(socket: ShowSocket, { now, sendSnapshot, count, log }: ListenOptions): void {
  let misuses = 0;
  const allowance = createAllowance(BURST, EVENTS_A_SECOND);

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
    // socket.io puts the acknowledgement last; no client can send a function.
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
      case 'join-user-room':
        // The server has joined the room of the token's user; it is no client's choice.
        if (parsed.data[0] !== socket.data.session?.caller.id) count('foreign-room');
        acknowledge?.();
    }
  }

  socket.onAny((name: unknown, ...args: unknown[]) => {
    try {
      // What had arrived already still comes after a socket is closed.
      if (socket.connected) receive(name, args);
    } catch (error) {
      log.error({ err: error }, 'an event could not be heard');
    }
  });
}
