import { m } from 'messages';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import type { Brand } from '#machines/contract/brand.ts';
import {
  type BodyOf,
  type CallName,
  callPath,
  calls,
  type ReplyOf,
} from '#machines/contract/calls.ts';
import type { Call } from '#machines/contract/call.ts';
import { signedInSchema } from '#machines/account/calls.ts';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { ADMIN, until } from './process.ts';

/** The password of every account here except the first admin. */
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

const stillCounted = z.object({ error: z.literal(m.resultStillCounted()) });

/** An account with a token. */
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

/** A reply from the server; `body` is the parsed JSON, or the text of anything else. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A server as seen by its clients: over HTTP and sockets only. */
export interface Client {
  /** Makes a call and accepts any reply. */
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<Answer>;
  /** Makes a call that must succeed; returns its reply, raw and parsed by the contract. */
  readonly ok: <N extends CallName>(name: N, options?: CallOptions<N>) => Promise<ReplyOf<N>>;
  /** Makes any other HTTP request, e.g. with a malformed body. */
  raw(path: string, init?: RequestInit): Promise<Answer>;
  signIn(email: string, password?: string): Promise<Person>;
  /** A new signed-in user of the role; the first admin creates them. */
  signInAs(role: keyof typeof ROLE, name?: string): Promise<Person>;
  /** Registers, follows the mailed link and signs in, as users do. */
  signUp(name?: string): Promise<Person>;
  /** The mails to an address, newest first. */
  mailbox(to: string): Promise<readonly Mail[]>;
  /** A connected socket with this token. */
  connect(token: string): Promise<Socket>;
  /** Closes the sockets that were connected. */
  disconnect(): void;
}

let people = 0;
/** An address that is unique in this run. */
export const newEmail = (): string => `person${(people += 1)}-${process.pid}@show.example`;

export const isReply = <N extends CallName>(name: N, body: unknown): body is ReplyOf<N> =>
  calls[name].reply.safeParse(body).success;

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson && text !== '' ? JSON.parse(text) : text;
};

const typeOf = (body: unknown): string =>
  body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
/** The body of a request: bytes as they are, anything else as JSON. */
export const sentAs = (body: unknown): Blob | string =>
  body instanceof Uint8Array ? new Blob([Buffer.from(body)]) : JSON.stringify(body);

/** Makes calls to the server at `url` (without a slash at the end). */
export function clientOf(url: string, brand: Brand): Client {
  const sockets: Socket[] = [];
  let admin: Promise<Person> | null = null;

  const raw: Client['raw'] = async (path, init) => {
    const response = await fetch(`${url}${path}`, init);
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  };

  const call: Client['call'] = (name, { token, params, query, body, headers } = {}) => {
    const { method, path }: Call = calls[name];
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    return raw(`${callPath(path, brand, params)}${search}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': typeOf(body) }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: sentAs(body) }),
    });
  };

  const ok: Client['ok'] = async (name, callOptions) => {
    let answer = await call(name, callOptions);
    // Retried after a moment, as its message says.
    await until(`${name} counts the last answers`, async () => {
      const { data: refused } = stillCounted.safeParse(answer.body);
      if (refused !== undefined) answer = await call(name, callOptions);
      return refused === undefined;
    });
    if (answer.status >= 300) {
      throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    if (!isReply(name, answer.body)) throw new Error(`${name} breaks its own contract.`);
    return answer.body;
  };

  const signIn: Client['signIn'] = async (email, password = PASSWORD) => {
    const { token, user } = signedInSchema.parse(await ok('login', { body: { email, password } }));
    return { ...user, roleId: user.role_id, password, token };
  };

  const mailbox: Client['mailbox'] = async (to) => {
    const { body } = await raw(`/dev/mailbox/messages?to=${encodeURIComponent(to)}`);
    return z.array(mailSchema).parse(body);
  };

  return {
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
    disconnect: () => {
      for (const socket of sockets) socket.disconnect();
    },
  };
}
