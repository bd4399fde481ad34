import type { ReplyOf } from '#machines/contract/calls.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { inTransaction } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/dialect.ts';
import { Refused } from '#server/http/route.ts';
import { hashOf, issueSecret } from './secrets.ts';
import type { AuthServices, Tx } from './services.ts';
import {
  endAccess,
  findToken,
  findUser,
  freeAddress,
  markVerified,
  type StoredUser,
  useToken,
  writeEmail,
} from './store.ts';

/** Mails the link again to an account that has not used one yet. */
export async function mailVerification(
  { db, now, outbox, texts }: AuthServices,
  { id, email }: StoredUser,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const secret = await issueSecret(tx, { userId: id, purpose: 'verify', email, now: now() });
    await outbox.add(tx, email, texts.verify({ email, secret }));
  });
  outbox.kick();
}

/** The answer is the same whether the address waits for a verification or not. @throws Refused 429 */
export async function resendVerification(
  services: AuthServices,
  email: string,
): Promise<ReplyOf<'resendVerification'>> {
  const { db, limits, outbox } = services;
  await limits.consume('mail', `verify:${email}`);
  const user = await findUser(db.read, { email });
  if (user !== null && !user.isVerified) await mailVerification(services, user);
  else await inTransaction(db, (tx) => outbox.pretend(tx));
  return { message: MESSAGES.verification.sent };
}

/**
 * Follows a mailed link, of a new account or of a new address. Again and again with the same success for as
 * long as the link lives: whoever opened it first was perhaps a mail scanner. With a new address every session
 * ends: its token names the old one.
 * @throws Refused 400 for a link that never was, or is over
 */
export async function verifyEmail(
  { db, now, identity, announcer }: AuthServices,
  { email, hash: secret }: { email: string; hash: string },
): Promise<ReplyOf<'verifyEmail'>> {
  const hash = hashOf(secret);
  const invalid = new Refused(400, MESSAGES.verification.invalidLink);
  const at = now();
  const asked = { hash, purposes: ['verify', 'change-email'], now: at } as const;
  const found = await findToken(db.read, asked);
  if (found?.email !== email) throw invalid;
  const { userId, purpose } = found;
  if (found.usedAt === null) {
    await inTransaction(db, async (tx) => {
      const user = await findUser(tx, { id: userId }, { forUpdate: true });
      // Whatever ends a link locks the user first, so only under the lock is it certain that the link is valid.
      const token = await findToken(tx, asked);
      if (user === null || token === undefined) throw invalid;
      if (token.usedAt !== null) return;
      await useToken(tx, hash, at);
      const isDone =
        purpose === 'verify'
          ? await verifyAccount(tx, user, email, at)
          : await changeAddress(tx, user, email);
      if (!isDone) throw invalid;
    }).catch((error: unknown) => {
      // Somebody took the address in the same moment.
      throw isUniqueViolation(error) ? invalid : error;
    });
    identity.forget(userId);
    if (purpose === 'change-email') announcer.disconnectUser(userId, 'changed');
  }
  return { message: MESSAGES.verification.success };
}

/** False when the account has another address by now. */
async function verifyAccount(
  tx: Tx,
  user: StoredUser,
  email: string,
  at: number,
): Promise<boolean> {
  if (user.email !== email) return false;
  await markVerified(tx, user.id, at);
  return true;
}

/** False when another address was entered later, or somebody else has verified this one by now. */
async function changeAddress(tx: Tx, user: StoredUser, email: string): Promise<boolean> {
  if (user.pendingEmail !== email) return false;
  if (!(await freeAddress(tx, email))) return false;
  await writeEmail(tx, user.id, email);
  await endAccess(tx, user.id);
  return true;
}
