import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Checks whether the body has arrived; null: it has, or there is none. */
    lookForEnd: (() => void) | null;
  }
}

/**
 * Sets `receivedAt` to the arrival of a request's last byte, which neither its headers nor the time for authentication changes.
 * Until then a body is read up to the size of a stream's buffer, 16 kB.
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
      // With a listener for `readable` the body parser would receive no data.
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
