import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { until } from '#tests/support/process.ts';
import { openConnection } from '#tests/support/proxy.ts';
import { answer, askQuestion, card, QUESTION, release } from './acts.ts';
import { openShowFixture } from './show-fixture.ts';
import { arrive, producer, seated } from './people.ts';

const chromium = findChromium();

/** Televisions, laptops and phones, in both orientations. */
const SCREENS = [
  [1_920, 1_080],
  [1_280, 720],
  [1_024, 768],
  [390, 780],
  [780, 390],
  [320, 568],
] as const;

/** The events that a page received, and the requests that it made. */
function overhear(page: Page) {
  const heard: string[] = [];
  const requests: string[] = [];
  page.on('websocket', (socket) => {
    requests.push(socket.url());
    socket.on('framereceived', ({ payload }) => heard.push(payload.toString()));
  });
  page.on('request', (request) => {
    requests.push(request.url(), JSON.stringify(request.headers()));
  });
  return { heard, requests };
}

describe.skipIf(chromium === null)('the stage screen', () => {
  const fixture = openShowFixture(chromium);

  it('goes through a round on a machine without a signed-in user, directed from the control room [R2.stage-screen-link R2.stage-screen-key R2.stage-screen-question R2.stage-screen-countdown R2.stage-screen-answered R2.stage-screen-places R2.stage-screen-reveal R2.stage-screen-board R2.stage-screen-bare R2.stage-screen-stale R2.stage-screen-recovers R2.stage-screen-revoked R2.stage-screen-reduced R2.direct-scene R2.direct-reveal R2.direct-hide R2.direct-open R2.direct-link R2.direct-revoke R2.direct-screens]', async () => {
    const line = await openConnection(fixture.server.url);
    onTestFinished(() => line.close());
    const admin = await producer(fixture.browser, fixture.server.url);
    const { url } = fixture.server;
    await askQuestion(url, QUESTION);
    const viewers = await Promise.all(
      ['Vera Viewer', 'Noah Viewer', 'Lena Late'].map(async (name) =>
        arrive(fixture.browser, { url, seat: await seated(url, name) }),
      ),
    );

    await admin.page.goto('/que-cards');
    const desk = admin.page.getByRole('region', { name: 'Stage' });
    await desk.getByText('0 screens connected').waitFor();
    await desk.getByRole('button', { name: 'Create link' }).click();
    const address = new URL((await desk.locator('code').textContent()) ?? '');
    const key = address.hash.replace('#key=', '');
    expect([address.port, address.pathname, address.search]).toEqual([
      new URL(fixture.server.url).port,
      '/gameshow',
      '',
    ]);

    const studio = await arrive(fixture.browser, {
      url: line.url,
      desktop: true,
      clockSkewMs: -3_600_000,
    });
    const { page } = studio;
    const { heard, requests } = overhear(page);
    await page.setViewportSize({ width: 1_920, height: 1_080 });
    await page.goto(`/gameshow${address.hash}`);
    await page.getByRole('heading', { name: 'Gameshow' }).waitFor();
    await desk.getByText('1 screen connected').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);

    await card(admin.page).getByRole('button', { name: 'Put on the stage' }).click();
    await card(admin.page).getByRole('button', { name: 'On the stage' }).waitFor();
    await page.getByRole('heading', { name: QUESTION }).waitFor();
    const home = page.getByRole('region', { name: 'Home' });
    await release(admin, 'Home', { minutes: 9, seconds: 0 });
    await home.getByText(/^[89]:\d\d$/).waitFor();
    await desk.getByText('Players can still answer.').waitFor();
    expect(await desk.getByRole('button', { name: 'Reveal next' }).isDisabled()).toBe(true);

    const [vera, noah, lena] = viewers;
    if (!vera || !noah || !lena) throw new Error('nobody has come');
    await answer(vera, 'umbrella');
    await answer(noah, 'the umbrella');
    await home.getByText(/^2 (?:of 3 )?answered$/).waitFor();

    // A lost connection: the question stays, and missed changes arrive later.
    line.cut();
    const strip = page.getByText('As of');
    await strip.waitFor();
    await answer(lena, 'towel');
    expect(await page.getByRole('heading', { name: QUESTION }).isVisible()).toBe(true);
    line.restore();
    await home.getByText(/^3 (?:of 3 )?answered$/).waitFor();
    await strip.waitFor({ state: 'hidden' });

    await release(admin, 'Home', { minutes: 0, seconds: 1 });
    await page.getByText('The answers are being counted').waitFor();
    expect(heard.join('')).not.toMatch(/umbrella|towel/);
    const tiles = page.getByRole('article').getByRole('listitem');
    // The desktop's clock may be ahead of the server's, which then refuses.
    const first = desk.getByText('1 of 2 revealed');
    await until('the server reveals', async () => {
      await desk.getByRole('button', { name: 'Reveal next' }).click();
      await first.or(desk.getByText('Players can still answer.')).first().waitFor();
      return first.isVisible();
    });
    await tiles.nth(1).getByText('towel').waitFor();
    await tiles.nth(0).getByText('Not revealed').waitFor();
    expect(heard.join('')).not.toContain('umbrella');
    await admin.page.keyboard.press('r');
    await expect
      .poll(async () => (await tiles.nth(0).innerText()).replaceAll(/\s+/g, ' ').trim())
      .toBe('1 Umbrella Answers 2 Home points +2 2');
    // Another row than number one, which leaves its row without a transition.
    const motion = () => tiles.nth(1).evaluate((tile) => getComputedStyle(tile).transitionDuration);
    expect(await motion()).toBe('0s');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await motion()).not.toBe('0s');
    await desk.getByText('All groups are revealed.').waitFor();
    await desk.getByRole('button', { name: 'Hide umbrella' }).click();
    await tiles.nth(0).getByText('Not revealed').waitFor();

    await desk.getByRole('button', { name: 'Show board' }).click();
    await page.getByRole('heading', { name: "Today's scores" }).waitFor();
    await home.getByText('Vera Viewer').waitFor();
    const { scrolls, cursor } = await page.evaluate(() => ({
      scrolls: document.documentElement.scrollHeight > window.innerHeight,
      cursor: getComputedStyle(document.querySelector('main') ?? document.body).cursor,
    }));
    expect([scrolls, cursor]).toEqual([false, 'none']);
    const typeOf = (text: string) =>
      home.getByText(text).evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize));
    // Legible from metres away: at least a twentieth of the screen's height.
    expect(await typeOf('Vera Viewer')).toBeGreaterThan(1_080 / 20);
    await page.reload();
    await home.getByText('Vera Viewer').waitFor();

    await desk.getByRole('button', { name: 'Revoke link' }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByText('1 screen goes dark').waitFor();
    await dialog.getByRole('button', { name: 'Revoke link' }).click();
    const revoked = page.getByText('This link no longer works.').first();
    await revoked.waitFor();
    expect(await page.getByText('Vera Viewer').count()).toBe(0);
    await desk.getByText('0 screens connected').waitFor();
    await page.reload();
    await revoked.waitFor();

    expect(key.length).toBeGreaterThan(20);
    expect(requests.filter((request) => request.includes(key))).toEqual([]);
    for (const person of [admin, studio, ...viewers]) {
      expect(person.faults).toEqual([]);
      await person.context.close();
    }
  });

  const words = 'Name something that you would never lend to your neighbour, ';
  it.each([
    ['500 letters', words.repeat(9).slice(0, 500)],
    ['one word', 'Donaudampfschifffahrtsgesellschaft'.repeat(15).slice(0, 500)],
  ])('fits a question of %s to any screen [R2.stage-screen-fit]', async (_, text) => {
    const admin = await producer(fixture.browser, fixture.server.url);
    await askQuestion(fixture.server.url, text.trim());
    await admin.page.goto('/que-cards');
    await card(admin.page, text.trim()).getByRole('button', { name: 'Put on the stage' }).click();
    await card(admin.page, text.trim()).getByRole('button', { name: 'On the stage' }).waitFor();
    await admin.page.goto('/gameshow');
    await admin.page.getByRole('heading', { name: text.trim() }).waitFor();
    for (const [width, height] of SCREENS) {
      await admin.page.setViewportSize({ width, height });
      const seen = await admin.page.evaluate(() => {
        const heading = document.querySelector('h1');
        const { clientHeight = 0, clientWidth = 0 } = heading?.parentElement ?? {};
        const { scrollHeight, scrollWidth } = document.documentElement;
        return {
          fits:
            heading !== null &&
            heading.offsetHeight <= clientHeight &&
            heading.scrollWidth <= clientWidth,
          scrolls: scrollHeight > window.innerHeight || scrollWidth > window.innerWidth,
        };
      });
      expect([width, seen]).toEqual([width, { fits: true, scrolls: false }]);
    }
    expect(admin.faults).toEqual([]);
    await admin.context.close();
  });
});
