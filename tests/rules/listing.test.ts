import { describe, expect, it } from 'vitest';
import { NO_FEED } from '#machines/rules/feed.ts';
import { listedQuestions, questionView, standingOf } from '#machines/rules/listing.ts';
import { NO_WINDOW } from '#machines/rules/schedule.ts';
import { answerTo, question, T0, timed, untimed } from '#tests/support/game.ts';

const look = { audience: 'home', at: T0 } as const;

describe('standingOf', () => {
  it('says state, end and, while locked, by whom', () => {
    const windows = { home: untimed, studio: timed(9) };
    expect(standingOf(windows, 'studio', T0)).toEqual({
      state: 'open',
      isTimed: true,
      closesAt: T0 + 9_000,
      label: null,
    });
    expect(standingOf(windows, 'home', T0)).toEqual({
      state: 'locked',
      isTimed: false,
      closesAt: null,
      label: 'Contestant-only mode active',
    });
    expect(standingOf({ home: NO_WINDOW, studio: NO_WINDOW }, 'home', T0).state).toBe('withheld');
  });
});

describe('questionView', () => {
  it('is answerable when open to the looker and not answered', () => {
    const open = question(1, { home: untimed });
    const answered = { ...NO_FEED, answers: { g1: answerTo(1) } };
    expect(questionView(open, NO_FEED, look).isAnswerable).toBe(true);
    expect(questionView(open, answered, look)).toMatchObject({
      isAnswerable: false,
      answer: answerTo(1),
    });
    expect(questionView(open, NO_FEED, { ...look, audience: null }).isAnswerable).toBe(false);
    expect(questionView(question(1), NO_FEED, look).isAnswerable).toBe(false);
  });
});

describe('listedQuestions', () => {
  const questions = [
    question(1, { home: timed(-5), studio: untimed }),
    question(2, { home: untimed }),
    question(3, { studio: timed(9) }),
    question(4, { home: timed(5) }),
    question(5),
  ];
  const ids = (audience: 'home' | 'studio' | null, filter: 'all' | 'active' | 'expired') =>
    listedQuestions({ ...NO_FEED, questions }, { ...look, audience }, filter).map(
      ({ questionId }) => questionId,
    );
  it('puts what can be acted on first, then the newest', () => {
    expect(ids('home', 'all')).toEqual(['q4', 'q2', 'q3', 'q1']);
    expect(ids('studio', 'all')).toEqual(['q3', 'q1', 'q4']);
  });
  it('lets through what the filter says [R2.main-filter-all R2.main-filter-active]', () => {
    expect(ids('home', 'active')).toEqual(['q4', 'q2', 'q3']);
    expect(ids('home', 'expired')).toEqual(['q1']);
  });
  it('shows an admin what either audience sees, by the more urgent of both', () => {
    expect(ids(null, 'all')).toEqual(['q4', 'q3', 'q2', 'q1']);
  });
});
