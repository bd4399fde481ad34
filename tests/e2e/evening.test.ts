import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { asker } from '#tests/support/states/scenario.ts';
import { askQuestion, card } from './acts.ts';
import { arrive, producerSeat, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

/** Measures layout shift from now on, after the fonts have loaded, as the browser reports it. */
const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    Reflect.set(globalThis, 'shifts', []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.get(globalThis, 'shifts').push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift' });
  });
/** The total shift until all finite animations have ended, rounded. */
const shifted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // Leave out endless animations, such as a glowing lamp.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    for (let frames = 0; frames < 5; frames += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    const all: number[] = Reflect.get(globalThis, 'shifts');
    return Math.round(all.reduce((sum, value) => sum + value, 0) * 1_000) / 1_000;
  });

const chromium = findChromium();
describe.skipIf(chromium === null)('an evening', () => {
  const fixture = openShowFixture(chromium);

  /** The producer's acts, by their calls. */
  const producing = async () => {
    const { url } = fixture.server;
    const ask = asker(url);
    const { token } = await producerSeat(url);
    return {
      plan: async (text: string) => ({ ...(await askQuestion(url, text)), text }),
      release: ({ id }: { id: string }) =>
        ask('releaseHome', { token, params: { id }, body: { timerMinutes: 5 } }),
      revoke: ({ id }: { id: string }) => ask('revokeHome', { token, params: { id } }),
    };
  };

  it.each([
    ['a phone', false, 'reduce'],
    ['a phone that moves', false, 'no-preference'],
    ['a desk', true, 'no-preference'],
  ] as const)(
    'moves nothing that the user looks at on %s, for any release and revoke',
    async (where, desk, reducedMotion) => {
      const { url } = fixture.server;
      const { plan, release, revoke } = await producing();
      const first = await plan(`Name a tree on ${where}`);
      await release(first);
      const seat = await seated(url, `Vera ${where}`);
      const { page } = await arrive(fixture.browser, { url, seat, desktop: desk });
      await page.emulateMedia({ reducedMotion });
      await card(page, first.text).waitFor();
      await page.getByText(/^Rank .*today$/).waitFor();
      await watchShifts(page);

      const second = await plan(`Name a river on ${where}`);
      await release(second);
      await card(page, second.text).waitFor();
      expect(await shifted(page)).toBe(0);

      await revoke(second);
      await card(page, second.text).waitFor({ state: 'hidden' });
      expect(await shifted(page)).toBe(0);

      await revoke(first);
      await page.getByText('No questions available').waitFor();
      expect(await shifted(page)).toBe(0);
    },
  );

  it('moves nothing on the tablet of a contestant, from the release to the points', async () => {
    const { url } = fixture.server;
    const ask = asker(url);
    const { token } = await producerSeat(url);
    const { plan } = await producing();
    const { id, gameSessionId } = await plan('Name a fish');
    const seat = await seated(url, 'Carla', ROLE.contestant);
    const { page, context } = await arrive(fixture.browser, { url, seat });
    // The page on which the answer is given.
    const other = await context.newPage();
    await other.goto('/my-answer');
    await other.getByText('Connected').waitFor();
    await page.setViewportSize({ width: 768, height: 1_024 });
    await page.goto('/my-answer');
    await page.getByText('No recent question found').waitFor();
    await page.getByText('Connected').waitFor();
    await watchShifts(page);

    await ask('release', {
      token,
      params: { id },
      body: { timerMinutes: 0, timerSeconds: 5 },
    });
    await page.getByRole('timer').waitFor();
    expect(await shifted(page)).toBe(0);

    await ask('submitAnswer', { token: seat.token, body: { gameSessionId, answerText: 'Trout' } });
    await page.getByText(/^Saved/).waitFor();
    expect(await shifted(page)).toBe(0);

    await page.getByText('Trout', { exact: true }).waitFor();
    await page
      .getByText(/5 points/)
      .first()
      .waitFor();
    expect(await shifted(page)).toBe(0);
  });

  it.each(['reduce', 'no-preference'] as const)(
    'keeps a pressed element under the finger, with motion: %s',
    async (reducedMotion) => {
      const { url } = fixture.server;
      const { plan, release, revoke } = await producing();
      const pressed = await plan(`Name a lake, ${reducedMotion}`);
      await release(pressed);
      const { page } = await arrive(fixture.browser, {
        url,
        seat: await seated(url, `Nora ${reducedMotion}`),
      });
      await page.emulateMedia({ reducedMotion });
      const button = card(page, pressed.text).getByRole('button', {
        name: 'Answer Question',
      });
      // Loading content moves the button, too.
      await page.getByText(/^Rank .*today$/).waitFor();
      // Scroll to a position in which the browser's scroll anchoring keeps visible content in place.
      await button.evaluate((element) => {
        element.scrollIntoView({ block: 'start' });
        window.scrollBy(0, -100);
      });
      await button.hover();
      await page.mouse.down();
      const above = await plan(`Name a hill, ${reducedMotion}`);
      await release(above);
      await card(page, above.text).waitFor();
      // Longer than any transition.
      await page.evaluate(async () => {
        const from = performance.now();
        while (performance.now() - from < 500)
          await new Promise((resolve) => {
            requestAnimationFrame(resolve);
          });
      });
      await page.mouse.up();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await dialog.getByRole('heading').textContent()).toBe(pressed.text);
      await revoke(above);
      await revoke(pressed);
    },
  );

  it('shows the release of the next question over an open answer sheet, and of the last one only over the bar', async () => {
    const { url } = fixture.server;
    const { plan, release, revoke } = await producing();
    const answered = await plan('Name a bird');
    const next = await plan('Name a flower');
    await release(answered);
    const { page } = await arrive(fixture.browser, { url, seat: await seated(url, 'Olga') });
    await card(page, 'Name a bird').getByRole('button', { name: 'Answer Question' }).click();
    await page.getByRole('dialog').waitFor();
    await release(next);
    const news = page.getByText('A question is open.').first();
    await news.waitFor();
    const seen = await news.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return { isOnTop: at !== null && (element.contains(at) || at.contains(element)), top };
    });
    expect(seen.isOnTop).toBe(true);
    expect(seen.top).toBeLessThan(100);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await revoke(next);
    const [bar, last] = await Promise.all(
      [page.getByRole('banner'), page.getByText('The question was withdrawn.').first()].map(
        (each) => each.evaluate((element) => element.getBoundingClientRect().bottom),
      ),
    );
    expect(last).toBeLessThanOrEqual(bar ?? 0);
    // In the place of the name of the show, however long that is.
    const name = page.getByRole('banner').getByRole('link').first();
    expect(await name.evaluate((element) => getComputedStyle(element).color)).toBe(
      'rgba(0, 0, 0, 0)',
    );
    await revoke(answered);
  });
});
