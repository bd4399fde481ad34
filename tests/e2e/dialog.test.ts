import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { openShowFixture } from './show-fixture.ts';
import { producer } from './people.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('a dialog over a page with a scroll bar', () => {
  const fixture = openShowFixture(chromium, 'bars');

  it("keeps the page's position, shows the scroll bar and takes the wheel for itself", async () => {
    const { page, context } = await producer(fixture.browser, fixture.server.url);
    await page.goto('/que-cards');
    const opener = page.getByRole('button', { name: 'Keyboard' });
    await opener.waitFor();
    const stand = () =>
      page.evaluate(() => ({
        bar: window.innerWidth - document.documentElement.clientWidth,
        scrolls: getComputedStyle(document.documentElement).overflowY,
        heading: document.querySelector('h1')?.getBoundingClientRect().left,
        top: window.scrollY,
      }));
    const before = await stand();
    expect(before.bar).toBeGreaterThan(0);
    await opener.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    for (const x of [20, 640]) {
      await page.mouse.move(x, 400);
      await page.mouse.wheel(0, 2_000);
    }
    expect(await stand()).toEqual(before);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.mouse.wheel(0, 200);
    await page.waitForFunction(() => window.scrollY > 0);
    await context.close();
  });
});
