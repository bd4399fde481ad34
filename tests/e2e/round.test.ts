import { describe, expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { provideChromium } from '#tests/support/chromium.ts';
import { removeDataDir, startProcess } from '#tests/support/process.ts';
import { openLine } from '#tests/support/proxy.ts';
import { answer, askQuestion, card, createQuestion, QUESTION, release } from './acts.ts';
import { openShowFixture } from './show-fixture.ts';
import { arrive, producer, register, seated } from './people.ts';

const chromium = provideChromium();
describe.skipIf(chromium === null)('a live round', () => {
  const house = openShowFixture(chromium);

  it('goes from registration to a scored leaderboard, live in every window [R4.home-only]', async () => {
    const admin = await producer(house.browser, house.server.url);
    await createQuestion(admin, QUESTION);
    const { url } = house.server;
    const [vera, noah, late, cora] = await Promise.all([
      arrive(house.browser, { url }),
      arrive(house.browser, { url, seat: await seated(url, 'Noah Viewer') }),
      arrive(house.browser, {
        url,
        seat: await seated(url, 'Lena Late'),
        clockSkewMs: 600_000,
      }),
      arrive(house.browser, { url, seat: await seated(url, 'Cora Studio', ROLE.contestant) }),
    ]);
    await register(vera, url, 'Vera Viewer');
    const viewers = [vera, noah, late];
    await Promise.all(
      viewers.map(({ page }) => page.getByText('No questions available').waitFor()),
    );

    await admin.page.goto('/que-cards');
    const banners = viewers.map(({ page }) =>
      page.getByText('A question is open.').first().waitFor(),
    );
    await release(admin, 'Home', { minutes: 10, seconds: 0 });
    await Promise.all(banners);
    await Promise.all(viewers.map(({ page }) => card(page).waitFor()));
    await cora.page.getByText('Home viewer-only mode active').first().waitFor();
    expect(await cora.page.content()).not.toContain(QUESTION);
    for (const { page } of viewers)
      expect(await card(page).getByRole('timer').textContent()).toMatch(/00:09:\d\d|00:10:00/);

    // Nobody scrolls sideways on a phone.
    for (const { page } of viewers)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await answer(vera, 'umbrella');
    await answer(noah, 'Umbrela');
    await answer(late, 'the umbrellas');

    await release(admin, 'Studio', { minutes: 10, seconds: 0 });
    await answer(cora, 'UMBRELLA');

    await vera.page.getByRole('tab', { name: 'This Question' }).click();
    const own = vera.page.getByRole('row', { name: /\(You\)/ });
    await own.getByText('3', { exact: true }).waitFor();
    await vera.page.getByRole('tab', { name: "Today's Scores" }).click();
    await vera.page.getByRole('row', { name: /Cora Studio.*Studio.*5/ }).waitFor();

    await release(admin, 'Studio', { minutes: 0, seconds: 1 });
    await card(cora.page).getByText('Expired').first().waitFor();
    await release(admin, 'Home', { minutes: 0, seconds: 1 });
    await Promise.all(viewers.map(({ page }) => card(page).getByText('Expired').first().waitFor()));
    await admin.page.getByRole('button', { name: 'Revoke from Home' }).first().click();
    await Promise.all(viewers.map(({ page }) => card(page).waitFor({ state: 'hidden' })));
    await vera.page.getByText('No questions available').waitFor();

    for (const person of [admin, cora, ...viewers]) {
      expect(person.faults).toEqual([]);
      await person.context.close();
    }
  });

  it('keeps the question, the draft and every answer over a lost line and a pulled plug', async () => {
    const stage = await startProcess();
    onTestFinished(() => stage.kill());
    const line = await openLine(stage.url);
    onTestFinished(() => line.close());
    const admin = await producer(house.browser, stage.url);
    await askQuestion(stage.url, QUESTION);
    const [vera, noah] = await Promise.all([
      arrive(house.browser, { url: line.url, seat: await seated(stage.url, 'Vera Viewer') }),
      arrive(house.browser, { url: stage.url, seat: await seated(stage.url, 'Noah Viewer') }),
    ]);
    await admin.page.goto('/que-cards');
    // Only a line that was there can be lost.
    const connected = new Promise<void>((resolve) => {
      vera.page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (payload.toString().startsWith('40')) resolve();
        }),
      );
    });
    await vera.page.reload();
    await connected;

    line.cut();
    await vera.page.getByText('Reconnecting...').first().waitFor();
    await release(admin, 'Home', { minutes: 30, seconds: 0 });
    await answer(noah, 'towel');
    line.restore();
    await vera.page.getByText('Back online').first().waitFor();
    await card(vera.page).waitFor();

    await card(vera.page).getByRole('button', { name: 'Answer Question' }).click();
    await vera.page.getByLabel('Your answer').fill('sun umbr');
    await stage.kill();
    const again = await startProcess({
      dataDir: stage.dataDir,
      port: Number(new URL(stage.url).port),
    });
    onTestFinished(() => again.kill());
    await vera.page.getByText('Back online').first().waitFor();
    expect(await vera.page.getByLabel('Your answer').inputValue()).toBe('sun umbr');
    await vera.page.reload();
    await card(vera.page).getByRole('button', { name: 'Answer Question' }).click();
    expect(await vera.page.getByLabel('Your answer').inputValue()).toBe('sun umbr');
    await vera.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await card(noah.page).getByText('Answered', { exact: true }).first().waitFor();
    await noah.page.goto('/my-answer');
    await noah.page.getByText(QUESTION).first().waitFor();
    await answer({ ...vera }, 'towels');
    await vera.page.getByRole('tab', { name: 'This Question' }).click();
    await vera.page.getByRole('row', { name: /Noah Viewer.*2/ }).waitFor();

    expect([...admin.faults, ...vera.faults, ...noah.faults]).toEqual([]);
    await Promise.all([admin, vera, noah].map(({ context }) => context.close()));
    await again.stop();
    await removeDataDir(stage.dataDir);
  });
});
