import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Checks whether the whole body has arrived; null: it has arrived, or there is none. */
    lookForEnd: (() => void) | null;
  }
}

/**
 * Sets `receivedAt` to the arrival of the request's last byte, so that the time for authentication does not count.
 * Until the body is parsed, at most 16 kB of it are read, the size of a stream's buffer.
 */
export function recordReceiptTimes(app: FastifyInstance, now: () => number): void {
  app.decorateRequest('receivedAt', 0);
  app.decorateRequest('lookForEnd', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.receivedAt = now();
    if (hasBody(request)) watch(request, now);
    done();
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { raw, lookForEnd } = request;
    if (lookForEnd !== null) {
      // The body parser would receive no data while there is a listener for `readable`.
      raw.off('readable', lookForEnd);
      raw.once('end', lookForEnd);
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw, lookForEnd } = request;
    if (lookForEnd !== null) raw.off('readable', lookForEnd);
    // An unread body would block the next request on this connection. Resume on the next tick, because in this tick the
    // stream still acts as if it had the removed listener and would not flow.
    if (hasBody(request) && !raw.readableEnded) process.nextTick(() => raw.resume());
    done();
  });
}

function watch(request: FastifyRequest, now: () => number): void {
  const { raw } = request;
  const look = (): void => {
    if (!raw.complete) return;
    request.receivedAt = now();
    request.lookForEnd = null;
    raw.off('readable', look);
  };
  request.lookForEnd = look;
  raw.on('readable', look);
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
