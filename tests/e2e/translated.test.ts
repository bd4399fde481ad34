import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { askQuestion, QUESTION, release } from './acts.ts';
import { arrive, PASSWORD, producer, seated, signIn } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

/** How translators change a page: the text goes into elements of theirs, or another stands in its place. */
const WAYS = ['around', 'instead'] as const;

/** A translator that keeps every text as it is, and goes on for as long as the page lives. */
const translator = (
  way: (typeof WAYS)[number],
): string => `addEventListener('DOMContentLoaded', () => {
  const isOurs = (text) => text.parentElement?.closest('font, script, style, [translate=no]');
  const translate = () => {
    watch.disconnect();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      if (text.data.trim() === '' || isOurs(text)) continue;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      text.parentNode.replaceChild(outer, text);
      if (${way === 'around'}) inner.append(text);
      else inner.append(text.data);
    }
    observe();
  };
  const watch = new MutationObserver(translate);
  const observe = () => watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  // In the world of an extension the page's own changes to the platform are not there; nor do they see this watch.
  translate();
});`;

const hasTranslated = (page: Page) => page.locator('font font').first().waitFor();

describe.skipIf(chromium === null).each(WAYS)('a translator that writes %s texts', (way) => {
  const fixture = openShowFixture(chromium);

  it('lets a viewer sign in, answer and see what comes', async () => {
    const { url } = fixture.server;
    await askQuestion(url, QUESTION);
    const desk = await producer(fixture.browser, url);
    await seated(url, 'Tara Translated');
    const tara = await arrive(fixture.browser, { url, first: translator(way) });
    const { page, faults } = tara;
    await hasTranslated(page);
    await signIn(tara, 'tara.translated@home.example', PASSWORD);
    await page.getByText('No questions available').waitFor();
    await desk.page.goto('/que-cards');
    await release(desk, 'Home', { minutes: 9, seconds: 0 });
    await page.getByRole('heading', { name: QUESTION }).waitFor();
    await page.getByRole('button', { name: 'Answer Question' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your answer').fill('umbrella');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Answered').first().waitFor();
    await page.getByRole('tab', { name: "Today's Scores" }).click();
    await page.getByRole('row', { name: /Tara Translated/ }).waitFor();
    const kept = page.locator('[translate=no]');
    await kept.filter({ hasText: 'umbrella' }).first().waitFor();
    expect(await kept.locator('font').count()).toBe(0);
    await desk.page.getByRole('button', { name: 'Revoke from Home' }).first().click();
    await page.getByText('No questions available').waitFor();
    expect(await page.getByRole('heading', { name: QUESTION }).count()).toBe(0);
    await page.getByRole('link', { name: 'Contact' }).click();
    await page.getByRole('heading', { name: 'Contact' }).waitFor();
    expect(faults).toEqual([]);
  });
});
