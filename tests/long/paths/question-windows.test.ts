import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { releaseWindowMachine } from '#machines/answering/release-window.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { modelOf, type Path } from '#tests/support/graph.ts';
import { comeBack } from './line.ts';
import { openProducer } from './producer.ts';
import { becomes, openFixture } from './fixture.ts';
import { walkInBrowser } from './walk.ts';

/*
 * What a player sees of questions while a producer releases and revokes them by calls, in real time: the
 * page's clock follows the server's.
 */

const chromium = findChromium();
const NOW = 1_000;
const timed = { released: true, timed: true, closesAt: NOW + 1 };
/** Released while the clock of the player's device is so far ahead that the window is over there. */
const missed = { released: true, timed: true, closesAt: NOW + 2 };
const untimed = { released: true, timed: false, closesAt: null };
const isMissed = ({ closesAt }: { closesAt: number | null }) => closesAt === missed.closesAt;
const TIME_UP = 'xstate.after.untilClosing.releaseWindow.open';

const windows = modelOf(
  releaseWindowMachine.provide({
    guards: {
      isPastClosing: ({ context: { window }, event: { type } }) =>
        type.startsWith('xstate.after.') || (type === 'window.released' && isMissed(window)),
      isBeforeClosing: ({ context: { window } }) => isMissed(window),
    },
  }),
  {
    input: { now: () => NOW },
    events: {
      'window.released': [timed, untimed, missed].map((window) => ({
        type: 'window.released',
        window,
      })),
      'window.revoked': [{ type: 'window.revoked' }],
      'clock.corrected': [{ type: 'clock.corrected' }],
    },
    // A device whose clock is wrong is told so before anything else; nobody waits for ever, or a minute.
    may: (snapshot, { type }) => {
      const { window } = snapshot.context;
      if (isMissed(window) && snapshot.matches('lapsed')) return type === 'clock.corrected';
      return type !== TIME_UP || window.closesAt === timed.closesAt;
    },
    at: ({ context }) => context.window.closesAt,
  },
);

interface Taken {
  readonly event: AnyEventObject;
}
/** Long enough to be seen open by a machine that is busy. */
const SHORT_S = 2;
const LONG_S = 1_800;
/** By more than twice as long: an answer on its way when the clock was set tells half of it. */
const AHEAD_MS = 4 * LONG_S * 1_000;

const DELAYED = 'of a show whose home viewers are behind the studio';

describe.skipIf(chromium === null)('a question on the page of a player', () => {
  const fixture = openFixture(chromium, 'file');
  const producer = openProducer(fixture);
  /** Until then no answer of the server tells the device the time. */
  let told = Promise.resolve();
  let tell: (() => void) | null = null;
  const correct = () => {
    tell?.();
    tell = null;
  };
  beforeAll(async () => {
    await fixture.seat(await producer.seat('Vera'));
    await fixture.page.route('**/api/**', async (route) => {
      await told;
      await route.continue();
    });
  });

  /** Sets the clock of the player's device. */
  const setClock = async (byMs: number) =>
    fixture.page.clock.setSystemTime((await fixture.page.evaluate(() => Date.now())) + byMs);
  /** Its owner looks at the page again, which measures the server's clock. */
  const wake = () => comeBack(fixture.page);

  /** After a test that failed the page is opened anew. */
  let isStale = true;
  const arrive = async () => {
    if (isStale) await fixture.page.goto('/');
    isStale = false;
    onTestFailed(() => {
      isStale = true;
    });
    await fixture.page.getByText('No questions available').waitFor();
  };

  describe('every way of a window', () => {
    type Way = Path<SnapshotFrom<typeof releaseWindowMachine>>;
    const GONE = { cards: 0, words: [], isTimed: false, isOffered: false };
    const OPEN = { ...GONE, cards: 1, words: ['Open'], isOffered: true };

    async function start({ steps }: Way) {
      const isToEnd = steps.some(({ event }) => event.type === TIME_UP);
      /** Of its timers. */
      const seconds = isToEnd ? SHORT_S : LONG_S;
      const { card, release, revoke, remove, left } = await producer.question();
      const see = (facts: object) =>
        becomes<object>(async () => {
          const remaining = await left();
          return {
            cards: await card().count(),
            words: await card()
              .getByText(/^(?:Open|Locked|Expired)$/u)
              .allTextContents(),
            isTimed: remaining !== null && remaining > 0 && remaining <= seconds,
            isOffered: await card()
              .getByRole('button', { name: 'Answer Question', disabled: false })
              .isVisible(),
          };
        }, facts);
      const events = {
        'window.released': async ({ event }: Taken) => {
          const window = event['window'];
          if (isMissed(window)) {
            told = new Promise((resolve) => {
              tell = resolve;
            });
            await setClock(AHEAD_MS);
          }
          await release(window.timed ? seconds : undefined);
        },
        'window.revoked': revoke,
        // The time passes.
        [TIME_UP]: () => {},
        'clock.corrected': async () => {
          if (tell !== null) return correct();
          await setClock(AHEAD_MS);
          return wake();
        },
      };
      const states = {
        withheld: () => see(GONE),
        'open.untimed': () => see(OPEN),
        'open.timed': () => see({ ...OPEN, isTimed: true }),
        lapsed: () => see({ ...GONE, cards: 1, words: ['Expired'] }),
      };
      const leave = async () => {
        correct();
        await remove();
      };
      return { events, states, open: arrive, leave };
    }

    walkInBrowser(windows, {
      // Each event in each state: on an open page a path takes a second.
      isWhole: true,
      start,
      missed: {
        'releaseWindow.scheduled on clock.corrected [0] -> releaseWindow.scheduled': DELAYED,
        'releaseWindow.scheduled on xstate.after.untilOpening.releaseWindow.scheduled [0] -> releaseWindow.scheduled':
          DELAYED,
      },
    });
  });

  it('keeps what is typed while the window closes, is taken back, and opens again', async () => {
    const { page } = fixture;
    const { card, release, revoke, remove } = await producer.question();
    await arrive();
    const dialog = page.getByRole('dialog');
    const sees = (word: string, isOffered: boolean) =>
      becomes<object>(
        async () => ({
          word: await dialog.locator('strong').allTextContents(),
          text: await dialog.getByLabel('Your answer').inputValue(),
          isOffered: await dialog.getByRole('button', { name: 'Submit' }).isEnabled(),
        }),
        { word: [word], text: 'towel', isOffered },
      );
    await release(LONG_S);
    await card().getByRole('button', { name: 'Answer Question' }).click();
    await dialog.getByLabel('Your answer').fill('towel');
    await sees('Draft', true);
    await release(SHORT_S);
    await sees('Too late', false);
    await release(LONG_S);
    await sees('Draft', true);
    await revoke();
    await sees('Not for you now', false);
    await release();
    await sees('Draft', true);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await card().getByText('Answered', { exact: true }).first().waitFor();
    expect(await card().getByRole('button', { name: 'Answer Question' }).count()).toBe(0);
    await remove();
  });
});
