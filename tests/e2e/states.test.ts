import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { z } from 'zod';
import { launchChromium, provideChromium } from '#tests/support/chromium.ts';
import { SCREENS } from '#tests/support/states/index.ts';
import { SIZES, type State } from '#tests/support/states/state.ts';
import { type Sight, turn, visit } from '#tests/support/states/visit.ts';
import { prepareWorlds, type Worlds } from '#tests/support/states/world.ts';

const chromium = provideChromium();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What else a theme can change. */
const THEME_RULES = ['color-contrast', 'link-in-text-block'];

const axeSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** What axe finds on the page as it stands, a line each. */
async function axeFindings(page: Page, rules: readonly string[] | null): Promise<string[]> {
  const options = {
    runOnly: rules === null ? { type: 'tag', values: TAGS } : { type: 'rule', values: rules },
    resultTypes: ['violations'],
    ...(rules === null ? { rules: { 'target-size': { enabled: true } } } : {}),
  };
  const found: unknown = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return axeSchema
    .parse(found)
    .map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** The page's widths at which nothing may need a sideways scroll: WCAG 1.4.10, and 200 % zoom. */
const NARROWER = [
  { width: 320, height: 640 },
  { width: SIZES.desk.width / 2, height: SIZES.desk.height / 2 },
];

async function sidewaysFindings(page: Page): Promise<string[]> {
  const wide: unknown = await page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [scrollWidth + ' px of content in ' + clientWidth] : [];
  })()`);
  return z.array(z.string()).parse(wide);
}

/** The strip of a lost line may lie over the page, but over no heading, at the top of the page. */
async function coveredFindings(page: Page): Promise<string[]> {
  const covered: unknown = await page.evaluate(`(() => {
    const boxOf = (element) => element.getBoundingClientRect();
    const over = (a, b) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const strips = [...document.querySelectorAll('[role=status] > p[data-state]')];
    return [...document.querySelectorAll('main h1')]
      .filter((heading) => strips.some((strip) => over(boxOf(strip), boxOf(heading))))
      .map((heading) => 'covered: ' + heading.textContent);
  })()`);
  return z.array(z.string()).parse(covered);
}

/** All screens share the machine's cores, so that each takes as long as all of them. */
const TIME_LIMIT_MS = 900_000;

/** A shift is none below what CLS is reported with: three digits. */
const NO_SHIFT = 0.000_5;

async function shiftFindings({ shifts }: Sight): Promise<string[]> {
  return (await shifts())
    .filter(({ value }) => value >= NO_SHIFT)
    .map(({ value, what }) => `layout shift of ${value.toFixed(4)}: ${what.join(' | ')}`);
}

/** Everything wrong with one state: as it was reached on a phone, then in every size and theme. */
async function findings(sight: Sight, state: State): Promise<string[]> {
  const { page, faults } = sight;
  const found = state.full === true ? [...faults, ...(await shiftFindings(sight))] : [];
  await page.evaluate(`if (!('axe' in globalThis)) {${AXE}}`);
  await turn(page, state, async (size, theme) => {
    const all = await axeFindings(page, theme === 'dark' ? null : THEME_RULES);
    found.push(...all.map((each) => `${size}, ${theme}: ${each}`));
    if (theme === 'dark')
      found.push(...(await sidewaysFindings(page)), ...(await coveredFindings(page)));
  });
  for (const narrower of NARROWER) {
    await page.setViewportSize(narrower);
    found.push(...(await sidewaysFindings(page)), ...(await coveredFindings(page)));
  }
  return found;
}

describe.skipIf(chromium === null)('every screen in every state, both themes and sizes', () => {
  let browser: Browser;
  let worlds: Worlds;
  beforeAll(async () => {
    [browser, worlds] = await Promise.all([launchChromium(chromium ?? ''), prepareWorlds()]);
  });
  afterAll(async () => {
    await browser.close();
    await worlds.end();
  });

  it.concurrent.for(SCREENS)(
    '$name: no axe finding, no sideways scroll, no layout shift',
    { timeout: TIME_LIMIT_MS },
    async ({ name, states, changesWorld = false }, { expect }) => {
      const found: string[] = [];
      for (const state of states) {
        const world = await worlds.world(state.world ?? 'round', changesWorld ? name : null);
        const note = (lines: readonly string[]): void => {
          found.push(...lines.map((line) => `${name}, ${state.name}: ${line}`));
        };
        const place = { world, state };
        await visit(browser, { ...place, size: 'phone' }, async (sight) => {
          note(await findings(sight, state));
        }).catch((cause: unknown) => note([`not reached: ${String(cause)}`]));
        if (state.full === true)
          await visit(browser, { ...place, size: 'desk' }, async (sight) => {
            note(await shiftFindings(sight));
          });
      }
      expect(found).toEqual([]);
    },
  );
});
