import { m } from 'messages';
import type { output } from 'zod/v4/core';
import type { needsVerificationSchema } from '#machines/contract/call.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { addressKey } from '#server/http/limits.ts';
import { ApiError } from '#server/http/route.ts';
import { mayMailNow } from './mail-budget.ts';
import { toUser, type AuthServices } from './services.ts';
import { findRegistration, findUser } from './store.ts';
import { countAttempt, clearAttempts, type AttemptSource } from './sign-in-attempts.ts';
import { mailVerification } from './verification.ts';

/**
 * Returns a token for the right password. Unknown addresses and wrong passwords get the same reply; the password of an
 * unverified registration gets 403, whether or not the address has an account.
 * @throws ApiError 401; 429 after ten attempts from one network address; 403 `needsVerificationSchema`, with a new mail
 */
export async function signIn(
  services: AuthServices,
  { email, password }: { email: string; password: string },
  from: AttemptSource,
): Promise<ReplyOf<'login'>> {
  const { db, passwords, limits, identity } = services;
  const requester = addressKey(from.address);
  passwords.checkRoom(requester);
  await countAttempt(limits, email, from);
  const user = await findUser(db.read, { email });
  const newest = await findRegistration(db.read, email);
  const account = user?.isVerified === true ? user : null;
  const isOwner = await passwords.isRight(password, account?.passwordHash ?? null, requester);
  if (isOwner && account !== null) {
    await clearAttempts(limits, email, from);
    return {
      token: identity.sign(account),
      user: toUser(account),
      ...(account.language !== null && { language: account.language }),
    };
  }
  // Until a registration is verified, the account itself contains the newest registration.
  const registration = user !== null && account === null ? user : newest;
  // After a wrong password a second one is always compared, so that the time does not show how many passwords are
  // stored.
  const isRight = await passwords.isRight(password, registration?.passwordHash ?? null, requester);
  if (!isRight || registration === null) throw new ApiError(401, m.loginWrong());
  // Attempts stay counted, or registering an address would give more guesses at the password of its account.
  const isMailed = await mayMailNow(limits, { email, requester });
  if (isMailed) await mailVerification(services, email, registration);
  throw new ApiError(403, m.loginVerifyFirst(), {
    code: 'needs-verification',
    also: {
      requiresVerification: true,
      email,
      verificationEmailSent: isMailed,
    } satisfies Omit<output<typeof needsVerificationSchema>, 'error' | 'code' | 'details'>,
  });
}
