import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { STORAGE_KEYS } from '#machines/contract/limits.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { clientOf } from '#tests/support/client.ts';
import { stagedShow } from '#tests/support/staged-show.ts';
import { axeFindings } from '#tests/support/states/checks.ts';
import { arrive, producer, producerSeat } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('a show with teams', () => {
  const fixture = openShowFixture(chromium);

  it('takes home viewers into the team they choose, and ranks the teams on phones and on the stage', async () => {
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
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Teams', { exact: true }).selectOption('chosen');
    await page.getByLabel('Team names, one per line').fill('Red\nBlue');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set teams' }).click();
    await page.locator('button:disabled', { hasText: 'Set teams' }).waitFor();

    const client = clientOf(url, DEFAULT_BRAND);
    const { token } = await producerSeat(url);
    const { show: view } = await client.ok('shows', { token });
    if (view === null) throw new Error('There is no show.');
    const show = stagedShow(client, token, view.rundown);
    const code = show.rundown().join?.code ?? '';
    const guest = await arrive(fixture.browser, { url });
    await guest.page.setViewportSize({ width: 360, height: 740 });
    await guest.page.goto(`/join/${code}`);
    await guest.page.getByLabel('Nickname').fill('Anna');
    await guest.page.getByRole('radio', { name: 'Blue' }).check();
    expect(await axeFindings(guest.page)).toEqual([]);
    await guest.page.getByRole('main').getByRole('button', { name: 'Join' }).click();
    await guest.page.waitForURL(({ pathname }) => pathname === '/');
    await guest.page.getByRole('list', { name: 'Your shows' }).getByText('Blue').waitFor();

    const tokenOf = await guest.page.evaluate(
      (key) => localStorage.getItem(key),
      STORAGE_KEYS.authToken,
    );
    const players = [{ token: tokenOf ?? '' }];
    const red = show.rundown().teams?.list.find(({ name }) => name === 'Red')?.id ?? '';
    for (const name of ['Ben', 'Cleo']) {
      const body = { code, name, team: red, requestId: randomUUID() };
      const { session } = await client.ok('joinShow', { body });
      players.push({ token: session?.token ?? '' });
    }
    await show.act({ type: 'goLive' });
    await show.play(
      0,
      players.map((player, at) => [player, at === 2 ? 'pear' : 'apple'] as const),
    );
    await guest.page.goto('/leaderboard?period=show');
    await guest.page.getByRole('tab', { name: /^Scores of the teams/ }).click();
    // The points follow the publication within a moment.
    await expect
      .poll(async () => (await guest.page.getByRole('row').allTextContents()).slice(1))
      .toEqual(['1First placeBlue (Your team)12.0', '2Red21.5']);
    expect(await axeFindings(guest.page)).toEqual([]);

    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto('/gameshow');
    await show.act({ type: 'scene', scene: 'standings' });
    await page.getByRole('listitem').filter({ hasText: 'Red' }).getByText('1.5').waitFor();
    await show.act({ type: 'scene', scene: 'winner' });
    await page.getByRole('heading', { name: 'Home winning team' }).waitFor();
    await page.getByText('Blue', { exact: true }).waitFor();
    await guest.page.goto('/');
    await guest.page.getByText('Your team "Blue" won!').waitFor();
    await show.act({ type: 'end' });
    expect([faults, guest.faults]).toEqual([[], []]);
  });
});
