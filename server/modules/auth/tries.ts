import { addressKey, type Limits } from '#server/http/limits.ts';

/** Under which tries are counted: the account and the network address they come from. */
const keyOf = (email: string, address: string): string => `${addressKey(address)} ${email}`;

/**
 * Counts a try to sign in. Where somebody has signed in to the account before, only the tries from there count, so
 * that nobody elsewhere can shut its owner out.
 * @throws Refused 429
 */
export async function countTry(limits: Limits, email: string, address: string): Promise<void> {
  const key = keyOf(email, address);
  await limits.consume('signIn', key);
  if (!(await limits.has('signedIn', key))) await limits.consume('signInAccount', email);
}

/** Forgets the failed tries after a right password, and remembers that this address has signed in to the account. */
export async function beginAnew(limits: Limits, email: string, address: string): Promise<void> {
  const key = keyOf(email, address);
  await limits.clear('signIn', key);
  await limits.count('signedIn', key);
}
