import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { ADMIN } from '#tests/support/process.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { arrive, PASSWORD, type Person } from '#tests/e2e/people.ts';

const chromium = findChromium();
const QUESTION = 'Name something people take to the beach';
const card = (page: Page): Locator => page.getByRole('article', { name: QUESTION });
const CORA = 'cora@studio.example';
/** More tab stops than any page has. */
const MOST_STOPS = 90;

const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === document.activeElement);
/** The focused element, and whether it or its container shows the focus. */
const focusOf = (page: Page): Promise<{ where: string; shown: boolean }> =>
  page.evaluate(() => {
    const { activeElement: focused } = document;
    const around = [focused, focused?.parentElement, focused?.closest('label')];
    const shown =
      // Between the last stop and the first one, the focus is in the browser's own controls.
      focused === document.body ||
      // The browser marks the active segment of a date field.
      focused?.matches('[type=datetime-local]') === true ||
      // An element that the page itself has focused needs no mark.
      focused?.matches('[tabindex="-1"]') === true ||
      around.some((each) => each && getComputedStyle(each).outlineStyle !== 'none');
    return { where: focused?.outerHTML.slice(0, 200) ?? '', shown };
  });

/** Presses Tab or Shift+Tab until `place` has the focus. Every stop on the way must show its focus. */
async function walk(page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await place.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await isFocused(place)) return;
    await page.keyboard.press(key);
    const stop = await focusOf(page);
    expect(stop).toEqual({ ...stop, shown: true });
  }
  throw new Error(`${place.toString()} cannot be reached by ${key}`);
}
const press = async (page: Page, place: Locator, key: 'Enter' | 'Space' = 'Enter') => {
  await walk(page, place);
  await page.keyboard.press(key);
};
const typeInto = async (page: Page, field: Locator, text: string): Promise<void> => {
  await walk(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
};

async function signIn({ page }: Person, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await typeInto(page, page.getByLabel('Email'), email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.getByRole('heading', { level: 1, name: /Questions$/u }).waitFor();
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Types the segments of a date and a time, in US order like the browser's locale. */
async function typeMoment(page: Page, field: Locator, minutesFromNow: number): Promise<void> {
  const at = new Date(Date.now() + minutesFromNow * 60_000);
  await walk(page, field);
  await page.keyboard.type(`${two(at.getMonth() + 1)}${two(at.getDate())}${at.getFullYear()}`);
  await page.keyboard.press('ArrowRight');
  const hour = at.getHours() % 12 === 0 ? 12 : at.getHours() % 12;
  await page.keyboard.type(
    `${two(hour)}${two(at.getMinutes())}${at.getHours() < 12 ? 'AM' : 'PM'}`,
  );
}

describe.skipIf(chromium === null)('by keyboard alone', () => {
  const fixture = openShowFixture(chromium);

  it('an admin can create, release, revoke, edit and log out, and a contestant can answer', async () => {
    const admin = await arrive(fixture.browser, { url: fixture.server.url, desktop: true });
    const { page } = admin;
    await signIn(admin, ADMIN.email, ADMIN.password);

    await press(page, page.getByRole('link', { name: 'Generate Question' }));
    await typeInto(page, page.getByLabel('Question', { exact: true }), QUESTION);
    await typeMoment(page, page.getByLabel('Start time'), 0);
    await typeMoment(page, page.getByLabel('End time'), 60);
    await press(page, page.getByRole('button', { name: 'Create Question Session' }), 'Space');
    await page.waitForURL('**/admin');

    const tabs = page.getByRole('tablist', { name: 'Admin' });
    await walk(page, tabs.getByRole('tab', { name: 'Dashboard' }));
    await page.keyboard.press('ArrowRight');
    expect(await isFocused(tabs.getByRole('tab', { name: 'Users', selected: true }))).toBe(true);

    await walk(page, page.getByRole('link', { name: 'Que Cards' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const lane = card(page).getByRole('group', { name: 'Studio' });
    const releaseButton = lane.getByRole('button', { name: /^Release/ });
    await press(page, releaseButton);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await isFocused(releaseButton)).toBe(true);
    await page.keyboard.press('Enter');
    await typeInto(page, page.getByRole('dialog').getByLabel('Minutes'), '2');
    await page.keyboard.press('Enter');
    await lane.getByRole('timer').waitFor();
    await expect.poll(() => isFocused(releaseButton)).toBe(true);

    await press(page, lane.getByRole('button', { name: 'Revoke from Studio' }));
    await lane.getByText('Not released').waitFor();
    await press(page, lane.getByRole('button', { name: 'Undo revoke' }));
    await lane.getByRole('timer').waitFor();

    await walk(page, page.getByRole('link', { name: 'Manage Users' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('button', { name: 'Create User' }));
    const dialog = page.getByRole('dialog');
    await typeInto(page, dialog.getByLabel('Name'), 'Cora Studio');
    await typeInto(page, dialog.getByLabel('Email'), CORA);
    await typeInto(page, dialog.getByLabel('Password', { exact: true }), PASSWORD);
    await walk(page, dialog.getByLabel('Role'));
    await page.keyboard.type('Game');
    await press(page, dialog.getByRole('button', { name: 'Create User' }));
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => isFocused(page.getByRole('button', { name: 'Create User' })))
      .toBe(true);

    const edit = page.getByRole('button', { name: 'Edit Cora Studio' });
    await press(page, edit);
    await typeInto(page, dialog.getByLabel('Name'), 'Cora Lind');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Edit Cora Lind' }).waitFor();
    await expect
      .poll(() => isFocused(page.getByRole('button', { name: 'Edit Cora Lind' })))
      .toBe(true);

    const cora = await arrive(fixture.browser, { url: fixture.server.url, desktop: true });
    await signIn(cora, CORA, PASSWORD);
    const answerButton = card(cora.page).getByRole('button', { name: 'Answer Question' });
    await press(cora.page, answerButton);
    await cora.page.getByRole('dialog').waitFor();
    await cora.page.keyboard.press('Escape');
    await cora.page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await isFocused(answerButton)).toBe(true);
    await cora.page.keyboard.press('Space');
    await typeInto(cora.page, cora.page.getByLabel('Your answer'), 'umbrella');
    await cora.page.keyboard.press('Enter');
    await card(cora.page).getByText('Answered', { exact: true }).first().waitFor();
    // The button has disappeared, so the card gets the focus.
    await expect
      .poll(() => cora.page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toMatch(/umbrella/iu);

    await walk(page, page.getByRole('button', { name: 'Logout' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');

    expect([...admin.faults, ...cora.faults]).toEqual([]);
    await Promise.all([admin, cora].map(({ context }) => context.close()));
  });

  it('a menu that was left open on a phone does not cover the page on a desktop', async () => {
    const { page, context } = await arrive(fixture.browser, { url: fixture.server.url });
    const menu = page.getByRole('button', { name: 'Menu' });
    await press(page, menu);
    const isOpen = () => page.evaluate(() => document.querySelector(':popover-open') !== null);
    expect(await isOpen()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(isOpen).toBe(false);
    await page.getByRole('link', { name: 'How It Works' }).waitFor();
    await context.close();
  });
});
