import { diceOf } from '../dice.ts';
import { Findings } from '../findings.ts';
import type { StoreName } from '../fixture.ts';
import type { CampaignPart } from '../part.ts';
import { accountScenarios } from './accounts.ts';
import { airScenarios } from './air.ts';
import { edgeScenarios } from './edge.ts';
import { operationScenarios } from './operations.ts';
import { resultScenarios } from './results.ts';
import { showScenarios } from './shows.ts';
import { openStage, type Scenario } from './stage.ts';

const SCENARIOS: readonly Scenario[] = [
  ...edgeScenarios,
  ...accountScenarios,
  ...showScenarios,
  ...resultScenarios,
  ...airScenarios,
  ...operationScenarios,
];

/**
 * Runs every scenario in turn, each on its own server, at least once and as often as time allows; `only`: just the one with
 * this name.
 * @throws Error when no scenario has the name
 */
export function scenariosOn(store: StoreName, only?: string): CampaignPart {
  const known = SCENARIOS.filter((scenario) => (scenario.only ?? store) === store);
  const chosen = known.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new Error(`--scenario is one of:\n${known.map(({ name }) => name).join('\n')}`);
  return {
    name: 'scenarios',
    run: async ({ seed, budgetMs, log }) => {
      const findings = new Findings();
      const endsAt = performance.now() + budgetMs;
      let round = 0;
      do {
        for (const scenario of chosen)
          findings.add(
            await play(scenario, store, seed + round),
            scenario.name,
            (fault) => `scenario "${scenario.name}" of seed ${seed + round}: ${fault}`,
          );
        round += 1;
      } while (performance.now() < endsAt);
      log(`scenarios: ${chosen.length} of them, ${round} rounds`);
      return findings.lines();
    },
  };
}

/** A scenario that throws is a fault as well. */
async function play(
  { name, env, run }: Scenario,
  store: StoreName,
  seed: number,
): Promise<readonly string[]> {
  const stage = await openStage(store, env);
  try {
    return await run(stage, diceOf(seed, name));
  } catch (error) {
    return [`it cannot be played: ${String(error)}`];
  } finally {
    await stage.close();
  }
}
