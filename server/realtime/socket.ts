import type { Locale } from 'messages/runtime';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { ServerEventName } from '#machines/contract/events.ts';
import type { Caller } from '#server/http/route.ts';
import type { SignOutReason } from '#server/show/announce.ts';
import { waitingPackets } from './engine-io.ts';

/** Maximum number of packets that may wait for a client; a socket with more is closed. */
const MAX_WAITING_PACKETS = 64;

/** The account of a token, and when the token expires (epoch ms). */
export interface SocketSession {
  readonly caller: Caller;
  readonly expiresAt: number;
}

/** How a socket was admitted. If all fields are null it is unauthenticated and receives no events. */
export interface Admission {
  /** The session of a valid token, or null. */
  readonly session: SocketSession | null;
  /**
   * The stage screen that the socket belongs to, opened by a link (`linkId`) or by the session's admin; null for other
   * clients.
   */
  readonly page: { readonly linkId: string | null; readonly showId: string } | null;
  /** Why the token or key was rejected; null if it was not. */
  readonly refusal: SignOutReason | null;
}

interface SocketData extends Admission {
  /** The language of the client's page. */
  readonly language: Locale;
  /** When the socket is next re-checked. */
  confirmAt: number;
  snapshotAt: number;
  snapshotTimer: NodeJS.Timeout | null;
}
export type ShowServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type ShowSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;

/**
 * Returns a namespace's middleware. `admit` returns why a socket may not join, or undefined if it may, and must not
 * throw. A second CONNECT packet is rejected while the first is being checked, or it would create a second socket.
 */
export function connectOnce(
  admit: (socket: ShowSocket) => Promise<Error | undefined>,
): (socket: ShowSocket, next: (refusal?: Error) => void) => Promise<void> {
  const connecting = new WeakSet<object>();
  return async (socket, next) => {
    const { conn } = socket;
    if (connecting.has(conn)) {
      next(new Error('already connecting'));
      return;
    }
    connecting.add(conn);
    const refusal = await admit(socket);
    // Delete the token, which socket.io would otherwise keep as long as the socket lives.
    socket.handshake.auth = {};
    connecting.delete(conn);
    next(refusal);
  };
}

/** Whether more packets wait for the client than a client that reads them would leave waiting. */
export const isSlow = (socket: ShowSocket): boolean =>
  waitingPackets(socket.conn) > MAX_WAITING_PACKETS;

/**
 * Sends an event with a payload that is already written as JSON: `emit` would write it again for each of thousands of
 * sockets.
 */
export function sendWritten(socket: ShowSocket, name: ServerEventName, json: string): void {
  socket.conn.write(`2["${name}",${json}]`);
}

/** Sends the reason and closes the socket. */
export function signOut(socket: ShowSocket, reason: SignOutReason): void {
  socket.emit('signed-out', { reason });
  socket.disconnect(true);
}
