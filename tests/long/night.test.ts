import { m } from 'messages';
import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { clientOf } from '#tests/support/client.ts';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { card } from '#tests/e2e/acts.ts';
import { arrive, type Person, producer, producerSeat, seated } from '#tests/e2e/people.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';

const chromium = findChromium();

const TYPO = 'Name something peple take to the beach';
const BEACH = 'Name something people take to the beach';
const WRONG = 'Name the winner of tonight';
const FRUIT = 'Name a fruit';
const SEAT = 'Name something to sit on';

/** Answers the question with this text on a player's phone. */
async function answerTo({ page }: Person, question: string, text: string): Promise<void> {
  await card(page, question).getByRole('button', { name: 'Answer Question' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your answer').fill(text);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Waits until a player's phone shows this score. */
const hasPoints = ({ page: phone }: Person, points: number): Promise<void> =>
  phone
    .getByRole('region', { name: 'Your standing' })
    .getByText(new RegExp(`^\\s*${points}\\s*$`, 'u'))
    .first()
    .waitFor();

describe.skipIf(chromium === null)('a night on which everything goes wrong', () => {
  const fixture = openShowFixture(chromium);

  it('is put right from the control room, each mishap in a few presses', async ({ annotate }) => {
    const { url } = fixture.server;
    const { token } = await producerSeat(url);
    const client = clientOf(url, DEFAULT_BRAND);
    const show = await createShow(client, token, 'Friday night', [TYPO, WRONG, FRUIT, SEAT]);
    await show.act({ type: 'goLive' });
    const seat = await seated(url, 'Noah');
    const vera = await arrive(fixture.browser, { url, seat: await seated(url, 'Vera') });
    const noah = await arrive(fixture.browser, { url, seat });
    const admin = await producer(fixture.browser, url);
    const stage = await producer(fixture.browser, url);
    await stage.page.goto('/gameshow');
    const { page } = admin;
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto('/control');

    let presses = 0;
    const click = async (target: Locator): Promise<void> => {
      await target.click();
      presses += 1;
    };
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name }).first();
    /** Presses the main button once it is enabled and says this. */
    const main = async (label: string | RegExp): Promise<void> => {
      const ready = page.locator('main [data-space] button:not([aria-busy]):not(:disabled)');
      await ready.filter({ hasText: label }).waitFor();
      await page.keyboard.press('Space');
      presses += 1;
    };
    /** Presses a key once its button is enabled. */
    const key = async (shortcut: string): Promise<void> => {
      await page.locator(`[aria-keyshortcuts=${shortcut}]:not([aria-busy])`).waitFor();
      await page.keyboard.press(shortcut.toLowerCase());
      presses += 1;
    };
    /** Plays the armed question from its closed windows to its published points. */
    const publish = async (groups: number): Promise<void> => {
      await main('Lock the answers');
      for (let revealed = 0; revealed < groups; revealed += 1) await main('Reveal');
      await main('Publish the points');
    };
    const close = async (): Promise<void> => {
      await click(button('Close now'));
      await click(button('Press again'));
    };
    const figures: Record<string, number> = {};
    /** Puts a mishap right, and notes how many presses and seconds it took. */
    const putRight = async (mishap: string, act: () => Promise<void>): Promise<void> => {
      const before = { presses, at: performance.now() };
      await act();
      figures[mishap] = presses - before.presses;
      const seconds = ((performance.now() - before.at) / 1_000).toFixed(1);
      await annotate(`${mishap}: ${presses - before.presses} presses, ${seconds} s`);
    };

    // A typo on air.
    await page.locator('h1').click();
    await main(`Arm "${TYPO}"`);
    await main('Release');
    await answerTo(vera, TYPO, 'towel');
    await putRight('a typo', async () => {
      await click(button('Edit'));
      await page.getByLabel('Question', { exact: true }).fill(BEACH);
      await page.keyboard.press('Enter');
      presses += 1;
      await card(noah.page, BEACH).waitFor();
    });
    await stage.page.getByText(BEACH).first().waitFor();
    await card(vera.page, BEACH).getByText('Answered', { exact: true }).first().waitFor();

    // Closed by mistake.
    await close();
    await putRight('closed too early', async () => {
      await click(button('Reopen 0:30'));
      await card(noah.page, BEACH).getByRole('button', { name: 'Answer Question' }).waitFor();
    });
    await answerTo(noah, BEACH, 'Towel!');
    await close();
    await publish(1);
    await hasPoints(vera, 2);

    // The wrong question.
    await main(`Next: "${WRONG}"`);
    await main('Release');
    await card(vera.page, WRONG).waitFor();
    await putRight('the wrong question', async () => {
      await click(button('Take back'));
      await click(button('Press again'));
      await card(vera.page, WRONG).waitFor({ state: 'detached' });
    });
    await page.getByRole('heading', { name: 'Question 2 was taken back and is skipped' }).waitFor();
    await putRight('the right question after all', async () => {
      await click(button('Plan again'));
      await page.locator('main [data-space]').getByText(`Arm "${WRONG}"`).waitFor();
    });
    await main(`Arm "${WRONG}"`);
    await click(page.getByRole('button', { name: WRONG }).last());
    await click(button('Skip'));
    await main(`Arm "${FRUIT}"`);
    await main('Release');
    await answerTo(vera, FRUIT, 'apple');
    await answerTo(noah, FRUIT, 'fruit of Eve');
    await close();
    await publish(2);
    await hasPoints(vera, 3);

    // A player was right.
    const appeal = { wanted: 'apple' };
    const { gameSessionId } = show.item(2);
    await client.ok('appeal', { token: seat.token, params: { gameSessionId }, body: appeal });
    await putRight('an appeal', async () => {
      await click(page.getByRole('link', { name: '1 appeal' }).first());
      await page
        .getByRole('region', { name: 'Suggestions' })
        .getByText('Yes changes the points of 2 players.')
        .waitFor();
      await click(button('Yes'));
      await page.getByLabel('Why').fill('Eve ate an apple.');
      await page.keyboard.press('Enter');
      presses += 1;
      await hasPoints(noah, 4);
    });
    await page.keyboard.press('g');
    await hasPoints(vera, 4);

    // A question that was unfair, and a producer who thinks again.
    await putRight('an unfair question', async () => {
      await click(button('Void'));
      await page.getByLabel('Reason').fill('The host read the answer out.');
      await page.keyboard.press('Enter');
      presses += 1;
      await vera.page.getByText('The host read the answer out.').first().waitFor();
    });
    await hasPoints(vera, 2);
    await stage.page.getByText("This question doesn't count").waitFor();
    await putRight('a void by mistake', async () => {
      await click(button('Count again'));
      await hasPoints(vera, 4);
    });
    await stage.page.getByText("This question doesn't count").waitFor({ state: 'detached' });
    await key('B');
    await stage.page.getByText(m.showTodaysScores()).first().waitFor();
    await putRight('the board once more', async () => {
      await key('W');
      await stage.page.getByText(FRUIT).first().waitFor();
    });
    // Points for a person who was treated unfairly, and taken back again.
    await putRight('points by hand', async () => {
      await click(button(m.controlManagePlayers()));
      await click(button('Points of Noah'));
      await page.getByLabel('Points', { exact: true }).fill('3');
      await page.getByLabel('Reason').fill('The first round was late for him.');
      await page.keyboard.press('Enter');
      presses += 1;
      await hasPoints(noah, 7);
    });
    await putRight('points by hand by mistake', async () => {
      await click(button('Undo Noah: 3 points'));
      await hasPoints(noah, 4);
    });
    await page.keyboard.press('Escape');

    // Something is on fire.
    await putRight('a pause', async () => {
      await key('P');
      await stage.page.getByText(m.showWellRightBack()).first().waitFor();
    });
    await key('P');

    // Two winners.
    await main(`Next: "${SEAT}"`);
    await main('Release');
    await answerTo(vera, SEAT, 'chair');
    await close();
    // A player whose phone was frozen.
    await putRight('one who could not answer', async () => {
      await click(button('Let one person answer'));
      await page.getByLabel('Find by name').fill('Noah');
      await page.keyboard.press('Enter');
      presses += 1;
      await click(button('Open for 30 s for Noah'));
      await answerTo(noah, SEAT, 'chair');
    });
    await publish(1);
    await main('Show the final standings');
    await putRight('two winners', async () => {
      await click(button('Let the earlier answer win'));
      await page.getByText('Home: Vera wins the tie with Noah by the earlier answer.').waitFor();
    });
    await main('Show the podium');
    await main('Show the winner');
    await noah.page.getByText('2nd').first().waitFor();
    expect(figures).toEqual({
      'a typo': 2,
      'closed too early': 1,
      'the wrong question': 2,
      'the right question after all': 1,
      'an appeal': 3,
      'an unfair question': 2,
      'a void by mistake': 1,
      'the board once more': 1,
      'points by hand': 3,
      'points by hand by mistake': 1,
      'a pause': 1,
      'one who could not answer': 3,
      'two winners': 1,
    });
    for (const person of [admin, stage, vera, noah]) expect(person.faults).toEqual([]);
  });
});
