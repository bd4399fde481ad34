import type { Request, Route } from 'playwright';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { beforeAll, describe, expect } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { feedMachine } from '#machines/answering/feed.ts';
import { findChromium } from '#tests/support/chromium.ts';
import type { Path } from '#tests/support/graph.ts';
import { feedModel, FIRST_VERSION } from '#tests/support/models/feed.ts';
import { until } from '#tests/support/process.ts';
import type { Seat } from '#tests/support/states/scenario.ts';
import { QUESTIONS } from '#tests/support/states/line.ts';
import { comeBack, holdLine } from './line.ts';
import { openProducer } from './producer.ts';
import { becomes, openFixture, stopClock } from './fixture.ts';
import { walkInBrowser } from './walk.ts';

/*
 * The list of a home viewer: a producer releases questions by calls, and what the server says of it, by
 * calls and on the line, reaches the page when the test lets it.
 */

type Snapshot = SnapshotFrom<typeof feedMachine>;

const chromium = findChromium();

/** The feed's version at the server. */
const versionOf = ({ context: { feed } }: Snapshot): number => feed.version ?? FIRST_VERSION;

const model = feedModel({
  at: ({ context: { feed, filter, isLoaded, message } }) => [
    feed.version,
    feed.questions.length,
    filter,
    isLoaded,
    message,
    'g1' in feed.answers,
  ],
  may: (snapshot, event) => {
    const { feed, filter, isLoaded, message } = snapshot.context;
    const isFirst = snapshot.matches('loading') && !isLoaded && message === null;
    const isAnswered = 'g1' in feed.answers;
    switch (event.type) {
      // The next one, or one after another that was lost on the line.
      case 'realtime.question-released':
        return (
          event['payload'].version !== undefined &&
          versionOf(snapshot) === FIRST_VERSION &&
          (snapshot.matches('current') ||
            (isFirst && event['payload'].version === FIRST_VERSION + 1))
        );
      case 'realtime.snapshot':
        return event['payload'].version === versionOf(snapshot);
      // The first list may be of before the release; any other is of now.
      case 'xstate.done.actor.load':
        return (
          !event['output'].ok ||
          event['output'].value.version === versionOf(snapshot) ||
          (isFirst && event['output'].value.version === FIRST_VERSION)
        );
      case 'realtime.answer-updated':
        return isAnswered || snapshot.matches('current');
      case 'feed.answered':
        return !isAnswered && snapshot.matches('current');
      case 'questions.filter':
        return filter === 'all' && isLoaded && versionOf(snapshot) === FIRST_VERSION;
      case 'questions.retry':
        return snapshot.matches('failed');
      case 'line.back':
      case 'data.unconfirmed':
        return versionOf(snapshot) === FIRST_VERSION;
      default:
        return true;
    }
  },
});

interface Taken {
  readonly event: AnyEventObject;
  readonly state: Snapshot;
}

describe.skipIf(chromium === null)('every way of the feed, in a real browser', () => {
  const fixture = openFixture(chromium);
  const producer = openProducer(fixture);
  let viewer: Seat;
  let other: Seat;
  beforeAll(async () => {
    viewer = await producer.seat('Vera');
    other = await producer.seat('Noah');
  });

  async function start(path: Path<Snapshot>) {
    const { page } = fixture;
    const asked = [
      await producer.question(),
      await producer.question(),
      await producer.question(),
    ] as const;
    const [first, second, third] = asked;
    await first.release();

    const lists: Route[] = [];
    await page.route(QUESTIONS, (route) => void lists.push(route));
    page.on('requestfailed', (request: Request) => {
      const at = lists.findIndex((route) => route.request() === request);
      if (at >= 0) lists.splice(at, 1);
    });
    /** The list that the page waits for. */
    const list = async (): Promise<Route> => {
      await until('a list is asked for', () => lists.length > 0);
      const route = lists.shift();
      if (route === undefined) throw new Error('nobody waits for a list');
      return route;
    };
    /** What the server answered before there was more to tell. */
    let early: { route: Route; response: Awaited<ReturnType<Route['fetch']>> } | null = null;

    /** An answer given on another device, and whether the page was told of it with all the rest. */
    let isGiven = false;
    let isTold = false;
    let isAskedForAll = false;
    /** Before the line has told a version, the page asks it for nothing. */
    let isVersioned = false;
    let hear: ((message: string) => void) | null = null;
    const line = await holdLine(page, {
      asked: (event) => {
        isAskedForAll ||= event === 'sync';
      },
      told: (event, message) => {
        if (event !== 'snapshot') {
          isVersioned ||= message.includes('"version"');
          return true;
        }
        hear?.(message);
        return false;
      },
    });

    const seen = async () => {
      const main = page.getByRole('main');
      const region = main.getByRole('region', { name: 'Questions', exact: true });
      const cards = await main
        .getByRole('article')
        .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
      return {
        isWaiting: (await main.getByText('Loading questions').count()) > 0,
        isRefreshing: (await region.and(page.locator('[aria-busy=true]')).count()) > 0,
        cards: cards.toSorted(),
        isAnswered: (await first.card().getByText('Answered', { exact: true }).count()) > 0,
        isRefused: (await main.getByText(MESSAGES.network).count()) > 0,
        // What the page is about to do, which nobody sees.
        lists: lists.map((route) => new URL(route.request().url()).searchParams.get('filter')),
        isAskedForAll,
      };
    };
    const see = (state: Snapshot) => {
      const { isLoaded, message, status, feed, filter } = state.context;
      return becomes(seen, {
        isWaiting: !isLoaded && message === null,
        isRefreshing: isLoaded && status === 'loading',
        cards: asked
          .filter((_, at) =>
            feed.questions.some(({ question_id }) => isLoaded && question_id === `q${at + 1}`),
          )
          .map(({ text }) => text())
          .toSorted(),
        isAnswered: isTold || (isLoaded && 'g1' in feed.answers),
        isRefused: message !== null,
        lists: state.matches('loading') ? [filter] : [],
        isAskedForAll: state.matches('asking'),
      });
    };
    const pass = (ms: number) => () => page.clock.runFor(ms);

    const events = {
      'realtime.question-released': async ({ event }: Taken) => {
        const [waiting] = lists;
        if (waiting !== undefined) early = { route: waiting, response: await waiting.fetch() };
        if (event['payload'].gameSessionId === 'g3') {
          const lost = line.lose('question-released');
          await second.release();
          await lost;
          await third.release();
        } else await second.release();
      },
      'realtime.snapshot': async () => {
        const told = new Promise<string>((resolve) => {
          hear = resolve;
        });
        line.ask();
        line.say(await told);
        isVersioned = true;
        hear = null;
        isAskedForAll = false;
        isTold = isGiven;
      },
      // What the server answers to that comes when the test lets it.
      'data.unconfirmed': async () => {
        await comeBack(page);
        if (!isVersioned) return;
        await expect.poll(() => isAskedForAll).toBe(true);
        isAskedForAll = false;
      },
      // Of an answer given on another device, unless it was given here: another player says the same.
      'realtime.answer-updated': async () => {
        const body = { gameSessionId: first.gameSessionId, answerText: 'Towel' };
        await producer.ask('submitAnswer', { token: viewer.token, body });
        const told = line.tells('answer-updated');
        await producer.ask('submitAnswer', { token: other.token, body });
        await told;
        isGiven = true;
      },
      'feed.answered': async () => {
        await first.card().getByRole('button', { name: 'Answer Question' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Your answer').fill('Towel');
        await dialog.getByRole('button', { name: 'Submit' }).click();
      },
      'questions.filter': () => page.getByRole('main').getByText('Active', { exact: true }).click(),
      'questions.retry': () => page.getByRole('button', { name: 'Try Again' }).click(),
      'line.back': async () => {
        await line.cut();
        await line.takeUp();
        isAskedForAll = false;
      },
      'xstate.done.actor.load': async ({ event, state }: Taken) => {
        const route = await list();
        if (event['output'].ok !== true) return route.abort();
        if (!state.matches('overtaken')) {
          isTold = isGiven;
          return route.continue();
        }
        if (early?.route !== route) throw new Error('this list has not been overtaken');
        return route.fulfill({ response: early.response });
      },
      'xstate.after.untilCaughtUp.feed.overtaken': pass(750),
      'xstate.after.untilChecked.feed.checking': pass(1_500),
      'xstate.after.untilAsking.feed.behind': pass(2_000),
      'xstate.after.untilGivingUp.feed.asking': async () => {
        await pass(5_000)();
        isAskedForAll = false;
      },
      'xstate.after.untilRetry.feed.failed': pass(15_000),
    };
    const states = {
      loading: see,
      overtaken: see,
      // It is not about to ask for anything.
      current: async (state: Snapshot) => {
        await see(state);
        await page.clock.runFor(2_000);
        await see(state);
      },
      behind: see,
      checking: see,
      asking: see,
      failed: see,
    };
    const open = async () => {
      await fixture.seat(viewer);
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await line.takeUp();
      await stopClock(page);
    };
    const leave = async () => {
      if (path.state.matches('behind')) {
        await page.clock.runFor(2_000);
        await expect.poll(() => isAskedForAll).toBe(true);
      }
      for (const question of asked) await question.remove();
    };
    return { events, states, open, leave };
  }

  walkInBrowser(model, {
    start,
    missed: {
      'feed on realtime.* [0] -> feed.loading': 'of a backend that counts no versions',
      'feed.current on realtime.answer-updated [0] -> feed.loading':
        'of a backend that counts no versions',
    },
  });
});
