import { m } from 'messages';
import { language } from 'messages/language';
import ky from 'ky';
import type * as z from 'zod/mini';
import type { Brand } from '#machines/contract/brand.ts';
import {
  type ReplyOf,
  type CallName,
  callPath,
  calls,
  type Calls,
} from '#machines/contract/calls.ts';
import { type Call, errorReplySchema, TOTAL_HEADER } from '#machines/contract/call.ts';
import { SERVER_TIME_HEADER, type SocketReply } from '#machines/contract/events.ts';
import { CALL_RIGHTS } from '#machines/contract/call-rights.ts';
import type { Clock } from './clock.ts';

/** Time limit of a call, including the reply's body. */
const TIMEOUT_MS = 15_000;

type InputOf<N extends CallName, Part extends 'params' | 'query' | 'body'> = Calls[N] extends {
  readonly [P in Part]: infer S extends z.ZodMiniType;
}
  ? object extends z.input<S>
    ? { readonly [P in Part]?: (z.input<S> & object) | undefined }
    : { readonly [P in Part]: z.input<S> & object }
  : { readonly [P in Part]?: undefined };

/** The parts of a request that the call defines; parts without required fields are optional. */
export type RequestOf<N extends CallName> = InputOf<N, 'params'> &
  InputOf<N, 'query'> &
  InputOf<N, 'body'>;

/** The texts of one call, from the catalogue (specification §8). */
export interface Texts {
  /** Used if the server sends no `error`. */
  readonly fallback: string;
  /** Used if no reply arrives; default 'Network error. Please try again.' */
  readonly network?: string;
  /** Used while signed out. */
  readonly logIn?: string;
  /** Used if the reply breaks the contract; default: the fallback. */
  readonly invalid?: string;
}

/**
 * A refusal with the server's message. `code`: the server's code, otherwise 'network' (unreachable) or 'busy'
 * (overloaded); after both the call may have taken effect.
 */
interface Refused {
  readonly ok: false;
  readonly message: string;
  readonly field?: string;
  readonly code?: string;
  /** Null: no reply arrived. */
  readonly status: number | null;
  /** The unparsed body. */
  readonly reply: unknown;
}
export type Answer<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** The total, if the server sends it with a part of a list. */
      readonly total?: number;
    }
  | Refused;

export type CallApi = <N extends CallName>(
  name: N,
  request: RequestOf<N>,
  texts: Texts,
  signal?: AbortSignal,
) => Promise<Answer<ReplyOf<N>>>;

export type Fetch = typeof globalThis.fetch;

interface Ports {
  /** Origin of the server, e.g. 'https://api.example.org'. */
  readonly origin: string;
  readonly brand: Brand;
  readonly clock: Clock;
  /** Default: the browser's `fetch`. */
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
  /**
   * Sends the body of `submitAnswer` over the connection, at a fraction of the cost of HTTP; null: there is no
   * connection, or no reply.
   */
  readonly submitOverSocket?: (body: unknown) => Promise<SocketReply | null>;
  /** The bearer token, or null. */
  readonly token: () => string | null;
  /** Called when the server rejects the token. */
  readonly onUnauthorized: (token: string, reason: EndReason) => void;
  readonly log: (where: string, error: unknown) => void;
}

/**
 * Makes the calls of the contract: builds the request, measures the server's clock, parses the reply. Returns refusals as
 * values; rejects only if aborted.
 */
export function createApi(ports: Ports): CallApi {
  const { origin, brand, clock, fetch, timeoutMs = TIMEOUT_MS } = ports;
  const { token, onUnauthorized, log, submitOverSocket = async () => null } = ports;
  const http = ky.create({
    // ky's own timeout would not cover the body.
    timeout: false,
    retry: 0,
    throwHttpErrors: false,
    ...(fetch === undefined ? {} : { fetch }),
  });

  /** Sends a request; returns the reply, or a refusal if none arrived. */
  async function overHttp(
    { method, address, body, bearer }: HttpRequest,
    texts: Texts,
    signal?: AbortSignal,
  ): Promise<HttpReply | Refused> {
    const deadline = AbortSignal.timeout(timeoutMs);
    const sentAt = clock.local();
    const target = address(sentAt);
    let response: Response;
    let receivedAt: number;
    let text: string;
    // Only the request is in this block: errors of our own must not look like network errors.
    try {
      response = await http(target, {
        method,
        headers: {
          'accept-language': language(),
          'content-type': isBytes(body) ? 'application/octet-stream' : 'application/json',
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        },
        ...(body === undefined ? {} : { body: sentAs(body) }),
        signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
      });
      receivedAt = clock.local();
      text = await response.text();
    } catch (error) {
      const isUnreachable = deadline.aborted || error instanceof TypeError;
      if (signal?.aborted === true || !isUnreachable) throw error;
      return refused(texts.network ?? m.network(), null, { code: 'network' });
    }
    const serverTime = Number(response.headers.get(SERVER_TIME_HEADER) ?? Number.NaN);
    if (Number.isFinite(serverTime)) clock.addSample({ serverTime, sentAt, receivedAt });
    const { status } = response;
    return { status, reply: text === '' ? {} : jsonIn(text), ...totalIn(response) };
  }

  return async <N extends CallName>(
    name: N,
    request: RequestOf<N>,
    texts: Texts,
    signal?: AbortSignal,
  ): Promise<Answer<ReplyOf<N>>> => {
    const call: Call = calls[name];
    const { method } = call;
    const { body } = request;
    const isOpen = CALL_RIGHTS[name] === 'everybody';
    const bearer = WITHOUT_BEARER.has(name) ? null : token();
    if (bearer === null && !isOpen) return refused(texts.logIn ?? m.signInFirst(), null);

    const address = (sentAt: number): URL => addressOf(origin, brand, call, request, sentAt);
    const overSocket = name === 'submitAnswer' ? await submitOverSocket(body) : null;
    const replied: HttpReply | Refused =
      overSocket ?? (await overHttp({ method, address, body, bearer }, texts, signal));
    if ('ok' in replied) return replied;
    const { status, reply, ...total } = replied;

    // Some replies only report an error in the body (specification §8).
    if (status >= 200 && status < 300 && !errorReplySchema.safeParse(reply).data?.error) {
      const parsed = replies[name].reply.safeParse(reply);
      if (parsed.success) return { ok: true, value: parsed.data, ...total };
      log(`api.${name}`, parsed.error);
      return refused(texts.invalid ?? texts.fallback, status, { reply });
    }
    const answer = refusalIn(status, reply, texts);
    if (status === 401 && bearer !== null && !isOpen) onUnauthorized(bearer, reasonOf(answer));
    return answer;
  };
}

interface HttpRequest {
  readonly method: Call['method'];
  /** Returns the address for a request that is sent at this local time, epoch ms. */
  readonly address: (sentAt: number) => URL;
  readonly body: unknown;
  readonly bearer: string | null;
}
type HttpReply = SocketReply & { readonly total?: number };

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array;
const sentAs = (body: unknown) => (isBytes(body) ? body : JSON.stringify(body));

interface Schema<T> {
  safeParse(reply: unknown): z.core.util.SafeParseResult<T>;
}
/** `calls`, typed so that each call keeps the type of its own reply. */
const replies: {
  readonly [N in CallName]: {
    readonly reply: Schema<ReplyOf<N>>;
  };
} = calls;

/**
 * Calls without a bearer token: those of the specification (§7), except payments, which the token binds to the person
 * (decisions §6), and calls of our own.
 */
const WITHOUT_BEARER: ReadonlySet<CallName> = new Set<CallName>([
  'config',
  'verifyEmail',
  'resendVerification',
  'cancelEmailChange',
]);

function addressOf(
  origin: string,
  brand: Brand,
  call: Call,
  { params, query }: { params?: object | undefined; query?: object | undefined },
  instant: number,
): URL {
  const url = new URL(callPath(call.path, brand, { ...params }), origin);
  for (const [key, value] of Object.entries({ ...query }))
    if (typeof value === 'string' || typeof value === 'number')
      url.searchParams.set(key, String(value));
  // Prevents caches from replying (specification §7).
  if (call.query && 't' in call.query.shape) url.searchParams.set('t', String(instant));
  return url;
}

/** Why a session has ended, from the refused call. */
export type EndReason = 'expired' | 'role' | 'deleted';
const reasonOf = ({ code }: Refused): EndReason =>
  code === 'role' || code === 'deleted' ? code : 'expired';

/** Parses JSON; returns an empty object for anything else, such as a proxy's error page. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalIn(status: number, reply: unknown, { fallback }: Texts): Refused {
  const error = errorReplySchema.safeParse(reply).data;
  const detail = error?.details?.[0];
  const code = error?.code ?? (status === 429 || status >= 500 ? 'busy' : undefined);
  return refused(error?.error ?? fallback, status, {
    ...(code === undefined ? {} : { code }),
    ...(detail === undefined ? {} : { field: detail.field }),
    reply,
  });
}

function totalIn({ headers }: Response): { total?: number } {
  const total = headers.get(TOTAL_HEADER);
  return total === null ? {} : { total: Number(total) };
}

const refused = (
  message: string,
  status: number | null,
  more: { code?: string; field?: string; reply?: unknown } = {},
): Refused => ({ ok: false, message, status, reply: undefined, ...more });
