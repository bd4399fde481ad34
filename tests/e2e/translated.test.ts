import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { translator, WAYS } from '#tests/support/translator.ts';
import { askQuestion, QUESTION, release } from './acts.ts';
import { arrive, PASSWORD, producer, seated, signIn } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

const hasTranslated = (page: Page) => page.locator('font font').first().waitFor();

describe.skipIf(chromium === null).each(WAYS)('a translator that writes %s texts', (way) => {
  const fixture = openShowFixture(chromium);

  it('a viewer can sign in, answer and see updates', async () => {
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
