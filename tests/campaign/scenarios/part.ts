import { diceOf } from '../dice.ts';
import { Findings } from '../findings.ts';
import type { StoreName } from '../fixture.ts';
import type { CampaignPart } from '../part.ts';
import { edgeScenarios } from './edge.ts';
import { openStage, type Scenario } from './stage.ts';

const SCENARIOS: readonly Scenario[] = [...edgeScenarios];

/** Every scenario in turn, each on a server of its own, as often as the time allows and at least once. */
export function scenariosOn(store: StoreName): CampaignPart {
  return {
    name: 'scenarios',
    run: async ({ seed, budgetMs, log }) => {
      const findings = new Findings();
      const endsAt = performance.now() + budgetMs;
      let round = 0;
      do {
        for (const scenario of SCENARIOS)
          findings.add(
            await play(scenario, store, seed + round),
            scenario.name,
            (fault) => `${scenario.name}: ${fault}`,
          );
        round += 1;
      } while (performance.now() < endsAt);
      log(`scenarios: ${SCENARIOS.length} of them, ${round} rounds`);
      return findings.lines();
    },
  };
}

/** A scenario that cannot be played to its end is a fault as well. */
async function play(
  { name, run }: Scenario,
  store: StoreName,
  seed: number,
): Promise<readonly string[]> {
  const stage = await openStage(store);
  try {
    return await run(stage, diceOf(seed, name));
  } catch (error) {
    return [`it cannot be played: ${String(error)}`];
  } finally {
    await stage.close();
  }
}
