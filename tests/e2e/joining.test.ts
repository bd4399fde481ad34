import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { axeFindings } from '#tests/support/states/checks.ts';
import { arrive, producer } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

/** A link without its origin, which is the server's public one. */
const hrefOf = (link: string): string => link.replace(new URL(link).origin, '');

describe.skipIf(chromium === null)('joining a show', () => {
  const fixture = openShowFixture(chromium);

  it('takes a nickname and one tap from the address of the code to the questions, and stays signed in', async () => {
    const { url } = fixture.server;
    const { page, faults } = await producer(fixture.browser, url);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto('/control');
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Quiz night');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add questions' }).click();
    await page.getByLabel(/^One question per line/).fill('Name a fruit');
    await page.getByRole('button', { name: 'Add 1 question' }).click();
    await page.getByRole('button', { name: /^Join code/ }).click();
    const link = (await page.locator('dialog code').textContent()) ?? '';
    expect(link).toMatch(/\/join\/[A-Z\d]{6}$/u);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    const guest = await arrive(fixture.browser, { url });
    await guest.page.goto(hrefOf(link));
    await guest.page.getByRole('heading', { name: 'Quiz night' }).waitFor();
    expect(await axeFindings(guest.page)).toEqual([]);
    await guest.page.getByLabel('Nickname').fill('Anna');
    await guest.page.getByRole('main').getByRole('button', { name: 'Join' }).click();
    await guest.page.waitForURL(({ pathname }) => pathname === '/');
    await guest.page.getByRole('list', { name: 'Your shows' }).getByText('Quiz night').waitFor();
    await guest.page.getByRole('region', { name: 'Now' }).getByText('Quiz night').waitFor();

    await page.getByRole('button', { name: 'Arm "Name a fruit"' }).click();
    // The bar comes before the main button, which has the same label once the item is armed.
    await page.getByRole('button', { name: 'Go live' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go live' }).click();
    await page.getByRole('button', { name: /^Release to/ }).click();
    await guest.page.reload();
    await guest.page.getByRole('article', { name: 'Name a fruit' }).waitFor();

    await guest.page.goto('/profile');
    await guest.page.getByRole('heading', { name: "You're Playing as a Guest" }).waitFor();
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

  it('signs a contestant in by the link of a seat, and out when the seat is removed', async () => {
    const { url } = fixture.server;
    const { page, faults } = await producer(fixture.browser, url);
    await page.goto('/control');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Desk night');
    await page.keyboard.press('Enter');
    await page
      .getByRole('combobox', { name: 'Show' })
      .getByText('Draft: Desk night')
      .waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Seats and people' }).click();
    await page.getByLabel('New seat for a contestant').fill('Desk 1');
    await page.getByRole('button', { name: 'Add seat' }).click();
    const link = (await page.locator('dialog code').textContent()) ?? '';
    const row = page.getByRole('list', { name: 'People' }).getByRole('listitem');
    await row.getByText('seat, away').waitFor();
    // The field is empty for the next seat.
    expect(await page.getByLabel('New seat for a contestant').inputValue()).toBe('');
    expect(await axeFindings(page)).toEqual([]);

    const desk = await arrive(fixture.browser, { url });
    await desk.page.goto(hrefOf(link));
    await desk.page.waitForURL(({ pathname }) => pathname !== '/join');
    await desk.page.goto('/profile');
    await desk.page.getByRole('main').getByText('Desk 1').waitFor();
    await desk.page.getByText('Personal code').waitFor({ state: 'detached' });
    await row.getByText('seat, here').waitFor();

    await page.getByRole('button', { name: 'New link for Desk 1' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Bea');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make new link' }).click();
    await desk.page.waitForURL(({ pathname }) => pathname === '/login');
    await desk.page.goto(hrefOf(link));
    await desk.page.getByText(m.joinSeatOver()).waitFor();

    await page.getByRole('button', { name: 'Remove seat Bea' }).click();
    await page.getByRole('button', { name: 'Remove seat', exact: true }).click();
    await page.getByText('No one has joined yet.').waitFor();
    expect([faults, desk.faults]).toEqual([[], []]);
  });
});
