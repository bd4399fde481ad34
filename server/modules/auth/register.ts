import type { ReplyOf } from '#machines/contract/calls.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { checkNewPassword } from '#machines/rules/password.ts';
import { inTransaction } from '#server/db/client.ts';
import { newId } from '#server/id.ts';
import { issueSecret } from './secrets.ts';
import { type AuthServices, requireValid, type Tx } from './services.ts';
import { findUser, insertUser } from './store.ts';

/**
 * A new home viewer who has yet to verify the address. The answer is the same when the address has an account:
 * then nothing changes but that its owner gets a mail.
 * @throws Refused 422 for the password, 429 after three mails to the address within an hour
 */
export async function register(
  services: AuthServices,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<ReplyOf<'register'>> {
  const { db, now, limits, passwords, outbox, texts } = services;
  requireValid(checkNewPassword(password), 'password');
  await limits.consume('mail', `verify:${email}`);
  const passwordHash = await passwords.hash(password);
  const at = now();
  await inTransaction(db, async (tx) => {
    const id = newId(at);
    const isNew = await insertUser(tx, {
      id,
      name,
      email,
      password_hash: passwordHash,
      role_id: ROLE.home,
      verified_at: null,
      created_at: at,
    });
    if (!isNew) return notifyOwner(services, tx, email);
    const secret = await issueSecret(tx, { userId: id, purpose: 'verify', email, now: at });
    return outbox.add(tx, email, texts.verify({ email, secret }));
  });
  outbox.kick();
  return { message: MESSAGES.register.accepted };
}

async function notifyOwner(
  { now, outbox, texts }: AuthServices,
  tx: Tx,
  email: string,
): Promise<void> {
  const owner = await findUser(tx, { email });
  if (owner === null) return;
  if (owner.isVerified) {
    await outbox.add(tx, email, texts.alreadyRegistered(owner));
    return;
  }
  const secret = await issueSecret(tx, { userId: owner.id, purpose: 'verify', email, now: now() });
  await outbox.add(tx, email, texts.verifyAgain({ email, secret }));
}
