import { m } from 'messages';
import type { ErrorReply } from '#machines/contract/call.ts';
import { StoreUnavailable } from '#server/db/errors.ts';
import { ApiError } from './route.ts';

/** The HTTP reply to an error (decisions §8). */
export interface ErrorAnswer {
  readonly status: number;
  readonly reply: ErrorReply;
  readonly retryAfterS?: number | undefined;
}

const STORE_RETRY_S = 2;

export const tooMany = (retryAfterS: number): ApiError =>
  new ApiError(429, m.serverTooMany(), { retryAfterS });

export const busy = (retryAfterS = STORE_RETRY_S): ApiError =>
  new ApiError(503, m.serverUnavailable(), { retryAfterS });

/** Returns the reply to an error. `failure` replaces the text of an unexpected error, which is only logged. */
export function replyTo(error: unknown, failure: string = m.unexpected()): ErrorAnswer {
  if (error instanceof StoreUnavailable) return replyTo(busy());
  if (error instanceof ApiError) {
    const { retryAfterS, also, cause: _, ...more } = error.more;
    return { status: error.status, reply: { error: error.message, ...more, ...also }, retryAfterS };
  }
  const status = statusOf(error);
  if (status === 413) return { status, reply: { error: m.serverTooLarge() } };
  if (status === 404) return { status, reply: { error: m.notFound() } };
  if (status >= 400 && status < 500) return { status, reply: { error: m.serverMalformed() } };
  return { status: 500, reply: { error: failure } };
}

/** Whether an error is our own fault or that of a service that we use, which operators must know of. */
export const isFault = (error: unknown, status: number): boolean =>
  status >= 500 && (!(error instanceof ApiError) || error.more.cause !== undefined);

/** Returns the status that Fastify and its plugins give to their own errors. */
const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
