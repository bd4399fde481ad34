import { m } from 'messages';
import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings } from '#tests/support/states/checks.ts';
import { findChromium, LAN_HOST } from '#tests/support/chromium.ts';
import { cell, workbook } from '#tests/support/workbook.ts';
import { answer } from './acts.ts';
import { arrive, producer, producerSeat, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();
/**
 * Files written by LibreOffice 7.4: Windows-1252 with semicolons and times of day, and a workbook.
 */
const FILES = join(import.meta.dirname, '../views/effects/imported');
const BEACH = 'Name something people take to the beach';
const FRUIT = 'Name a fruit';

/** The main button's label, once it is enabled. */
const main = async (page: Page) => {
  const button = page.locator('main [data-space] button:not([aria-busy]):not(:disabled)');
  return (await button.locator('span').textContent()) ?? '';
};
/** Presses Space, and counts it. */
const presser = (page: Page) => {
  const done: string[] = [];
  return {
    done,
    press: async () => {
      done.push(await main(page));
      await page.keyboard.press('Space');
    },
  };
};

describe.skipIf(chromium === null)('the control room', () => {
  const fixture = openShowFixture(chromium);

  // First, because a draft has the screens only while no show is live.
  it('puts pictures on the stage with one key each, and takes them away with the same key [R2.control-interludes R2.control-links]', async () => {
    const { url } = fixture.server;
    const { page, faults } = await producer(fixture.browser, url);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto('/control');
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Saturday night');
    await page.keyboard.press('Enter');
    const stage = await producer(fixture.browser, url);
    await stage.page.goto('/gameshow');
    const shows = (text: string) => stage.page.locator('main').getByText(text).first().waitFor();
    /** Presses a key once the room takes one again. */
    const press = async (key: string) => {
      await page.locator('[aria-keyshortcuts=P]:not([aria-busy])').waitFor();
      await page.keyboard.press(key);
    };
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Holding picture and start' }).click();
    await page.getByLabel('Text of the holding picture').fill('Back at nine');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Join code/ }).click();
    await page.getByRole('img', { name: 'The address to join at' }).waitFor();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('img', { name: 'The address of the stage screen' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await press('p');
    await shows('Back at nine');
    await press('k');
    await shows('Safe area');
    await press('b');
    await shows("Today's scores");
    // The first countdown asks when the show starts.
    await press('o');
    await page.getByRole('button', { name: 'In 10 minutes' }).click();
    await shows('9:5');
    await press('o');
    await shows('Saturday night');
    await press('o');
    await shows('9:');
    await press('?');
    const keys = await page
      .getByRole('dialog', { name: 'Keyboard' })
      .locator('kbd')
      .allInnerTexts();
    expect(keys.slice(1).join('')).toBe('EXATWGBNPKO');
    expect(await axeFindings(page)).toEqual([]);
    expect([faults, stage.faults]).toEqual([[], []]);
  });

  it('runs a question from armed to the next one in six presses at most, by keyboard alone, and two producers see each other [R2.control-fits R2.control-main R2.control-two R2.control-paste R2.control-release R2.control-extend R2.control-desk R2.control-reveal-all]', async () => {
    const { url } = fixture.server;
    const vera = await arrive(fixture.browser, { url, seat: await seated(url, 'Vera Viewer') });
    const admin = await producer(fixture.browser, url);
    const { page } = admin;
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto('/control');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Friday night');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add questions' }).click();
    const rows = [`${BEACH}\t0:20\t0:25`, 'Bad\tsoon', FRUIT];
    await page.getByLabel(/^One question per line/).fill(rows.join('\n'));
    await page.getByRole('button', { name: 'Add 2 questions' }).click();
    // Rows that could not be imported are still there.
    await page
      .getByRole('cell', { name: 'Bad "soon" is not a time. Write 0:30, or 30 for seconds.' })
      .waitFor();
    await page.keyboard.press('Escape');
    const second = await producer(fixture.browser, url);
    await second.page.goto('/control');
    await second.page.getByRole('button', { name: `Arm "${BEACH}"` }).waitFor();

    await page.locator('h1').click();
    const { press, done } = presser(page);
    await press();
    // A draft goes live with the second press: the first one asks for confirmation.
    await second.page.getByRole('button', { name: 'Go live' }).first().waitFor();
    await press();
    await page.getByRole('button', { name: 'Press again to go live' }).waitFor();
    await page.getByText('Press again to go live: "Friday night"').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await second.page
      .getByRole('button', { name: 'Release to Studio 0:20 and Home 0:25' })
      .waitFor();
    await press();
    await page
      .getByRole('region', { name: 'Armed' })
      .getByText('Players can still answer.')
      .waitFor();
    await answer(vera, 'towel');
    const clockTop = () =>
      page
        .getByRole('group', { name: 'Studio' })
        .evaluate((lane) => Math.round(lane.getBoundingClientRect().top));
    const clockTopOfFirst = await clockTop();
    const bottoms = await page
      .locator('main section')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom));
    expect([bottoms.filter((bottom) => bottom > 768), await page.evaluate(() => scrollY)]).toEqual([
      [],
      0,
    ]);
    expect(await axeFindings(page)).toEqual([]);
    // Twice, since it removes something.
    await page.keyboard.press('x');
    await page.keyboard.press('x');
    await press();
    await page.getByRole('button', { name: 'Reveal "Towel"' }).waitFor();
    await page.keyboard.press('g');
    await page.getByText('Locked: only you can change the groups.').waitFor();
    await page.keyboard.press('g');
    await press();
    await press();
    await press();
    await page
      .getByRole('region', { name: 'Armed' })
      .getByRole('heading', { name: FRUIT })
      .waitFor();
    expect(await clockTop()).toBe(clockTopOfFirst);
    expect(done).toEqual([
      `Arm "${BEACH}"`,
      'Go live',
      'Release to Studio 0:20 and Home 0:25',
      'Lock the answers',
      'Reveal "Towel"',
      'Publish the points',
      `Next: "${FRUIT}"`,
    ]);
    await second.page
      .getByRole('button', { name: 'Release to Studio 0:30 and Home 0:30' })
      .waitFor();
    expect([admin.faults, second.faults]).toEqual([[], []]);
  });

  it('arms a question and creates a token over plain http in a LAN, where a page is no secure context', async () => {
    const { url } = fixture.server;
    const lan = new URL(url);
    lan.hostname = LAN_HOST;
    const seat = await producerSeat(url);
    const admin = await arrive(fixture.browser, { url: lan.origin, desktop: true, seat });
    const { page } = admin;
    await page.goto('/control');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('In the hall');
    await page.keyboard.press('Enter');
    await page.getByText('Created "In the hall"').first().waitFor();
    await page.getByRole('button', { name: 'Add questions' }).click();
    await page.getByLabel(/^One question per line/).fill('Name a chair');
    await page.getByRole('button', { name: 'Add 1 question' }).click();
    await page.getByRole('button', { name: 'Arm "Name a chair"' }).first().click();
    await page.locator('main [data-space]').getByRole('button', { name: 'Go live' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Remote control' }).click();
    await page.getByLabel('Name of the device').fill('Stream Deck');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copy token' }).click();
    await page.getByRole('textbox', { name: m.uiTextToCopy() }).waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(
      await page.getByRole('dialog').locator('code').textContent(),
    );
    // The browser warns about a header that it accepts only over https.
    expect(admin.faults.filter((fault) => !fault.includes('Opener-Policy'))).toEqual([]);
  });

  it('reads files in any encoding, and refuses one that unpacks to too much without losing what was typed [R2.control-paste]', async () => {
    const { page, faults } = await producer(fixture.browser, fixture.server.url);
    await page.goto('/control');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('From a workbook');
    await page.keyboard.press('Enter');
    await page.getByText('Created "From a workbook"').first().waitFor();
    await page.getByRole('button', { name: 'Add questions' }).click();
    const field = page.getByLabel(/^One question per line/);
    const choose = (rows: string) =>
      page.getByLabel('Excel or CSV file').setInputFiles({
        name: 'questions.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: Buffer.from(workbook(rows)),
      });
    await choose(`<row r="1">${cell('A1', 'Name a lamp')}</row>`);
    await page.getByRole('button', { name: 'Add 1 question' }).waitFor();
    await page
      .getByLabel('Excel or CSV file')
      .setInputFiles(join(FILES, 'libreoffice-windows-1252.csv'));
    await page.getByRole('cell', { name: 'Welche Straße kostet 5 €?' }).waitFor();
    const preview = page.getByRole('region', { name: 'Preview' }).getByRole('row');
    expect(await preview.allInnerTexts()).toEqual([
      'Row\tQuestion\tStudio\tHome\tNote',
      '1\tHeading: Frage | Studio | Home | Notiz',
      '2\tNenne eine Frucht, bitte\t0:30\t0:45\tLangsam\nlesen',
      '3\tWelche Straße kostet 5 €?\t0:20\t1:30\t',
      '4\t„Wer“ sagte "Nein"?\t0:30\t0:30\t',
    ]);
    expect(await page.getByLabel('Character set').inputValue()).toBe('windows-1252');
    await page.getByText('4 rows read: 3 questions, 1 heading.').waitFor();
    await page.getByLabel('Excel or CSV file').setInputFiles(join(FILES, 'libreoffice.xlsx'));
    await page.getByText('9 rows read: 4 questions, 2 headings, 3 rows with errors.').waitFor();
    const sheets = page.getByLabel('Sheet');
    expect(await sheets.innerText()).toBe('Cover\nRound 1\nOld questions (hidden)');
    await sheets.selectOption('Old questions (hidden)');
    await page.getByText('21 rows read: 20 questions, 1 heading.').waitFor();
    await field.fill('Name a door');
    await choose(' '.repeat(30_000_000));
    await page.getByText('This file is too large').waitFor();
    expect([await field.inputValue(), faults]).toEqual(['Name a door', []]);
  });
});
