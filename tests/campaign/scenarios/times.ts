/** Measurements for a meaningful median. */
export const REPEATS = 25;

/** How long an act takes, ms. */
export async function tookMs(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await act();
  return performance.now() - from;
}

/** @throws Error when there are no times */
export function median(times: readonly number[]): number {
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  if (middle === undefined) throw new Error('There are no times.');
  return middle;
}

/** Measures an act while this many clients repeat a request. */
export async function beside(
  others: number,
  ask: () => Promise<void>,
  act: () => Promise<number>,
): Promise<number[]> {
  const ending = new AbortController();
  const asking = Array.from({ length: others }, async () => {
    while (!ending.signal.aborted) await ask();
  });
  // The flood has begun when each client has got a reply.
  await ask();
  const times: number[] = [];
  for (let time = 0; time < REPEATS; time += 1) times.push(await act());
  ending.abort();
  await Promise.all(asking);
  return times;
}
