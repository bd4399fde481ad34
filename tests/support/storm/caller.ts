import { Agent, request } from 'node:http';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import {
  type BodyOf,
  type CallName,
  callPath,
  calls,
  type ReplyOf,
} from '#machines/contract/calls.ts';
import { type Call, errorReplySchema } from '#machines/contract/call.ts';
import type { Ledger } from './ledger.ts';

/** Longer than a process is frozen; a caller that waits longer does not know the outcome. */
const PATIENCE_MS = 12_000;

export interface Sent<N extends CallName> {
  readonly token: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<N>;
}

export interface Reply<N extends CallName> {
  /** 0: no reply came. */
  readonly status: number;
  /** The body of a successful reply; otherwise null. */
  readonly body: ReplyOf<N> | null;
  readonly code: string | null;
  readonly sentAt: number;
  readonly endedAt: number;
}

export interface Caller {
  readonly call: <N extends CallName>(url: string, name: N, sent: Sent<N>) => Promise<Reply<N>>;
  readonly close: () => void;
}

const isReply = <N extends CallName>(name: N, body: unknown): body is ReplyOf<N> =>
  calls[name].reply.safeParse(body).success;

/** Makes calls and never throws: every reply is recorded, and unexpected ones as strange. */
export function createCaller(ledger: Ledger, mayBeAway: boolean): Caller {
  const agent = new Agent({ keepAlive: true });

  const send = (
    url: string,
    { method, token, body }: { method: string; token: string; body: string | null },
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve) => {
      const none = (): void => resolve({ status: 0, text: '' });
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== null && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      };
      const asked = request(
        url,
        { agent, method, headers, signal: AbortSignal.timeout(PATIENCE_MS) },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => (text += chunk));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
          answer.on('error', none);
        },
      );
      asked.on('error', none);
      asked.end(body);
    });

  /**
   * Unexpected: no reply or 503 without a fault, any other 5xx, too many, and replies that break
   * the contract.
   */
  function note(name: CallName, status: number, isAsAgreed: boolean, text: string): void {
    ledger.countReply(name, status);
    const isAway = status === 0 || status === 503;
    if (isAway ? !mayBeAway : status >= 500 || status === 429)
      ledger.noteStrange(`${name} was answered ${status} ${text.slice(0, 200)}`);
    else if (!isAsAgreed)
      ledger.noteStrange(`${name}: ${status} breaks the contract: ${text.slice(0, 200)}`);
  }

  return {
    call: async (url, name, { token, params, query, body }) => {
      const { method, path }: Call = calls[name];
      const sentAt = Date.now();
      const asked = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
      const address = `${url}${callPath(path, DEFAULT_BRAND, params)}${asked}`;
      const { status, text } = await send(address, {
        method,
        token,
        body: body === undefined ? null : JSON.stringify(body),
      });
      const endedAt = Date.now();
      const said = parsed(text);
      if (status >= 200 && status < 300) {
        const isAsAgreed = isReply(name, said);
        note(name, status, isAsAgreed, text);
        return { status, body: isAsAgreed ? said : null, code: null, sentAt, endedAt };
      }
      const refusal = errorReplySchema.safeParse(said);
      note(name, status, status === 0 || refusal.success, text);
      return { status, body: null, code: refusal.data?.code ?? null, sentAt, endedAt };
    },
    close: () => agent.destroy(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
