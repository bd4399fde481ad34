import type { AnyEventObject } from 'xstate';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { releaseWindowMachine } from '#machines/release-window.ts';
import { provideChromium } from '#tests/support/chromium.ts';
import {
  lacking,
  modelOf,
  noteInBrowser,
  pathsOf,
  titled,
  unwalked,
} from '#tests/support/graph.ts';
import { ADMIN } from '#tests/support/process.ts';
import { asker, type Seat, signIn } from '#tests/support/states/world.ts';
import { PASSWORD } from '../people.ts';
import { becomes, openStage } from './stage.ts';

/*
 * What a player sees of questions while a producer releases and revokes them by calls, in real time: the
 * page's clock follows the server's.
 */

const chromium = provideChromium();
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
      'window.lapsed': [],
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
const windowPaths = pathsOf(windows);

interface Taken {
  readonly event: AnyEventObject;
}
/** Long enough to be seen open by a machine that is busy. */
const SHORT_S = 2;
const LONG_S = 1_800;
/** By more than twice as long: an answer on its way when the clock was set tells half of it. */
const AHEAD_MS = 4 * LONG_S * 1_000;

describe.skipIf(chromium === null)('a question on the page of a player', () => {
  const stage = openStage(chromium, 'file');
  let admin: Seat;
  let viewer: Seat;
  let asked = 0;
  /** Until then no answer of the server tells the device the time. */
  let told = Promise.resolve();
  let tell: (() => void) | null = null;
  const correct = () => {
    tell?.();
    tell = null;
  };
  beforeAll(async () => {
    const ask = asker(stage.server.url);
    admin = await signIn(ask, ADMIN.email, ADMIN.password);
    const email = 'vera@home.example';
    const body = { name: 'Vera', email, password: PASSWORD, role_id: ROLE.home };
    await ask('createUser', { token: admin.token, body });
    viewer = await signIn(ask, email, PASSWORD);
    await stage.seat(viewer);
    await stage.page.route('**/api/**', async (route) => {
      await told;
      await route.continue();
    });
  });

  /** A new question of the producer, and what the player's page shows of it. */
  async function question() {
    const { page, server } = stage;
    const ask = asker(server.url);
    const { token } = admin;
    asked += 1;
    const text = `Question ${asked}?`;
    // Its planned end is over: without a timer it is open until it is revoked.
    const made = await ask('generate', {
      token,
      body: { question: text, startTime: '2020-01-01T10:00', endTime: '2020-01-01T11:00' },
    });
    const params = { id: made.question.id };
    const card = page.locator('article').and(page.getByLabel(text, { exact: true }));
    return {
      card,
      /** Without a timer, unless seconds are given. */
      release: (seconds?: number) =>
        ask('releaseHome', {
          token,
          params,
          body:
            seconds === undefined
              ? {}
              : { timerMinutes: Math.floor(seconds / 60), timerSeconds: seconds % 60 },
        }),
      revoke: () => ask('revokeHome', { token, params }),
      remove: () => ask('deleteQuestion', { token, params }),
      /** The seconds left, as the card says; null: it says no time. */
      left: async () => {
        const [time] = await card.getByRole('timer').allTextContents();
        const [hours, minutes, seconds] = (time ?? '').split(':').map(Number);
        return hours === undefined || minutes === undefined || seconds === undefined
          ? null
          : hours * 3_600 + minutes * 60 + seconds;
      },
    };
  }
  /** Sets the clock of the player's device. */
  const setClock = async (byMs: number) =>
    stage.page.clock.setSystemTime((await stage.page.evaluate(() => Date.now())) + byMs);
  /** Its owner looks at the page again, which measures the server's clock. */
  const wake = () =>
    stage.page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

  /** After a test that failed the page is opened anew. */
  let isStale = true;
  const arrive = async () => {
    if (isStale) await stage.page.goto('/');
    isStale = true;
    await stage.page.getByText('No questions available').waitFor();
  };

  describe('every way of a window', () => {
    const GONE = { cards: 0, words: [], isTimed: false, isOffered: false };
    const OPEN = { ...GONE, cards: 1, words: ['Open'], isOffered: true };

    /** `seconds` of its timers. */
    async function start(seconds: number) {
      const { card, release, revoke, remove, left } = await question();
      const see = (facts: object) =>
        becomes<object>(async () => {
          const remaining = await left();
          return {
            cards: await card.count(),
            words: await card.getByText(/^(?:Open|Locked|Expired)$/u).allTextContents(),
            isTimed: remaining !== null && remaining > 0 && remaining <= seconds,
            isOffered: await card
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
      return { events, states, leave };
    }

    it.each(titled(windowPaths))('%s', async (_title, path) => {
      const isToEnd = path.steps.some(({ event }) => event.type === TIME_UP);
      const { leave, ...test } = await start(isToEnd ? SHORT_S : LONG_S);
      await arrive();
      try {
        expect((await path.test(test)).state.error).toBeNull();
      } finally {
        await leave();
      }
      noteInBrowser(windows, path);
      isStale = false;
    });
    it('has an executor of every event, and facts for every state', async () => {
      expect(lacking(windowPaths, await start(LONG_S))).toEqual([]);
    });
    it('walks every transition but what nobody tells a browser, which goes by its clock', () => {
      expect(unwalked(windows, windowPaths)).toEqual([
        'releaseWindow.open on window.lapsed [0] -> releaseWindow.lapsed',
      ]);
    });
  });

  it('keeps what is typed while the window closes, is taken back, and opens again', async () => {
    const { page } = stage;
    const { card, release, revoke, remove } = await question();
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
    await card.getByRole('button', { name: 'Answer Question' }).click();
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
    await card.getByText('Answered', { exact: true }).first().waitFor();
    expect(await card.getByRole('button', { name: 'Answer Question' }).count()).toBe(0);
    await remove();
    isStale = false;
  });
});
