import { m } from 'messages';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorReply } from '#machines/contract/call.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { preferredLanguage, textIn } from './language.ts';
import { ApiError } from './route.ts';

/** Status by code of the HTTP parser's error; any other error is 400. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const TEXTS: Readonly<Record<number, () => string>> = {
  408: m.serverTooSlow,
  431: m.serverTooLarge,
};

/** The header in bytes that may not be read otherwise. */
const LANGUAGES = /^accept-language:([ \t\x21-\x7e]*)\r?$/im;

/**
 * Replies to bytes that Node's HTTP parser cannot read, in the form of every error, and closes the connection (threat
 * 69).
 */
export function replyToMalformed(
  { code, rawPacket }: NodeJS.ErrnoException & { readonly rawPacket?: unknown },
  socket: Socket,
): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUSES[code ?? ''] ?? 400;
  const [, languages] =
    LANGUAGES.exec(Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '') ?? [];
  const reply: ErrorReply = textIn(preferredLanguage(languages), () => ({
    error: TEXTS[status]?.() ?? m.serverMalformed(),
  }));
  const body = JSON.stringify(reply);
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

/**
 * Refuses some requests that Node itself would refuse without a body, so that the reply has the form of every error:
 * 400 without a host (RFC 9112 §3.2; the server's `requireHostHeader` is off), 417 for an unknown expectation (RFC 9110
 * §10.1.1).
 */
export function rejectUnmetRequirements(app: FastifyInstance): void {
  const expecting = new WeakSet<IncomingMessage>();
  app.server.on('checkExpectation', (request, response) => {
    expecting.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const isExpecting = expecting.has(raw);
    const hasNoHost = raw.headers.host === undefined && raw.httpVersion !== '1.0';
    if (!isExpecting && !hasNoHost) return done();
    // It is unknown whether a body follows, so the connection cannot be used again.
    reply.header('connection', 'close');
    throw new ApiError(isExpecting ? 417 : 400, m.serverMalformed());
  });
}
