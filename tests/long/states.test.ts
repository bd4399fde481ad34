import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium, findChromium } from '#tests/support/chromium.ts';
import {
  axeFindings,
  fitFindings,
  narrowerFindings,
  ownWordsFindings,
  shiftFindings,
  THEME_RULES,
} from '#tests/support/states/checks.ts';
import { SCREENS } from '#tests/support/states/index.ts';
import type { State } from '#tests/support/states/state.ts';
import { type Sight, turn, visit } from '#tests/support/states/visit.ts';
import { prepareScenarios, type Scenarios } from '#tests/support/states/scenario.ts';
import { translator } from '#tests/support/translator.ts';

const chromium = findChromium();

/** All screens share the machine's cores, so each may take as long as all of them. */
const TIME_LIMIT_MS = 900_000;

/** The findings for one state: as reached on a phone, then in every size and theme. */
async function findings(sight: Sight, state: State): Promise<string[]> {
  const { page, faults } = sight;
  const found = state.full === true ? [...faults, ...(await shiftFindings(sight))] : [];
  await turn(page, state, async (size, theme) => {
    const all = await axeFindings(page, theme === 'dark' ? null : THEME_RULES);
    found.push(...all.map((each) => `${size}, ${theme}: ${each}`));
    if (theme === 'dark') found.push(...(await fitFindings(page)));
  });
  return [...found, ...(await ownWordsFindings(page)), ...(await narrowerFindings(page))];
}

describe.skipIf(chromium === null)('every screen in every state, both themes and sizes', () => {
  let browser: Browser;
  let scenarios: Scenarios;
  beforeAll(async () => {
    [browser, scenarios] = await Promise.all([launchChromium(chromium ?? ''), prepareScenarios()]);
  });
  afterAll(async () => {
    await browser.close();
    await scenarios.end();
  });

  it.concurrent.for(SCREENS)(
    '$name: no axe finding, no sideways scroll, no layout shift; users’ texts are not translated, and a translated page works',
    { timeout: TIME_LIMIT_MS },
    async ({ name, states, changesScenario = false }, { expect }) => {
      const found: string[] = [];
      for (const state of states) {
        const scenario = await scenarios.scenario(
          state.scenario ?? 'round',
          changesScenario ? name : null,
        );
        const note = (lines: readonly string[]): void => {
          found.push(...lines.map((line) => `${name}, ${state.name}: ${line}`));
        };
        const place = { scenario, state };
        await visit(browser, { ...place, size: 'phone' }, async (sight) => {
          note(await findings(sight, state));
        }).catch((cause: unknown) => note([`not reached: ${String(cause)}`]));
        if (state.full === true)
          await visit(browser, { ...place, size: 'desktop' }, async (sight) => {
            note(await shiftFindings(sight));
          });
        if (state.full === true || state.smoke === true)
          await visit(
            browser,
            { ...place, size: 'phone', first: translator('instead') },
            async ({ faults }) => note(faults.map((fault) => `translated: ${fault}`)),
          ).catch((cause: unknown) => note([`translated, not reached: ${String(cause)}`]));
      }
      expect(found).toEqual([]);
    },
  );
});
