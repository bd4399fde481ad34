import { constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

/** Below this the network gains less than the processor loses. */
const WORTH_BYTES = 8_192;
const GZIP = /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/;

const zip = promisify(gzip);

/** Compresses larger JSON replies, off the event loop; the fastest level, which does nearly all of it. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_BYTES) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    const vary = reply.getHeader('vary');
    reply.header(
      'vary',
      vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`,
    );
    if (!GZIP.test(request.headers['accept-encoding'] ?? '')) return payload;
    const body = await zip(payload, { level: constants.Z_BEST_SPEED });
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return body;
  });
}
