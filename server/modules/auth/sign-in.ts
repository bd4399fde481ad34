import type { output } from 'zod/v4/core';
import type { needsVerificationSchema } from '#machines/contract/calls/call.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { addressKey } from '#server/http/limits.ts';
import { Refused } from '#server/http/route.ts';
import { asUser, type AuthServices } from './services.ts';
import { findUser } from './store.ts';
import { beginAnew, countTry } from './tries.ts';
import { mailVerification } from './verification.ts';

/**
 * A token for the right password. Unknown addresses and wrong passwords cannot be told apart.
 * @throws Refused 401, 429 after ten tries from one network address, 403 `needsVerificationSchema` with a fresh mail
 */
export async function signIn(
  services: AuthServices,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<ReplyOf<'login'>> {
  const { db, passwords, limits, identity } = services;
  await countTry(limits, email, address);
  const user = await findUser(db.read, { email });
  const isRight = await passwords.isRight(
    password,
    user?.passwordHash ?? null,
    addressKey(address),
  );
  if (user === null || !isRight) throw new Refused(401, MESSAGES.login.wrong);
  await beginAnew(limits, email, address);
  if (!user.isVerified) {
    const isMailed = (await limits.count('mail', `verify:${email}`)) === null;
    if (isMailed) await mailVerification(services, user);
    throw new Refused(403, MESSAGES.login.verifyFirst, {
      code: 'needs-verification',
      also: {
        requiresVerification: true,
        email: user.email,
        verificationEmailSent: isMailed,
      } satisfies Omit<output<typeof needsVerificationSchema>, 'error' | 'code' | 'details'>,
    });
  }
  return { token: identity.sign(user), user: asUser(user) };
}
