import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { asker } from '#tests/support/states/scenario.ts';
import { askQuestion } from './acts.ts';
import { arrive, producer, producerSeat, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();
const LONG = `Name something that ${'very '.repeat(40)}many people forget`;

/** The printed text, one line each. */
async function printed(page: Page): Promise<string[]> {
  // A4, px.
  await page.setViewportSize({ width: 794, height: 1_123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.waitForFunction(() =>
    [...document.styleSheets].some(({ media }) => media.mediaText === 'print'),
  );
  const text = await page.locator('body').innerText();
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** Whether an element is darker than the paper, which is white, and none of its text is cut off. */
const isLegible = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.every((element) => {
      const { color } = getComputedStyle(element);
      const canvas = document.createElement('canvas').getContext('2d');
      if (canvas === null) return false;
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 255, green = 255, blue = 255] = canvas.getImageData(0, 0, 1, 1).data;
      return red + green + blue < 380 && element.scrollHeight <= element.clientHeight + 1;
    }),
  );

describe.skipIf(chromium === null)('on paper', () => {
  const fixture = openShowFixture(chromium);

  it('a rundown is printed alone, with whole questions and notes', async () => {
    const { page } = await producer(fixture.browser, fixture.server.url);
    await page.goto('/control');
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Friday night');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add questions' }).click();
    const rows = [
      `${LONG}\t0:20\t0:25\tSlowly, please`,
      ...Array.from({ length: 30 }, (_, at) => `Question ${at}`),
    ];
    await page.getByLabel(/^One question per line/).fill(rows.join('\n'));
    await page.getByRole('button', { name: 'Add 31 questions' }).click();
    await page.getByText('31 items').waitFor();
    const lines = await printed(page);
    expect([...new Set(lines)].filter((line) => !/^(?:Question )?\d+$/u.test(line))).toEqual([
      'Friday night',
      'No.',
      'State',
      'Question',
      'Timer',
      'Answers',
      'Planned',
      LONG,
      'S 0:20 H 0:25',
      'Slowly, please',
      '0:30',
    ]);
    expect(lines.filter((line) => line.startsWith('Question '))).toHaveLength(30);
    expect(
      await isLegible(
        page,
        'ol[aria-label="Rundown"], ol[aria-label="Rundown"] li span:nth-child(3)',
      ),
    ).toBe(true);
  });

  it('a run sheet is opened from the control room, and read by a colleague with its link [R2.run-sheet R2.run-sheet-link]', async () => {
    const { page } = await producer(fixture.browser, fixture.server.url);
    await page.goto('/control');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Saturday night');
    await page.keyboard.press('Enter');
    await page
      .locator('option:checked', { hasText: 'Saturday night' })
      .waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Add questions' }).click();
    const rows = [`${LONG}\t0:20\t0:25\tSlowly, please`, 'Name a fruit'];
    await page.getByLabel(/^One question per line/).fill(rows.join('\n'));
    await page.getByRole('button', { name: 'Add 2 questions' }).click();
    await page.getByText('2 items').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'Run sheet' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Make link' }).click();
    const link = await page.locator('code').innerText();
    await page.keyboard.press('Escape');
    const paper = [
      'Saturday night',
      'No.\tTime\tQuestion and note\tTimers',
      '1\t+0:00\t',
      LONG,
      'Slowly, please',
      '\tStudio 0:20, Home 0:25',
      '2\t+1:25\t',
      'Name a fruit',
      '\t0:30',
      '2 questions, 3 minutes. A question takes its timers, or 1:00 without one, plus 1:00 to read, reveal and talk.',
    ];
    expect(await printed(page)).toEqual(paper);
    expect(await isLegible(page, 'td, tbody th')).toBe(true);

    const colleague = await fixture.browser.newContext();
    const read = await colleague.newPage();
    await read.goto(`${fixture.server.url}/run-sheet${new URL(link).hash}`);
    await read.getByText('Name a fruit').waitFor();
    expect(await printed(read)).toEqual(paper);
    await colleague.close();
  });

  it('a board is printed alone', async () => {
    const { url } = fixture.server;
    const question = await askQuestion(url, 'Name a fruit');
    const ask = asker(url);
    const { token } = await producerSeat(url);
    await ask('releaseHome', { token, params: { id: question.id }, body: {} });
    const seat = await seated(url, 'Vera Viewer');
    await ask('submitAnswer', {
      token: seat.token,
      body: { gameSessionId: question.gameSessionId, answerText: 'Apple' },
    });
    const { page } = await arrive(fixture.browser, { url, seat, desktop: true });
    await page.goto('/leaderboard');
    await page.getByRole('cell', { name: '1', exact: true }).first().waitFor();
    expect(await printed(page)).toEqual([
      'Scores from at home',
      'Rank\tPlayer\tPoints',
      '1',
      'First place',
      '\tVera Viewer (You)\t1',
    ]);
    expect(await isLegible(page, 'td, tbody th')).toBe(true);
  });
});
