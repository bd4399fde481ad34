import { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A flood of connections must not keep the server open. */
const WAITING_MS = 500;

/**
 * Closes the listening socket and nothing else. The system has connected clients that wait to be accepted, one a turn of
 * the event loop; it would reset them, and a proxy does not repeat a POST. So they are accepted first.
 */
export async function stopAccepting(server: Server): Promise<void> {
  let hasAccepted: boolean;
  const note = (): void => {
    hasAccepted = true;
  };
  server.on('connection', note);
  // The rest of a turn in which connections were looked for already.
  await nextTurn();
  const endsAt = performance.now() + WAITING_MS;
  do {
    hasAccepted = false;
    await nextTurn();
  } while (hasAccepted && performance.now() < endsAt);
  server.off('connection', note);
  // Unlike the server's own `close`, this closes no connection that has not sent its first request.
  Server.prototype.close.call(server);
}
