import type { Limits } from '#server/http/limits.ts';
import { tooMany } from '#server/http/refusals.ts';

/** A requested mail; `requester` is a network address or an account. */
interface MailRequest {
  readonly email: string;
  readonly requester: string;
}

/**
 * Counts a mail. Returns the seconds until the requester's own limit, and the limit of all requesters together, allow
 * another mail; null if they allow it now. A mail beyond the requester's own limit does not count towards the common
 * one.
 */
async function countMail(limits: Limits, { email, requester }: MailRequest) {
  const ownS = await limits.count('mail', `${requester} ${email}`);
  const allS = ownS === null ? await limits.count('mailRecipient', email) : null;
  return { ownS, allS };
}

/**
 * Returns the delay of a registration's mail, ms. The mail is delayed but never refused, so that others cannot keep the
 * owner of the address from registering.
 */
export async function registrationMailDelay(limits: Limits, request: MailRequest): Promise<number> {
  const { ownS, allS } = await countMail(limits, request);
  return (ownS ?? allS ?? 0) * 1_000;
}

/** Returns the delay of a mail, ms. @throws ApiError 429 if the requester has reached their own limit */
export async function mailDelay(limits: Limits, request: MailRequest): Promise<number> {
  const { ownS, allS } = await countMail(limits, request);
  if (ownS !== null) throw tooMany(ownS);
  return (allS ?? 0) * 1_000;
}

/** Whether a mail may be sent at once. */
export async function mayMailNow(limits: Limits, request: MailRequest): Promise<boolean> {
  const { ownS, allS } = await countMail(limits, request);
  return ownS === null && allS === null;
}
