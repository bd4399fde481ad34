import { m } from 'messages';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { removeDataDir, startProcess } from '#tests/support/process.ts';
import { openConnection } from '#tests/support/proxy.ts';
import { answer, askQuestion, card, QUESTION, release } from '#tests/e2e/acts.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { arrive, producer, seated } from '#tests/e2e/people.ts';

const chromium = findChromium();
/** Two control rooms see each other's acts within this time, ms. */
const SEEN_MS = 1_000;

describe.skipIf(chromium === null)('a round with a lost connection', () => {
  const fixture = openShowFixture(chromium);

  it('keeps the question, the draft and every answer, also if the server is killed', async () => {
    const server = await startProcess();
    onTestFinished(() => server.kill());
    const line = await openConnection(server.url);
    onTestFinished(() => line.close());
    const admin = await producer(fixture.browser, server.url);
    await askQuestion(server.url, QUESTION);
    const [vera, noah] = await Promise.all([
      arrive(fixture.browser, { url: line.url, seat: await seated(server.url, 'Vera Viewer') }),
      arrive(fixture.browser, { url: server.url, seat: await seated(server.url, 'Noah Viewer') }),
    ]);
    await admin.page.goto('/que-cards');
    // Wait for the connection before cutting it.
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
    await server.kill();
    const again = await startProcess({
      dataDir: server.dataDir,
      port: Number(new URL(server.url).port),
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
    await removeDataDir(server.dataDir);
  });

  it('runs over polling if a proxy swallows WebSockets, also across a restart', async () => {
    const server = await startProcess();
    onTestFinished(() => server.kill());
    const line = await openConnection(server.url);
    onTestFinished(() => line.close());
    line.swallowWebSockets(true);
    const admin = await producer(fixture.browser, server.url);
    await askQuestion(server.url, QUESTION);
    const seat = await seated(server.url, 'Vera Viewer');
    const vera = await arrive(fixture.browser, { url: line.url, seat });
    await vera.page.waitForResponse((reply) => reply.url().includes('transport=polling'));
    await admin.page.goto('/que-cards');
    await release(admin, 'Home', { minutes: 30, seconds: 0 });
    await card(vera.page).waitFor();
    await answer(vera, 'towel');

    await server.kill();
    await vera.page.getByText('Reconnecting...').first().waitFor();
    const again = await startProcess({
      dataDir: server.dataDir,
      port: Number(new URL(server.url).port),
    });
    onTestFinished(() => again.kill());
    // Each page says so for some seconds only.
    await Promise.all(
      [vera, admin].map(({ page }) => page.getByText('Back online').first().waitFor()),
    );
    await admin.page.getByRole('button', { name: 'Revoke from Home' }).first().click();
    await vera.page.getByText('No questions available').waitFor();
    expect([...admin.faults, ...vera.faults]).toEqual([]);
    await Promise.all([admin, vera].map(({ context }) => context.close()));
    await again.stop();
    await removeDataDir(server.dataDir);
  });

  it('performs an act of either control room once, and none on an outdated show [R2.control-line R2.control-two]', async () => {
    const { url } = fixture.server;
    const line = await openConnection(url);
    onTestFinished(() => line.close());
    const first = await producer(fixture.browser, url);
    await first.page.goto('/control');
    await first.page.getByRole('button', { name: 'New show' }).click();
    await first.page.getByLabel('Title').fill('Friday night');
    await first.page.keyboard.press('Enter');
    await first.page.getByRole('button', { name: 'Add questions' }).click();
    await first.page.getByLabel(/^One question per line/).fill(`${QUESTION}\nName a fruit`);
    await first.page.getByRole('button', { name: 'Add 2 questions' }).click();
    await first.page.keyboard.press('Escape');
    await first.page.getByRole('button', { name: 'Go live' }).first().click();
    await first.page.getByRole('dialog').getByRole('button', { name: 'Go live' }).click();
    const second = await producer(fixture.browser, line.url);
    await second.page.goto('/control');
    const arm = { name: `Arm "${QUESTION}"` };
    const go = { name: 'Release to Studio 0:30 and Home 0:30' };
    await second.page.getByRole('button', arm).waitFor();

    // The first room arms the item while the second is offline.
    line.cut();
    await second.page.getByText('Reconnecting...').first().waitFor();
    await first.page.getByRole('button', arm).click();
    await first.page.getByRole('button', go).waitFor();
    await second.page.getByRole('button', arm).click();
    await second.page.getByText(m.network()).first().waitFor();
    line.restore();
    await second.page.getByRole('button', go).waitFor();

    // The act that failed is not repeated, and each room sees what the other does.
    await second.page.getByRole('button', go).click();
    const inPlay = first.page.getByRole('region', { name: 'Armed' }).getByText('In play');
    await inPlay.waitFor({ timeout: SEEN_MS });
    expect([first.faults, second.faults]).toEqual([[], []]);
    await Promise.all([first, second].map(({ context }) => context.close()));
  });
});
