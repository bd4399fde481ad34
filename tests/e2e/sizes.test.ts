import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { clientOf } from '#tests/support/client.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { asker } from '#tests/support/states/scenario.ts';
import { askQuestion, card } from './acts.ts';
import { arrive, producerSeat, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const ANSWER = 'Sun cream and a towel';

/** The size of the first match of each selector, px. */
const sizes = (page: Page, selectors: Record<string, string>): Promise<Record<string, number>> =>
  page.evaluate(
    (asked) =>
      Object.fromEntries(
        Object.entries(asked).map(([name, selector]) => {
          const element = document.querySelector(selector);
          if (element === null) return [name, 0];
          const { height } = element.getBoundingClientRect();
          const isText = !element.matches('button, article');
          return [name, isText ? parseFloat(getComputedStyle(element).fontSize) : height];
        }),
      ),
    selectors,
  );

/** The texts of an element that are smaller than this, px, with their sizes. */
const textsBelow = (page: Page, selector: string, least: number): Promise<string[]> =>
  page.locator(selector).evaluate(
    (element, px) =>
      [...element.querySelectorAll(':not(.visually-hidden)')].flatMap((each) => {
        const isText = [...each.childNodes].some(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
        );
        const { fontSize } = getComputedStyle(each);
        const isHidden = each.closest('.visually-hidden') !== null || !each.checkVisibility();
        return isText && !isHidden && parseFloat(fontSize) < px
          ? [`${fontSize}: ${each.textContent}`]
          : [];
      }),
    least,
  );

/** Each size found, raised to the expected minimum. */
const raised = (found: Record<string, number>, least: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(least).map(([name, px]) => [name, Math.max(px, found[name] ?? 0)]),
  );

const chromium = findChromium();
describe.skipIf(chromium === null)('the tablet of a contestant', () => {
  const fixture = openShowFixture(chromium);

  it("is legible at arm's length, and visibly locked from afar", async () => {
    const { url } = fixture.server;
    const { token } = await producerSeat(url);
    const question = 'Name something people take to the beach on a hot day';
    const show = await createShow(clientOf(url, DEFAULT_BRAND), token, 'Friday Night', [question]);
    await show.act({ type: 'goLive' });
    await show.release(0, { studio: 300, home: 300 });

    for (const view of [
      { width: 1_180, height: 820 },
      { width: 820, height: 1_180 },
    ]) {
      const seat = await seated(url, `Cora ${view.width}`, ROLE.contestant);
      const { page } = await arrive(fixture.browser, { url, seat });
      await page.setViewportSize(view);
      await card(page, question).getByRole('button', { name: 'Answer Question' }).click();
      await page.getByLabel('Your answer').fill(ANSWER);
      const least = { question: 44, clock: 96, button: 72 };
      const shown = await sizes(page, {
        question: 'article h2',
        clock: 'article [role="timer"] > span',
        button: 'article button',
      });
      const sheet = await sizes(page, {
        question: 'dialog[open] h2',
        clock: 'dialog[open] [role="timer"] > span',
        button: 'dialog[open] footer > button',
        input: 'dialog[open] input',
      });
      expect(raised(shown, { ...least, clock: 180 })).toEqual(shown);
      expect(raised(sheet, { ...least, input: 32 })).toEqual(sheet);

      expect(await textsBelow(page, '[data-now]', 28)).toEqual([]);

      await page.getByRole('button', { name: 'Submit' }).click();
      await page.locator('[data-tile]').waitFor();
      expect(await textsBelow(page, '[data-now]', 28)).toEqual([]);
      const locked = await sizes(page, { answer: '[data-tile] > p', card: 'article' });
      expect(raised(locked, { answer: 76, card: view.height * 0.8 })).toEqual(locked);
      await page.goto('/my-answer');
      await page.getByText('Saved').waitFor();
      const box = await card(page, question).boundingBox();
      expect([box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([view.width, view.height]);
    }
  });
});

describe.skipIf(chromium === null)('a phone', () => {
  const fixture = openShowFixture(chromium);

  it.each([
    // Large text may scroll.
    ['with large text', { width: 320, height: 780 }, '200%', 780 * 2],
    ['that is small', { width: 360, height: 780 }, '100%', 780],
    ['that lies', { width: 740, height: 360 }, '100%', 360],
  ])(
    '%s shows how many had the same answer, and nothing beside the page',
    async (which, size, text, end) => {
      const { url } = fixture.server;
      const question = `Name a stone, on a phone ${which}`;
      const seat = await seated(url, `Vera ${which}`);
      const ask = asker(url);
      const { token } = await producerSeat(url);
      const { id, gameSessionId } = await askQuestion(url, question);
      const body = { timerMinutes: 0, timerSeconds: 2 };
      await ask('releaseHome', { token, params: { id }, body });
      await ask('submitAnswer', { token: seat.token, body: { gameSessionId, answerText: ANSWER } });
      const { page } = await arrive(fixture.browser, { url, seat });
      await page.setViewportSize(size);
      await page.evaluate((each) => {
        document.documentElement.style.fontSize = each;
      }, text);
      const number = page.locator('[data-shown="true"] p[aria-hidden] > span');
      await number.waitFor();
      const edges = await number.evaluate((element) => {
        element.textContent = '133';
        const { left, right, bottom } =
          element.parentElement?.getBoundingClientRect() ?? new DOMRect();
        const isWithin = left >= 0 && right <= window.innerWidth;
        return { isWithin, bottom, width: document.documentElement.scrollWidth };
      });
      expect(edges).toMatchObject({ isWithin: true, width: size.width });
      expect(edges.bottom).toBeLessThan(end);
      await page.goto('/leaderboard');
      await page.evaluate((each) => {
        document.documentElement.style.fontSize = each;
      }, text);
      const points = page.getByRole('row').last().getByRole('cell').last();
      const box = await points.boundingBox();
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(size.width);
    },
  );
});

describe.skipIf(chromium === null)('with the keyboard open', () => {
  const fixture = openShowFixture(chromium);

  it('a phone keeps the field and Submit visible, at any remaining height', async () => {
    const { url } = fixture.server;
    const question =
      'Name something that people always forget to pack when they go away for a long weekend by the sea';
    const ask = asker(url);
    const { token } = await producerSeat(url);
    const { id } = await askQuestion(url, question);
    await ask('releaseHome', { token, params: { id }, body: { timerMinutes: 9, timerSeconds: 0 } });
    const { page } = await arrive(fixture.browser, { url, seat: await seated(url, 'Kim') });
    await card(page, question).getByRole('button', { name: 'Answer Question' }).click();
    await page.getByLabel('Your answer').fill(ANSWER);

    const hidden: string[] = [];
    for (const text of ['100%', '200%'])
      for (const width of [320, 360, 568, 740, 932])
        for (const height of [150, 180, 210, 240, 300, 420]) {
          await page.setViewportSize({ width, height });
          const missing = await page.evaluate(async (size) => {
            document.documentElement.style.fontSize = size;
            window.visualViewport?.dispatchEvent(new Event('resize'));
            for (let frames = 0; frames < 2; frames += 1)
              await new Promise((resolve) => {
                requestAnimationFrame(resolve);
              });
            return ['dialog[open] input', 'dialog[open] button[type=submit]'].filter((selector) => {
              const element = document.querySelector(selector);
              const box = element?.getBoundingClientRect() ?? new DOMRect();
              const { left, right, top, bottom } = box;
              const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              const isWithin =
                left >= 0 && right <= window.innerWidth && top >= 0 && bottom <= window.innerHeight;
              return !isWithin || element?.contains(at) !== true;
            });
          }, text);
          hidden.push(...missing.map((selector) => `${width} x ${height}, ${text}: ${selector}`));
        }
    expect(hidden).toEqual([]);
  });
});
