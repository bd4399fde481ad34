import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  CANCELLING_LIFETIME_MS,
  RESET_LIFETIME_MS,
  VERIFICATION_LIFETIME_MS,
} from '#machines/contract/limits.ts';
import type { MailTokenTable, Schema } from '#server/db/schema.ts';
import { newId } from '#server/id.ts';
import { insertToken, type Registration } from './store.ts';

const LIFETIME_MS = {
  verify: VERIFICATION_LIFETIME_MS,
  'change-email': VERIFICATION_LIFETIME_MS,
  reset: RESET_LIFETIME_MS,
  'cancel-email-change': CANCELLING_LIFETIME_MS,
} as const;

/** Returns the hash under which a mailed secret is stored. */
export const hashOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

/** Creates a secret of 256 bits for a mailed link and stores its hash. */
export async function issueSecret(
  db: Kysely<Schema>,
  to: {
    userId: string;
    purpose: MailTokenTable['purpose'];
    email: string;
    now: number;
    registration?: Registration;
    /** Delay of the mail, ms, by which the secret is valid longer. */
    delayMs?: number;
  },
): Promise<string> {
  const { userId, purpose, email, now, registration, delayMs = 0 } = to;
  const secret = randomBytes(32).toString('base64url');
  await insertToken(db, {
    id: newId(now),
    user_id: userId,
    purpose,
    hash: hashOf(secret),
    email,
    created_at: now,
    expires_at: now + delayMs + LIFETIME_MS[purpose],
    name: registration?.name ?? null,
    password_hash: registration?.passwordHash ?? null,
  });
  return secret;
}
