import type { Kysely, Transaction } from 'kysely';
import { type Locale, toLocale } from 'messages/runtime';
import { ROLE } from '#machines/contract/roles.ts';
import { showIdsIn, showsOfUser } from '#server/show/members.ts';
import { producedByUser } from '#server/show/producers/store.ts';
import { namesAfterRename } from '#machines/show/rules/names.ts';
import { assignShownName } from '#server/db/aired-names.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Flag, MailTokenTable, Schema, UserTable } from '#server/db/schema.ts';
import type { Caller } from '#server/http/route.ts';

type Db = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** A user with the fields that only this module needs. */
export interface StoredUser extends Caller {
  readonly passwordHash: string;
  readonly isVerified: boolean;
  readonly pendingEmail: string | null;
  readonly language: Locale | null;
}

/** The data of a registration, except the address. */
export interface Registration {
  readonly name: string;
  readonly passwordHash: string;
}

const users = (db: Db) =>
  db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role_id', 'token_version', 'simulated', 'guest_of'])
    .select((eb) =>
      eb
        .selectFrom('rehearsal as r')
        .innerJoin('rehearsal_member as m', 'm.show_id', 'r.show_id')
        .whereRef('m.user_id', '=', 'user.id')
        .select('r.started_at')
        .as('rehearsal'),
    )
    .select((eb) => showsOfUser(eb).as('shows'))
    .select((eb) => producedByUser(eb).as('produces'));

/** Returns the accounts with these ids; unknown ids are left out. */
export async function readAccounts(db: Db, ids: readonly string[]): Promise<Caller[]> {
  const rows = await users(db).where('id', 'in', ids).execute();
  return rows.map(accountOf);
}

const isGuestRow = <R extends { guest_of?: string | null }>(
  row: R,
): row is R & { guest_of: string } => row.guest_of !== null && row.guest_of !== undefined;

const accountOf = (
  row: Pick<UserTable, 'id' | 'name' | 'email' | 'role_id'> & {
    token_version: number;
    simulated?: Flag;
    guest_of?: string | null;
    rehearsal?: number | null;
    shows?: string | null;
    produces?: string | null;
  },
): Caller => ({
  id: row.id,
  name: row.name,
  // A guest has no e-mail address of their own.
  email: isGuestRow(row) ? '' : row.email,
  roleId: row.role_id,
  version: row.token_version,
  ...(row.simulated === 1 && { isSimulated: true }),
  ...(isGuestRow(row) && { guestOf: row.guest_of }),
  ...(row.rehearsal !== null && row.rehearsal !== undefined && { rehearsal: row.rehearsal }),
  ...(row.shows !== null && row.shows !== undefined && { shows: showIdsIn(row.shows) }),
  // Admins run every show anyway.
  ...(row.role_id !== ROLE.admin &&
    row.produces !== null &&
    row.produces !== undefined && { produces: showIdsIn(row.produces) }),
});

/** Finds a user by address or id. `forUpdate` locks the row, inside a transaction. */
export async function findUser(
  db: Db,
  by: { email: string } | { id: string },
  { forUpdate = false } = {},
): Promise<StoredUser | null> {
  const row = await users(db)
    .select(['password_hash', 'verified_at', 'pending_email', 'language'])
    // Simulated players and guests can neither sign in nor get mails.
    .$if('email' in by, (query) =>
      query
        .where('email', '=', 'email' in by ? by.email : '')
        .where('simulated', '=', 0)
        .where('guest_of', 'is', null),
    )
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ...accountOf(row),
    passwordHash: row.password_hash,
    isVerified: row.verified_at !== null,
    pendingEmail: row.pending_email,
    language: toLocale(row.language) ?? null,
  };
}

/** Inserts a user; returns false if the address already has an account. */
export async function insertUser(
  db: Db,
  user: Pick<
    UserTable,
    'id' | 'name' | 'email' | 'password_hash' | 'role_id' | 'verified_at' | 'created_at'
  > & { readonly language?: Locale },
): Promise<boolean> {
  const inserted = await db
    .insertInto('user')
    .values({ ...user, pending_email: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Writes the newest registration into the account with this address while it is unverified. */
export const registerAgain = (
  tx: Tx,
  email: string,
  { name, passwordHash, at, language }: Registration & { at: number; language: Locale },
): Promise<unknown> =>
  tx
    .updateTable('user')
    .set({ name, password_hash: passwordHash, created_at: at, language })
    .where('email', '=', email)
    .where('verified_at', 'is', null)
    .where('simulated', '=', 0)
    .execute();

/**
 * Returns the newest registration of an address, even beside a verified account; null if there is none or its link was
 * opened.
 */
export async function findRegistration(db: Db, email: string): Promise<Registration | null> {
  const newest = await db
    .selectFrom('mail_token')
    .select(['name', 'password_hash as passwordHash', 'used_at as usedAt'])
    .where('email', '=', email)
    .where('purpose', '=', 'verify')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || newest.usedAt !== null) return null;
  const { name, passwordHash } = newest;
  return name === null || passwordHash === null ? null : { name, passwordHash };
}

/** Marks the other links of a registration as used once it has become the account's. */
export const useRegistration = (
  tx: Tx,
  { userId, passwordHash, at }: { userId: string; passwordHash: string; at: number },
): Promise<unknown> =>
  tx
    .updateTable('mail_token')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify')
    .where('password_hash', '=', passwordHash)
    .where('used_at', 'is', null)
    .execute();

/** Whether the address has another registration with an unused link. */
export async function hasOtherRegistration(
  db: Db,
  { id, passwordHash }: Pick<StoredUser, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('mail_token')
    .select('id')
    .where('user_id', '=', id)
    .where('purpose', '=', 'verify')
    .where('password_hash', '<>', passwordHash)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('user')
    .select('id')
    .where('role_id', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/** Verifies an account with the data of its registration. An account that is already verified stays unchanged. */
export async function markVerified(
  tx: Tx,
  userId: string,
  at: number,
  registration: Registration | null = null,
): Promise<void> {
  const verified = await tx
    .updateTable('user')
    .set({
      verified_at: at,
      ...(registration !== null && {
        name: registration.name,
        password_hash: registration.passwordHash,
      }),
    })
    .where('id', '=', userId)
    .where('verified_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (verified !== undefined) await assignShownName(tx, userId, verified);
}

/**
 * Turns a guest into the registered account, which keeps the answers and points. The name gets a number if it is taken,
 * and is held back from others while names are on air.
 */
export async function registerGuest(
  tx: Tx,
  userId: string,
  {
    name,
    email,
    passwordHash,
    isOnAir,
    language,
  }: Registration & { email: string; isOnAir: boolean; language: Locale },
): Promise<void> {
  await writeOwnName(tx, userId, name, isOnAir);
  await tx
    .updateTable('user')
    .set({ email, language, password_hash: passwordHash, guest_of: null, personal_code_hash: null })
    .where('id', '=', userId)
    .execute();
}

/**
 * Ends all access that others may have to an account: every token issued before (unless `tokens` is false), a pending
 * change of address, and mailed links that would change the account. Verification links stay valid, because they only
 * prove that a mail was read. Links that cancel an earlier change of address end only with `wayBack`, because the
 * caller may be a thief who changed the address. Returns the updated account.
 */
export async function endAccess(
  tx: Tx,
  userId: string,
  { wayBack = false, tokens = true } = {},
): Promise<Caller> {
  const row = await tx
    .updateTable('user')
    .set((eb) => ({
      pending_email: null,
      token_version: eb('token_version', '+', tokens ? 1 : 0),
    }))
    .where('id', '=', userId)
    .returning(['id', 'name', 'email', 'role_id', 'token_version'])
    .executeTakeFirstOrThrow();
  const purposes = ['reset', 'change-email'] as const;
  await deleteTokens(tx, userId, wayBack ? [...purposes, 'cancel-email-change'] : purposes);
  return accountOf(row);
}

export const writePassword = (tx: Tx, userId: string, passwordHash: string): Promise<unknown> =>
  tx.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId).execute();

/** Changes an account's name; returns true if others see the new name only later. */
export async function writeOwnName(
  tx: Tx,
  userId: string,
  name: string,
  isOnAir: boolean,
): Promise<boolean> {
  const before = await tx
    .selectFrom('user')
    .select(['name', 'shown_name as shownName', 'aired_name as airedName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const next = await assignShownName(tx, userId, { name });
  const after = namesAfterRename(before, next, { by: 'owner', isOnAir });
  await tx
    .updateTable('user')
    .set({ name: after.name, aired_name: after.airedName })
    .where('id', '=', userId)
    .execute();
  return after.airedName !== null;
}

export const writeLanguage = (tx: Tx, userId: string, language: Locale): Promise<unknown> =>
  tx.updateTable('user').set({ language }).where('id', '=', userId).execute();

export const writePendingEmail = (tx: Tx, userId: string, email: string): Promise<unknown> =>
  tx.updateTable('user').set({ pending_email: email }).where('id', '=', userId).execute();

export const writeEmail = (tx: Tx, userId: string, email: string): Promise<unknown> =>
  tx.updateTable('user').set({ email }).where('id', '=', userId).execute();

export const insertToken = (db: Db, token: Omit<MailTokenTable, 'used_at'>): Promise<unknown> =>
  db
    .insertInto('mail_token')
    .values({ ...token, used_at: null })
    .execute();

/** Returns a token for one of these purposes that has not expired, used or not. */
export async function findToken(
  db: Db,
  {
    hash,
    purposes,
    now,
  }: { hash: string; purposes: readonly MailTokenTable['purpose'][]; now: number },
) {
  const token = await db
    .selectFrom('mail_token')
    .select(['id', 'user_id as userId', 'purpose', 'email', 'used_at as usedAt'])
    .select(['created_at as createdAt', 'name', 'password_hash as passwordHash'])
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (token === undefined) return undefined;
  const { name, passwordHash } = token;
  const registration = name === null || passwordHash === null ? null : { name, passwordHash };
  return { ...token, registration };
}

/** Marks a token as used; returns false if it was just used or has expired. */
export async function useToken(tx: Tx, hash: string, now: number): Promise<boolean> {
  const used = await tx
    .updateTable('mail_token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes unused tokens. Used ones are kept, so that opening their link again explains what it did. */
export const deleteTokens = (
  db: Db,
  userId: string,
  purposes: readonly MailTokenTable['purpose'][],
): Promise<unknown> =>
  db
    .deleteFrom('mail_token')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute();

/** Deletes the links that cancel address changes made after the change of `token`. */
export const deleteLaterCancelLinks = (
  tx: Tx,
  { userId, id, createdAt }: { userId: string; id: string; createdAt: number },
): Promise<unknown> =>
  tx
    .deleteFrom('mail_token')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'cancel-email-change')
    .where('created_at', '>=', createdAt)
    .where('id', '<>', id)
    .execute();

/**
 * Frees an address for the account of a person who has read a mail sent to it: deletes an unverified account with this
 * address and moves its registrations to the person's account, so that signing in with one of them gets the same reply
 * as before. Returns false if the address has a verified account.
 */
export async function freeAddress(tx: Tx, email: string, forUserId: string): Promise<boolean> {
  const holder = await findUser(tx, { email }, { forUpdate: true });
  if (holder === null) return true;
  if (holder.isVerified) return false;
  await tx
    .updateTable('mail_token')
    .set({ user_id: forUserId })
    .where('user_id', '=', holder.id)
    .where('purpose', '=', 'verify')
    .execute();
  await tx.deleteFrom('user').where('id', '=', holder.id).execute();
  return true;
}

/** Deletes links that expired before `before`, except registrations (`deleteRegistrations`). */
export const deleteExpiredTokens = (db: Db, before: number): Promise<unknown> =>
  db
    .deleteFrom('mail_token')
    .where('expires_at', '<', before)
    .where('purpose', '<>', 'verify')
    .execute();

/**
 * Deletes the registrations of addresses that had no new registration since `before`, and older unverified accounts.
 * All registrations of an address are deleted together: if one were left, it could be mistaken for that of the person
 * who requests another link. Addresses with a verified account are treated alike, so that reply times do not reveal the
 * account.
 */
export async function deleteRegistrations(db: Database, before: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .deleteFrom('mail_token')
      .where('purpose', '=', 'verify')
      .where('created_at', '<', before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('mail_token as newer')
              .select('newer.id')
              .whereRef('newer.email', '=', 'mail_token.email')
              .where('newer.purpose', '=', 'verify')
              .where('newer.created_at', '>=', before),
          ),
        ),
      )
      .execute();
    await tx
      .deleteFrom('user')
      .where('verified_at', 'is', null)
      .where('simulated', '=', 0)
      .where('created_at', '<', before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('mail_token').select('mail_token.id').whereRef('user_id', '=', 'user.id'),
          ),
        ),
      )
      .execute();
  });
}
