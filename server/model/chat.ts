import { z } from 'zod';
import type { Config } from '#server/config.ts';

/** Why there is no completion; also the value of the metric's label. */
export type ChatFailure =
  | 'unreachable'
  /** The endpoint replied 429. */
  | 'busy'
  /** The endpoint replied 5xx. */
  | 'failing'
  /** The endpoint replied any other status: a wrong key, a wrong model, a refused request. */
  | 'refused'
  | 'oversized'
  /** The reply does not follow the protocol. */
  | 'malformed';

export type ChatReply =
  | { readonly ok: true; readonly content: string }
  | {
      readonly ok: false;
      readonly why: ChatFailure;
      readonly status?: number;
      readonly retryAfterS?: number;
    };

export interface ChatRequest {
  readonly system: string;
  readonly user: string;
  /** The JSON schema of the reply; null: not sent, for endpoints that do not support schemas. */
  readonly shape: object | null;
  readonly signal: AbortSignal;
}

/** Maximum size of a reply, bytes; far more than any expected reply has. */
const REPLY_BYTES = 256_000;

/** `content` is missing if the model refused. */
const messageSchema = z.object({ content: z.string().nullish() });
const replySchema = z.object({
  choices: z.tuple([z.object({ message: messageSchema })], z.unknown()),
});

/**
 * Sends one request to an OpenAI-compatible endpoint.
 * @throws the signal's reason if it is aborted
 */
export async function chat(
  { baseUrl, apiKey, model }: NonNullable<Config['ai']>,
  { system, user, shape, signal }: ChatRequest,
): Promise<ChatReply> {
  const json_schema = { name: 'reply', strict: true, schema: shape };
  const body = {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    ...(shape === null ? {} : { response_format: { type: 'json_schema', json_schema } }),
  };
  try {
    const response = await fetch(addressOf(baseUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      // Redirects are not followed, because the key and players' texts must go only to the configured address.
      redirect: 'manual',
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return refusalOf(response);
    }
    const text = await textOf(response);
    return text === null ? { ok: false, why: 'oversized' } : contentOf(text);
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError)) throw error;
    return { ok: false, why: 'unreachable' };
  }
}

function addressOf(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url;
}

function refusalOf({ status, headers }: Response): ChatReply {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    ok: false,
    why: status === 429 ? 'busy' : status >= 500 ? 'failing' : 'refused',
    status,
    ...(seconds >= 0 ? { retryAfterS: Math.ceil(seconds) } : {}),
  };
}

/** Returns the body as text; null if it is too large. */
async function textOf({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Returning from this loop closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > REPLY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function contentOf(text: string): ChatReply {
  const parsed = replySchema.safeParse(jsonIn(text));
  return parsed.success
    ? { ok: true, content: parsed.data.choices[0].message.content ?? '' }
    : { ok: false, why: 'malformed' };
}

/** Parses JSON; returns `undefined` if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
