import type { FastifyInstance } from 'fastify';
import { idSchema, type MediaType } from '#machines/contract/entities.ts';
import { MEDIA_PATH } from '#machines/show/media-calls.ts';
import type { Database } from '#server/db/client.ts';
import { addressKey, type Limits } from '#server/http/limits.ts';
import { notFound } from '#server/http/server.ts';
import { readMediaBytes } from './store.ts';

/** Bytes of pictures and sounds that a process keeps in memory, so that a hall of phones reads the store once. */
const MOST_KEPT_BYTES = 64 * 1_024 * 1_024;

interface Loaded {
  readonly type: MediaType;
  readonly bytes: Buffer;
}

export interface MediaOptions {
  readonly db: Pick<Database, 'read'>;
  readonly limits: Pick<Limits, 'consumeHere'>;
}

/**
 * Serves stored pictures and sounds to everybody who knows their id. Browsers keep them, because their bytes never
 * change; Safari plays sounds only if ranges are served.
 */
export function registerMedia(app: FastifyInstance, { db, limits }: MediaOptions): void {
  const read = cached((id) => readMediaBytes(db.read, id));
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: `${MEDIA_PATH}/:id`,
    onRequest: ({ ip }, _reply, done) => {
      limits.consumeHere('address', addressKey(ip));
      done();
    },
    handler: async (request, reply) => {
      const id = idSchema.safeParse(request.params.id).data;
      const media = id === undefined ? null : await read(id);
      if (id === undefined || media === null) return notFound(reply);
      const { type, bytes } = media;
      const size = bytes.length;
      reply.type(type).headers({
        'cache-control': 'public, max-age=31536000, immutable',
        // An SVG that is opened as a page of its own runs nothing and loads nothing.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        // A client from another origin (`VITE_API_URL`) shows it, too.
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
        etag: `"${id}"`,
      });
      if (request.headers['if-none-match'] === `"${id}"`) return reply.code(304).send();
      const range = rangeIn(request.headers.range, size);
      if (range === null) return reply.send(bytes);
      if (range === 'invalid')
        return reply.code(416).header('content-range', `bytes */${size}`).send();
      const { first, last } = range;
      reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
      return reply.send(bytes.subarray(first, last + 1));
    },
  });
}

/**
 * Parses a `Range` header for a file of this size. Null: the whole file is sent, as for a header of several ranges,
 * which a server may ignore.
 */
export function rangeIn(
  header: string | undefined,
  size: number,
): { readonly first: number; readonly last: number } | 'invalid' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'invalid' : { first, last };
}

/** Keeps what was read last, up to `MOST_KEPT_BYTES`; requests for the same id at the same time share one read. */
function cached(read: (id: string) => Promise<Loaded | null>) {
  const kept = new Map<string, Loaded>();
  const reading = new Map<string, Promise<Loaded | null>>();
  let size = 0;

  function keep(id: string, loaded: Loaded): void {
    kept.set(id, loaded);
    size += loaded.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (size <= MOST_KEPT_BYTES) break;
      kept.delete(oldest);
      size -= bytes.length;
    }
  }

  async function load(id: string): Promise<Loaded | null> {
    const loaded = await read(id).finally(() => reading.delete(id));
    if (loaded !== null) keep(id, loaded);
    return loaded;
  }

  return (id: string): Promise<Loaded | null> => {
    const known = kept.get(id);
    if (known !== undefined) {
      // A map keeps insertion order: the one used last becomes the newest.
      kept.delete(id);
      kept.set(id, known);
      return Promise.resolve(known);
    }
    const pending = reading.get(id) ?? load(id);
    reading.set(id, pending);
    return pending;
  };
}
