import { type ClientEventName, clientEvents } from '#machines/contract/events.ts';
import type { ShowSocket } from './gateway.ts';

/** What our clients never do. */
export type Misuse = 'foreign-room' | 'malformed' | 'too-many';

/** Events a socket may send at once, and then each second. */
const BURST = 20;
const EVENTS_A_SECOND = 4;
/** Malformed events or ones beyond the rate, after which a socket is closed. */
export const MAX_MISUSES = 5;
/** At most one snapshot to a socket in this time, ms. */
export const SNAPSHOT_INTERVAL_MS = 1_000;

interface Ears {
  readonly now: () => number;
  readonly sendSnapshot: () => void;
  readonly count: (misuse: Misuse) => void;
  readonly log: { error(details: object, message: string): void };
}

/** Answers whether one more is within the rate: `burst` at once, and then `perSecond`. */
export function createAllowance(burst: number, perSecond: number): () => boolean {
  let allowed = burst;
  let countedAt = performance.now();
  return () => {
    const instant = performance.now();
    allowed = Math.min(burst, allowed + ((instant - countedAt) / 1_000) * perSecond);
    countedAt = instant;
    if (allowed < 1) return false;
    allowed -= 1;
    return true;
  };
}

const isClientEvent = (name: unknown): name is ClientEventName =>
  typeof name === 'string' && Object.hasOwn(clientEvents, name);

/**
 * Hears what a client sends. Nothing from outside reaches a handler unparsed, and nothing thrown
 * leaves here: in socket.io an exception in a listener ends the process.
 */
export function listen(socket: ShowSocket, { now, sendSnapshot, count, log }: Ears): void {
  let misuses = 0;
  const isWithinRate = createAllowance(BURST, EVENTS_A_SECOND);

  function misused(misuse: Misuse): void {
    count(misuse);
    misuses += 1;
    if (misuses >= MAX_MISUSES) socket.disconnect(true);
  }

  function hear(name: unknown, args: unknown[]): void {
    if (!isWithinRate()) {
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
      if (socket.connected) hear(name, args);
    } catch (error) {
      log.error({ err: error }, 'an event could not be heard');
    }
  });
}
