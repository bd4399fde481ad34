// Imported, not global: a test's fake clock must not stop the store.
import { setImmediate as soon } from 'node:timers';

let sending = new Set<() => void>();

function sendAll(): void {
  const all = sending;
  sending = new Set();
  for (const send of all) send();
}

/** Calls `send` once at the end of this turn of the event loop, however often it is requested. */
export function sendAtEndOfTurn(send: () => void): void {
  if (sending.has(send)) return;
  sending.add(send);
  soon(sendAll);
}

/**
 * Calls `act` when everything that arrived in this turn of the event loop has been read. Queries of `act` leave in the same
 * turn, but a `setImmediate` made in another `setImmediate` would run a turn later.
 */
export function atEndOfTurn(act: () => void): void {
  soon(act);
  soon(sendAll);
}
