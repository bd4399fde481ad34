import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import {
  type BodyOf,
  type Call,
  type CallName,
  callPath,
  calls,
  type ReplyOf,
  signedInSchema,
} from '#machines/contract/calls.ts';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { startApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { createLog, type Log } from '#server/log.ts';
import { ADMIN } from './process.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What everybody here signs in with, but the first admin. */
export const PASSWORD = 'correct horse battery';

const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  links: z.array(z.string()),
  sentAt: z.number(),
});
/** A mail as `GET /dev/mailbox/messages` shows it. */
type Mail = z.infer<typeof mailSchema>;

/** Somebody with an account and a token. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly roleId: RoleId;
  readonly token: string;
}

interface CallOptions<N extends CallName> {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<N>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer as it came over the wire; `body` is the parsed JSON, or the text of anything else. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface TestServer {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly config: Config;
  readonly db: Database;
  /** Makes a call and takes any answer. */
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<Answer>;
  /** Makes a call that must succeed; its reply, as it was sent and as the contract says. */
  ok<N extends CallName>(name: N, options?: CallOptions<N>): Promise<ReplyOf<N>>;
  /** Anything else over HTTP, e.g. a malformed body. */
  raw(path: string, init?: RequestInit): Promise<Answer>;
  signIn(email: string, password?: string): Promise<Person>;
  /** A new person of the role, signed in; the first admin makes them. */
  signInAs(role: keyof typeof ROLE, name?: string): Promise<Person>;
  /** Registers, follows the mailed link and signs in, as people do. */
  signUp(name?: string): Promise<Person>;
  /** The mails to an address, newest first. */
  mailbox(to: string): Promise<readonly Mail[]>;
  /** A connected socket with this token, closed with the server. */
  connect(token: string): Promise<Socket>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Environment variables over the test's own, e.g. `{ BRAND_SLUG: 'quiz' }`. */
  readonly env?: Readonly<Record<string, string>>;
  /** The server's clock, epoch ms. */
  readonly now?: () => number;
  /** A data folder that outlives the server; without it a throw-away one. */
  readonly dataDir?: string;
  /** The folder of the built client. */
  readonly client?: string;
  readonly log?: Log;
}

let people = 0;
/** An address nobody else of this run has. */
export const newEmail = (): string => `person${(people += 1)}-${process.pid}@show.example`;

const isReply = <N extends CallName>(name: N, body: unknown): body is ReplyOf<N> =>
  calls[name].reply.safeParse(body).success;

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson && text !== '' ? JSON.parse(text) : text;
};

/** A whole server in this process: SQLite in a temporary folder, real HTTP and sockets on a free port. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'show-test-')));
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    DATA_DIR: dataDir,
    ...options.env,
  });
  const app = await startApp({
    config,
    log: options.log ?? createLog(config.logLevel),
    sqliteWorker: pathToFileURL(join(ROOT, 'dist/server/sqlite-worker.js')),
    knowledge: pathToFileURL(join(ROOT, 'dist/server/knowledge.bin')),
    client: options.client ?? join(ROOT, 'dist/client'),
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const { url, db } = app;
  const sockets: Socket[] = [];
  let admin: Promise<Person> | null = null;

  const raw: TestServer['raw'] = async (path, init) => {
    const response = await fetch(`${url}${path}`, init);
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  };

  const call: TestServer['call'] = (name, { token, params, query, body, headers } = {}) => {
    const { method, path }: Call = calls[name];
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    return raw(`${callPath(path, config.brand, params)}${search}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };

  const ok: TestServer['ok'] = async (name, callOptions) => {
    const answer = await call(name, callOptions);
    if (answer.status >= 300) {
      throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    if (!isReply(name, answer.body)) throw new Error(`${name} breaks its own contract.`);
    return answer.body;
  };

  const signIn: TestServer['signIn'] = async (email, password = PASSWORD) => {
    const { token, user } = signedInSchema.parse(await ok('login', { body: { email, password } }));
    return { ...user, roleId: user.role_id, password, token };
  };

  const mailbox: TestServer['mailbox'] = async (to) => {
    const { body } = await raw(`/dev/mailbox/messages?to=${encodeURIComponent(to)}`);
    return z.array(mailSchema).parse(body);
  };

  return {
    url,
    config,
    db,
    call,
    ok,
    raw,
    signIn,
    mailbox,
    signInAs: async (role, name = `A ${role}`) => {
      admin ??= signIn(ADMIN.email, ADMIN.password);
      const email = newEmail();
      const body = { name, email, password: PASSWORD, role_id: ROLE[role] };
      await ok('createUser', { token: (await admin).token, body });
      return signIn(email);
    },
    signUp: async (name = 'Some Body') => {
      const email = newEmail();
      await ok('register', { body: { name, email, password: PASSWORD } });
      const link = (await mailbox(email))[0]?.links[0] ?? '';
      const { searchParams } = new URL(link);
      await ok('verifyEmail', { query: Object.fromEntries(searchParams) });
      return signIn(email);
    },
    connect: async (token) => {
      const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true });
      sockets.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return socket;
    },
    close: async () => {
      for (const socket of sockets) socket.disconnect();
      await app.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
