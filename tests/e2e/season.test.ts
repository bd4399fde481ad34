import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { clientOf } from '#tests/support/client.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';
import { axeFindings } from '#tests/support/states/checks.ts';
import { arrive, producer, producerSeat, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();
const SEASON = 'Autumn 2026';

describe.skipIf(chromium === null)('a season of shows', () => {
  const fixture = openShowFixture(chromium);

  it('is named by the producer for a show that has ended, and its board follows the next show', async () => {
    const { url } = fixture.server;
    const client = clientOf(url, DEFAULT_BRAND);
    const { token } = await producerSeat(url);
    const ada = await seated(url, 'Ada');
    const { page, faults } = await producer(fixture.browser, url);
    await page.setViewportSize({ width: 1366, height: 768 });
    /** Ada and a guest of the show give the same answer. */
    const play = async (show: StagedShow, guestName: string): Promise<void> => {
      await show.act({ type: 'goLive' });
      const body = {
        code: show.rundown().join?.code ?? '',
        name: guestName,
        requestId: randomUUID(),
      };
      const { session } = await client.ok('joinShow', { body });
      await show.play(0, [
        [ada, 'apple'],
        [{ token: session?.token ?? '' }, 'apple'],
      ]);
    };
    const saved = () => page.locator('button:disabled', { hasText: 'Set season' }).waitFor();

    const friday = await createShow(client, token, 'Friday', ['Name a fruit']);
    await play(friday, 'Ben');
    await friday.act({ type: 'end' });
    await page.goto('/control');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Season', { exact: true }).selectOption('New season…');
    await page.getByLabel('Name of the season').fill(SEASON);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set season' }).click();
    await saved();

    const saturday = await createShow(client, token, 'Saturday', ['Name a fruit']);
    await page.goto('/control');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Season', { exact: true }).selectOption(SEASON);
    await page.getByText('Its shows: Saturday, Friday').waitFor();
    await page.getByRole('button', { name: 'Set season' }).click();
    await saved();

    const viewer = await arrive(fixture.browser, { url, seat: ada });
    await viewer.page.setViewportSize({ width: 360, height: 740 });
    await viewer.page.goto('/leaderboard');
    await viewer.page.getByRole('button', { name: 'Season' }).click();
    const rows = async () => (await viewer.page.getByRole('row').allTextContents()).slice(1);
    await expect.poll(rows).toEqual(['1 =First placeAda (You)2', '1 =First placeBen2']);
    await play(saturday, 'Ben');
    await expect.poll(rows).toEqual(['1First placeAda (You)4', '2 =Ben2', '2 =Ben2']);
    await viewer.page.getByText(`"${SEASON}": points from`).waitFor();
    expect(await axeFindings(viewer.page)).toEqual([]);
    expect([...faults, ...viewer.faults]).toEqual([]);
  });
});
