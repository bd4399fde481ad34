import { m } from 'messages';
import * as z from 'zod/mini';
import { idSchema, textSchema } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';

/** Which rate limit applies: `address` protects the server, the others protect one account or one costly call. */
export type LimitName =
  | 'address'
  | 'login'
  | 'mail'
  | 'account'
  | 'answer'
  | 'payment'
  | 'model'
  | 'control';

/** One call of specification §7. Paths are templates: `{id}` is a parameter, `{product}` the slug. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly limit: LimitName;
  readonly status?: 201;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  /** Strict for mutations, which reject unknown fields. */
  readonly body?: z.ZodMiniType;
  /** The body is bytes instead of JSON, at most so many. */
  readonly mostBytes?: number;
  readonly reply: z.ZodMiniType;
  /** The error text of a reply with status 500, if the specification gives one (§8). */
  readonly failure?: () => string;
}

export const call = <const C extends Call>(definition: C): C => definition;

/** Response header with the number of people on the whole board. The reply only contains the top and the reader. */
export const TOTAL_HEADER = 'x-total-count';

/** The body of every error reply of the API (decisions §8). */
export const errorReplySchema = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  details: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});

export type ErrorReply = z.infer<typeof errorReplySchema>;

/** The 403 of a login with an unverified address; only sent after the right password. */
export const needsVerificationSchema = z.extend(errorReplySchema, {
  requiresVerification: z.literal(true),
  email: z.string(),
  verificationEmailSent: z.boolean(),
});

export const messageReply = z.object({ message: z.string() });

export const idParams = z.object({ id: idSchema });

export const sessionParams = z.object({ gameSessionId: idSchema });

/** A producer's reason for a change that others see. */
export const reasonSchema = textSchema(LIMITS.reasonLength, m.resultNoReason);
