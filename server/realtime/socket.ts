import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Caller } from '#server/http/route.ts';
import type { SignOutReason } from '#server/show/announce.ts';
import { waitingPackets } from './engine-io.ts';

/** Most packets that may wait for a client; a socket with more is closed. */
const MAX_WAITING_PACKETS = 64;

/** The account of a token, and when the token expires (epoch ms). */
export interface Session {
  readonly caller: Caller;
  readonly expiresAt: number;
}

/** How a socket was admitted; with none of these it is unauthenticated and gets no events. */
export interface Admission {
  /** A valid token. */
  readonly session: Session | null;
  /** A stage screen, opened by the link with this id or by the admin of the session. */
  readonly page: { readonly linkId: string | null; readonly showId: string } | null;
  /** A token or key that is not valid, or no longer. */
  readonly refusal: SignOutReason | null;
}

interface SocketData extends Admission {
  /** When the socket is next re-checked. */
  confirmAt: number;
  snapshotAt: number;
  snapshotTimer: NodeJS.Timeout | null;
}
export type ShowServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type ShowSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;

/**
 * The middleware of a namespace. `admit` returns why a socket may not join (undefined if it may) and must not throw. A
 * second CONNECT before the first is answered would create a second socket.
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
    // socket.io would keep it for the life of the socket.
    socket.handshake.auth = {};
    connecting.delete(conn);
    next(refusal);
  };
}

/** Whether more packets wait for a client than one that reads would leave. */
export const isSlow = (socket: ShowSocket): boolean =>
  waitingPackets(socket.conn) > MAX_WAITING_PACKETS;

/** Sends the reason and closes the socket. */
export function signOut(socket: ShowSocket, reason: SignOutReason): void {
  socket.emit('signed-out', { reason });
  socket.disconnect(true);
}
