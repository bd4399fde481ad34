import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { ActiveQuestion, OwnAnswer } from '#machines/contract/entities.ts';
import { momentMachine, type MomentContext } from '#machines/results/moment.ts';
import { meaningOf } from '#machines/results/rules/moment.ts';
import { ordinal } from '#machines/results/rules/ranking.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
// Loaded before, as it is on a phone that has shown one.
import '#src/screens/home/moment.tsx';
import { settled } from '#tests/support/fake-clock.ts';
import { answerTo, question, realtime, T0, viewer } from '#tests/support/game.ts';
import {
  lacking,
  modelOf,
  pathsOf,
  titled,
  toursOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { homeFixture } from './fixture.tsx';

const over = { released: true, timed: false, closesAt: T0 - 1_000 };
const asked: ActiveQuestion = {
  ...question(1, { home: over, studio: over }),
  result: { ...NEW_RESULT, state: 'revealed', version: 1, lockedAt: T0 },
};
const own = { ...answerTo(1), answeredAt: T0 - 60_000 };
const waits: OwnAnswer = { ...own, awardedPoints: 0, held: true };
const shown: OwnAnswer = { ...own, awardedPoints: 33, shownAt: T0 - 1, place: 2 };
const early: OwnAnswer = { ...own, awardedPoints: 33, shownAt: T0 + 4_820, place: 1 };
const fixed: OwnAnswer = { ...shown, awardedPoints: 35 };
const tell = (answer: OwnAnswer) => ({ type: 'moment.answer', answer, isFrozen: true }) as const;

const model = modelOf(momentMachine, {
  input: { answer: waits, isFrozen: true, standing: null, now: () => T0 },
  events: {
    'moment.shown': [],
    'moment.answer': [waits, shown, early, fixed].map(tell),
    'moment.standing': [{ type: 'moment.standing', standing: { rank: 4, points: 88 } }],
    'clock.corrected': [],
  },
  at: ({ context: { answer, wrong, standing } }) => [answer, wrong, standing],
});
const paths = toursOf(model, pathsOf(model));

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: MomentContext;
}
const moment = () => document.querySelector('[data-tile]');
const said = () => moment()?.querySelector('[role="status"]')?.textContent;

const expectStanding = ({ standing }: MomentContext) => {
  const { rank = null } = standing ?? {};
  const place = rank === null ? '' : `${ordinal(rank)} in Home today`;
  expect(moment()?.textContent).toContain(place);
};

const waiting = ({ context }: Reached) => {
  expect(said()).toBe('The board opens on the screen.');
  expectStanding(context);
};

async function start() {
  const fixture = await homeFixture(viewer);
  await fixture.load({ questions: [asked], answers: [waits], versions: { house: 1 } });
  await act(settled);
  const events = {
    'moment.answer': async ({ event }: Taken) => {
      const { awardedPoints, held, shownAt, place }: OwnAnswer = event['answer'];
      await fixture.send(
        realtime('answer-updated', {
          gameSessionId: 'g1',
          awardedPoints: awardedPoints ?? 0,
          ...(held !== undefined && { held }),
          // The clock goes on with the walk.
          ...(shownAt !== undefined && { shownAt: fixture.clock.now() + shownAt - T0 }),
          ...(place !== undefined && { place }),
        }),
      );
    },
    'moment.standing': () => {
      const standing = { rank: 4, points: 88, overall: { rank: 5, points: 88 } };
      return fixture.tellBoards(
        realtime('standing-updated', { daily: standing, 'all-time': standing }),
      );
    },
    'xstate.after.untilShown.moment.turning': () => fixture.advance(4_820),
  };
  const states = {
    deciding: () => {},
    waiting,
    turning: waiting,
    told: ({ context }: Reached) => {
      const { answer, wrong } = context;
      const { said: words, among } = meaningOf(answer.awardedPoints ?? 0, 'home', true);
      const corrected = wrong === null ? '' : `Corrected: it was +${wrong}`;
      expect(said()).toBe(`${words}: +${answer.awardedPoints}${corrected}${among}`);
      expectStanding(context);
    },
  };
  return { events, states };
}

describe('every way through a moment, on the main page', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    await path.test(await start());
    expect(moment()).not.toBeNull();
  });
  it('has an example and an executor of every event, and facts for every state', async () => {
    // The page's own, and the clock's: tests/machines/moment.test.ts.
    expect(unexampled(model)).toEqual(['moment.shown', 'clock.corrected']);
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('walks every transition but those of the clock, and of a page that is opened later', () => {
    expect(unwalked(model, paths)).toEqual([
      'moment on moment.shown [0] -> (stays)',
      'moment.deciding on (always) [1] -> moment.turning',
      'moment.deciding on (always) [2] -> moment.told',
      'moment.turning on clock.corrected [0] -> moment.turning',
    ]);
  });
});
