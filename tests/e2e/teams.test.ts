import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { axeFindings } from '#tests/support/states/checks.ts';
import { arrive, producer } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('a show with teams', () => {
  const fixture = openShowFixture(chromium);

  it('takes home viewers into the team they choose', async () => {
    const { url } = fixture.server;
    const { page, faults } = await producer(fixture.browser, url);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto('/control');
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Team night');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add questions' }).click();
    await page.getByLabel(/^One question per line/).fill('Name a fruit');
    await page.getByRole('button', { name: 'Add 1 question' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Teams', { exact: true }).selectOption('chosen');
    await page.getByLabel('Team names, one per line').fill('Red\nBlue\nThe quick brown foxes');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set teams' }).click();
    await page.locator('button:disabled', { hasText: 'Set teams' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Join code/ }).click();
    const link = (await page.locator('dialog code').textContent()) ?? '';
    await page.keyboard.press('Escape');

    const guest = await arrive(fixture.browser, { url });
    await guest.page.setViewportSize({ width: 360, height: 740 });
    await guest.page.goto(new URL(link).pathname);
    await guest.page.getByLabel('Nickname').fill('Anna');
    await guest.page.getByRole('radio', { name: 'Blue' }).check();
    expect(await axeFindings(guest.page)).toEqual([]);
    await guest.page.getByRole('main').getByRole('button', { name: 'Join' }).click();
    await guest.page.waitForURL(({ pathname }) => pathname === '/');
    await guest.page.getByRole('list', { name: 'Your shows' }).getByText('Blue').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Seats and people' }).click();
    await page.getByRole('listitem').getByText('team Blue').waitFor();
    expect([faults, guest.faults]).toEqual([[], []]);
  });
});
