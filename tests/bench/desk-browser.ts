/**
 * `npm run -s build && node scripts/run.mjs tests/bench/desk-browser.ts`: measures how long the grouping desk with
 * 2,000 distinct texts blocks a real browser at most while it is opened, searched and scrolled. The test inserts the
 * texts into the server's reply.
 */
import { z } from 'zod';
import { launchChromium } from '#tests/support/chromium.ts';
import { provideChromium } from '#tests/support/programs.ts';
import { startRound } from '#tests/support/states/scenario.ts';
import { SIZES } from '#tests/support/states/state.ts';
import { openDevice, visitOn } from '#tests/support/states/visit.ts';

const TEXTS = 2_000;
const SCROLLS = 40;
const deskReply = z.object({ desk: z.record(z.string(), z.unknown()) });

const chromium = provideChromium();
const browser = await launchChromium(chromium);
const round = await startRound();
const device = await openDevice(browser, round.scenario);
/** Records the longest time between two frames, ms. */
const WATCH = `
  globalThis.longest = 0;
  let before = performance.now();
  const frame = (now) => {
    globalThis.longest = Math.max(globalThis.longest, now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);`;

/** The number of groups shown. A query by role would block the page itself. */
const ROWS = `document.querySelector('[aria-label=Groups]').childElementCount`;

const groups = Array.from({ length: TEXTS }, (_, at) => ({
  groupId: `group-${at}`,
  label: `answer number ${at}`,
  name: null,
  isHeld: false,
  isFlagged: false,
  texts: [
    {
      key: `answer number ${at}`,
      text: `answer number ${at}`,
      home: TEXTS - at,
      studio: 0,
      reason: 'exact',
      spellings: [[`answer number ${at}`, TEXTS - at]],
    },
  ],
}));

await visitOn(
  device,
  {
    scenario: round.scenario,
    size: 'desktop',
    state: {
      name: 'two thousand groups',
      who: 'admin',
      at: ({ questions }) => `/grouping/${questions.pizza.gameSessionId}`,
      given: ({ page }) =>
        page.route('**/api/game-sessions/grouping-desk/*', async (route) => {
          const reply = await route.fetch();
          const { desk } = deskReply.parse(await reply.json());
          await route.fulfill({ response: reply, json: { desk: { ...desk, groups } } });
        }),
      reach: ({ page }) => page.getByRole('list', { name: 'Groups' }).waitFor(),
    },
  },
  async ({ page }) => {
    const longest = async (title: string, act: () => Promise<unknown>): Promise<void> => {
      await page.evaluate('globalThis.longest = 0');
      await act();
      const found = await page.evaluate<number>('globalThis.longest');
      console.log(`${title.padEnd(28)}longest frame ${found.toFixed(0)} ms`);
    };
    const rows = async (fits: (count: number) => boolean): Promise<void> => {
      while (!fits(await page.evaluate<number>(ROWS))) {
        await page.waitForTimeout(50);
      }
    };
    await page.evaluate(WATCH);
    await longest('at rest', () => page.waitForTimeout(1_000));
    await longest(`${SIZES.desktop.height} px scrolled ${SCROLLS} times`, async () => {
      for (let at = 0; at < SCROLLS; at += 1) {
        await page.mouse.wheel(0, SIZES.desktop.height);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      }
    });
    const search = page.getByLabel('Search answers');
    await longest('a search typed', async () => {
      await search.pressSequentially('number 77', { delay: 60 });
      await rows((count) => count < TEXTS);
    });
    await longest('the search cleared', async () => {
      await search.fill('');
      await rows((count) => count === TEXTS);
    });
  },
);
await device.close();
await browser.close();
await round.end();
