import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.map', '.webmanifest']);
/** Above this size (bytes) brotli's best quality takes seconds of a core; a lower one takes a twentieth. */
const LARGE_BYTES = 262_144;
const LARGE_QUALITY = 5;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';

/** One file in memory, compressed at build time, or else once, off the event loop. */
export class Resource {
  readonly type: string;
  readonly #isCompressed: boolean;
  readonly #read: () => Promise<Buffer>;
  readonly #bodies = new Map<Encoding, Promise<Buffer>>();
  #tag: Promise<string> | null = null;

  /** The extension of `name` gives the type. `ready`: the content as compressed by the build. */
  constructor(name: string, read: () => Promise<Buffer>, ready: Buffer | null = null) {
    const extension = extname(name);
    this.type = TYPES[extension] ?? 'application/octet-stream';
    this.#isCompressed = COMPRESSED.has(extension);
    this.#read = read;
    if (ready !== null) this.#bodies.set('br', Promise.resolve(ready));
  }

  encodingFor(accepted: string): Encoding {
    if (!this.#isCompressed) return 'identity';
    if (/\bbr\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
    return /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : 'identity';
  }

  body(encoding: Encoding): Promise<Buffer> {
    const known = this.#bodies.get(encoding);
    if (known !== undefined) return known;
    const made = this.#make(encoding);
    this.#bodies.set(encoding, made);
    made.catch(() => this.#bodies.delete(encoding));
    return made;
  }

  /** The ETag, the same for all encodings. */
  tag(): Promise<string> {
    this.#tag ??= this.body('identity').then(tagOf);
    this.#tag.catch(() => (this.#tag = null));
    return this.#tag;
  }

  async #make(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#read();
    const plain = await this.body('identity');
    if (encoding === 'gzip') return zip(plain, { level: 9 });
    return brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_QUALITY]:
          plain.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY,
      },
    });
  }
}

const tagOf = (content: Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Sends the resource in an encoding that the client accepts. */
export async function sendResource(
  resource: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const encoding = resource.encodingFor(request.headers['accept-encoding'] ?? '');
  const body = await resource.body(encoding);
  reply.code(200).headers({ 'content-type': resource.type, vary: 'accept-encoding' });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (request.method === 'HEAD') reply.header('content-length', body.length).send();
  else reply.send(body);
}

/** Sends the resource with its ETag, or 304 if the client has it. */
export async function sendChanged(
  resource: Resource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const tag = await resource.tag();
  reply.header('etag', tag);
  if (request.headers['if-none-match'] === tag) reply.code(304).send();
  else await sendResource(resource, request, reply);
}
