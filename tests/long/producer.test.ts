import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { answer, askQuestion, card, QUESTION, release } from '#tests/e2e/acts.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { arrive, type Person, producer, seated } from '#tests/e2e/people.ts';
import { heard, listen, LOCK_HZ, RELEASE_HZ, REVOKE_HZ } from '#tests/e2e/sound.ts';

const chromium = findChromium();

async function enableAudio(person: Person): Promise<void> {
  await person.page.getByRole('button', { name: 'Enable Audio' }).click();
  expect(await heard(person)).toEqual(RELEASE_HZ);
}

/** A lane of the newest que card. */
const lane = (page: Page, name: 'Studio' | 'Home') =>
  page.getByRole('article').first().getByRole('group', { name });
/** Whole seconds of a countdown. */
async function secondsOf(timer: Locator): Promise<number> {
  const [hours = 0, minutes = 0, seconds = 0] = ((await timer.textContent()) ?? '')
    .split(':')
    .map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
}
/** When a countdown ends by this machine's clock, ms, from the digits alone. */
const endOf = async (timer: Locator): Promise<number> =>
  Date.now() + (await secondsOf(timer)) * 1_000;
/** Waits until all screens show the same second, so that none is behind. */
async function agree(...timers: Locator[]): Promise<void> {
  await expect
    .poll(async () => new Set(await Promise.all(timers.map(secondsOf))).size, { timeout: 30_000 })
    .toBe(1);
}

describe.skipIf(chromium === null)('the que cards', () => {
  const fixture = openShowFixture(chromium);

  it('control both audiences: separate windows, timers, chimes, revoke, undo and reopening [R2.main-banner R4.answer-other-device R4.release R4.revoke R4.release-independent R4.release-reopens R4.release-undo R4.release-conflict R4.both-timers R4.contestant-only R4.locked-no-answer R4.timer-expired-word R4.server-clock R4.chime-audience R9.chime-release R9.chime-revoke R9.timer-formula]', async () => {
    const { url } = fixture.server;
    const admin = await producer(fixture.browser, url);
    await askQuestion(url, QUESTION);
    const viewer = await seated(url, 'Vera Viewer');
    const contestant = await seated(url, 'Cora Studio', ROLE.contestant);
    const [vera, tablet, cora] = await Promise.all([
      arrive(fixture.browser, { url, seat: viewer }),
      arrive(fixture.browser, { url, seat: viewer, clockSkewMs: 600_000 }),
      arrive(fixture.browser, { url, seat: contestant }),
    ]);
    const people = [vera, tablet, cora];
    await Promise.all(
      people.map(async (person) => {
        await listen(person);
        await person.page.reload();
      }),
    );
    for (const person of people) await enableAudio(person);
    await admin.page.goto('/que-cards');

    // Released to the studio only: home viewers see that there is a question, but not its text.
    const toAdmin = admin.page
      .getByText(`Released "${QUESTION}" to Studio, 10:00`)
      .first()
      .waitFor();
    const toCora = cora.page.getByText('A question is open.').first().waitFor();
    await release(admin, 'Studio', { minutes: 10, seconds: 0 });
    await Promise.all([toAdmin, toCora, card(cora.page).waitFor()]);
    for (const { page } of [vera, tablet]) {
      await card(page, 'Contestant-only mode active').waitFor();
      const button = page.getByRole('button', { name: 'Answer Question' });
      expect([await button.isDisabled(), (await page.content()).includes(QUESTION)]).toEqual([
        true,
        false,
      ]);
    }
    expect(await Promise.all(people.map(heard))).toEqual([[], [], RELEASE_HZ]);
    await lane(admin.page, 'Home').getByText('Contestant-only mode active').waitFor();
    await agree(
      lane(admin.page, 'Studio').getByRole('timer'),
      card(cora.page).getByRole('timer'),
      card(tablet.page, 'Contestant-only mode active').getByRole('timer').locator('span').last(),
    );

    // Home viewers get a separate timer; each audience answers in its own window.
    await release(admin, 'Home', { minutes: 30, seconds: 0 });
    await Promise.all([vera, tablet].map(({ page }) => card(page).waitFor()));
    await agree(
      lane(admin.page, 'Home').getByRole('timer'),
      card(vera.page).getByRole('timer'),
      card(tablet.page).getByRole('timer'),
    );
    expect(await secondsOf(card(cora.page).getByRole('timer'))).toBeLessThanOrEqual(600);
    expect(await Promise.all(people.map(heard))).toEqual([RELEASE_HZ, RELEASE_HZ, []]);
    await answer(cora, 'umbrella');

    // One user with two devices: an answer saved on one is shown on the other.
    await card(tablet.page).getByRole('button', { name: 'Answer Question' }).click();
    await tablet.page.getByLabel('Your answer').fill('sun umbr');
    await answer(vera, 'Umbrella');
    const dialog = tablet.page.getByRole('dialog');
    await dialog.getByText(/on another device at .*: Umbrella/).waitFor();
    expect(await dialog.getByLabel('Not sent from here').inputValue()).toBe('sun umbr');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await card(tablet.page).getByText('Answered', { exact: true }).first().waitFor();
    for (const person of [vera, tablet]) await expect.poll(() => heard(person)).toEqual(LOCK_HZ);
    expect(await heard(cora)).toEqual([]);

    // A revoke that is undone keeps the original end.
    const home = card(vera.page).getByRole('timer');
    const endsAt = await endOf(home);
    await admin.page.getByRole('button', { name: 'Revoke from Home' }).first().click();
    // Now locked by the studio's timer: the text is hidden and the time is the studio's.
    for (const { page } of [vera, tablet]) {
      await card(page, 'Contestant-only mode active').getByText('Studio').waitFor();
      await card(page).waitFor({ state: 'hidden' });
    }
    expect(await Promise.all(people.map(heard))).toEqual([REVOKE_HZ, REVOKE_HZ, []]);
    const studio = lane(admin.page, 'Studio').getByRole('timer');
    const before = await secondsOf(studio);
    await expect.poll(() => secondsOf(studio), { timeout: 10_000 }).toBeLessThan(before - 2);
    await lane(admin.page, 'Home').getByRole('button', { name: 'Undo revoke' }).click();
    await home.waitFor();
    // The countdowns show whole seconds and are read one after the other.
    expect(Math.abs((await endOf(home)) - endsAt)).toBeLessThan(2_000);
    await card(vera.page).getByText('Answered', { exact: true }).first().waitFor();

    // After the end it can be reopened for one audience alone.
    await release(admin, 'Studio', { minutes: 0, seconds: 1 });
    await lane(admin.page, 'Studio').getByText('Closed').waitFor();
    await card(cora.page).getByText('Expired').first().waitFor();
    await release(admin, 'Studio', { minutes: 7, seconds: 0 });
    await card(cora.page)
      .getByRole('timer')
      .getByText(/^00:06:\d\d$|^00:07:00$/)
      .waitFor();
    await lane(admin.page, 'Studio').getByText('Timer of 7:00, until').waitFor();

    for (const person of [admin, ...people]) {
      expect(person.faults).toEqual([]);
      await person.context.close();
    }
  });
});
