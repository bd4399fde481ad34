import { addressKey, type Limits } from '#server/http/limits.ts';

/** The origin of a try to sign in. */
export interface TrySource {
  readonly address: string;
  /** The id of a browser that has signed in to the account before (`devices.ts`). */
  readonly deviceId: string | null;
}

/** The key that tries are counted by: a browser that has signed in before, else the account and the network address. */
const keyOf = (email: string, { address, deviceId }: TrySource): string =>
  deviceId === null ? placeOf(email, address) : `device ${deviceId}`;

const placeOf = (email: string, address: string): string => `${addressKey(address)} ${email}`;

/**
 * Counts a try to sign in. A browser that has signed in before has tries of its own. At a network address where the account has
 * signed in before, only that address's tries count, so that attackers elsewhere cannot lock out its owner.
 * @throws ApiError 429
 */
export async function countTry(limits: Limits, email: string, from: TrySource): Promise<void> {
  await limits.consume('signIn', keyOf(email, from));
  if (from.deviceId !== null) return;
  const isKnown = await limits.has('signedIn', placeOf(email, from.address));
  if (!isKnown) await limits.consume('signInAccount', email);
}

/** Forgets the failed tries after a right password, and remembers that this address has signed in to the account. */
export async function forgetTries(limits: Limits, email: string, from: TrySource): Promise<void> {
  await limits.clear('signIn', keyOf(email, from));
  await limits.count('signedIn', placeOf(email, from.address));
}
