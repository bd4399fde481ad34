import { postgresIsMissing } from '#tests/support/postgres.ts';
import { redisIsMissing } from '#tests/support/redis-server.ts';
import { disturb } from '#tests/support/storm/disturb.ts';
import { startProcesses } from '#tests/support/storm/fixture.ts';
import { runStorm } from '#tests/support/storm/storm.ts';
import { measureDistinct } from './storm-distinct.ts';
import type { CampaignOptions, CampaignPart } from './part.ts';

const ROUND = { players: 300, durationMs: 20_000, latencyMs: 0, isCalm: false };
/** Whoever was killed or lost a line has been missed for so long at most. */
const SETTLE_MS = 60_000;
/** Seeds of one round after the other. */
const SEED_STEP = 7_919;

const DISTINCT_TEXTS = 2_000;
/** Shorter campaigns have no time for figures. */
const LEAST_TO_MEASURE_MS = 300_000;

export interface RoundOptions {
  readonly seed: number;
  readonly log: (line: string) => void;
  readonly players: number;
  readonly durationMs: number;
  /** To PostgreSQL, each way. */
  readonly latencyMs: number;
  /** No faults. */
  readonly isCalm: boolean;
}

/** One storm over two processes with a schema and a Redis of its own; a line each fault. */
export async function stormRound(options: RoundOptions): Promise<readonly string[]> {
  const { seed, log, players, durationMs, latencyMs, isCalm } = options;
  const processes = await startProcesses({ count: 2, latencyMs });
  try {
    const { faults, answers, countedAfterMs } = await runStorm(processes, {
      seed,
      players,
      length: { durationMs },
      settleMs: SETTLE_MS,
      log,
      ...(isCalm
        ? { output: processes.output }
        : { disturb: (isOver, random) => disturb(processes, random, { isOver, log }) }),
    });
    const counted =
      countedAfterMs === null ? 'never counted' : `counted after ${Math.round(countedAfterMs)} ms`;
    log(`storm ${seed}: ${answers} answers acknowledged, ${counted}, ${faults.length} faults`);
    return faults;
  } finally {
    await processes.close();
  }
}

async function run({ seed, budgetMs, log }: CampaignOptions): Promise<readonly string[]> {
  const missing = postgresIsMissing ?? redisIsMissing;
  if (missing !== null) {
    log(`storm: skipped, ${missing}`);
    return [];
  }
  const endsAt = performance.now() + budgetMs;
  const faults: string[] = [];
  if (budgetMs >= LEAST_TO_MEASURE_MS) await measureDistinct(DISTINCT_TEXTS, { seed, log });
  for (let own = seed; performance.now() < endsAt; own += SEED_STEP) {
    const found = await stormRound({ ...ROUND, seed: own, log });
    const replay = `node scripts/run.mjs tests/campaign/storm-cli.ts --seed ${own}`;
    faults.push(...found.map((fault) => `${fault} (${replay})`));
  }
  return faults;
}

/** Answers, producers and faults at the same time, and a model that computes anew what must come of it. */
export const storm: CampaignPart = { name: 'storm', run };
