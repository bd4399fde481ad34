// Imported instead of used as a global: tests fake the global timer while the store must keep running.
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
 * Calls `act` once all input of this turn of the event loop has been read. Queries that `act` makes are still sent in
 * this turn; with a plain `setImmediate` they would be sent one turn later.
 */
export function atEndOfTurn(act: () => void): void {
  soon(act);
  soon(sendAll);
}

/** Returns a function whose calls in one turn of the event loop share one read, which begins at the end of that turn. */
export function oncePerTurn<T>(read: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | null = null;
  return () =>
    (shared ??= new Promise((resolve) => {
      atEndOfTurn(() => {
        shared = null;
        resolve(read());
      });
    }));
}
