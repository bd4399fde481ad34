import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idSchema, type MediaType } from '#machines/contract/entities.ts';
import { MEDIA_PATH, SEALED_PATH } from '#machines/show/media-calls.ts';
import type { Database } from '#server/db/client.ts';
import { addressKey, type Limits } from '#server/http/limits.ts';
import { notFound } from '#server/http/server.ts';
import { seal, sealOf } from './seal.ts';
import { readArmed, readMediaBytes } from './store.ts';

/** Bytes of pictures and sounds that a process keeps in memory, so that a hall of phones reads the store once. */
const MOST_KEPT_BYTES = 64 * 1_024 * 1_024;

interface Loaded {
  readonly type: MediaType | 'application/octet-stream';
  readonly bytes: Buffer;
}

export interface MediaOptions {
  readonly db: Pick<Database, 'read'>;
  readonly limits: Pick<Limits, 'consumeHere'>;
}

/**
 * Serves stored pictures and sounds to everybody who knows their id, and sealed ones while their item is armed. Browsers
 * keep them, because their bytes never change; Safari plays sounds only if ranges are served.
 */
export function registerMedia(app: FastifyInstance, { db, limits }: MediaOptions): void {
  const read = cached((path) => {
    const [id = '', show] = path.split('/').toReversed();
    return show === undefined ? readMediaBytes(db.read, id) : readSealed(db.read, show, id);
  });
  const serve = (url: string): void => {
    app.route<{ Params: Record<string, string> }>({
      method: ['GET', 'HEAD'],
      url,
      onRequest: ({ ip }, _reply, done) => {
        limits.consumeHere('address', addressKey(ip));
        done();
      },
      handler: async (request, reply) => {
        const ids = z.array(idSchema).safeParse(Object.values(request.params)).data;
        const media = ids === undefined ? null : await read(ids.join('/'));
        const etag = `"${ids?.at(-1) ?? ''}"`;
        return media === null ? notFound(reply) : send(request, reply, { ...media, etag });
      },
    });
  };
  serve(`${MEDIA_PATH}/:id`);
  serve(`${SEALED_PATH}/:show/:id`);
}

/** Reads the sealed bytes for the armed item of a live show; null: this is not its seal. */
async function readSealed(
  db: Database['read'],
  showId: string,
  id: string,
): Promise<Loaded | null> {
  const armed = (await readArmed(db, showId)).find(({ key }) => sealOf(key) === id);
  const media = armed === undefined ? null : await readMediaBytes(db, armed.mediaId);
  if (armed === undefined || media === null) return null;
  return { type: 'application/octet-stream', bytes: seal(armed.key, media) };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, etag }: Loaded & { readonly etag: string },
): FastifyReply {
  const size = bytes.length;
  reply.type(type).headers({
    'cache-control': 'public, max-age=31536000, immutable',
    // An SVG that is opened as a page of its own runs nothing and loads nothing.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    // A client from another origin (`VITE_API_URL`) shows it, too.
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const range = rangeIn(request.headers.range, size);
  if (range === null) return reply.send(bytes);
  if (range === 'invalid') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { first, last } = range;
  reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  return reply.send(bytes.subarray(first, last + 1));
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

/** Keeps what was read last, up to `MOST_KEPT_BYTES`; requests for the same path at the same time share one read. */
function cached(read: (path: string) => Promise<Loaded | null>) {
  const kept = new Map<string, Loaded>();
  const reading = new Map<string, Promise<Loaded | null>>();
  let size = 0;

  function keep(path: string, loaded: Loaded): void {
    kept.set(path, loaded);
    size += loaded.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (size <= MOST_KEPT_BYTES) break;
      kept.delete(oldest);
      size -= bytes.length;
    }
  }

  async function load(path: string): Promise<Loaded | null> {
    const loaded = await read(path).finally(() => reading.delete(path));
    if (loaded !== null) keep(path, loaded);
    return loaded;
  }

  return (path: string): Promise<Loaded | null> => {
    const known = kept.get(path);
    if (known !== undefined) {
      // A map keeps insertion order: the one used last becomes the newest.
      kept.delete(path);
      kept.set(path, known);
      return Promise.resolve(known);
    }
    const pending = reading.get(path) ?? load(path);
    reading.set(path, pending);
    return pending;
  };
}
