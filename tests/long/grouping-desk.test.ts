import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { asker } from '#tests/support/states/scenario.ts';
import { askQuestion } from '#tests/e2e/acts.ts';
import { producer, producerSeat, seated } from '#tests/e2e/people.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';

const chromium = findChromium();

const choose = async (page: Page, ...names: string[]): Promise<void> => {
  for (const name of names) await page.getByRole('checkbox', { name: `Group ${name},` }).check();
};
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' }).click();
const groupsOf = (page: Page) => page.getByRole('checkbox', { name: /^Group / });

describe.skipIf(chromium === null)('two producers at the grouping desk, each in a browser', () => {
  const fixture = openShowFixture(chromium);

  it('never overwrite each other, and can undo and redo after a reload [R2.desk-outdated R2.desk-undo]', async () => {
    const { url } = fixture.server;
    const ask = asker(url);
    const { token } = await producerSeat(url);
    const { id, gameSessionId } = await askQuestion(url, 'Name a seat');
    await ask('releaseHome', { token, params: { id }, body: { timerMinutes: 5 } });
    for (const [at, answerText] of ['sofa', 'sofa', 'bench', 'throne'].entries()) {
      const seat = await seated(url, `Vera ${at}`);
      await ask('submitAnswer', { token: seat.token, body: { gameSessionId, answerText } });
    }
    const [{ page: ann }, { page: ben }] = await Promise.all([
      producer(fixture.browser, url),
      producer(fixture.browser, url),
    ]);
    for (const page of [ann, ben]) {
      await page.goto(`/grouping/${gameSessionId}`);
      await expect.poll(() => groupsOf(page).count()).toBe(3);
    }

    // Ben has the preview of his own decision open while Ann decides.
    await choose(ben, 'sofa', 'throne');
    await ben.getByRole('button', { name: 'Merge' }).click();
    await ben.getByRole('button', { name: 'Confirm' }).waitFor();
    await choose(ann, 'sofa', 'bench');
    await ann.getByRole('button', { name: 'Merge' }).click();
    await confirm(ann);
    await expect.poll(() => groupsOf(ann).count()).toBe(2);
    await confirm(ben);
    const refused = ben.getByRole('dialog', { name: 'Not done' });
    await refused.waitFor();
    expect(await refused.textContent()).toMatch(/sofa|bench/);
    await refused.getByRole('button', { name: 'Got it' }).click();
    await expect.poll(() => groupsOf(ben).count()).toBe(2);

    await ann.reload();
    await ann.getByRole('button', { name: 'Undo' }).click();
    for (const page of [ann, ben]) await expect.poll(() => groupsOf(page).count()).toBe(3);
    await ben.reload();
    await ben.getByRole('button', { name: 'Redo' }).click();
    for (const page of [ann, ben]) await expect.poll(() => groupsOf(page).count()).toBe(2);
  });
});
