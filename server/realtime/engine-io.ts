import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'socket.io';
import type { FairQueue } from '#server/http/fair-queue.ts';

/* What is done to a connection for which neither engine.io nor ws has a public name. */

export type Connection = Socket['conn'];

/** Lets go of the request, whose headers would be kept as long as the connection (socket.io's advice on memory). */
export function forgetRequest(connection: Connection, closeTimeoutMs: number): void {
  Object.assign(connection, { request: null });
  // Else a closed connection that nobody polls any more is kept for half a minute.
  Object.assign(connection.transport, { closeTimeout: closeTimeoutMs });
}

/** How many packets wait to be written. */
export function waitingPackets(connection: Connection): number {
  const waiting: unknown = Reflect.get(connection, 'writeBuffer');
  return Array.isArray(waiting) ? waiting.length : 0;
}

/** How long the messages of this connection may be, in bytes. */
export function permit({ transport }: Connection, bytes: number): void {
  if (transport.name === 'polling') Reflect.set(transport, 'maxHttpBufferSize', bytes);
  const receiver: unknown = webSocketOf(transport)?.['_receiver'];
  if (isRecord(receiver)) receiver['_maxPayload'] = bytes;
}

/** A WebSocket whose other end does not close it would stay for half a minute, with all it was to send. */
export function cutLater({ transport }: Connection, afterMs: number): void {
  const webSocket = webSocketOf(transport);
  if (webSocket === null) return;
  const { terminate } = webSocket;
  if (typeof terminate !== 'function') return;
  setTimeout(() => void Reflect.apply(terminate, webSocket, []), afterMs).unref();
}

function webSocketOf(transport: Connection['transport']): Record<string, unknown> | null {
  const webSocket: unknown = Reflect.get(transport, 'socket');
  return transport.name === 'websocket' && isRecord(webSocket) ? webSocket : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** An engine.io middleware that queues requests in the lane of their address. */
export const waitingIn =
  (queue: FairQueue, addressOf: (request: IncomingMessage) => string) =>
  (request: IncomingMessage, _: ServerResponse, next: (refusal?: Error) => void): void => {
    const { socket } = request;
    // Until it is a WebSocket, the socket of an upgrade has no error listener, and an unhandled error ends the process.
    socket.on('error', ignore);
    queue.enter({ isAccount: false, key: addressOf(request) }, (refusal) => {
      if (socket.destroyed) return;
      socket.off('error', ignore);
      next(refusal);
    });
  };

const ignore = (): void => {};
