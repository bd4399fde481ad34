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

it('opens after five failures in a row, for half a minute', () => {
  expect(failed(6)).toEqual([0, 0, 0, 0, 0, 30_000]);
  now += 29_999;
  expect(tries(true)).toEqual([1]);
  now += 1;
  expect(tries(true)).toEqual([0]);
});

it('resets its failures on a success', () => {
  failed(4);
  tries(true);
  expect(failed(5)).toEqual([0, 0, 0, 0, 0]);
});

it('ignores an aborted attempt', () => {
  failed(4);
  expect(tries(null, null, false, true)).toEqual([0, 0, 0, 30_000]);
});

it('lets one attempt decide after the pause', () => {
  failed(5);
  now += 30_000;
  expect(breaker.enter()).toBe(0);
  expect(breaker.enter()).toBe(30_000);
  breaker.ended(false);
  expect(breaker.enter()).toBe(30_000);
  now += 30_000;
  expect(tries(true, true, false)).toEqual([0, 0, 0]);
});

it('lets another attempt decide if the first was aborted', () => {
  failed(5);
  now += 30_000;
  expect(tries(null, null, true)).toEqual([0, 0, 0]);
});

it('does not pause longer after a clock was set back', () => {
  failed(5);
  now -= 3_600_000;
  expect(tries(true)).toEqual([0]);
});
