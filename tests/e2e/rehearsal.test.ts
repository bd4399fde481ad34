import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { axeFindings } from '#tests/support/states/checks.ts';
import { arrive, PASSWORD, producer, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();
const SECRET = 'Name something of this evening';

describe.skipIf(chromium === null)('a rehearsal', () => {
  const fixture = openShowFixture(chromium);

  it('is visible on a phone that was invited and logs in on the way, and on no other [R2.rehearsal-invited]', async () => {
    const { url } = fixture.server;
    const other = await arrive(fixture.browser, { url, seat: await seated(url, 'Otto Other') });
    const guest = await arrive(fixture.browser, { url });
    await seated(url, 'Greta Guest');

    const { page, faults } = await producer(fixture.browser, url);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto('/control');
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Friday night');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add questions' }).click();
    await page.getByLabel(/^One question per line/).fill(SECRET);
    await page.getByRole('button', { name: 'Add 1 question' }).click();
    await page.getByRole('button', { name: 'Rehearse' }).click();
    await page.getByRole('button', { name: 'Start rehearsal' }).click();
    await page.getByRole('button', { name: 'Invite devices' }).click();
    const link = (await page.locator('dialog code').textContent()) ?? '';
    expect(link).toMatch(/\/rehearsal#key=.{43}$/);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    await guest.page.goto(link);
    await guest.page.getByLabel('Email').fill('greta.guest@home.example');
    await guest.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await guest.page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await guest.page.waitForURL(({ pathname }) => pathname === '/');

    await page.getByRole('button', { name: `Arm "${SECRET}"` }).click();
    await page.getByRole('button', { name: 'Release to Studio 0:30 and Home 0:30' }).click();
    await guest.page
      .getByRole('article', { name: SECRET })
      .getByText('Rehearsal')
      .first()
      .waitFor();
    await page.getByText('Players can still answer.').waitFor();
    // Everything sent to the other phone before has arrived when this reply does.
    await other.page.reload();
    await other.page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => other.page.getByText(SECRET).count(), { interval: 50 }).toBe(0);
    expect([faults, guest.faults, other.faults]).toEqual([[], [], []]);
  });
});
