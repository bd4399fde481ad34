import { expect, it } from 'vitest';
import { createTurns } from '#server/http/requester-queue.ts';

it('runs few at a time, and lets requesters take turns', async () => {
  const inTurn = createTurns({ atOnce: 1, most: 10 });
  const done: string[] = [];
  let running = 0;
  const work = (requester: string) =>
    inTurn(requester, async () => {
      running += 1;
      await Promise.resolve();
      expect(running).toBe(1);
      running -= 1;
      done.push(requester);
    });
  await Promise.all(['hall', 'hall', 'hall', 'home'].map(work));
  expect(done).toEqual(['hall', 'hall', 'home', 'hall']);
});

it('goes on after a failure, and refuses what has no room', async () => {
  const inTurn = createTurns({ atOnce: 1, most: 4 });
  const fails = inTurn('hall', () => Promise.reject(new Error('no')));
  const others = Array.from({ length: 4 }, () => inTurn('hall', () => Promise.resolve('in')));
  await expect(fails).rejects.toThrow('no');
  const settled = await Promise.allSettled(others);
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
});
