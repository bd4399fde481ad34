import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { axeFindings } from '#tests/support/states/checks.ts';
import { arrive, producer, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('a producer of one show', () => {
  const fixture = openShowFixture(chromium);

  it('is let in by an admin, runs the show on their own device, and loses the right at once', async () => {
    const { url } = fixture.server;
    const admin = await producer(fixture.browser, url);
    const room = admin.page;
    await room.setViewportSize({ width: 1366, height: 768 });
    await room.goto('/control');
    const create = async (title: string) => {
      await room.getByRole('button', { name: 'New show' }).click();
      await room.getByLabel('Title').fill(title);
      await room.keyboard.press('Enter');
      await room.getByRole('option', { name: `Draft: ${title}` }).waitFor({ state: 'attached' });
    };
    await create('Quiz night');
    await room.getByRole('button', { name: 'More' }).click();
    await create('Somebody else');
    await room.getByLabel('Show').first().selectOption({ label: 'Draft: Quiz night' });
    await room.getByRole('button', { name: 'Add questions' }).click();
    await room.getByLabel(/^One question per line/).fill('Name a fruit');
    await room.getByRole('button', { name: 'Add 1 question' }).click();

    const seat = await seated(url, 'Pia Producer');
    const colleague = await arrive(fixture.browser, { url, desktop: true, seat });
    await room.getByRole('button', { name: 'More' }).click();
    await room.getByRole('button', { name: 'Producers' }).click();
    await room.getByLabel('Their email address').fill('pia.producer@home.example');
    await room.getByRole('button', { name: 'Add producer' }).click();
    await room.getByText('can run this show now').waitFor();
    await room.getByLabel('Their email address').fill('new@show.example');
    await room.getByRole('button', { name: 'Add producer' }).click();
    await room.getByText('not registered yet').waitFor();
    expect(await axeFindings(room)).toEqual([]);

    const { page, faults } = colleague;
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.getByRole('link', { name: 'Control Room', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Control Room', exact: true }).click();
    await page.getByRole('button', { name: 'Arm "Name a fruit"' }).waitFor();
    const shows = page.getByRole('combobox', { name: 'Show' }).getByRole('option');
    expect(await shows.allTextContents()).toEqual(['Draft: Quiz night']);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Arm "Name a fruit"' }).click();
    await page.getByRole('button', { name: 'Go live' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go live' }).click();
    await page.getByRole('button', { name: /^Release to/ }).click();
    await page.goto('/admin');
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.getByRole('region', { name: 'Live' }).getByText('Name a fruit').first().waitFor();
    const tonight = page.getByRole('region', { name: 'Tonight' });
    await tonight.getByRole('link', { name: 'Open the control room' }).waitFor();
    await page.getByRole('article', { name: 'Name a fruit' }).waitFor();
    await page.getByRole('button', { name: 'Answer Question' }).waitFor({ state: 'detached' });
    await page.goto('/que-cards');
    await page.getByText(m.accessWhy()).waitFor();
    await page.goto('/control');
    await page.getByRole('heading', { name: 'Control Room' }).waitFor();
    await page.getByRole('region', { name: 'Items' }).waitFor();

    await room.getByRole('button', { name: 'Remove Pia Producer' }).click();
    await page.getByRole('heading', { name: m.accessDenied() }).waitFor();
    expect([...faults, ...admin.faults]).toEqual([]);
  });
});
