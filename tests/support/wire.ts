import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A raw HTTP reply. `body` is unchunked, but not decompressed. */
export interface WireReply {
  readonly status: number;
  /** By lower-case name; lines of one name are joined by ', '. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** What was received: complete replies, and other bytes. */
export interface Heard {
  readonly replies: readonly WireReply[];
  readonly rest: string;
  /** `closed`: by the server; `late`: it was silent for `withinMs`. */
  readonly end: 'answered' | 'closed' | 'late';
}

export interface ExchangeOptions {
  /** One of this machine's addresses, all of 127.0.0.0/8. */
  readonly from?: string;
  /** The pause between two pieces, ms. */
  readonly pauseMs?: number;
  readonly withinMs?: number;
  /** HEAD is answered without a body. */
  readonly isHead?: boolean;
  /** The number of replies to wait for; default 1. */
  readonly answers?: number;
}

/** Sends raw bytes in pieces over a separate connection, and returns what was received. */
export async function exchange(
  url: string,
  pieces: readonly (string | Buffer)[],
  options: ExchangeOptions = {},
): Promise<Heard> {
  const {
    from = '127.0.0.1',
    pauseMs = 0,
    withinMs = 10_000,
    isHead = false,
    answers = 1,
  } = options;
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.setNoDelay(true);
  const chunks: Buffer[] = [];
  const ended = new Promise<Heard['end']>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const { replies, rest } = readReplies(Buffer.concat(chunks), isHead);
      if (rest === '' && replies.length >= answers) resolve('answered');
    });
    // A server that has replied may close the connection before all is sent.
    socket.on('error', () => {});
    socket.on('close', () => resolve('closed'));
    setTimeout(() => resolve('late'), withinMs + pauseMs * pieces.length).unref();
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    if (pauseMs > 0) await delay(pauseMs);
  }
  const end = await ended;
  socket.destroy();
  return { ...readReplies(Buffer.concat(chunks), isHead), end };
}

/** The complete replies at the beginning of `bytes`; `rest` is what is left. */
function readReplies(bytes: Buffer, isHead: boolean): Pick<Heard, 'replies' | 'rest'> {
  const replies: WireReply[] = [];
  let left = bytes;
  for (;;) {
    const next = readReply(left, isHead);
    if (next === null) return { replies, rest: left.toString('latin1') };
    // 100 Continue is not a reply yet.
    if (next.reply.status >= 200) replies.push(next.reply);
    left = left.subarray(next.length);
  }
}

function readReply(bytes: Buffer, isHead: boolean): { reply: WireReply; length: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/u.exec(first)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) return null;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/u.exec(line) ?? [];
    const key = name.toLowerCase();
    const known = headers.get(key);
    headers.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  const start = headEnd + 4;
  const reply = (body: string, length: number) => ({ reply: { status, headers, body }, length });
  if (isHead || status < 200 || status === 204 || status === 304) return reply('', start);
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = readChunks(bytes.subarray(start));
    return body === null ? null : reply(body.text, start + body.length);
  }
  const length = Number(headers.get('content-length') ?? 0);
  if (bytes.length < start + length) return null;
  return reply(bytes.subarray(start, start + length).toString(), start + length);
}

function readChunks(bytes: Buffer): { text: string; length: number } | null {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    const from = lineEnd + 2;
    if (bytes.length < from + size + 2) return null;
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
    if (size === 0) return { text: Buffer.concat(parts).toString(), length: at };
  }
}
