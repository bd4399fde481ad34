import { expect, it } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import { Refused } from '#server/http/route.ts';
import { createPasswords } from '#server/modules/auth/passwords.ts';

it('keeps argon2id hashes at the recommended cost, each with its own salt', async () => {
  const passwords = createPasswords();
  const [one, two] = [await passwords.hash('the same'), await passwords.hash('the same')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.isRight('the same', one)).toBe(true);
  expect(await passwords.isRight('the samE', one)).toBe(false);
});

it.each([null, '', 'none'])('takes nothing for right where the hash is %j', async (stored) => {
  expect(await createPasswords().isRight('', stored)).toBe(false);
});

it('refuses when too many wait, and goes on afterwards', async () => {
  const passwords = createPasswords({ mostWaiting: 2 });
  const hashes = await Promise.allSettled(
    Array.from({ length: 20 }, () => passwords.hash('a password')),
  );
  const refused = hashes.flatMap((each): unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  expect(refused.length).toBeGreaterThanOrEqual(20 - 4 - 2);
  expect(refused.length).toBeLessThan(20);
  for (const error of refused) {
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({
      status: 503,
      message: MESSAGES.unavailable,
      more: { retryAfterS: 2 },
    });
  }
  expect(await passwords.isRight('a password', await passwords.hash('a password'))).toBe(true);
});

it('is not kept from anybody by who asks for more than all that may wait', async () => {
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const passwords = createPasswords({ mostWaiting: 20, cost });
  const done: string[] = [];
  const ask = (asker: string): Promise<unknown> =>
    passwords.hash('a password', asker).then(() => done.push(asker));
  const flood = Array.from({ length: 60 }, () => ask('flood'));
  const others = [ask('one'), ask('other')];
  const flooded = Promise.allSettled(flood);
  await expect(Promise.all(others)).resolves.toBeDefined();
  const refused = (await flooded).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(60 - 4 - 18);
  expect(done.slice(-6)).toEqual(Array.from({ length: 6 }, () => 'flood'));
});

it('leaves the event loop free', async () => {
  const passwords = createPasswords();
  let isHashing = true;
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (isHashing) setImmediate(count);
  };
  count();
  await Promise.all(Array.from({ length: 8 }, () => passwords.hash('a password')));
  isHashing = false;
  expect(turns).toBeGreaterThan(100);
});
