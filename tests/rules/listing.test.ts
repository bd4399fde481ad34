import { describe, expect, it } from 'vitest';
import { NO_FEED } from '#machines/answering/rules/feed.ts';
import { listedQuestions, questionView, type StateOf } from '#machines/answering/rules/listing.ts';
import { windowState } from '#machines/answering/rules/schedule.ts';
import { answerTo, question, T0, timed, untimed } from '#tests/support/game.ts';

const stateOf: StateOf = ({ windows }, audience) => windowState(windows, audience, T0);

it("is a question with the user's own answer", () => {
  const answered = { ...NO_FEED, answers: { g1: answerTo(1) } };
  expect(questionView(question(2), answered).answer).toBe(null);
  expect(questionView(question(1), answered)).toEqual({
    gameSessionId: 'g1',
    questionId: 'q1',
    text: 'Question 1?',
    startTime: question(1).start_time,
    endTime: question(1).end_time,
    answer: answerTo(1),
    hasResult: false,
    isFrozen: true,
    isFinal: true,
    voidReason: null,
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
    listedQuestions({ ...NO_FEED, questions }, audience, filter, stateOf).map(
      ({ questionId }) => questionId,
    );
  it('puts questions that can be acted on first, then the newest', () => {
    expect(ids('home', 'all')).toEqual(['q4', 'q2', 'q3', 'q1']);
    expect(ids('studio', 'all')).toEqual(['q3', 'q1', 'q4']);
  });
  it('puts answered questions after those that can be answered', () => {
    const feed = {
      ...NO_FEED,
      questions: [question(2, { home: untimed }), question(4, { home: timed(5) })],
      answers: { g4: answerTo(4) },
    };
    const listed = listedQuestions(feed, 'home', 'all', stateOf);
    expect(listed.map(({ questionId }) => questionId)).toEqual(['q2', 'q4']);
  });
  it('passes questions that match the filter [R2.main-filter-all R2.main-filter-active]', () => {
    expect(ids('home', 'active')).toEqual(['q4', 'q2', 'q3']);
    expect(ids('home', 'expired')).toEqual(['q1']);
  });
  it("shows an admin both audiences' questions, by the more urgent audience", () => {
    expect(ids(null, 'all')).toEqual(['q4', 'q3', 'q2', 'q1']);
  });
});
