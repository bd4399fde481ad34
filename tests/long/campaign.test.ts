import { expect, it } from 'vitest';
import { framesOn } from '#tests/campaign/frames.ts';
import { requestsOn } from '#tests/campaign/requests.ts';
import { stormOn } from '#tests/campaign/storm.ts';

const BUDGET_MS = 5_000;

it.each([
  [requestsOn('sqlite'), /\d{2,} requests \(.*200: \d+.*401: \d+/u],
  [framesOn('sqlite'), /\d{2,} lines, 0 refused, [1-9]\d* events told/u],
  [
    stormOn('sqlite', { players: 60, durationMs: 10_000 }),
    /a process is .*\d{2,} answers acknowledged/su,
  ],
])('no fault is found in the product, with $name', async ({ run }, done) => {
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  expect(await run({ seed: 1, budgetMs: BUDGET_MS, log })).toEqual([]);
  expect(lines.join('\n')).toMatch(done);
});
