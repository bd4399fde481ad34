import type { ReplyOf } from '#machines/contract/calls.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { checkNewPassword } from '#machines/rules/password.ts';
import { inTransaction } from '#server/db/client.ts';
import { addressKey } from '#server/http/limits.ts';
import { newId } from '#server/id.ts';
import { issueSecret } from './secrets.ts';
import { type AuthServices, requireValid, type Tx } from './services.ts';
import { findUser, insertUser, registerAgain } from './store.ts';

/**
 * A new home viewer who has yet to verify the address. Name and password go with the mailed link: of several who
 * register one address, only its owner opens a link. The answer is the same when the address has a verified account:
 * then nothing changes but that its owner gets a mail.
 * @throws Refused 422 for the password, 429 after three mails to the address within an hour
 */
export async function register(
  services: AuthServices,
  { name, email, password }: { name: string; email: string; password: string },
  address: string,
): Promise<ReplyOf<'register'>> {
  const { db, now, limits, passwords, outbox, texts } = services;
  requireValid(checkNewPassword(password), 'password');
  await limits.consume('mail', `verify:${email}`);
  const passwordHash = await passwords.hash(password, addressKey(address), 'registration');
  const at = now();
  const registration = { name, passwordHash };
  await inTransaction(db, async (tx) => {
    const newUserId = newId(at);
    const isNew = await insertUser(tx, {
      id: newUserId,
      name,
      email,
      password_hash: passwordHash,
      role_id: ROLE.home,
      verified_at: null,
      created_at: at,
    });
    const userId = isNew ? newUserId : (await registerAgain(tx, email, registration))?.id;
    if (userId === undefined) return tellOwner(services, tx, email);
    const asked = { userId, purpose: 'verify', email, now: at, registration } as const;
    const secret = await issueSecret(tx, asked);
    const to = { email, secret };
    return outbox.add(tx, email, isNew ? texts.verify(to) : texts.verifyAgain(to));
  });
  outbox.kick();
  return { message: MESSAGES.register.accepted };
}

async function tellOwner({ outbox, texts }: AuthServices, tx: Tx, email: string): Promise<void> {
  const owner = await findUser(tx, { email });
  if (owner !== null) await outbox.add(tx, email, texts.alreadyRegistered(owner));
}
