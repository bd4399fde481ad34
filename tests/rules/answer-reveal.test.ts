import { describe, expect, it } from 'vitest';
import type {
  ActiveQuestion,
  OwnAnswer,
  Result,
  ResultState,
} from '#machines/contract/entities.ts';
import { hapticOf, meaningOf, streakOf } from '#machines/results/rules/answer-reveal.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { answerTo, question, T0, untimed } from '#tests/support/game.ts';

describe('the popularity of an answer', () => {
  it.each([
    [33, 'home', true, '32 others at home said the same!'],
    [2, 'home', true, '1 other at home said the same!'],
    [1, 'home', true, 'One of a kind'],
    [1_200, 'home', true, '1,199 others at home said the same!'],
    [3, 'home', false, '2 others at home said the same so far'],
    [0, 'home', true, 'Not counted yet'],
    [5, 'studio', true, 'Most popular'],
    [4, 'studio', true, '2nd most popular'],
    [1, 'studio', false, '5th most popular so far'],
    [0, 'studio', true, 'Not among the most popular'],
  ] as const)('%i points in %s, frozen: %s', (points, audience, isFrozen, said) => {
    expect(meaningOf(points, audience, isFrozen)).toBe(said);
  });
});

describe('haptics of a phone', () => {
  it.each([
    [{}, null],
    [{ shownAt: T0 }, 'hit'],
    [{ shownAt: T0, position: 2 }, 'hit'],
    [{ shownAt: T0, position: 1 }, 'top'],
  ] as const)('%o: %s', (told, haptic) => {
    expect(hapticOf({ ...answerTo(1), ...told })).toBe(haptic);
  });
});

const played = (
  n: number,
  state: ResultState,
  lockedAt: number | null = T0 + n,
): ActiveQuestion => {
  const result: Result = { ...NEW_RESULT, state, lockedAt };
  return { ...question(n, { home: untimed, studio: untimed }), result };
};
const on = (n: number, told: Partial<OwnAnswer> = { shownAt: T0 }): OwnAnswer => ({
  ...answerTo(n),
  ...told,
});
const streak = (questions: ActiveQuestion[], ...answers: OwnAnswer[]) =>
  streakOf({
    questions,
    answers: Object.fromEntries(answers.map((each) => [each.gameSessionId, each])),
  });

describe('a streak of questions on the board', () => {
  const three = [played(1, 'published'), played(3, 'revealed'), played(2, 'corrected')];

  it('counts from the newest back to the first one missed [R2.answer-reveal-streak]', () => {
    expect(streak(three, on(1), on(2), on(3))).toBe(3);
    expect(streak(three, on(1), on(2, {}), on(3))).toBe(1);
    expect(streak(three, on(2), on(3))).toBe(2);
    expect(streak(three, on(1), on(2))).toBe(0);
  });
  it('leaves out questions that are unscored or still open', () => {
    expect(streak(three, on(1), on(2), on(3, { held: true }))).toBe(2);
    const others = [played(4, 'counting', null), played(5, 'locked')];
    expect(streak([...three, ...others], on(1), on(2), on(3))).toBe(3);
    expect(streak([question(1, { home: untimed, studio: untimed })], on(1))).toBe(0);
  });
});
