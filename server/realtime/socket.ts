import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Caller } from '#server/http/route.ts';
import type { SignOutReason } from '#server/show/announce.ts';
import { waitingPackets } from './engine-io.ts';

/** Packets that may wait for a client that does not read; one with more is closed. */
const MAX_WAITING_PACKETS = 64;

/** Who a token stands for, and until when (epoch ms). */
export interface Session {
  readonly caller: Caller;
  readonly expiresAt: number;
}

/** Who is there, in one of three ways; none of them: a stranger, who hears nothing. */
export interface Admission {
  /** A valid token. */
  readonly session: Session | null;
  /** A screen of a show, by the link of this id or by the admin of the session. */
  readonly page: { readonly linkId: string | null; readonly showId: string } | null;
  /** Something that is not valid, or not any more. */
  readonly refusal: SignOutReason | null;
}

interface SocketData extends Admission {
  /** When it is next looked at whether all this still holds. */
  confirmAt: number;
  snapshotAt: number;
  snapshotTimer: NodeJS.Timeout | null;
}
export type ShowServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;
export type ShowSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>;

/**
 * The middleware of a namespace, by what answers why a socket may not join it (undefined: it may; it must not
 * throw). A second CONNECT before the first is answered would make a second socket.
 */
export function oneByOne(
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
    // socket.io would keep it for as long as the socket lives.
    socket.handshake.auth = {};
    connecting.delete(conn);
    next(refusal);
  };
}

/** Whether more waits for a client than one that reads would ever leave. */
export const isSlow = (socket: ShowSocket): boolean =>
  waitingPackets(socket.conn) > MAX_WAITING_PACKETS;

/** Says why, and closes the socket. */
export function signOut(socket: ShowSocket, reason: SignOutReason): void {
  socket.emit('signed-out', { reason });
  socket.disconnect(true);
}
