import { m } from 'messages';
import { getLocale } from 'messages/runtime';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { lockNamesOnAir } from '#server/db/aired-names.ts';
import { inTransaction } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/dialect.ts';
import { ApiError } from '#server/http/route.ts';
import { addressKey } from '#server/http/limits.ts';
import { acceptInvitations } from '#server/show/producers/store.ts';
import { mailDelay } from './mail-budget.ts';
import { hashOf, issueSecret } from './secrets.ts';
import { type AuthServices, recipientOf, type Tx } from './services.ts';
import {
  endAccess,
  findToken,
  findUser,
  freeAddress,
  registerGuest,
  hasOtherRegistration,
  markVerified,
  type Registration,
  type StoredUser,
  useRegistration,
  useToken,
  writeEmail,
} from './store.ts';

const issueLink = (
  { now }: AuthServices,
  tx: Tx,
  { id: userId, email }: StoredUser,
  registration: Registration,
  delayMs = 0,
): Promise<string> =>
  issueSecret(tx, { userId, purpose: 'verify', email, now: now(), registration, delayMs });

/**
 * Mails a link that confirms a registration, after a person has signed in with the registration's password. If others
 * have registered the same address, the mail names the registration that the link belongs to. The owner of a verified
 * account gets a mail without a link.
 */
export async function mailVerification(
  services: AuthServices,
  email: string,
  registration: Registration,
): Promise<void> {
  const { db, outbox, texts } = services;
  await inTransaction(db, async (tx) => {
    // Registering the address waits for this lock, so no other registration can appear until the transaction ends.
    const holder = await findUser(tx, { email }, { forUpdate: true });
    // The account's address has been changed in the meantime.
    if (holder === null)
      return outbox.add(tx, { email, userId: null, language: null }, () => texts.registerAgain());
    const { id, isVerified } = holder;
    const isOneOfSeveral = await hasOtherRegistration(tx, { id, ...registration });
    // Created for a verified account too, although not mailed, so that the reply takes the same time.
    const to = { email, secret: await issueLink(services, tx, holder, registration) };
    return outbox.add(tx, recipientOf(holder), () => {
      if (isVerified) return texts.alreadyRegistered(holder);
      return isOneOfSeveral ? texts.verifySignedIn(to) : texts.verify(to);
    });
  });
  outbox.kick();
}

/**
 * Mails the link again; the reply is the same for any address. If several people have registered the address, the
 * server cannot know which of them asks, so the mail asks to register again.
 * @throws ApiError 429 after too many requests from this network address
 */
export async function resendVerification(
  services: AuthServices,
  email: string,
  address: string,
): Promise<ReplyOf<'resendVerification'>> {
  const { db, limits, outbox, texts } = services;
  const delayMs = await mailDelay(limits, { email, requester: addressKey(address) });
  await inTransaction(db, async (tx) => {
    const user = await findUser(tx, { email }, { forUpdate: true });
    if (user === null || user.isVerified) return outbox.pretend(tx);
    const isOneOfSeveral = await hasOtherRegistration(tx, user);
    const to = recipientOf(user);
    if (isOneOfSeveral) return outbox.add(tx, to, () => texts.registerAgain(), { delayMs });
    const secret = await issueLink(services, tx, user, user, delayMs);
    return outbox.add(tx, to, () => texts.verify({ email, secret }), { delayMs });
  });
  outbox.kick();
  return { message: m.verificationSent() };
}

/**
 * Verifies a new account or a new address with a mailed link. Succeeds repeatedly while the link is valid, because a
 * mail scanner may open it first. A new address ends all sessions, since their tokens contain the old one.
 * @throws ApiError 400 for an unknown or expired link
 */
export async function verifyEmail(
  { db, now, identity, broadcaster }: AuthServices,
  { email, hash: secret }: { email: string; hash: string },
): Promise<ReplyOf<'verifyEmail'>> {
  const hash = hashOf(secret);
  const invalid = new ApiError(400, m.verificationInvalidLink());
  const at = now();
  const asked = { hash, purposes: ['verify', 'change-email'], now: at } as const;
  const found = await findToken(db.read, asked);
  if (found?.email !== email) throw invalid;
  const { userId, purpose } = found;
  if (found.usedAt === null) {
    await inTransaction(db, async (tx) => {
      // Lock this before the account, as the end of a show does.
      const isOnAir = await lockNamesOnAir(tx);
      const user = await findUser(tx, { id: userId }, { forUpdate: true });
      // Check the link again under the lock: every act that ends a link locks the user first.
      const token = await findToken(tx, asked);
      if (user === null || token === undefined) throw invalid;
      if (token.usedAt !== null) return;
      await useToken(tx, hash, at);
      const isDone =
        purpose === 'verify'
          ? await verifyAccount(tx, user, token, { at, isOnAir })
          : await changeAddress(tx, user, email);
      if (!isDone) throw invalid;
      await acceptInvitations(tx, userId, email);
    }).catch((error: unknown) => {
      // Another account took the address at the same time.
      throw isUniqueViolation(error) ? invalid : error;
    });
    identity.forget(userId);
    if (purpose === 'change-email') broadcaster.disconnectUser(userId, 'changed');
  }
  return { message: m.verificationSuccess() };
}

/** Verifies the account; returns false if its address has been changed in the meantime. */
async function verifyAccount(
  tx: Tx,
  user: StoredUser,
  { email, registration }: { email: string; registration: Registration | null },
  { at, isOnAir }: { readonly at: number; readonly isOnAir: boolean },
): Promise<boolean> {
  if (user.guestOf !== undefined && registration !== null) {
    if (!(await freeAddress(tx, email, user.id))) return false;
    await registerGuest(tx, user.id, {
      ...registration,
      email,
      isOnAir,
      language: getLocale(),
    });
  } else if (user.email !== email) return false;
  await markVerified(tx, user.id, at, registration);
  if (registration !== null) {
    const { passwordHash } = registration;
    await useRegistration(tx, { userId: user.id, passwordHash, at });
  }
  return true;
}

/**
 * Changes the account's address; returns false if a different address was entered later, or another account has
 * verified this one.
 */
async function changeAddress(tx: Tx, user: StoredUser, email: string): Promise<boolean> {
  if (user.pendingEmail !== email) return false;
  if (!(await freeAddress(tx, email, user.id))) return false;
  await writeEmail(tx, user.id, email);
  await endAccess(tx, user.id);
  return true;
}
