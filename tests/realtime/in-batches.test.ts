import { expect, it } from 'vitest';
import { inSlices } from '#server/in-slices.ts';
import { inBatches } from '#server/realtime/in-batches.ts';

it('yields to the event loop between small batches', async () => {
  const log: string[] = [];
  const telling = inBatches(
    Array.from({ length: 120 }, (_, index) => index),
    (some) => log.push(`${some[0]} to ${some.at(-1)}`),
  );
  setImmediate(() => {
    log.push('an answer');
    setImmediate(() => log.push('another answer'));
  });
  await telling;
  expect(log).toEqual(['0 to 49', '50 to 99', 'an answer', '100 to 119', 'another answer']);
});

it('shares the loop with all other deferred work: one batch of each per turn', async () => {
  const log: string[] = [];
  const crowd = Array.from({ length: 150 }, (_, index) => index);
  function* steps() {
    log.push('counted');
    yield;
  }
  let turns = 0;
  const count = () => {
    turns += 1;
    log.push(`turn ${turns}`);
    if (turns < 5) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([
    inBatches(crowd, () => log.push('one')),
    inBatches(crowd, () => log.push('another')),
    inSlices(steps()),
  ]);
  const between = log
    .slice(log.indexOf('turn 1'))
    .join(' ')
    .split(/turn \d /);
  expect(between.slice(1)).toEqual(['one ', 'another ', 'counted ', 'one ', expect.any(String)]);
});

it('calls nothing for an empty list', async () => {
  const log: unknown[] = [];
  await inBatches([], (some) => log.push(some));
  expect(log).toEqual([]);
});
