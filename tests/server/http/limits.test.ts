import { m } from 'messages';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import type { Call } from '#machines/contract/call.ts';
import { CALL_NAMES, callPath, calls } from '#machines/contract/calls.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type CallServices, registerCalls } from '#server/http/calls.ts';
import { LocalCounters } from '#server/http/counters.ts';
import { addressKey, createLimits, type Limits } from '#server/http/limits.ts';
import { createIdentity } from '#server/http/identity.ts';
import { ApiError } from '#server/http/route.ts';
import { createHttp } from '#server/http/server.ts';
import { createLog } from '#server/log.ts';
import { countAttempt, clearAttempts } from '#server/account/sign-in-attempts.ts';

const MINUTE_MS = 60_000;

describe('counting', () => {
  it('resets when the window of the first count ends', () => {
    let now = 1_000;
    const counters = new LocalCounters(() => now);
    expect(counters.hit('rule', 'a', 100)).toEqual({ count: 1, endsInMs: 100 });
    now += 99;
    expect(counters.hit('rule', 'a', 100)).toEqual({ count: 2, endsInMs: 1 });
    expect(counters.hit('rule', 'b', 100)).toEqual({ count: 1, endsInMs: 100 });
    now += 1;
    expect(counters.hit('rule', 'a', 100)).toEqual({ count: 1, endsInMs: 100 });
  });

  it('ends with a clock that was set back', () => {
    let now = 1_000_000;
    const counters = new LocalCounters(() => now);
    counters.hit('rule', 'a', 100);
    now = 0;
    expect(counters.hit('rule', 'a', 100)).toEqual({ count: 1, endsInMs: 100 });
  });

  it('is bounded: expired entries go first, then the lowest counts, the oldest of them', () => {
    let now = 0;
    const counters = new LocalCounters(() => now, 3);
    const hit = (key: string, ms = 100) => counters.hit('rule', key, ms).count;
    hit('over', 10);
    hit('oldest');
    hit('older');
    now = 10;
    hit('new');
    expect(hit('oldest')).toBe(2);
    hit('newer');
    expect([hit('oldest'), hit('new'), hit('newer')]).toEqual([3, 2, 2]);
    expect(hit('older')).toBe(1);
  });

  it('keeps a high count through a flood of new keys, and the counts of other rules', () => {
    const counters = new LocalCounters(() => 0, 1_000);
    const flood = (rule: string) => {
      for (let key = 0; key < 10_000; key += 1) counters.hit(rule, `flood${key}`, 100);
    };
    for (let tries = 0; tries < 10; tries += 1) counters.hit('rule', 'guessed', 100);
    counters.hit('other', 'once', 100);
    flood('rule');
    expect(counters.hit('rule', 'guessed', 100).count).toBe(11);
    expect(counters.hit('other', 'once', 100).count).toBe(2);
    // The flood's own counts are dropped instead.
    expect(counters.has('rule', 'flood0')).toBe(false);
    expect(counters.has('rule', 'flood9999')).toBe(true);
  });
});

describe('a limit', () => {
  it('refuses with the seconds to wait, and can be cleared', async () => {
    const local = new LocalCounters(() => 0);
    const limits = createLimits(local);
    for (let count = 0; count < 10; count += 1) await limits.consume('signIn', 'a');
    const refused = await limits.consume('signIn', 'a').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 429, more: { retryAfterS: 300 } });
    await limits.consume('signIn', 'b');
    await limits.clear('signIn', 'a');
    await limits.consume('signIn', 'a');
    expect(await limits.count('mail', 'a')).toBeNull();
  });

  it('of answers permits honest retries and stops a script', async () => {
    const local = new LocalCounters(() => 0);
    const limits = createLimits(local);
    for (let count = 0; count < 60; count += 1) limits.consumeHere('answer', 'a');
    expect(() => limits.consumeHere('answer', 'a')).toThrow(m.serverTooMany());
    expect(() => limits.consumeHere('answer', 'b')).not.toThrow();
  });

  it('of the model caps costs, for all admins together, until the day is over', async () => {
    let now = 0;
    const local = new LocalCounters(() => now);
    const limits = createLimits(local);
    for (let count = 0; count < 2_000; count += 1)
      expect(await limits.count('modelDay', 'all')).toBeNull();
    expect(await limits.count('modelDay', 'all')).toBe(24 * 60 * 60);
    now += 24 * 60 * MINUTE_MS;
    expect(await limits.count('modelDay', 'all')).toBeNull();
  });

  it('of an account permits a busy producer and stops a flood', () => {
    let now = 0;
    const local = new LocalCounters(() => now);
    const limits = createLimits(local);
    const flood = () => {
      for (let count = 0; count < 3_001; count += 1) limits.consumeHere('account', 'a');
    };
    expect(flood).toThrow(ApiError);
    expect(() => limits.consumeHere('account', 'b')).not.toThrow();
    now += MINUTE_MS;
    expect(() => limits.consumeHere('account', 'a')).not.toThrow();
  });
});

describe('10,000 users behind one address', () => {
  const ADDRESS = '127.0.0.1';

  it('sign in, each to their own account', async () => {
    const local = new LocalCounters(() => 0);
    const limits = createLimits(local);
    const signInAll = async () => {
      for (let person = 0; person < 10_000; person += 1) {
        limits.consumeHere('address', ADDRESS);
        await limits.consume('signInAddress', ADDRESS);
        await countAttempt(limits, `person${person}@show.example`, {
          address: ADDRESS,
          deviceId: null,
        });
      }
    };
    await expect(signInAll()).resolves.toBeUndefined();
  });

  it('open the page, register, request mails again, confirm and sign in', async () => {
    const { limits, ask } = openFixture();
    const others = { address: 3 * 9_999, mailAddress: 2 * 9_999, signInAddress: 9_999 } as const;
    for (const rule of ['address', 'mailAddress', 'signInAddress'] as const)
      for (let count = 0; count < others[rule]; count += 1) await limits.count(rule, ADDRESS);
    const arriving = ['config', 'register', 'resendVerification', 'verifyEmail', 'login'] as const;
    for (const name of arriving) {
      const { method, path }: Call = calls[name];
      expect([name, await ask(path, undefined, method)]).not.toEqual([name, 429]);
    }
  });

  it("play by account, even if unauthenticated clients there have used up the address's limit", async () => {
    const { limits, ask } = openFixture();
    const board = '/api/game-sessions/leaderboard/g1';
    for (let count = 0; count < 30_000; count += 1) limits.consumeHere('address', ADDRESS);
    expect([await ask(board), await ask(board, 'ann')]).toEqual([429, 200]);
    // An account that floods is stopped in all calls, and no other account is.
    for (let count = 0; count < 2_999; count += 1) limits.consumeHere('account', 'ann');
    expect([await ask(board, 'ann'), await ask(board, 'ben')]).toEqual([429, 200]);
    expect(await ask('/api/game-sessions/admin/stats', 'ann')).toBe(429);
    expect(await ask('/api/game-sessions/admin/stats', 'ben')).toBe(403);
  });

  it('are limited by nothing of the address in any call while signed in', async () => {
    const { limits, ask } = openFixture();
    const useUp = async (rule: Parameters<Limits['count']>[0], key: string): Promise<void> => {
      let waitS: number | null = null;
      while (waitS === null) waitS = await limits.count(rule, key);
    };
    for (const rule of ['address', 'signInAddress', 'mailAddress'] as const)
      await useUp(rule, ADDRESS);
    const heldUp: Record<string, readonly string[]> = {};
    for (const name of CALL_NAMES) {
      const { method, path }: Call = calls[name];
      for (const rule of ['paymentAddress', 'model'] as const)
        await useUp(rule, `${path}:${ADDRESS}`);
      const url = callPath(path, DEFAULT_BRAND, {
        id: 'i1',
        userId: 'ann',
        gameSessionId: 'g1',
        questionId: 'q1',
      });
      const who = [undefined, ...Object.keys(PEOPLE)];
      const statuses = await Promise.all(who.map((id) => ask(url, id, method)));
      heldUp[name] = who.flatMap((id, index) =>
        statuses[index] === 429 ? [id ?? 'a stranger'] : [],
      );
    }
    expect(heldUp).toEqual(Object.fromEntries(CALL_NAMES.map((name) => [name, ['a stranger']])));
  });
});

describe('a device with a control token', () => {
  it('is counted by its token, and clients that guess tokens by address, before the store is queried', async () => {
    const asked: string[] = [];
    const maker = {
      id: 'zoe',
      name: 'zoe',
      email: 'zoe@show.example',
      roleId: ROLE.admin,
      version: 0,
    };
    const { limits, send } = openFixture((token) => {
      asked.push(token);
      const isGood = token === 'control_good';
      return Promise.resolve(isGood ? { id: 'deck', name: 'Deck', caller: maker } : null);
    });
    const isHeldUp = async (token: string) => (await send({ url: '/api/v1/state', token })) === 429;
    expect([await isHeldUp('control_good'), await isHeldUp('control_guess')]).toEqual([
      false,
      false,
    ]);
    for (let count = 0; count < 30_000; count += 1) await limits.count('address', '127.0.0.1');
    asked.length = 0;
    expect([await isHeldUp('control_guess'), await isHeldUp('control_good')]).toEqual([
      true,
      false,
    ]);
    for (let count = 0; count < 900; count += 1) await limits.count('control', 'deck');
    expect(await isHeldUp('control_good')).toBe(true);
    expect(asked).toEqual(['control_good']);
  });
});

const PEOPLE = { ann: ROLE.home, ben: ROLE.contestant, zoe: ROLE.admin } as const;
const isPerson = (id: string): id is keyof typeof PEOPLE => Object.hasOwn(PEOPLE, id);
const accountOf = (id: string) =>
  isPerson(id)
    ? [{ id, name: id, email: `${id}@show.example`, roleId: PEOPLE[id], version: 0 }]
    : [];
interface Sent {
  readonly url: string;
  readonly token?: string | undefined;
  readonly method?: Call['method'] | undefined;
}
/** The server's calls with limits of their own, for these users. */
function openFixture(
  identifyController: CallServices['identifyController'] = () => Promise.resolve(null),
) {
  const local = new LocalCounters(() => 0);
  const limits = createLimits(local);
  const identity = createIdentity({
    secret: 'a secret of the tests with enough bytes in it',
    now: () => 0,
    readAccounts: async (ids) => Promise.resolve(ids.flatMap(accountOf)),
  });
  const http = createHttp({
    config: { appUrl: 'http://localhost:3000', trustProxy: false },
    log: createLog('silent'),
    now: () => 0,
    measure: () => {},
  });
  onTestFinished(() => http.close());
  const handlers = CALL_NAMES.map((name) => [name, () => Promise.resolve([])] as const);
  registerCalls(http, new Map(handlers), {
    brand: DEFAULT_BRAND,
    identity,
    limits,
    audit: { recordLater: () => {}, record: () => Promise.resolve() },
    identifyController,
    produces: () => Promise.resolve(false),
  });
  const send = async ({ url, token, method = 'GET' }: Sent): Promise<number> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await http.inject({ url, headers, method })).statusCode;
  };
  const ask = (url: string, id?: string, method?: Call['method']): Promise<number> => {
    const [account] = id === undefined ? [] : accountOf(id);
    return send({ url, method, token: account && identity.sign(account) });
  };
  return { limits, ask, send };
}

describe('tries of one account', () => {
  const EMAIL = 'owner@show.example';
  const setUp = () => {
    const clock = { now: 0 };
    const local = new LocalCounters(() => clock.now);
    const limits = createLimits(local);
    const isRefused = (address: string, deviceId: string | null = null): Promise<boolean> =>
      countAttempt(limits, EMAIL, { address, deviceId }).then(
        () => false,
        () => true,
      );
    return { clock, limits, isRefused };
  };

  it('from one address block that address only, for a while', async () => {
    const { clock, isRefused } = setUp();
    for (let count = 0; count < 10; count += 1) expect(await isRefused('10.0.0.1')).toBe(false);
    expect([await isRefused('10.0.0.1'), await isRefused('10.0.0.2')]).toEqual([true, false]);
    clock.now += 5 * MINUTE_MS;
    expect(await isRefused('10.0.0.1')).toBe(false);
  });

  it('from a browser that has signed in before are counted separately, and limited as well', async () => {
    const { isRefused } = setUp();
    const address = '10.0.0.1';
    for (let count = 0; count < 11; count += 1) await isRefused(address);
    for (let place = 0; place < 100; place += 1) await isRefused(`10.0.1.${place}`);
    const own: boolean[] = [];
    for (let count = 0; count < 12; count += 1) own.push(await isRefused(address, 'd1'));
    expect(own).toEqual([...Array(10).fill(false), true, true]);
    expect(await isRefused(address, 'd2')).toBe(false);
  });

  it('from everywhere are slowed, but never where the owner has signed in before', async () => {
    const { clock, limits, isRefused } = setUp();
    await clearAttempts(limits, EMAIL, { address: '10.0.0.1', deviceId: null });
    const tries: boolean[] = [];
    for (let place = 0; place < 110; place += 1) tries.push(await isRefused(`10.0.1.${place}`));
    expect(tries).toEqual([...Array(100).fill(false), ...Array(10).fill(true)]);
    expect(await isRefused('10.0.0.1')).toBe(false);
    // A place where the password was reset is known, too.
    expect(await isRefused('10.0.0.2')).toBe(true);
    await clearAttempts(limits, EMAIL, { address: '10.0.0.2', deviceId: null });
    expect(await isRefused('10.0.0.2')).toBe(false);
    clock.now += 60 * MINUTE_MS;
    expect(await isRefused('10.0.2.1')).toBe(false);
  });
});

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('treats %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
