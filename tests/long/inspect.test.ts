import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { card, fillInQuestion, QUESTION, release } from '#tests/e2e/acts.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { arrive, producer, register } from '#tests/e2e/people.ts';

const chromium = findChromium();
const CODE = 'QUJZ2345';

const chart = (page: Page) => page.getByRole('region', { name: 'Chart' });
/** The titles of the active states in the drawing. */
const lit = (page: Page, title: string) =>
  chart(page).locator('[data-active] > text:first-of-type').getByText(title, { exact: true });
const details = (page: Page) => page.getByRole('tabpanel');

describe.skipIf(chromium === null)('the inspector', () => {
  const fixture = openShowFixture(chromium);

  it('shows the charts of a phone on a laptop, and sends events to them', async () => {
    const { browser, server } = fixture;
    const [admin, phone, laptop] = await Promise.all([
      producer(browser, server.url),
      arrive(browser, { url: server.url }),
      arrive(browser, { url: server.url, desktop: true }),
    ]);
    await fillInQuestion(admin, QUESTION);
    await admin.page.goto('/que-cards');
    await register(phone, server.url, 'Vera Viewer');

    const { page } = laptop;
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto(`/inspect?code=${CODE}`);
    const windows = page.getByRole('region', { name: 'Windows' });
    await windows.getByRole('button', { name: /^This window/u }).waitFor();
    await phone.page.goto(`/?inspect=${CODE}`);
    const inspected = windows.getByRole('button', { name: /^\/ /u });
    // The phone asks its user first; until then the laptop gets nothing.
    await phone.page.getByText('A tester · ').waitFor();
    expect(await inspected.count()).toBe(0);
    await phone.page.getByRole('button', { name: 'Allow' }).click();
    await phone.page.getByText(`Inspected by a tester · ${CODE}`).waitFor();
    await inspected.click();
    const actors = page.getByRole('region', { name: 'Actors' });
    await actors.getByRole('button', { name: /^app signedIn/u }).waitFor();

    // After a release the window's chart starts and is open.
    await release(admin, 'Home', { minutes: 1, seconds: 0 });
    await card(phone.page).waitFor();
    await actors.getByRole('button', { name: /releaseWindow open\.timed/u }).click();
    await lit(page, 'timed').waitFor();

    await page.getByRole('tab', { name: 'Trace' }).click();
    await details(page).getByRole('button', { name: 'Record' }).click();

    // Send events by the form: the phone's chart loses its network and regains it.
    await actors.getByRole('button', { name: /^connection/u }).click();
    await lit(page, 'connected').waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await details(page).getByRole('combobox', { name: 'Event' }).selectOption('network.lost');
    await details(page).getByRole('button', { name: /Send/u }).click();
    await lit(page, 'offline').waitFor();
    await phone.page.getByText('offline').first().waitFor();
    await details(page).getByRole('combobox', { name: 'Event' }).selectOption('network.returned');
    await details(page).getByRole('button', { name: /Send/u }).click();
    await lit(page, 'connected').waitFor();

    // Drop the connection; the log shows the effects, which can be opened.
    await page.getByRole('tab', { name: 'Disturb' }).click();
    await details(page).getByRole('button', { name: 'Drop the line' }).click();
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByRole('searchbox').fill('socket.lost');
    await details(page)
      .getByRole('button', { name: /socket\.lost/u })
      .first()
      .click();
    await lit(page, 'reconnecting').waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await lit(page, 'connected').waitFor();

    // The recording is saved as a file and replayed without the phone.
    await page.getByRole('tab', { name: 'Trace' }).click();
    await details(page).getByRole('button', { name: 'Stop recording' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      details(page).getByRole('button', { name: 'Export' }).click(),
    ]);
    const trace = await readFile(await file.path(), 'utf8');
    expect(trace).toContain('network.returned');
    await details(page).getByRole('button', { name: 'Replay' }).click();
    await chart(page).getByRole('combobox', { name: 'Actor of the replay' }).waitFor();

    expect([...laptop.faults, ...phone.faults]).toEqual([]);
  });
});
