import { m } from 'messages';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { checkResetPassword } from '#machines/account/rules/password.ts';
import { inTransaction } from '#server/db/client.ts';
import { addressKey } from '#server/http/limits.ts';
import { ApiError } from '#server/http/route.ts';
import { mailDelay } from './mail-budget.ts';
import { hashOf, issueSecret } from './secrets.ts';
import { type AuthServices, recipientOf, requireValid } from './services.ts';
import {
  deleteTokens,
  endAccess,
  findToken,
  findUser,
  markVerified,
  useToken,
  writePassword,
} from './store.ts';
import { clearAttempts } from './sign-in-attempts.ts';

/**
 * Mails a link to choose a new password, and ends older links. Unknown addresses get the same reply.
 * @throws ApiError 429 after too many requests from this network address
 */
export async function forgotPassword(
  { db, now, limits, outbox, texts }: AuthServices,
  email: string,
  address: string,
): Promise<ReplyOf<'forgotPassword'>> {
  const delayMs = await mailDelay(limits, { email, requester: addressKey(address) });
  await inTransaction(db, async (tx) => {
    const user = await findUser(tx, { email }, { forUpdate: true });
    if (user === null) return outbox.pretend(tx);
    await deleteTokens(tx, user.id, ['reset']);
    const asked = { userId: user.id, purpose: 'reset', email, now: now(), delayMs } as const;
    const secret = await issueSecret(tx, asked);
    return outbox.add(tx, recipientOf(user), () => texts.reset({ ...user, secret }), { delayMs });
  });
  outbox.kick();
  return { message: m.forgotSent() };
}

/**
 * Sets a new password with a mailed secret, which works once. Ends all older tokens of the account and closes its
 * sockets. The address becomes verified, because the mail was read.
 * @throws ApiError 422 for the password, 400 for an unknown, used or expired link
 */
export async function resetPassword(
  { db, now, limits, passwords, outbox, texts, identity, broadcaster }: AuthServices,
  { token: secret, newPassword }: { token: string; newPassword: string },
  address: string,
): Promise<ReplyOf<'resetPassword'>> {
  requireValid(checkResetPassword(newPassword, newPassword), 'newPassword');
  const hash = hashOf(secret);
  const invalid = new ApiError(400, m.resetMissingToken());
  const token = await findToken(db.read, { hash, purposes: ['reset'], now: now() });
  if (token === undefined || token.usedAt !== null) throw invalid;
  const passwordHash = await passwords.hash(newPassword, addressKey(address));
  const account = await inTransaction(db, async (tx) => {
    const at = now();
    const user = await findUser(tx, { id: token.userId }, { forUpdate: true });
    if (user?.email !== token.email || !(await useToken(tx, hash, at))) return null;
    await markVerified(tx, user.id, at);
    await outbox.add(tx, recipientOf(user), () => texts.passwordChanged(user));
    await writePassword(tx, user.id, passwordHash);
    return endAccess(tx, user.id);
  });
  if (account === null) throw invalid;
  identity.forget(account.id);
  broadcaster.disconnectUser(account.id, 'changed');
  await clearAttempts(limits, account.email, { address, deviceId: null });
  outbox.kick();
  return { message: m.resetDone() };
}
