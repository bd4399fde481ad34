import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIdentity, type Identity } from '#server/http/identity.ts';
import type { Caller } from '#server/http/route.ts';

const NOW = 1_700_000_000_000;
const account = (id: string, version = 0): Caller => ({
  id,
  name: id,
  email: `${id}@show.example`,
  roleId: 2,
  version,
});

let store: Map<string, Caller>;
let reads: string[][];
let isAway: boolean;
let identity: Identity;
let at: number;
afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  store = new Map();
  reads = [];
  isAway = false;
  at = NOW;
  identity = createIdentity({
    secret: 'a secret of the tests with enough bytes in it',
    now: () => at,
    readAccounts: (ids) => {
      reads.push([...ids]);
      if (isAway) return Promise.reject(new Error('away'));
      return Promise.resolve(ids.flatMap((id) => store.get(id) ?? []));
    },
  });
});

it('reads concurrent requests in one query, and caches them briefly, or as long as the caller allows', async () => {
  const ids = Array.from({ length: 1_200 }, (_, index) => `p${index}`);
  for (const id of ids) store.set(id, account(id));
  const tokens = ids.map((id) => identity.sign(account(id)));
  const found = await Promise.all(tokens.map((token) => identity.identify(token)));
  expect(found.map((each) => each?.caller.id)).toEqual(ids);
  expect(reads.map(({ length }) => length)).toEqual([500, 500, 200]);
  await Promise.all(tokens.map((token) => identity.identify(token)));
  expect(reads).toHaveLength(3);
  vi.advanceTimersByTime(1_000);
  await identity.identify(tokens[0] ?? '', 2_000);
  expect(reads).toHaveLength(3);
  await identity.identify(tokens[0] ?? '');
  expect(reads.slice(3)).toEqual([['p0']]);
});

it('returns the account and the expiry', async () => {
  store.set('ann', { ...account('ann'), name: 'Ann today' });
  expect(await identity.identify(identity.sign(account('ann')))).toEqual({
    caller: { ...account('ann'), name: 'Ann today' },
    expiresAt: NOW + 12 * 3_600_000,
  });
});

it('checks again that a cached token has not expired, and whose it is', async () => {
  store.set('ann', account('ann'));
  const token = identity.sign(account('ann'));
  const knows = async () => (await identity.identify(token)) !== null;
  expect(await knows()).toBe(true);
  at = NOW + 12 * 3_600_000;
  expect(await knows()).toBe(false);
  at = NOW;
  expect(await knows()).toBe(true);
  store.set('ann', account('ann', 1));
  identity.forget('ann');
  expect(await knows()).toBe(false);
  expect(await identity.identify(`${token.slice(0, -4)}AAAA`)).toBeNull();
});

it('checks whether it is still valid', async () => {
  store.set('ann', account('ann'));
  const found = await identity.identify(identity.sign(account('ann')));
  if (found === null) throw new Error('nobody');
  const standing = (now: Caller | null) => {
    if (now === null) store.delete('ann');
    else store.set('ann', now);
    identity.forget('ann');
    return identity.standing(found);
  };
  expect([
    await standing({ ...account('ann'), name: 'Ann today' }),
    await standing(account('ann', 1)),
    await standing({ ...account('ann'), roleId: 3 }),
    await standing(null),
  ]).toEqual(['holds', 'replaced', 'role', 'deleted']);
});

it('gives the reason for refusing a token, and renews it if only the role changed', async () => {
  const token = identity.sign(account('ann'));
  const now = async (stored: Caller | null) => {
    if (stored === null) store.delete('ann');
    else store.set('ann', stored);
    identity.forget('ann');
    const [found, refusal] = [await identity.identify(token), await identity.refusalOf(token)];
    return [found === null ? refusal : found.caller.roleId, (await identity.renew(token))?.caller];
  };
  const ann = account('ann');
  expect([
    await now(account('ann')),
    await now({ ...account('ann'), roleId: 3 }),
    await now({ ...account('ann', 1), roleId: 3 }),
    await now(null),
  ]).toEqual([
    [2, ann],
    ['role', { ...ann, roleId: 3 }],
    ['expired', undefined],
    ['deleted', undefined],
  ]);
  expect([await identity.refusalOf('nonsense'), await identity.renew('nonsense')]).toEqual([
    'expired',
    null,
  ]);
});

it('renews by the stored role, not by the cached one, until the old expiry', async () => {
  store.set('ann', account('ann'));
  const token = identity.sign(account('ann'));
  const before = await identity.identify(token);
  at += 60_000;
  store.set('ann', { ...account('ann'), roleId: 3 });
  const renewed = await identity.renew(token);
  expect(await identity.identify(renewed?.token ?? '')).toEqual({
    ...before,
    caller: { ...before?.caller, roleId: 3 },
  });
  at = (before?.expiresAt ?? 0) - 1;
  expect(await identity.renew(token)).not.toBeNull();
  at += 1;
  expect([await identity.renew(token), await identity.refusalOf(token)]).toEqual([null, 'expired']);
});

it('applies an announced change at once', async () => {
  store.set('ann', account('ann'));
  const token = identity.sign(account('ann'));
  expect(await identity.identify(token)).not.toBeNull();
  store.set('ann', account('ann', 1));
  identity.forget('ann');
  expect(await identity.identify(token)).toBeNull();
  store.delete('ann');
  identity.forget('ann');
  expect(await identity.identify(identity.sign(account('ann', 1)))).toBeNull();
});

it('replies to every request when an account is invalidated while being read', async () => {
  store.set('ann', account('ann'));
  const token = identity.sign(account('ann'));
  const early = identity.identify(token);
  identity.forget('ann');
  const late = identity.identify(token);
  expect((await Promise.all([early, late])).map((each) => each?.caller.id)).toEqual(['ann', 'ann']);
});

it('fails with the store, and queries it again afterwards', async () => {
  store.set('ann', account('ann'));
  const token = identity.sign(account('ann'));
  isAway = true;
  await expect(identity.identify(token)).rejects.toThrow('away');
  isAway = false;
  expect((await identity.identify(token))?.caller.id).toBe('ann');
});

it('makes no query for a malformed token', async () => {
  expect(await identity.identify('nonsense')).toBeNull();
  expect(reads).toEqual([]);
});
