import { m } from 'messages';
import { expect, it } from 'vitest';
import { ApiError } from '#server/http/route.ts';
import { createPasswords } from '#server/account/passwords.ts';

it('keeps argon2id hashes at the recommended cost, each with its own salt', async () => {
  const passwords = createPasswords();
  const [one, two] = [await passwords.hash('the same'), await passwords.hash('the same')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.isRight('the same', one)).toBe(true);
  expect(await passwords.isRight('the samE', one)).toBe(false);
});

it.each([null, '', 'none'])('refuses every password if the hash is %j', async (stored) => {
  expect(await createPasswords().isRight('', stored)).toBe(false);
});

it('refuses requests when the queue is full, and recovers afterwards', async () => {
  const passwords = createPasswords({ mostWaiting: 2 });
  const hashes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => passwords.hash('a password', `network ${index}`)),
  );
  const refused = hashes.flatMap((each): unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  expect(refused.length).toBeGreaterThanOrEqual(20 - 4 - 2);
  expect(refused.length).toBeLessThan(20);
  for (const error of refused) {
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 503,
      message: m.serverUnavailable(),
      more: { retryAfterS: 2 },
    });
  }
  expect(await passwords.isRight('a password', await passwords.hash('a password'))).toBe(true);
});

it('serves other clients when one sends more requests than the queue holds', async () => {
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

it('hashes a sign-in as soon as a running hash ends, even if many registrations wait', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('a password');
  let registered = 0;
  const registrations = Array.from({ length: 40 }, async (_, index) => {
    await passwords.hash('a password', `network ${index}`, 'registration');
    registered += 1;
  });
  expect(await passwords.isRight('a password', stored, 'network 1')).toBe(true);
  // At most four run at once, and as many again may end while the sign-in is hashed.
  expect(registered).toBeLessThan(20);
  await Promise.all(registrations);
});

/** Returns how many of twelve hashes start before one has ended. */
async function startedAtOnce(isAnswering: boolean): Promise<number> {
  let started = 0;
  const cost = {
    get memoryCost() {
      started += 1;
      return 8;
    },
    timeCost: 1,
    parallelism: 1,
  };
  const passwords = createPasswords({ cost, isAnswering: () => isAnswering });
  const hashes = Array.from({ length: 12 }, () => passwords.hash('a password'));
  // A hash ends in a later turn of the event loop.
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
  const atOnce = started;
  await Promise.all(hashes);
  return atOnce;
}

it('hashes one password fewer at once while players answer', async () => {
  expect(await startedAtOnce(true)).toBe(Math.max(1, (await startedAtOnce(false)) - 1));
});

it('serves registrations while sign-ins keep coming', async () => {
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const passwords = createPasswords({ cost });
  const stored = await passwords.hash('a password');
  const state = { isRegistered: false, signIns: 0 };
  const signIns = Array.from({ length: 4 }, async () => {
    while (!state.isRegistered && state.signIns < 10_000) {
      await passwords.isRight('a password', stored, 'home');
      state.signIns += 1;
    }
  });
  await passwords.hash('a password', 'hall', 'registration');
  state.isRegistered = true;
  await Promise.all(signIns);
  expect(state.signIns).toBeLessThan(10_000);
});

it('refuses one network more than its share of a queue with 429, and leaves room for others', async () => {
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const passwords = createPasswords({ mostWaiting: 20, cost });
  const flood = Promise.allSettled(
    Array.from({ length: 60 }, () => passwords.hash('a password', 'flood', 'registration')),
  );
  const signIn = passwords.isRight('a password', null, 'flood');
  expect(() => passwords.checkRoom('flood')).not.toThrow();
  const other = passwords.hash('a password', 'other', 'registration');
  await expect(signIn).resolves.toBe(false);
  await expect(other).resolves.toMatch(/^\$argon2id/);
  const refused = (await flood).flatMap((each): unknown[] =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  expect(refused.length).toBeGreaterThanOrEqual(60 - 4 - 15);
  for (const error of refused)
    expect(error).toMatchObject({ status: 429, more: { retryAfterS: 2 } });
});

it('refuses a sign-in of a network with a full share before it is read', async () => {
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const passwords = createPasswords({ mostWaiting: 20, cost });
  const flood = Array.from({ length: 60 }, () => passwords.isRight('a password', null, 'flood'));
  const settled = Promise.allSettled(flood);
  await Promise.any(flood);
  const waiting = Array.from({ length: 60 }, () => passwords.hash('a password', 'flood'));
  expect(() => passwords.checkRoom('flood')).toThrow(expect.objectContaining({ status: 429 }));
  expect(() => passwords.checkRoom('other')).not.toThrow();
  await Promise.allSettled([settled, ...waiting]);
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
