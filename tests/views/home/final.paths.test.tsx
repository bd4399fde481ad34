import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { FinalStanding, OwnAnswer } from '#machines/contract/entities.ts';
import { finalMachine, type FinalContext } from '#machines/results/final.ts';
import {
  finalStandingText,
  highlightsOf,
  placingTexts,
  teamStandingText,
} from '#machines/results/rules/final.ts';
// Loaded beforehand, as on a phone that has shown a final placing before.
import '#src/screens/home/final.tsx';
import { settled } from '#tests/support/fake-clock.ts';
import { answerTo, question, realtime, T0, viewer } from '#tests/support/game.ts';
import { modelOf, pathsOf, toursOf } from '#tests/support/graph.ts';
import { itWalks } from '#tests/support/tours.ts';
import { homeFixtureWith } from './fixture.tsx';

const twelfth = {
  title: 'Friday',
  points: 9,
  rank: 12,
  sharing: 1,
  winners: ['Ada'],
  winnerCount: 1,
  people: 340,
  afterMs: 6_000,
};
const standings: readonly (FinalStanding | null)[] = [
  null,
  twelfth,
  { ...twelfth, rank: 1 },
  { ...twelfth, rank: 1, sharing: 3, team: { name: 'Red', rank: 2, sharing: 1, teams: 4 } },
];
const model = modelOf(finalMachine, {
  input: undefined,
  events: {
    'final.standing': standings.map((standing) => ({ type: 'final.standing', standing }) as const),
  },
  at: ({ context: { standing } }) => [standing],
});
const paths = toursOf(model, pathsOf(model));

interface Reached {
  readonly context: FinalContext;
}
const NONE = { points: 0, rank: null, overall: { points: 0, rank: null } };
const said = () => screen.queryByText(/^Friday: /u)?.closest('[role="status"]')?.textContent ?? '';
const expectNothing = () => expect(said()).toBe('');

async function start() {
  const fixture = await homeFixtureWith(viewer);
  const events = {
    'final.standing': async ({ event }: { readonly event: AnyEventObject }) => {
      const final: FinalStanding | null = event['standing'];
      const standing = { daily: NONE, 'all-time': NONE, ...(final !== null && { final }) };
      await fixture.tellBoards(realtime('standing-updated', standing));
    },
    'xstate.after.untilShown.final.waiting': async () => {
      await fixture.advance(6_000);
      await act(settled);
    },
  };
  const states = {
    none: expectNothing,
    waiting: expectNothing,
    shown: ({ context: { standing } }: Reached) =>
      expect(said()).toBe(
        standing &&
          `${finalStandingText(standing)}Friday: 9 points${standing.rank === 1 ? '' : 'Ada won the show'}${standing.team ? teamStandingText(standing.team) : ''}Keep or share`,
      ),
  };
  return { events, states };
}

describe('every path through the end of the show, on the main page [R2.show-final-standing]', () => {
  itWalks(model, paths, start);
});

const answered = (n: number, awardedPoints: number, more: Partial<OwnAnswer> = {}) => ({
  ...answerTo(n),
  awardedPoints,
  ...more,
});
const pointsOfHighlights = (people: number | null, ...own: OwnAnswer[]) => {
  const { best, rarest } = highlightsOf(
    {
      questions: own.map((_, index) => question(index + 1, {})),
      answers: Object.fromEntries(own.map((each) => [each.gameSessionId, each])),
    },
    people,
  );
  return [best?.awardedPoints, rarest?.awardedPoints];
};

it('the highlights of the evening are the answer that brought the most points, and a rare one', () => {
  const of = (...own: OwnAnswer[]) => pointsOfHighlights(10, ...own);
  expect(of()).toEqual([undefined, undefined]);
  expect(of(answered(1, 5))).toEqual([5, undefined]);
  const before = { answeredAt: T0 - 24 * 3_600_000 };
  expect(
    of(answered(1, 5), answered(2, 9), answered(3, 2), answered(4, 99, before), answered(5, 0)),
  ).toEqual([9, 2]);
  expect(of(answered(1, 5), answered(2, 9, { held: true }))).toEqual([5, undefined]);
  const two = [answered(1, 13), answered(2, 4)];
  expect(pointsOfHighlights(44, ...two)).toEqual([13, undefined]);
  expect(pointsOfHighlights(100, ...two)).toEqual([13, 4]);
  expect(pointsOfHighlights(null, ...two, answered(3, 1))).toEqual([13, undefined]);
});

describe('the text of the final placing', () => {
  it.each([
    [{ ...twelfth }, 'You came 12th of 340'],
    [{ ...twelfth, sharing: 2 }, 'You came joint 12th of 340'],
    [{ ...twelfth, rank: null }, 'Ada won the show'],
    [
      { ...twelfth, rank: null, winners: ['Ada', 'Ben'], winnerCount: 2 },
      'Ada and Ben won the show',
    ],
    [{ ...twelfth, rank: null, winnerCount: 4 }, '4 share first place'],
    [{ ...twelfth, rank: 1 }, 'You won!'],
    [{ ...twelfth, rank: 1, sharing: 2 }, 'You share first place with 1 other'],
    [{ ...twelfth, rank: 1, sharing: 11 }, 'You share first place with 10 others'],
  ])('%o', (standing, words) => {
    expect(finalStandingText(standing)).toBe(words);
  });

  it('as other people read it', () => {
    expect(placingTexts({ ...twelfth, rank: 1, sharing: 10 })).toEqual(['Joint 1st of 340']);
    const team = { name: 'Red', rank: 2, sharing: 1, teams: 4 };
    expect(placingTexts({ ...twelfth, team })).toEqual(['12th of 340', 'Red: 2nd of 4']);
    expect(placingTexts({ ...twelfth, rank: null })).toEqual([]);
  });

  it.each([
    [{ rank: 2, sharing: 1 }, 'Your team "Red" came 2nd of 4'],
    [{ rank: 2, sharing: 2 }, 'Your team "Red" came joint 2nd of 4'],
    [{ rank: 1, sharing: 1 }, 'Your team "Red" won!'],
    [{ rank: 1, sharing: 3 }, 'Your team "Red" shares first place with 2 others'],
  ])('of a team: %o', (standing, words) => {
    expect(teamStandingText({ name: 'Red', teams: 4, ...standing })).toBe(words);
  });
});
