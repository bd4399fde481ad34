import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RecountState, JudgeOutcome } from '#server/results/grouping/judge.ts';
import { createRefinements } from '#server/results/grouping/refinements.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const counted = (gameSessionId: string, mergesVersion = 0): RecountState => ({
  gameSessionId,
  groups: [],
  answerTexts: new Map(),
  judgements: [],
  mustDiffer: () => false,
  mergesVersion,
});

/** Judgements that take a second each. `log` records the start and the game session of each, and the recounts. */
function judging(outcomes: (JudgeOutcome | Error)[] = []) {
  const log: string[] = [];
  const errors: string[] = [];
  const began = performance.now();
  const note = (what: string) => log.push(`${Math.round(performance.now() - began)} ${what}`);
  const refinements = createRefinements({
    judge: async ({ gameSessionId, mergesVersion }, signal) => {
      note(`judge ${gameSessionId}${mergesVersion}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      const outcome = signal.aborted ? 'cancelled' : (outcomes.shift() ?? 'settled');
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    recount: (gameSessionId) => void note(`recount ${gameSessionId}`),
    log: { error: (_details, message) => void errors.push(message) },
  });
  return { refinements, log, errors };
}

it('judgements start shortly after a recount, about its result, one at a time for a game session', async () => {
  const { refinements, log } = judging(['judged', 'settled']);
  refinements.offer(counted('a', 0));
  await vi.advanceTimersByTimeAsync(1_200);
  refinements.offer(counted('a', 1));
  refinements.offer(counted('b', 0));
  await vi.advanceTimersByTimeAsync(1_500);
  refinements.offer(counted('a', 2));
  refinements.offer(counted('a', 3));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log).toEqual(['2000 judge a1', '3000 recount a', '3200 judge b0', '5000 judge a3']);
});

it('judgements request a recount of changed game sessions only, also of those changed by another process', async () => {
  const outcomes = ['judged', 'held', 'stale', 'spent', 'settled', 'cancelled'] as const;
  const { refinements, log } = judging([...outcomes]);
  for (const [index] of outcomes.entries()) {
    refinements.offer(counted(String(index)));
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(log.filter((line) => line.includes('recount'))).toEqual([
    '3000 recount 0',
    '13000 recount 1',
    '23000 recount 2',
  ]);
});

it.each(['refused', 'unanswered', new Error('the store is away')] as const)(
  'judgements pause longer and longer without a result: %s',
  async (outcome) => {
    const { refinements, log, errors } = judging(Array.from({ length: 9 }, () => outcome));
    refinements.offer(counted('a'));
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(log.slice(0, 9).map((line) => Number(line.split(' ')[0]))).toEqual([
      2_000, 8_000, 19_000, 40_000, 81_000, 162_000, 323_000, 624_000, 925_000,
    ]);
    expect(errors.length > 0).toBe(outcome instanceof Error);
    await refinements.stop();
  },
);

it('judgements do not pause longer while another process asks', async () => {
  const { refinements, log } = judging(Array.from({ length: 9 }, () => 'leased' as const));
  refinements.offer(counted('a'));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(log.slice(0, 5).map((line) => Number(line.split(' ')[0]))).toEqual([
    2_000, 8_000, 14_000, 20_000, 26_000,
  ]);
});

it('judgements end at once when stopped', async () => {
  const { refinements, log } = judging(['judged']);
  refinements.offer(counted('a'));
  refinements.offer(counted('b'));
  await vi.advanceTimersByTimeAsync(2_500);
  await refinements.stop();
  refinements.offer(counted('c'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log).toEqual(['2000 judge a0', '2000 judge b0']);
});
