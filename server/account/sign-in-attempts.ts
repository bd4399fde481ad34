import { addressKey, type Limits } from '#server/http/limits.ts';

/** Where an attempt to sign in comes from. */
export interface AttemptSource {
  readonly address: string;
  /** The id of a browser that has signed in to the account before (`devices.ts`), or null. */
  readonly deviceId: string | null;
}

/**
 * Returns the key for counting attempts: a browser that has signed in before, else the account and the network address.
 */
const keyOf = (email: string, { address, deviceId }: AttemptSource): string =>
  deviceId === null ? originKeyOf(email, address) : `device ${deviceId}`;

const originKeyOf = (email: string, address: string): string => `${addressKey(address)} ${email}`;

/**
 * Counts an attempt to sign in. A browser that has signed in before has its own count. At a network address where the
 * account has signed in before, only the attempts from that address count, so that attackers elsewhere cannot lock out
 * the owner.
 * @throws ApiError 429
 */
export async function countAttempt(
  limits: Limits,
  email: string,
  from: AttemptSource,
): Promise<void> {
  await limits.consume('signIn', keyOf(email, from));
  if (from.deviceId !== null) return;
  const isKnown = await limits.has('signedIn', originKeyOf(email, from.address));
  if (!isKnown) await limits.consume('signInAccount', email);
}

/**
 * Clears the failed attempts after a right password, and remembers that the account has signed in from this address.
 */
export async function clearAttempts(
  limits: Limits,
  email: string,
  from: AttemptSource,
): Promise<void> {
  await limits.clear('signIn', keyOf(email, from));
  await limits.count('signedIn', originKeyOf(email, from.address));
}
