import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { beforeAll, describe, expect } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { questionsMachine } from '#machines/answering/questions.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { questionsModel } from '#tests/support/models/questions.ts';
import { QUESTIONS } from '#tests/support/states/line.ts';
import type { Seat } from '#tests/support/states/scenario.ts';
import { heard, listen, RELEASE_HZ } from '#tests/e2e/sound.ts';
import { holdLine } from './line.ts';
import { openProducer } from './producer.ts';
import { becomes, hold, openFixture } from './fixture.ts';
import { walkInBrowser } from './walk.ts';

/* What a home viewer does with questions while a producer changes them by calls, in real time. */

type Snapshot = SnapshotFrom<typeof questionsMachine>;

const chromium = findChromium();
const LONG_S = 1_800;
const RECONNECTING = 'Reconnecting...';

/** What whoever has the dialog open cannot press, under it. */
const UNDER_DIALOG = new Set(['questions.filter', 'question.select', 'chimes.muted']);
const model = questionsModel({
  // What can be done with questions can be done where there are some.
  may: (snapshot, { type }) =>
    type === 'feed.changed' || type === 'feed.replaced'
      ? !snapshot.context.list.isLoaded
      : (snapshot.context.list.isLoaded || type === 'questions.retry') &&
        !(snapshot.matches('answering') && UNDER_DIALOG.has(type)),
});

interface Taken {
  readonly event: AnyEventObject;
}

describe.skipIf(chromium === null)('every way through the questions, in a real browser', () => {
  const fixture = openFixture(chromium);
  const producer = openProducer(fixture);
  let viewer: Seat;
  beforeAll(async () => {
    viewer = await producer.seat('Vera');
  });

  async function start() {
    const { page } = fixture;
    const first = await producer.question();
    const second = await producer.question();
    const brief = await producer.question();
    for (const question of [first, second]) await question.release(LONG_S);
    const lists = await hold(page, QUESTIONS);
    const line = await holdLine(page);
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    let isAnswered = false;

    const seen = async () => {
      const [cards, chosen] = await Promise.all([
        main
          .locator('article')
          .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? '')),
        main
          .locator('article:has(button[aria-pressed=true])')
          .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))),
      ]);
      return {
        isWaiting: (await main.getByText('Loading questions').count()) > 0,
        isRefused: (await main.getByText(MESSAGES.network).count()) > 0,
        cards: cards.filter((text) => text !== brief.text()).toSorted(),
        chosen,
        isAnswered: (await first.card().getByText('Answered', { exact: true }).count()) > 0,
        dialog: await dialog.getByRole('heading').allTextContents(),
        isLineLost: (await page.getByText(RECONNECTING).count()) > 0,
      };
    };
    const see = (state: Snapshot) => {
      const { list, selectedId, isLineUp } = state.context;
      return becomes(seen, {
        isWaiting: !list.isLoaded && list.message === null,
        isRefused: list.message !== null,
        cards: list.isLoaded ? [first.text(), second.text()].toSorted() : [],
        chosen: list.isLoaded ? [(selectedId === 'g1' ? first : second).text()] : [],
        isAnswered,
        dialog: state.matches('answering') ? [first.text()] : [],
        isLineLost: !isLineUp,
      });
    };
    const inTime = async () => {
      const left = await first.left();
      return left !== null && left > 0 && left <= LONG_S;
    };

    const events = {
      'feed.changed': async () => (await lists.next()).abort(),
      'feed.replaced': async () => {
        const route = await lists.next();
        await route.continue();
        await first.card().waitFor();
        return line.takeUp();
      },
      'questions.retry': async () => {
        await page.getByRole('button', { name: 'Try Again' }).click();
        await lists.next();
      },
      'questions.filter': async () => {
        await main.getByText('Active', { exact: true }).click();
        const route = await lists.next();
        expect(route.request().url()).toContain('filter=active');
        await route.continue();
      },
      'realtime.questions-updated': () => first.rename(`${first.text()} Now?`),
      'feed.behind': async () => {
        const lost = line.lose('questions-updated');
        await first.rename(`${first.text()} Now?`);
        await lost;
        const asked = line.hears('sync');
        await second.rename(`${second.text()} Then?`);
        await asked;
      },
      'data.unconfirmed': async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        await becomes(() => main.getByText('Checking…').count(), 0);
      },
      'line.lost': line.cut,
      'line.back': async () => {
        await line.cut();
        await line.takeUp();
      },
      // The device's clock is set ahead, which is seen until the server's answer comes.
      'clock.corrected': async () => {
        const config = await hold(page, '**/api/config');
        const now = await page.evaluate(() => Date.now());
        await page.clock.setSystemTime(now + 2 * LONG_S * 1_000);
        await becomes(inTime, false);
        await (await config.next()).continue();
        await becomes(inTime, true);
      },
      'window.lapsed': async () => {
        await brief.release(2);
        await brief.card().getByText('Expired').waitFor();
      },
      // By the page that makes the noises itself, for contestants alone.
      'chimes.muted': async () => {
        await page.getByRole('button', { name: 'Enable Audio' }).click();
        expect(await heard(fixture)).toEqual(RELEASE_HZ);
        const ways = page.getByRole('navigation', { name: 'Main' });
        await ways.getByRole('link', { name: 'My Answers' }).click();
        await page.getByRole('heading', { level: 1, name: 'My Answer' }).waitFor();
        await brief.release();
        await page.getByText(brief.text()).first().waitFor();
        expect(await heard(fixture)).toEqual([]);
        await brief.revoke();
        await ways.getByRole('link', { name: 'Home' }).click();
      },
      'question.select': () => first.card().getByRole('button', { name: 'Details' }).click(),
      'answer.open': () => first.card().getByRole('button', { name: 'Answer Question' }).click(),
      'xstate.done.actor.answer': async ({ event }: Taken) => {
        const { answer, reason } = event['output'];
        const body = { gameSessionId: first.gameSessionId, answerText: 'Towel' };
        if (reason === 'already') {
          // The other device's answer is not told here.
          void line.lose('answer-updated');
          await producer.ask('submitAnswer', { token: viewer.token, body });
        }
        isAnswered = answer !== null || reason === 'already';
        if (isAnswered) {
          await dialog.getByLabel('Your answer').fill('Umbrella');
          await dialog.getByRole('button', { name: 'Submit' }).click();
        }
        if (reason === 'already') await dialog.getByText(MESSAGES.answer.already).waitFor();
        if (answer === null) await dialog.getByRole('button', { name: 'Cancel' }).click();
        // The list is loaded again.
        if (reason === 'already') await (await lists.next()).continue();
      },
    };
    const open = async () => {
      await fixture.seat(viewer);
      await listen(fixture);
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    const leave = async () => {
      for (const question of [first, second, brief]) await question.remove();
    };
    return { events, states: { browsing: see, answering: see }, open, leave };
  }

  walkInBrowser(model, {
    start,
    missed: {
      'questions on feed.changed [0] -> (stays)':
        'a list in which a question has ended: in a browser its window has said so before',
      'questions on feed.changed [1] -> (stays)':
        'a question that opens after another has ended: no such question is released here',
    },
  });
});
