import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'socket.io';
import type { FairQueue } from '#server/http/fair-queue.ts';

/* Access to parts of engine.io and ws that have no public API. */

export type Connection = Socket['conn'];

/** Drops the reference to the HTTP request, whose headers would otherwise stay in memory, as socket.io advises. */
export function releaseRequest(connection: Connection, closeTimeoutMs: number): void {
  Object.assign(connection, { request: null });
  // Otherwise a closed connection that is no longer polled stays for half a minute.
  Object.assign(connection.transport, { closeTimeout: closeTimeoutMs });
}

/** Number of packets waiting to be written. */
export function waitingPackets(connection: Connection): number {
  const waiting: unknown = Reflect.get(connection, 'writeBuffer');
  return Array.isArray(waiting) ? waiting.length : 0;
}

/** Sets the longest message of this connection, bytes. */
export function setMaxMessageBytes({ transport }: Connection, bytes: number): void {
  if (transport.name === 'polling') Reflect.set(transport, 'maxHttpBufferSize', bytes);
  const receiver: unknown = webSocketOf(transport)?.['_receiver'];
  if (isRecord(receiver)) receiver['_maxPayload'] = bytes;
}

/**
 * Terminates a WebSocket that its peer does not close, which would otherwise keep its queued packets for half a minute.
 */
export function terminateLater({ transport }: Connection, afterMs: number): void {
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

/** Returns an engine.io middleware that queues each request in the lane of its network address. */
export const waitingIn =
  (queue: Pick<FairQueue, 'enter'>, addressOf: (request: IncomingMessage) => string) =>
  (request: IncomingMessage, _: ServerResponse, next: (refusal?: Error) => void): void => {
    const { socket } = request;
    // Until the upgrade is finished the socket has no error listener, and an unhandled error ends the process.
    socket.on('error', ignore);
    queue.enter({ kind: 'address', key: addressOf(request) }, (refusal) => {
      if (socket.destroyed) return;
      socket.off('error', ignore);
      next(refusal);
    });
  };

const ignore = (): void => {};
