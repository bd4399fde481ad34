import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { z } from 'zod';
import { ANSWERS, CONTESTANTS, HOME_VIEWERS } from './people-and-questions.ts';
import { SIZES } from './state.ts';
import type { Sight } from './visit.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** axe's rules whose result depends on the theme. */
export const THEME_RULES = ['color-contrast', 'link-in-text-block'];

const axeSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** Longer than any transition of a page. */
const MOMENT_MS = 5_000;

/** axe's findings on the current page, one line each; by all rules unless some are given. */
export async function axeFindings(
  page: Page,
  rules: readonly string[] | null = null,
): Promise<string[]> {
  const options = {
    runOnly: rules === null ? { type: 'tag', values: TAGS } : { type: 'rule', values: rules },
    resultTypes: ['violations'],
    ...(rules === null ? { rules: { 'target-size': { enabled: true } } } : {}),
  };
  await page.evaluate(`if (!('axe' in globalThis)) {${AXE}}`);
  // Elements in transition are briefly half transparent; a countdown takes its time.
  await page.waitForFunction(
    (momentMs) =>
      document
        .getAnimations()
        .every(({ effect }) => Number(effect?.getComputedTiming().endTime) > momentMs),
    MOMENT_MS,
  );
  const found: unknown = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return axeSchema
    .parse(found)
    .map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

async function sidewaysFindings(page: Page): Promise<string[]> {
  const wide: unknown = await page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [scrollWidth + ' px of content in ' + clientWidth] : [];
  })()`);
  return z.array(z.string()).parse(wide);
}

/** The strip of a lost connection may cover the page, but no heading, at the top of the page. */
async function coveredFindings(page: Page): Promise<string[]> {
  const covered: unknown = await page.evaluate(`(() => {
    const boxOf = (element) => element.getBoundingClientRect();
    const over = (a, b) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const isHidden = (element) =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isHidden(element.parentElement));
    const strips = [...document.querySelectorAll('[role=status] > p[data-state]')];
    return [...document.querySelectorAll('main h1')]
      .filter((heading) => !isHidden(heading) && strips.some((strip) => over(boxOf(strip), boxOf(heading))))
      .map((heading) => 'covered: ' + heading.textContent);
  })()`);
  return z.array(z.string()).parse(covered);
}

/** Elements wider than the page, or over a heading. */
export const fitFindings = async (page: Page): Promise<string[]> => [
  ...(await sidewaysFindings(page)),
  ...(await coveredFindings(page)),
];

/** Texts written by users of the scenarios. Names may occur within a sentence, answers only as separate texts. */
const NAMES = [...HOME_VIEWERS, ...CONTESTANTS];
const ANSWER_TEXTS = [...new Set(Object.values(ANSWERS).flatMap((given) => Object.values(given)))];

/** Names, addresses and answers that a translator would change, or that take their direction from the page. */
export async function ownWordsFindings(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate(
    `(([names, answers]) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { data, parentElement: parent } = text;
      // Options support neither attribute.
      if (parent.closest('script, style, option') !== null) continue;
      const isOwn =
        names.some((name) => data.includes(name)) ||
        answers.includes(data.trim()) ||
        /\\S@\\S+\\.example/.test(data);
      if (!isOwn) continue;
      if (parent.closest('[translate=no]') === null) found.push('translated: ' + data);
      if (parent.closest('bdi, body [dir]') === null) found.push('without direction: ' + data);
    }
    return found;
  })(${JSON.stringify([NAMES, ANSWER_TEXTS])})`,
  );
  return z.array(z.string()).parse(found);
}

/** The widths without sideways scrolling: WCAG 1.4.10, and 200 % zoom. */
const NARROWER = [
  { width: 320, height: 640 },
  { width: SIZES.desktop.width / 2, height: SIZES.desktop.height / 2 },
];

/** With text of twice the size on a phone: WCAG 1.4.4. */
async function largerFindings(page: Page): Promise<string[]> {
  await page.setViewportSize(SIZES.phone);
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const found = await sidewaysFindings(page);
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
  return found.map((each) => `text of twice the size: ${each}`);
}

/** Findings at narrower widths and with larger text. */
export async function narrowerFindings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const narrower of NARROWER) {
    await page.setViewportSize(narrower);
    found.push(...(await fitFindings(page)));
  }
  return [...found, ...(await largerFindings(page))];
}

/** Shifts below CLS's reporting precision of three digits do not count. */
const NO_SHIFT = 0.000_5;

/** Elements that moved without user input. */
export async function shiftFindings({ shifts }: Sight): Promise<string[]> {
  return (await shifts())
    .filter(({ value }) => value >= NO_SHIFT)
    .map(({ value, what }) => `layout shift of ${value.toFixed(4)}: ${what.join(' | ')}`);
}
