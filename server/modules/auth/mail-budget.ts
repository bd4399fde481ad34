import type { Limits } from '#server/http/limits.ts';
import { tooMany } from '#server/http/refusals.ts';

/** Who asks for a mail to whom; `requester` is a network address or an account. */
interface MailRequest {
  readonly email: string;
  readonly requester: string;
}

/**
 * Counts one more mail; answers the seconds until the requester's own share, and what all requesters share, allow another.
 * A request beyond the own share does not count for the others.
 */
async function countMail(limits: Limits, { email, requester }: MailRequest) {
  const ownS = await limits.count('mail', `${requester} ${email}`);
  const allS = ownS === null ? await limits.count('mailRecipient', email) : null;
  return { ownS, allS };
}

/** How long the mail of a registration waits, ms. It is never refused, so that a stranger cannot keep the owner from registering. */
export async function registrationMailDelay(limits: Limits, request: MailRequest): Promise<number> {
  const { ownS, allS } = await countMail(limits, request);
  return (ownS ?? allS ?? 0) * 1_000;
}

/** How long a mail waits, ms. @throws Refused 429 when the requester has used up their own share */
export async function mailDelay(limits: Limits, request: MailRequest): Promise<number> {
  const { ownS, allS } = await countMail(limits, request);
  if (ownS !== null) throw tooMany(ownS);
  return (allS ?? 0) * 1_000;
}

/** Whether a mail may go out at once. */
export async function mayMailNow(limits: Limits, request: MailRequest): Promise<boolean> {
  const { ownS, allS } = await countMail(limits, request);
  return ownS === null && allS === null;
}
