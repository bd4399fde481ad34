import type { Transaction } from 'kysely';
import { baseLocale } from 'messages/runtime';
import type { Brand } from '#machines/contract/brand.ts';
import type { User } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Identity } from '#server/http/identity.ts';
import type { Limits } from '#server/http/limits.ts';
import { ApiError, type Caller } from '#server/http/route.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { Outbox, Recipient } from '#server/mail/outbox.ts';
import type { MailTexts } from '#server/mail/texts.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import type { Devices } from './devices.ts';
import type { Passwords } from './passwords.ts';
import type { StoredUser } from './store.ts';

export type Tx = Transaction<Schema>;

export interface AuthServices {
  readonly db: Database;
  readonly now: () => number;
  readonly brand: Brand;
  readonly passwords: Passwords;
  readonly outbox: Outbox;
  readonly texts: MailTexts;
  readonly limits: Limits;
  readonly identity: Identity;
  readonly devices: Devices;
  readonly broadcaster: Pick<Broadcaster, 'disconnectUser' | 'dropUser'>;
}

export const toUser = ({ id, name, email, roleId, produces }: Caller): User => ({
  id,
  name,
  email,
  role_id: roleId,
  ...(produces !== undefined && { produces: true }),
});

/** Returns the owner of an account as a recipient; mails to them are deleted with the account. */
export const recipientOf = ({
  id,
  email,
  language,
}: Pick<StoredUser, 'id' | 'email' | 'language'>): Recipient => ({ email, userId: id, language });

/** Returns the owner of an account as the recipient of a mail that another person's request causes. */
export const otherRecipientOf = (user: StoredUser): Recipient => ({
  ...recipientOf(user),
  language: user.language ?? baseLocale,
});

/** Throws if a rule is violated, in the form of the calls' error replies. @throws ApiError 422 */
export function requireValid(outcome: Outcome<unknown>, field: string): void {
  if (outcome.ok) return;
  const { message } = outcome;
  throw new ApiError(422, message, { details: [{ field, message }] });
}
