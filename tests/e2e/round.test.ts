import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { answer, card, fillInQuestion, QUESTION, release } from './acts.ts';
import { openShowFixture } from './show-fixture.ts';
import { arrive, producer, register, seated } from './people.ts';

const chromium = findChromium();
describe.skipIf(chromium === null)('a live round', () => {
  const fixture = openShowFixture(chromium);

  it('goes from registration to a scored leaderboard, live in every window [R4.home-only]', async () => {
    const admin = await producer(fixture.browser, fixture.server.url);
    await fillInQuestion(admin, QUESTION);
    const { url } = fixture.server;
    const [vera, noah, late, cora] = await Promise.all([
      arrive(fixture.browser, { url }),
      arrive(fixture.browser, { url, seat: await seated(url, 'Noah Viewer') }),
      arrive(fixture.browser, {
        url,
        seat: await seated(url, 'Lena Late'),
        clockSkewMs: 600_000,
      }),
      arrive(fixture.browser, { url, seat: await seated(url, 'Cora Studio', ROLE.contestant) }),
    ]);
    await register(vera, url, 'Vera Viewer');
    const viewers = [vera, noah, late];
    await Promise.all(
      viewers.map(({ page }) => page.getByText('No questions available').waitFor()),
    );

    await admin.page.goto('/que-cards');
    const banners = viewers.map(({ page }) =>
      page.getByText('A question is open.').first().waitFor(),
    );
    await release(admin, 'Home', { minutes: 10, seconds: 0 });
    await Promise.all(banners);
    await Promise.all(viewers.map(({ page }) => card(page).waitFor()));
    await cora.page.getByText('Home viewer-only mode active').first().waitFor();
    expect(await cora.page.content()).not.toContain(QUESTION);
    for (const { page } of viewers)
      expect(await card(page).getByRole('timer').textContent()).toMatch(/00:09:\d\d|00:10:00/);

    // A phone has no sideways scroll.
    for (const { page } of viewers)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await answer(vera, 'umbrella');
    await answer(noah, 'Umbrela');
    await answer(late, 'the umbrellas');

    await release(admin, 'Studio', { minutes: 10, seconds: 0 });
    await answer(cora, 'UMBRELLA');

    await vera.page.getByRole('tab', { name: 'This Question' }).click();
    const own = vera.page.getByRole('row', { name: /\(You\)/ });
    await own.getByText('3', { exact: true }).waitFor();
    await vera.page.getByRole('tab', { name: "Today's Scores" }).click();
    await vera.page.getByRole('row', { name: /Cora Studio.*Studio.*5/ }).waitFor();

    await release(admin, 'Studio', { minutes: 0, seconds: 1 });
    await card(cora.page).getByText('Expired').first().waitFor();
    await release(admin, 'Home', { minutes: 0, seconds: 1 });
    await Promise.all(viewers.map(({ page }) => card(page).getByText('Expired').first().waitFor()));
    await admin.page.getByRole('button', { name: 'Revoke from Home' }).first().click();
    await Promise.all(viewers.map(({ page }) => card(page).waitFor({ state: 'hidden' })));
    await vera.page.getByText('No questions available').waitFor();

    for (const person of [admin, cora, ...viewers]) {
      expect(person.faults).toEqual([]);
      await person.context.close();
    }
  });
});
