import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { ActiveQuestion, OwnAnswer } from '#machines/contract/entities.ts';
import { answerRevealMachine, type AnswerRevealContext } from '#machines/results/answer-reveal.ts';
import { meaningOf } from '#machines/results/rules/answer-reveal.ts';
import { ordinal } from '#machines/results/rules/ranking.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
// Loaded beforehand, as on a phone that has shown a reveal before.
import '#src/screens/home/answer-reveal.tsx';
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
const shown: OwnAnswer = { ...own, awardedPoints: 33, shownAt: T0 - 1, position: 2 };
const early: OwnAnswer = { ...own, awardedPoints: 33, shownAt: T0 + 4_820, position: 1 };
const fixed: OwnAnswer = { ...shown, awardedPoints: 35 };
const tell = (answer: OwnAnswer) => ({ type: 'reveal.answer', answer, isFrozen: true }) as const;

const model = modelOf(answerRevealMachine, {
  input: { answer: waits, isFrozen: true, standing: null, now: () => T0 },
  events: {
    'reveal.shown': [],
    'reveal.answer': [waits, shown, early, fixed].map(tell),
    'reveal.standing': [{ type: 'reveal.standing', standing: { rank: 4, points: 88 } }],
    'clock.corrected': [],
  },
  at: ({ context: { answer, pointsBeforeCorrection, standing } }) => [
    answer,
    pointsBeforeCorrection,
    standing,
  ],
});
const paths = toursOf(model, pathsOf(model));

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: AnswerRevealContext;
}
const reveal = () => document.querySelector('[data-tile]');
const said = () => reveal()?.querySelector('[role="status"]')?.textContent;

const expectStanding = (standing: AnswerRevealContext['standing']) => {
  const { rank = null } = standing ?? {};
  const place = rank === null ? '' : `${ordinal(rank)} in Home today`;
  expect(reveal()?.textContent).toContain(place);
};

const waiting = ({ context }: Reached) => {
  expect(said()).toBe('Locked in! Watch the screen.');
  // The newer standing counts points that are not shown yet.
  expectStanding(context.before);
};

async function start() {
  const fixture = await homeFixture(viewer);
  await fixture.load({ questions: [asked], answers: [waits], versions: { house: 1 } });
  await act(settled);
  const events = {
    'reveal.answer': async ({ event }: Taken) => {
      const { awardedPoints, held, shownAt, position }: OwnAnswer = event['answer'];
      await fixture.send(
        realtime('answer-updated', {
          gameSessionId: 'g1',
          awardedPoints: awardedPoints ?? 0,
          ...(held !== undefined && { held }),
          // The clock advances during the walk.
          ...(shownAt !== undefined && { shownAt: fixture.clock.now() + shownAt - T0 }),
          ...(position !== undefined && { position }),
        }),
      );
    },
    'reveal.standing': () => {
      const standing = { rank: 4, points: 88, overall: { rank: 5, points: 88 } };
      return fixture.tellBoards(
        realtime('standing-updated', { daily: standing, 'all-time': standing }),
      );
    },
    'xstate.after.untilShown.answerReveal.scheduled': () => fixture.advance(4_820),
  };
  const states = {
    deciding: () => {},
    waiting,
    scheduled: waiting,
    shown: ({ context }: Reached) => {
      const { answer, pointsBeforeCorrection } = context;
      const words = meaningOf(answer.awardedPoints ?? 0, 'home', true);
      const corrected =
        pointsBeforeCorrection === null ? '' : `Corrected: it was +${pointsBeforeCorrection}`;
      expect(said()).toBe(`${words} +${answer.awardedPoints}${corrected}`);
      expectStanding(context.standing);
    },
  };
  return { events, states };
}

describe('every path through the reveal of an answer, on the main page', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    await path.test(await start());
    expect(reveal()).not.toBeNull();
  });
  it('has an example and an executor of every event, and facts for every state', async () => {
    // Covered by tests/machines/answer-reveal.test.ts.
    expect(unexampled(model)).toEqual(['reveal.shown', 'clock.corrected']);
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('every transition is walked except those of the clock and of a page that is opened later', () => {
    expect(unwalked(model, paths)).toEqual([
      'answerReveal on reveal.shown [0] -> (stays)',
      'answerReveal.deciding on (always) [1] -> answerReveal.scheduled',
      'answerReveal.deciding on (always) [2] -> answerReveal.shown',
      // No group of the question is open.
      'answerReveal.waiting on reveal.standing [0] -> (stays)',
      'answerReveal.scheduled on clock.corrected [0] -> answerReveal.scheduled',
    ]);
  });
});
