import { expect, it } from 'vitest';
import { inTurns } from '#server/realtime/in-turns.ts';

it('tells a crowd in small turns, between which others have theirs', async () => {
  const log: string[] = [];
  const telling = inTurns(
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

it('tells nobody where nobody is', async () => {
  const log: unknown[] = [];
  await inTurns([], (some) => log.push(some));
  expect(log).toEqual([]);
});
