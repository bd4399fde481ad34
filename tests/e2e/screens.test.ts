import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import {
  axeFindings,
  fitFindings,
  narrowerFindings,
  ownWordsFindings,
  shiftFindings,
} from '#tests/support/states/checks.ts';
import { SHOW_SCREENS } from '#tests/support/states/index.ts';
import { THEMES } from '#tests/support/states/state.ts';
import { openDevice, visitOn } from '#tests/support/states/visit.ts';
import { startRound } from '#tests/support/states/scenario.ts';
import { sharedBrowser } from './show-fixture.ts';

const chromium = findChromium();

/*
 * The screens of a show on a phone, in the states with most content. `npm run test:long` checks all states of all
 * screens.
 */

const seen = SHOW_SCREENS.flatMap(({ name, states }, index) =>
  states
    .filter(({ smoke }) => smoke)
    // The themes alternate.
    .map((state) => ({ name, state, theme: THEMES[index % THEMES.length] ?? 'dark' })),
);

it('every screen has a state to check', () => {
  expect([...new Set(seen.map(({ name }) => name))]).toEqual(SHOW_SCREENS.map(({ name }) => name));
});

describe.skipIf(chromium === null)('every screen on a phone', () => {
  let browser: Browser;
  let phone: BrowserContext;
  let round: Awaited<ReturnType<typeof startRound>>;
  beforeAll(async () => {
    [browser, round] = await Promise.all([sharedBrowser(chromium), startRound()]);
    phone = await openDevice(browser, round.scenario);
  });
  // Reset the question, so that a state does not see changes of the state before.
  beforeEach(() => round.scenario.open('beach', { studio: 'untimed', home: 12 * 60 }));
  afterAll(async () => {
    await phone.close();
    await round.end();
  });

  it.for(seen)(
    "$name, $state.name, $theme: no axe finding, no sideways scroll, no layout shift, no user's text to translate",
    async ({ state, theme }) => {
      const { scenario } = round;
      await visitOn(phone, { scenario, state, size: 'phone', theme }, async (sight) => {
        const { page, faults } = sight;
        const shifts = state.full === true ? await shiftFindings(sight) : [];
        const onPhone = [
          ...(await axeFindings(page)),
          ...(await fitFindings(page)),
          ...(await ownWordsFindings(page)),
        ];
        expect([...faults, ...shifts, ...onPhone, ...(await narrowerFindings(page))]).toEqual([]);
      });
    },
  );
});
