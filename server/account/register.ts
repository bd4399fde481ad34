import { m } from 'messages';
import { getLocale } from 'messages/runtime';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { checkNewPassword } from '#machines/account/rules/password.ts';
import { inTransaction } from '#server/db/client.ts';
import { addressKey } from '#server/http/limits.ts';
import type { Caller } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { MailText } from '#server/mail/texts.ts';
import { registrationMailDelay } from './mail-budget.ts';
import { issueSecret } from './secrets.ts';
import { type AuthServices, recipientOf, requireValid } from './services.ts';
import { findUser, insertUser, registerAgain, type StoredUser } from './store.ts';

/**
 * Registers a home viewer with an unverified address. Name and password belong to the mailed link: if several people
 * register one address, only its owner can open a link. For the address of a verified account the reply is the same;
 * the registration is stored beside the account, so that signing in with its password gets the usual reply, but its
 * link is never mailed, and the owner gets a mail instead. If a guest registers, opening the link turns the guest into
 * the account, with answers and points.
 * @throws ApiError 422 for the password, 429 or 503 if too many people wait to register
 */
export async function register(
  services: AuthServices,
  { name, email, password }: { name: string; email: string; password: string },
  { address, caller }: { readonly address: string; readonly caller: Caller | null },
): Promise<ReplyOf<'register'>> {
  const { db, now, limits, passwords, outbox, texts } = services;
  const textFor = (holder: StoredUser, secret: string, isNew: boolean): MailText => {
    if (holder.isVerified) return texts.alreadyRegistered(holder);
    return isNew ? texts.verify({ email, secret }) : texts.verifyAgain({ email, secret });
  };
  requireValid(checkNewPassword(password), 'password');
  const requester = addressKey(address);
  await limits.consume('registration', `${requester} ${domainOf(email)}`);
  const passwordHash = await passwords.hash(password, requester, 'registration');
  const delayMs = await registrationMailDelay(limits, { email, requester });
  const at = now();
  const language = getLocale();
  const registration = { name, passwordHash };
  await inTransaction(db, async (tx) => {
    if (caller?.guestOf !== undefined && (await findUser(tx, { email })) === null) {
      const secret = await issueSecret(tx, {
        userId: caller.id,
        purpose: 'verify',
        email,
        now: at,
        registration,
        delayMs,
      });
      const to = { email, userId: caller.id, language };
      return outbox.add(tx, to, () => texts.verify({ email, secret }), { delayMs });
    }
    const newUserId = newId(at);
    const isNew = await insertUser(tx, {
      id: newUserId,
      name,
      email,
      password_hash: passwordHash,
      role_id: ROLE.home,
      verified_at: null,
      created_at: at,
      language,
    });
    if (!isNew) await registerAgain(tx, email, { ...registration, at, language });
    const holder = await findUser(tx, { email });
    // A simulated player has this address; it is not an address that a real person can own.
    if (holder === null) return;
    const { id: userId } = holder;
    const secret = await issueSecret(tx, {
      userId,
      purpose: 'verify',
      email,
      now: at,
      registration,
      delayMs,
    });
    await outbox.add(tx, recipientOf(holder), () => textFor(holder, secret, isNew), { delayMs });
  });
  outbox.kick();
  return { message: m.registerAccepted() };
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
