import { constants, gzip, gzipSync } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { accepts } from './resource.ts';

/**
 * Smallest reply that is compressed, bytes: below it, compression costs more processor time than it saves on the
 * network.
 */
const WORTH_BYTES = 8_192;
/** Largest reply that is compressed on the event loop, in a tenth of a millisecond: handing it to a thread costs more. */
const AT_ONCE_BYTES = 16_384;
/** The fastest level already saves nearly as much as the others. */
const OPTIONS = { level: constants.Z_BEST_SPEED };

const zip = promisify(gzip);

/** Compresses larger JSON replies. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (payload.length < WORTH_BYTES || reply.hasHeader('content-encoding')) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', [...(vary === undefined ? [] : [vary]), 'accept-encoding'].join(', '));
    if (!accepts(request, 'gzip')) return payload;
    const body =
      payload.length <= AT_ONCE_BYTES ? gzipSync(payload, OPTIONS) : await zip(payload, OPTIONS);
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return body;
  });
}
