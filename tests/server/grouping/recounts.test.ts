import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecounts } from '#server/results/grouping/recounts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Recounts that take `tookMs` each. `log` records the start and the game session of each. */
function counting(tookMs: number, results: (boolean | Error)[] = []) {
  const log: string[] = [];
  const errors: string[] = [];
  const began = performance.now();
  const recounts = createRecounts({
    recount: async (gameSessionId) => {
      log.push(`${Math.round(performance.now() - began)} ${gameSessionId}`);
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      const result = results.shift() ?? false;
      if (result instanceof Error) throw result;
      return result;
    },
    log: { error: (_details, message) => void errors.push(message) },
  });
  return { recounts, log, errors };
}

it('recounts run soon after the first answer, once for all answers until then', async () => {
  const { recounts, log } = counting(10);
  recounts.request('a');
  await vi.advanceTimersByTimeAsync(100);
  recounts.request('a');
  recounts.request('b');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(log).toEqual(['150 a', '250 b']);
});

it('recounts pause 300 ms, or twice as long as the last one took, and 2 s at most', async () => {
  for (const [tookMs, expected] of [
    [10, ['150 a', '460 a', '770 a']],
    [400, ['150 a', '1350 a', '2550 a']],
    [4_000, ['150 a', '6150 a']],
  ] as const) {
    const { recounts, log } = counting(tookMs);
    const asking = setInterval(() => recounts.request('a'), 50);
    recounts.request('a');
    await vi.advanceTimersByTimeAsync(10_200);
    clearInterval(asking);
    expect(log.slice(0, 3)).toEqual(expected);
    const stopped = recounts.stop();
    await vi.advanceTimersByTimeAsync(tookMs);
    await stopped;
  }
});

it('recounts leave the next one to another process, which has just recounted', async () => {
  const { recounts, log } = counting(10);
  const elsewhere = (tookMs: number) => recounts.recountedElsewhere('a', tookMs);
  expect(elsewhere(10)).toBe(false);
  recounts.request('a');
  await vi.advanceTimersByTimeAsync(400);
  expect(elsewhere(400)).toBe(true);
  await vi.advanceTimersByTimeAsync(900);
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(log).toEqual(['1350 a']);
});

it('recounts say which game sessions they are counting, or will', async () => {
  const { recounts } = counting(10);
  const said = () => ['a', 'b'].filter(recounts.isCounting);
  expect(said()).toEqual([]);
  recounts.request('a');
  expect(said()).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(155);
  expect(said()).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(10);
  expect(said()).toEqual([]);
  recounts.request('a');
  expect(said()).toEqual(['a']);
});

it('recounts that a decision waits for are not put off by another process', async () => {
  const { recounts, log } = counting(10);
  const counted = recounts.now('a');
  expect(recounts.recountedElsewhere('a', 400)).toBe(false);
  await vi.advanceTimersByTimeAsync(10);
  await counted;
  expect(log).toEqual(['0 a']);
});

it('recounts never run twice at once for a game session, and include answers that arrive during a run, soon after the last', async () => {
  const { recounts, log } = counting(1_000);
  recounts.request('a');
  await vi.advanceTimersByTimeAsync(200);
  recounts.request('a');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(log).toEqual(['150 a', '1450 a']);
});

it('recounts run again after the pause', async () => {
  const { recounts, log } = counting(10);
  recounts.request('a');
  await vi.advanceTimersByTimeAsync(5_000);
  recounts.request('a');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(log).toEqual(['150 a', '5150 a']);
});

it('recounts are retried if they failed or were superseded', async () => {
  const { recounts, log, errors } = counting(10, [new Error('store'), true, false]);
  recounts.request('a');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(log).toEqual(['150 a', '460 a', '770 a']);
  expect(errors).toEqual(['a game session could not be recounted yet']);
});

it('recounts end with the running one when stopped', async () => {
  const { recounts, log } = counting(50);
  recounts.request('a');
  recounts.request('b');
  await vi.advanceTimersByTimeAsync(150);
  recounts.request('a');
  let stopped = false;
  const stopping = recounts.stop().then(() => (stopped = true));
  recounts.request('c');
  await vi.advanceTimersByTimeAsync(40);
  expect(stopped).toBe(false);
  await vi.advanceTimersByTimeAsync(10);
  await stopping;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(log).toEqual(['150 a', '150 b']);
});
