import { describe, expect, it } from 'vitest';
import { LocalCounters, localOnly } from '#server/http/counters.ts';
import { addressKey, createLimits } from '#server/http/limits.ts';
import { Refused } from '#server/http/route.ts';

const MINUTE_MS = 60_000;

describe('counting', () => {
  it('begins anew when the window of the first time ends', () => {
    let now = 1_000;
    const counters = new LocalCounters(() => now);
    expect(counters.hit('a', 100)).toEqual({ count: 1, endsInMs: 100 });
    now += 99;
    expect(counters.hit('a', 100)).toEqual({ count: 2, endsInMs: 1 });
    expect(counters.hit('b', 100)).toEqual({ count: 1, endsInMs: 100 });
    now += 1;
    expect(counters.hit('a', 100)).toEqual({ count: 1, endsInMs: 100 });
  });

  it('ends with a clock that was set back', () => {
    let now = 1_000_000;
    const counters = new LocalCounters(() => now);
    counters.hit('a', 100);
    now = 0;
    expect(counters.hit('a', 100)).toEqual({ count: 1, endsInMs: 100 });
  });

  it('remembers no more than it may: what is over first, then the oldest', () => {
    let now = 0;
    const counters = new LocalCounters(() => now, 3);
    counters.hit('over', 10);
    counters.hit('oldest', 100);
    counters.hit('older', 100);
    now = 10;
    counters.hit('new', 100);
    expect(counters.hit('oldest', 100).count).toBe(2);
    counters.hit('newer', 100);
    expect(counters.hit('older', 100).count).toBe(2);
    expect(counters.hit('new', 100).count).toBe(2);
    expect(counters.hit('oldest', 100).count).toBe(1);
  });
});

describe('a limit', () => {
  it('refuses with the seconds to wait, and is cleared', async () => {
    const local = new LocalCounters(() => 0);
    const limits = createLimits(local, localOnly(local));
    for (let count = 0; count < 10; count += 1) await limits.take('signIn', 'a');
    const refused = await limits.take('signIn', 'a').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status: 429, more: { retryAfterS: 300 } });
    await limits.take('signIn', 'b');
    await limits.clear('signIn', 'a');
    await limits.take('signIn', 'a');
    expect(await limits.count('mail', 'a')).toBeNull();
  });

  it('of the model ends a bill, for all admins together, until a day is over', async () => {
    let now = 0;
    const local = new LocalCounters(() => now);
    const limits = createLimits(local, localOnly(local));
    for (let count = 0; count < 2_000; count += 1)
      expect(await limits.count('modelDay', 'all')).toBeNull();
    expect(await limits.count('modelDay', 'all')).toBe(24 * 60 * 60);
    now += 24 * 60 * MINUTE_MS;
    expect(await limits.count('modelDay', 'all')).toBeNull();
  });

  it('of an account lets a busy producer be and stops a flood', () => {
    let now = 0;
    const local = new LocalCounters(() => now);
    const limits = createLimits(local, localOnly(local));
    const flood = () => {
      for (let count = 0; count < 3_001; count += 1) limits.takeHere('account', 'a');
    };
    expect(flood).toThrow(Refused);
    expect(() => limits.takeHere('account', 'b')).not.toThrow();
    now += MINUTE_MS;
    expect(() => limits.takeHere('account', 'a')).not.toThrow();
  });
});

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('knows %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
