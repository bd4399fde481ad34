import { expect, it, onTestFinished } from 'vitest';
import { postgresIsMissing } from '#tests/support/postgres.ts';
import { redisIsMissing } from '#tests/support/redis-server.ts';
import { SEED_SECRET } from '#tests/support/seed.ts';
import { startTestServer } from '#tests/support/server.ts';
import { startProcesses } from '#tests/support/storm/fixture.ts';
import { runStorm } from '#tests/support/storm/storm.ts';

const missing = postgresIsMissing ?? redisIsMissing;

it('agrees with the model if acts happen one after another', async () => {
  const server = await startTestServer({ env: { JWT_SECRET: SEED_SECRET } });
  onTestFinished(() => server.close());
  const fixture = { urls: [server.url], db: server.db };
  const quiet = { players: 40, length: { acts: 450 }, settleMs: 30_000 };
  const { faults, answers } = await runStorm(fixture, { ...quiet, seed: 1 });
  expect(faults).toEqual([]);
  expect(answers).toBeGreaterThan(60);
});

it.skipIf(missing !== null)(
  `two processes in a storm answer and count by the rules, ${missing ?? 'with PostgreSQL and Redis'}`,
  { timeout: 600_000 },
  async () => {
    const processes = await startProcesses('postgres', 2);
    onTestFinished(processes.close);
    const options = {
      isBusy: true,
      seed: 11,
      players: 80,
      length: { durationMs: 20_000 },
      settleMs: 60_000,
    };
    const { faults, answers } = await runStorm(processes, options);
    expect(faults).toEqual([]);
    expect(answers).toBeGreaterThan(100);
  },
);
