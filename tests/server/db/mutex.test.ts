import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '#server/db/errors.ts';
import { Mutex } from '#server/db/mutex.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives turns in the order of requests, one at a time', async () => {
  const turns = new Mutex();
  const order: string[] = [];
  const work = async (name: string) => {
    await turns.take();
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    turns.pass();
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('refuses a request that has waited 10 s, and continues with the next', async () => {
  const turns = new Mutex();
  await turns.take();
  const late = Promise.allSettled([turns.take()]);
  await vi.advanceTimersByTimeAsync(9_000);
  const patient = turns.take();
  await vi.advanceTimersByTimeAsync(1_000);
  const [result] = await late;
  expect(result).toEqual({ status: 'rejected', reason: expect.any(StoreUnavailable) });
  turns.pass();
  await patient;
});

it('refuses at once when 20,000 wait', async () => {
  const turns = new Mutex();
  await turns.take();
  const waiting = Array.from({ length: 20_000 }, () => turns.take());
  expect(() => turns.take()).toThrow(StoreUnavailable);
  for (const turn of waiting) {
    turns.pass();
    await turn;
  }
});

it('ends after earlier requests, and refuses later ones', async () => {
  const turns = new Mutex();
  await turns.take();
  const before = turns.take();
  const end = turns.end();
  expect(() => turns.take()).toThrow(StoreUnavailable);
  turns.pass();
  await before;
  turns.pass();
  await end;
});
