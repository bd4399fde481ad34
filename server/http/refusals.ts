import type { ErrorReply } from '#machines/contract/call.ts';
import { MESSAGES, SERVER_MESSAGES } from '#machines/contract/messages.ts';
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
  new ApiError(429, SERVER_MESSAGES.tooMany, { retryAfterS });

export const busy = (retryAfterS = STORE_RETRY_S): ApiError =>
  new ApiError(503, SERVER_MESSAGES.unavailable, { retryAfterS });

/** Returns the reply to an error. `failure` replaces the text of an unexpected error, which is only logged. */
export function replyTo(error: unknown, failure: string = MESSAGES.unexpected): ErrorAnswer {
  if (error instanceof StoreUnavailable) return replyTo(busy());
  if (error instanceof ApiError) {
    const { retryAfterS, also, cause: _, ...more } = error.more;
    return { status: error.status, reply: { error: error.message, ...more, ...also }, retryAfterS };
  }
  const status = statusOf(error);
  if (status === 413) return { status, reply: { error: SERVER_MESSAGES.tooLarge } };
  if (status === 404) return { status, reply: { error: MESSAGES.notFound } };
  if (status >= 400 && status < 500) return { status, reply: { error: SERVER_MESSAGES.malformed } };
  return { status: 500, reply: { error: failure } };
}

/** Returns the status that Fastify and its plugins give to their own errors. */
const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
