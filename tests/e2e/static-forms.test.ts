import { once } from 'node:events';
import { m } from 'messages';
import { languages } from 'messages/language';
import { toLocale } from 'messages/runtime';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_COOKIE } from '#machines/contract/limits.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { translator, WAYS } from '#tests/support/translator.ts';
import { arrive, PASSWORD, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

/** Holds the program back, so that a page has only its static form; returns a function that lets it come. */
async function holdProgram(page: Page): Promise<() => void> {
  const coming = new AbortController();
  await page.route(/\/assets\/(?:\w+\/)?index-[\w-]+\.js$/u, async (route) => {
    if (!coming.signal.aborted) await once(coming.signal, 'abort');
    await route.continue();
  });
  return () => coming.abort();
}

/** Resolves once the program runs the form. */
const isRunning = (page: Page) => page.locator('#root[data-static]').waitFor({ state: 'detached' });

describe.skipIf(chromium === null)('before the program has loaded', () => {
  const fixture = openShowFixture(chromium);

  it('a login is typed and sent', async () => {
    const { url } = fixture.server;
    await seated(url, 'Early Ellie');
    const { page, faults } = await arrive(fixture.browser, { url });
    const release = await holdProgram(page);
    // The address of the show leads a visitor without a session to the login.
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForURL('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill('early.ellie@home.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.locator('button[type=submit][aria-busy]').waitFor();
    release();
    await page.getByText('No questions available').waitFor();
    expect(faults).toEqual([]);
  });

  it.each(languages)('a code is typed in %s', async (language) => {
    const { url } = fixture.server;
    const { page, context, faults } = await arrive(fixture.browser, { url });
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url }]);
    const release = await holdProgram(page);
    await page.goto('/join', { waitUntil: 'commit' });
    const locale = toLocale(language);
    const code = page.getByLabel(m.joinJoinCode({}, { ...(locale && { locale }) }));
    await code.pressSequentially('cdf');
    release();
    await isRunning(page);
    await page.keyboard.type('ghj');
    expect([await code.inputValue(), faults]).toEqual(['cdfghj', []]);
  });

  it.each(WAYS)(
    'a code is kept on a page that a translator has changed with %s texts',
    async (way) => {
      const { url } = fixture.server;
      const { page, faults } = await arrive(fixture.browser, { url, first: translator(way) });
      const release = await holdProgram(page);
      await page.goto('/join', { waitUntil: 'commit' });
      const code = page.getByRole('main').getByRole('textbox');
      await code.pressSequentially('cdf');
      // The translator waits for this event, which comes after the program.
      await page.evaluate(() => dispatchEvent(new Event('DOMContentLoaded')));
      release();
      await isRunning(page);
      await page.keyboard.type('ghj');
      expect([await code.inputValue(), faults]).toEqual(['cdfghj', []]);
    },
  );

  it('a page for a person with a session shows no form', async () => {
    const { url } = fixture.server;
    const seat = await seated(url, 'Sam Session');
    const { page } = await arrive(fixture.browser, { url, seat });
    const release = await holdProgram(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.locator('#too-old').waitFor({ state: 'attached' });
    expect(await page.locator('form').count()).toBe(0);
    release();
    await page.getByText('No questions available').waitFor();
  });
});
