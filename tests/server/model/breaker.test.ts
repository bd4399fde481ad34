import { beforeEach, expect, it } from 'vitest';
import { type Breaker, createBreaker } from '#server/model/breaker.ts';

let now = 0;
let breaker: Breaker;
beforeEach(() => {
  now = 1_000_000;
  breaker = createBreaker(() => now);
});

const tries = (...results: readonly (boolean | null)[]) =>
  results.map((well) => {
    const waitMs = breaker.enter();
    if (waitMs === 0) breaker.ended(well);
    return waitMs;
  });
const failed = (times: number) => tries(...Array.from({ length: times }, () => false));

it('rests after five failures in a row, and for half a minute', () => {
  expect(failed(6)).toEqual([0, 0, 0, 0, 0, 30_000]);
  now += 29_999;
  expect(tries(true)).toEqual([1]);
  now += 1;
  expect(tries(true)).toEqual([0]);
});

it('forgets failures that a success has followed', () => {
  failed(4);
  tries(true);
  expect(failed(5)).toEqual([0, 0, 0, 0, 0]);
});

it('learns nothing from a try that was broken off', () => {
  failed(4);
  expect(tries(null, null, false, true)).toEqual([0, 0, 0, 30_000]);
});

it('lets one try decide after the rest', () => {
  failed(5);
  now += 30_000;
  expect(breaker.enter()).toBe(0);
  expect(breaker.enter()).toBe(30_000);
  breaker.ended(false);
  expect(breaker.enter()).toBe(30_000);
  now += 30_000;
  expect(tries(true, true, false)).toEqual([0, 0, 0]);
});

it('lets another try decide when the first was broken off', () => {
  failed(5);
  now += 30_000;
  expect(tries(null, null, true)).toEqual([0, 0, 0]);
});

it('does not rest longer because a clock was set back', () => {
  failed(5);
  now -= 3_600_000;
  expect(tries(true)).toEqual([0]);
});
