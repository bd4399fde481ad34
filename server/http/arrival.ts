import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Looks whether the body is there; null: it is, or there is none. */
    lookForEnd: (() => void) | null;
  }
}

/**
 * Notes when requests were there: by their last byte, not by their headers, and not by how long it took to find
 * out who asks. While that is asked, as much of a body is taken as fits into a stream's buffer, 16 kB.
 */
export function recordArrivals(app: FastifyInstance, now: () => number): void {
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
      // A listener for `readable` must go, or the body parser never gets the data.
      raw.off('readable', lookForEnd);
      raw.once('end', lookForEnd);
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw, lookForEnd } = request;
    if (lookForEnd !== null) raw.off('readable', lookForEnd);
    // An unread body would block the next request of the connection. The stream still counts the listener in this tick, and does
    // not flow until the next one.
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
