import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest']);
/**
 * Size in bytes above which brotli's best quality takes seconds of processor time; a lower quality takes a twentieth.
 */
const LARGE_BYTES = 262_144;
const LARGE_QUALITY = 5;

const brotli = promisify(brotliCompress);
const unpacked = promisify(brotliDecompress);
const zip = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';

/** A file that is served from memory, in several encodings. */
export interface Resource {
  readonly type: string;
  readonly encodings: readonly Encoding[];
  body(encoding: Encoding): Promise<Buffer>;
  /** The ETag, the same for all encodings. */
  tag(): Promise<string>;
}

/**
 * Creates a file that is read, compressed and hashed off the event loop when it is first requested. The extension of
 * `name` gives the content type.
 */
export const createResource = (
  name: string,
  read: () => Buffer | string | Promise<Buffer | string>,
): Resource => resourceOf(name, async () => Buffer.from(await read()));

/** Creates a file from the brotli copy that the build has made; only clients that cannot read it cost more memory. */
export const createPackedResource = (name: string, packed: Buffer): Resource =>
  resourceOf(name, () => unpacked(packed), packed);

function resourceOf(
  name: string,
  read: () => Promise<Buffer>,
  packed: Buffer | null = null,
): Resource {
  const extension = extname(name);
  const plain = once(read);
  const bodies = {
    identity: plain,
    gzip: once(async () => zip(await plain(), { level: constants.Z_BEST_COMPRESSION })),
    br: once(async () => packed ?? compressedBest(await plain())),
  };
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    encodings: COMPRESSED.has(extension) ? ['br', 'gzip', 'identity'] : ['identity'],
    body: (encoding) => bodies[encoding](),
    tag: once(
      async () =>
        `W/"${createHash('sha256')
          .update(packed ?? (await plain()))
          .digest('base64url')}"`,
    ),
  };
}

/** Calls `make` once and remembers its result; an error is not remembered. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    made.catch(() => (made = null));
    return made;
  };
}

const compressedBest = (content: Buffer): Promise<Buffer> =>
  brotli(content, {
    params: {
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_QUALITY]:
        content.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY,
    },
  });

const ACCEPTED = {
  br: /\bbr\b(?!;\s*q=0(?:\.0*)?(?:,|$))/,
  gzip: /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/,
} as const;

/** Whether the client can read replies in this encoding. */
export const accepts = ({ headers }: FastifyRequest, encoding: Encoding): boolean =>
  encoding === 'identity' || ACCEPTED[encoding].test(headers['accept-encoding'] ?? '');

/**
 * Sends the resource in the best encoding that the client accepts, or 304 if the client has the current version. `vary`:
 * other headers of the request that have chosen the resource.
 */
export async function sendResource(
  resource: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
  vary: readonly string[] = [],
): Promise<void> {
  const tag = await resource.tag();
  reply.headers({ etag: tag, vary: [...vary, 'accept-encoding'].join(', ') });
  if (request.headers['if-none-match'] === tag) {
    reply.code(304).send();
    return;
  }
  const encoding = resource.encodings.find((each) => accepts(request, each)) ?? 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply
    .code(200)
    .type(resource.type)
    .send(await resource.body(encoding));
}
