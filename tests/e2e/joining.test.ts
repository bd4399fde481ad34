import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { axeFindings } from '#tests/support/states/checks.ts';
import { arrive, producer } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('joining a show', () => {
  const fixture = openShowFixture(chromium);

  it('takes a nickname and one tap from the address of the code to the questions, and lasts', async () => {
    const { url } = fixture.server;
    const { page, faults } = await producer(fixture.browser, url);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto('/control');
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Quiz night');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add questions' }).click();
    await page.getByLabel(/^One question a line/).fill('Name a fruit');
    await page.getByRole('button', { name: 'Add 1 question' }).click();
    await page.getByRole('button', { name: /^Join code/ }).click();
    const link = (await page.locator('dialog code').textContent()) ?? '';
    expect(link).toMatch(/\/join\/[A-Z\d]{6}$/u);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    const guest = await arrive(fixture.browser, { url });
    await guest.page.goto(link);
    await guest.page.getByRole('heading', { name: 'Quiz night' }).waitFor();
    expect(await axeFindings(guest.page)).toEqual([]);
    await guest.page.getByLabel('Nickname').fill('Anna');
    await guest.page.getByRole('main').getByRole('button', { name: 'Join' }).click();
    await guest.page.waitForURL(({ pathname }) => pathname === '/');

    await page.getByRole('button', { name: 'Arm "Name a fruit"' }).click();
    await page.getByRole('button', { name: 'Go live' }).last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go live' }).click();
    await page.getByRole('button', { name: /^Release to/ }).click();
    await guest.page.reload();
    await guest.page.getByRole('article', { name: 'Name a fruit' }).waitFor();

    await guest.page.goto('/profile');
    await guest.page.getByRole('heading', { name: 'You Play as a Guest' }).waitFor();
    expect(await axeFindings(guest.page)).toEqual([]);
    const code = (await guest.page.locator('dd').last().textContent()) ?? '';
    const other = await arrive(fixture.browser, { url });
    await other.page.goto('/join');
    await other.page.getByRole('button', { name: 'I have a personal code' }).click();
    await other.page.getByLabel('Personal code').fill(code);
    await other.page.getByRole('button', { name: 'Come Back' }).click();
    await other.page.waitForURL(({ pathname }) => pathname === '/');
    await other.page.getByRole('article', { name: 'Name a fruit' }).waitFor();
    expect([faults, guest.faults, other.faults]).toEqual([[], [], []]);
  });
});
