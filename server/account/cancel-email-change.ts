import { m } from 'messages';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { inTransaction } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/dialect.ts';
import { ApiError } from '#server/http/route.ts';
import { hashOf, issueSecret } from './secrets.ts';
import { type AuthServices, recipientOf, type Tx } from './services.ts';
import {
  deleteLaterCancelLinks,
  endAccess,
  findToken,
  findUser,
  freeAddress,
  type StoredUser,
  useToken,
  writeEmail,
  writePassword,
} from './store.ts';

/** Stored in place of a password hash; no password matches it. */
const NO_PASSWORD = '';

/**
 * Gives an account back to the owner of its old address, by the secret mailed there when a new address was entered;
 * works even after the new address was confirmed. The account gets the old address again, all access to it ends,
 * including the password, and the old address gets a link to choose a new password. Such links of later address changes
 * end, because the earlier address has priority. Calling it again changes nothing.
 * @throws ApiError 400 for an unknown or expired link; 409 if another account has the old address
 */
export async function cancelEmailChange(
  services: AuthServices,
  { token: secret }: { token: string },
): Promise<ReplyOf<'cancelEmailChange'>> {
  const { db, now, outbox, identity, broadcaster } = services;
  const hash = hashOf(secret);
  const at = now();
  const asked = { hash, purposes: ['cancel-email-change'], now: at } as const;
  const found = await findToken(db.read, asked);
  if (found === undefined) throw new ApiError(400, m.cancelEmailChangeInvalidLink());
  if (found.usedAt !== null) return { message: m.cancelEmailChangeDone() };
  await inTransaction(db, async (tx) => {
    const user = await findUser(tx, { id: found.userId }, { forUpdate: true });
    // Check the link again under the lock: every act that ends a link locks the user first.
    const token = await findToken(tx, asked);
    if (user === null || token === undefined)
      throw new ApiError(400, m.cancelEmailChangeInvalidLink());
    if (token.usedAt !== null) return;
    await useToken(tx, hash, at);
    await deleteLaterCancelLinks(tx, token);
    if (user.email !== token.email) {
      if (!(await freeAddress(tx, token.email, user.id)))
        throw new ApiError(409, m.cancelEmailChangeTaken());
      await writeEmail(tx, user.id, token.email);
    }
    await writePassword(tx, user.id, NO_PASSWORD);
    await endAccess(tx, user.id);
    await mailReset(services, tx, user, token.email);
  }).catch((error: unknown) => {
    // Another account took the address at the same time.
    throw isUniqueViolation(error) ? new ApiError(409, m.cancelEmailChangeTaken()) : error;
  });
  identity.forget(found.userId);
  broadcaster.disconnectUser(found.userId, 'changed');
  outbox.kick();
  return { message: m.cancelEmailChangeDone() };
}

async function mailReset(
  { now, outbox, texts }: AuthServices,
  tx: Tx,
  user: StoredUser,
  email: string,
): Promise<void> {
  const asked = { userId: user.id, purpose: 'reset', email, now: now() } as const;
  const secret = await issueSecret(tx, asked);
  await outbox.add(tx, recipientOf({ ...user, email }), () => texts.takenBack({ ...user, secret }));
}
