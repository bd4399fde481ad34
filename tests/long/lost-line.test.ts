import { describe, expect, it, onTestFinished } from 'vitest';
import { provideChromium } from '#tests/support/chromium.ts';
import { removeDataDir, startProcess } from '#tests/support/process.ts';
import { openLine } from '#tests/support/proxy.ts';
import { answer, askQuestion, card, QUESTION, release } from '#tests/e2e/acts.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { arrive, producer, seated } from '#tests/e2e/people.ts';

const chromium = provideChromium();
describe.skipIf(chromium === null)('a line that is lost in a round', () => {
  const house = openShowFixture(chromium);

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
