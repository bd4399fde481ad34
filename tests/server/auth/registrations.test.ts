import { expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { VERIFICATION_LIFETIME_MS } from '#machines/contract/limits.ts';
import {
  deleteExpiredTokens,
  deleteRegistrations,
  findUser,
  hasOtherRegistration,
  insertUser,
} from '#server/account/store.ts';
import { issueSecret } from '#server/account/secrets.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('registrations of one address', (open) => {
  it('stay separate, even after their links have expired, until all are removed together', async () => {
    const db = await open();
    const id = 'ann';
    const email = 'ann@show.example';
    const newest = { name: 'Ann', passwordHash: 'hers' };
    await insertUser(db.write, {
      id,
      name: newest.name,
      email,
      password_hash: newest.passwordHash,
      role_id: ROLE.home,
      verified_at: null,
      created_at: 1,
    });
    const register = (registration: typeof newest) =>
      issueSecret(db.write, { userId: id, purpose: 'verify', email, now: 1, registration });
    const isDoubtful = async () => {
      const user = await findUser(db.read, { email });
      return user !== null && (await hasOtherRegistration(db.read, user));
    };
    await register(newest);
    expect(await isDoubtful()).toBe(false);
    await register({ name: 'Thief', passwordHash: 'of a thief' });
    expect(await isDoubtful()).toBe(true);
    await deleteExpiredTokens(db.write, 2 * VERIFICATION_LIFETIME_MS);
    expect(await isDoubtful()).toBe(true);
    await deleteRegistrations(db, 1);
    expect(await isDoubtful()).toBe(true);
    await deleteRegistrations(db, 2);
    expect(await findUser(db.read, { email })).toBeNull();
  });
});
