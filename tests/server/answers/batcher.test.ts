import { expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnavailable } from '#server/db/errors.ts';
import { createBatcher } from '#server/answering/batcher.ts';

/** A batch run whose outcome the test decides. */
function held() {
  const runs: {
    readonly items: readonly number[];
    readonly end: (results: readonly string[]) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      runs.push({ items, end: resolve, fail: reject });
    });
  const begun = async (count: number) => {
    for (let turns = 0; runs.length < count && turns < 100; turns += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect(runs.length).toBe(count);
  };
  const last = () => runs.at(-1) ?? { items: [], end: () => {}, fail: () => {} };
  return { run, runs, begun, last };
}

const named = (items: readonly number[]) => items.map((item) => `#${item}`);

it('collects what arrives during a run for the next one, up to a limit', async () => {
  const { run, runs, begun, last } = held();
  const decide = createBatcher({ run, maxBatch: 3, maxWaiting: 10 });
  const first = [1, 2].map(decide);
  await begun(1);
  const later = [3, 4, 5, 6].map(decide);
  last().end(named(last().items));
  expect(await Promise.all(first)).toEqual(['#1', '#2']);
  await begun(2);
  last().end(named(last().items));
  await begun(3);
  last().end(named(last().items));
  expect(await Promise.all(later)).toEqual(['#3', '#4', '#5', '#6']);
  expect(runs.map(({ items }) => items)).toEqual([[1, 2], [3, 4, 5], [6]]);
});

it('collects a larger batch in the pause after a run, but does not hold up a full one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { run, runs, begun, last } = held();
  const decide = createBatcher({
    run,
    maxBatch: 3,
    maxWaiting: 10,
    restMs: (tookMs) => 2 * tookMs,
  });
  const all = [1].map(decide);
  await begun(1);
  await vi.advanceTimersByTimeAsync(10);
  last().end(named(last().items));
  await vi.advanceTimersByTimeAsync(19);
  all.push(...[2, 3].map(decide));
  expect(runs.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  all.push(...[4, 5, 6].map(decide));
  await vi.advanceTimersByTimeAsync(10);
  last().end(named(last().items));
  await begun(3);
  last().end(named(last().items));
  expect(await Promise.all(all)).toEqual(['#1', '#2', '#3', '#4', '#5', '#6']);
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3], [4, 5, 6]]);
});

it('fails everything in a failed run, and continues with the next', async () => {
  const { run, begun, last } = held();
  const decide = createBatcher({ run, maxBatch: 2, maxWaiting: 10 });
  const all = Promise.allSettled([1, 2, 3].map(decide));
  await begun(1);
  last().fail(new Error('disk'));
  await begun(2);
  last().end(named(last().items));
  expect(await all).toEqual([
    { status: 'rejected', reason: new Error('disk') },
    { status: 'rejected', reason: new Error('disk') },
    { status: 'fulfilled', value: '#3' },
  ]);
});

it('refuses only what exceeds the limit', async () => {
  const { run, begun, last } = held();
  const decide = createBatcher({ run, maxBatch: 2, maxWaiting: 2 });
  const taken = [1, 2].map(decide);
  await expect(decide(3)).rejects.toBeInstanceOf(StoreUnavailable);
  await begun(1);
  last().end(named(last().items));
  expect(await Promise.all(taken)).toEqual(['#1', '#2']);
});

it('never treats a missing result as success', async () => {
  const { run, begun, last } = held();
  const decide = createBatcher({ run, maxBatch: 2, maxWaiting: 2 });
  const both = Promise.allSettled([1, 2].map(decide));
  await begun(1);
  last().end(['#1']);
  expect(await both).toEqual([
    { status: 'fulfilled', value: '#1' },
    { status: 'rejected', reason: new Error('an item of a batch was not decided') },
  ]);
});
