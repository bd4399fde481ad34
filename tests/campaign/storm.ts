import type { DialectName } from '#server/db/dialect.ts';
import { redisIsMissing } from '#tests/support/redis-server.ts';
import { disturb } from '#tests/support/storm/disturb.ts';
import { startProcesses } from '#tests/support/storm/fixture.ts';
import { runStorm } from '#tests/support/storm/storm.ts';
import type { CampaignOptions, CampaignPart } from './part.ts';

const PLAYERS = 300;
const STORM_MS = 20_000;
/** How long a process may take to complete what a killed process or a lost connection has left undone, ms. */
const SETTLE_MS = 60_000;
/** The difference between the seeds of two rounds. */
const SEED_STEP = 7_919;

/** The part that runs answers, producers' acts and faults at the same time, and compares the result with a model. */
export function stormOn(
  store: DialectName,
  { players = PLAYERS, durationMs = STORM_MS } = {},
): CampaignPart {
  async function round({ seed, log }: CampaignOptions): Promise<readonly string[]> {
    const processes = await startProcesses(store);
    try {
      const { faults, answers, countedAfterMs } = await runStorm(processes, {
        seed,
        players,
        length: { durationMs },
        settleMs: SETTLE_MS,
        log,
        // With PostgreSQL the log has errors, because the storm cuts PostgreSQL and Redis.
        ...(store === 'sqlite' && { output: processes.output }),
        disturb: (isOver, random) => disturb(processes, random, { isOver, log }),
      });
      const counted =
        countedAfterMs === null
          ? 'never counted'
          : `counted after ${Math.round(countedAfterMs)} ms`;
      log(`storm ${seed}: ${answers} answers acknowledged, ${counted}, ${faults.length} faults`);
      return faults.map((fault) => `storm of seed ${seed}: ${fault}`);
    } finally {
      await processes.close();
    }
  }

  return {
    name: 'storm',
    run: async (options) => {
      if (store === 'postgres' && redisIsMissing !== null) {
        options.log(`storm: skipped, ${redisIsMissing}`);
        return [];
      }
      const endsAt = performance.now() + options.budgetMs;
      const faults: string[] = [];
      let { seed } = options;
      do {
        faults.push(...(await round({ ...options, seed })));
        seed += SEED_STEP;
      } while (performance.now() < endsAt);
      return faults;
    },
  };
}
