import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { Server } from 'socket.io';
import {
  authCalls,
  boardCalls,
  type Calls,
  paymentCalls,
  playerCalls,
  producerCalls,
} from './calls.ts';
import { createStore, found, Refusal } from './store.ts';

/*
 * A backend that speaks the specification's sections 3, 4 and 7 and nothing else: ids are numbers, replies and events
 * carry the specified fields alone, what is not specified is not there. In memory; nothing is read from the contract.
 */

const CLIENT = join(import.meta.dirname, '../../../dist/client');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

export interface SpecBackend {
  readonly url: string;
  /** Calls that were not made as the specification says. */
  readonly breaches: readonly string[];
  /** Method and path of every call so far. */
  readonly asked: readonly string[];
  /** The newest link mailed to an address. */
  mailed(email: string): string;
  /** Tells everybody; without fields of its own. */
  emit(event: string): void;
  close(): Promise<void>;
}

/** Calls that carry no bearer, whoever is signed in (specification §7); of payments and a question's board decisions §6 and §9 say otherwise. */
const WITHOUT_BEARER = /verify-email|resend-verification/u;

async function serve(path: string, response: ServerResponse): Promise<void> {
  const isPage = extname(path) === '';
  const file = await readFile(join(CLIENT, isPage ? 'index.html' : path)).catch(() => null);
  const type = TYPES[isPage ? '.html' : extname(path)] ?? 'application/octet-stream';
  response.writeHead(file === null ? 404 : 200, { 'content-type': type });
  // Who hosts the page says by which key its card payments go.
  const keyed = '<meta name="payment-key" content="pk_test_of_the_host"';
  response.end(isPage ? String(file).replace('<meta name="payment-key" content=""', keyed) : file);
}

const isInternet = (at: string | AddressInfo | null): at is AddressInfo =>
  typeof at === 'object' && at !== null;

export async function startSpecBackend(): Promise<SpecBackend> {
  const store = createStore((event, payload) => io.emit(event, ...(payload ? [payload] : [])));
  const calls: Calls = {
    ...authCalls(store),
    ...boardCalls(store),
    ...playerCalls(store),
    ...producerCalls(store),
    ...paymentCalls(store),
  };

  async function replyTo(request: IncomingMessage, path: string, query: URLSearchParams) {
    const ids = [...path.matchAll(/\/(?<id>\d+)/gu)].map(({ groups }) => Number(groups?.['id']));
    const name = `${request.method} ${path.replaceAll(/\/\d+/gu, '/#')}`;
    const handle = calls[name];
    if (handle === undefined) throw new Refusal(404, 'Not found.');
    store.asked.push(`${request.method} ${path}`);
    const { authorization, 'content-type': type } = request.headers;
    if (type !== 'application/json') store.breaches.push(`${name} is ${type}`);
    if (authorization !== undefined && WITHOUT_BEARER.test(path))
      store.breaches.push(`${name} carries a bearer`);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const user = store.tokens.get(authorization?.replace('Bearer ', '') ?? '') ?? null;
    return handle({ user, query, ids, body: text === '' ? undefined : JSON.parse(text) });
  }

  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (!pathname.startsWith('/api/')) {
      void serve(pathname, response);
      return;
    }
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    replyTo(request, pathname, searchParams).then(
      (body) => reply(200, body),
      (error: unknown) => {
        if (error instanceof Refusal) reply(error.status, error.body);
        else reply(500, {});
      },
    );
  });
  const io = new Server(http, { serveClient: false });
  io.on('connection', (socket) =>
    socket.on('join-user-room', (userId: unknown) => void socket.join(`user ${String(userId)}`)),
  );
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  if (!isInternet(address)) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    breaches: store.breaches,
    asked: store.asked,
    mailed: (email) => found(store.mails.get(email)),
    emit: (event) => void io.emit(event),
    close: async () => {
      await io.close();
      http.closeAllConnections();
    },
  };
}
