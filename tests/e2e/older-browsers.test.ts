import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { forgetNewer } from '#tests/support/baseline.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { ADMIN } from '#tests/support/process.ts';
import { answer, askQuestion, card, QUESTION, release } from './acts.ts';
import { arrive, PASSWORD, producer, producerSeat, seated, signIn } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();
/** Removes a feature that all unsupported browsers lack. */
const TOO_OLD = 'delete HTMLDialogElement.prototype.showModal';

describe.skipIf(chromium === null)('a browser', () => {
  const fixture = openShowFixture(chromium);

  it('of the baseline signs in, answers and shows the overlay', async () => {
    const { url } = fixture.server;
    const first = forgetNewer();
    await askQuestion(url, QUESTION);
    const desk = await producer(fixture.browser, url);
    await seated(url, 'Olga Older', ROLE.home);
    const olga = await arrive(fixture.browser, { url, first });
    await signIn(olga, 'olga.older@home.example', PASSWORD);
    expect(await olga.page.evaluate(() => document.documentElement.dataset['older'])).toBe('');
    const overlay = await arrive(fixture.browser, { url, desktop: true, first });
    await signIn(overlay, ADMIN.email, ADMIN.password);
    await overlay.page.goto('/gameshow?view=overlay');

    await desk.page.goto('/que-cards');
    await release(desk, 'Home', { minutes: 9, seconds: 0 });
    await card(desk.page).getByRole('button', { name: 'Put on the stage' }).click();
    await answer(olga, 'umbrella');
    const heading = overlay.page.getByRole('heading', { name: QUESTION });
    await heading.waitFor();
    const type = await heading.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).fontSize),
    );
    expect(type).toBeGreaterThan(40);
    const { page, room } = await overlay.page.evaluate(() => ({
      page: getComputedStyle(document.documentElement).backgroundColor,
      room: document.documentElement.scrollWidth - window.innerWidth,
    }));
    expect([page, room]).toEqual(['rgba(0, 0, 0, 0)', 0]);
    expect(await olga.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await olga.page.getByRole('button', { name: 'Menu' }).click();
    await olga.page.getByRole('link', { name: 'How It Works' }).click();
    await olga.page.getByRole('heading', { name: 'How It Works' }).first().waitFor();
    await olga.page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'hidden' });
    // The popover polyfill has no alternative to constructed style sheets, and needs none.
    const faults = [...olga.faults, ...overlay.faults].filter(
      (fault) => !fault.startsWith('Applying inline style'),
    );
    expect(faults).toEqual([]);
  });

  it('below the baseline shows that it is too old, and starts nothing', async () => {
    const { url } = fixture.server;
    const { page, faults } = await arrive(fixture.browser, { url, first: TOO_OLD });
    await page.getByText('This browser is too old.').waitFor();
    expect(await page.locator('#root').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('of today loads no polyfills', async () => {
    const { url } = fixture.server;
    const { page } = await arrive(fixture.browser, { url, seat: await producerSeat(url) });
    await page.getByRole('heading', { name: 'Active Questions' }).waitFor();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(loaded.filter((name) => /older|polyfill/u.test(name))).toEqual([]);
    expect(loaded.some((name) => name.endsWith('.css'))).toBe(true);
  });
});
