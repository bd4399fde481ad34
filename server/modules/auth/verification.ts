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
  hasOtherRegistration,
  markVerified,
  type Registration,
  type StoredUser,
  useToken,
  writeEmail,
} from './store.ts';

const issueLink = ({ now }: AuthServices, tx: Tx, user: StoredUser): Promise<string> => {
  const { id: userId, email } = user;
  return issueSecret(tx, { userId, purpose: 'verify', email, now: now(), registration: user });
};

/**
 * Mails a link that confirms the registration of `user` to one who has signed in with its password and has not used one yet.
 * When others have registered the address as well, the mail says whose password the link goes with.
 */
export async function mailVerification(services: AuthServices, user: StoredUser): Promise<void> {
  const { db, outbox, texts } = services;
  const { id, email } = user;
  await inTransaction(db, async (tx) => {
    // Whoever registers the address waits for the lock, so only now it is certain whether others have.
    const waiting = await findUser(tx, { id }, { forUpdate: true });
    if (waiting === null || waiting.isVerified) return;
    const isOneOfSeveral = await hasOtherRegistration(tx, user);
    const to = { email, secret: await issueLink(services, tx, user) };
    await outbox.add(tx, email, isOneOfSeveral ? texts.verifySignedIn(to) : texts.verify(to));
  });
  outbox.kick();
}

/**
 * The answer is the same whether the address waits for a verification or not. When several have registered it,
 * nobody knows which of them asks: the mail asks to register again. @throws Refused 429
 */
export async function resendVerification(
  services: AuthServices,
  email: string,
): Promise<ReplyOf<'resendVerification'>> {
  const { db, limits, outbox, texts } = services;
  await limits.consume('mail', `verify:${email}`);
  await inTransaction(db, async (tx) => {
    const user = await findUser(tx, { email }, { forUpdate: true });
    if (user === null || user.isVerified) return outbox.pretend(tx);
    if (await hasOtherRegistration(tx, user)) return outbox.add(tx, email, texts.registerAgain());
    const secret = await issueLink(services, tx, user);
    return outbox.add(tx, email, texts.verify({ email, secret }));
  });
  outbox.kick();
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
          ? await verifyAccount(tx, user, token, at)
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
  { email, registration }: { email: string; registration: Registration | null },
  at: number,
): Promise<boolean> {
  if (user.email !== email) return false;
  await markVerified(tx, user.id, at, registration);
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
