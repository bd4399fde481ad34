import { describe, expect, it } from 'vitest';
import {
  afterEvent,
  type MyAnswerEvent,
  isToReload,
  playerCue,
  releasedAfter,
} from '#machines/answering/rules/my-answer.ts';
import {
  admin,
  answerTo,
  contestant,
  question,
  T0,
  timed,
  untimed,
  viewer,
} from '#tests/support/game.ts';

const q1 = question(1, { home: timed(30), studio: timed(60) });
const q2 = question(2, { home: untimed });
const held = { question: q1, answer: answerTo(1) };
const news = (name: string, more: Partial<MyAnswerEvent> = {}): MyAnswerEvent => ({
  name: `realtime.${name}`,
  ...more,
});

describe('the immediate effect of an event', () => {
  const released = news('question-released', { type: 'home', question: q2 });
  it('a release to the reader shows its question, unanswered until known', () => {
    expect(afterEvent(held, released, viewer)).toEqual({ question: q2, answer: null });
    expect(afterEvent(held, released, contestant)).toBe(held);
    const nothing = { question: null, answer: null };
    expect(afterEvent(nothing, released, viewer)).toEqual({ question: q2, answer: null });
    const plain = { ...released, type: undefined };
    expect(afterEvent(held, plain, contestant).question).toBe(q2);
    expect(afterEvent(held, news('questions-updated', { question: q2 }), viewer)).toBe(held);
  });
  it('a change of the question shown changes its windows and keeps the answer', () => {
    const again = question(1, { home: untimed });
    const changed = news('question-released', { type: 'home', question: again });
    expect(afterEvent(held, changed, viewer)).toEqual({ question: again, answer: answerTo(1) });
    const gone = news('question-revoked', { gameSessionId: 'g1', question: null });
    expect(afterEvent(held, gone, viewer)).toBe(held);
  });
  it('an expired timer is over for those it ran for', () => {
    const expired = news('timer-expired', { type: 'home', gameSessionId: 'g1' });
    const over = { ...timed(30), timed: false };
    expect(afterEvent(held, expired, viewer).question?.windows).toEqual({
      ...q1.windows,
      home: over,
    });
    expect(afterEvent(held, expired, contestant)).toEqual(held);
    const other = { ...expired, gameSessionId: 'g2' };
    expect(afterEvent(held, other, viewer)).toBe(held);
    expect(afterEvent({ question: null, answer: null }, expired, viewer).question).toBe(null);
    expect(afterEvent(held, { ...expired, question: q1 }, admin)).toEqual(held);
    expect(afterEvent(held, { ...expired, type: undefined }, admin)).toEqual(held);
  });
  it('own points are recognised by user id, or in events sent to a few users only', () => {
    const points = news('answer-updated', { gameSessionId: 'g1', awardedPoints: 7 });
    const after = (more: Partial<MyAnswerEvent>) =>
      afterEvent(held, { ...points, ...more }, viewer).answer?.awardedPoints;
    expect([
      after({}),
      after({ userId: 'viewer' }),
      after({ userId: 'other' }),
      after({ gameSessionId: 'g2' }),
      after({ awardedPoints: undefined }),
    ]).toEqual([7, 7, 1, 1, 1]);
    expect(afterEvent(held, { ...points, name: 'realtime.boards-updated' }, viewer)).toBe(held);
    const unanswered = { question: q1, answer: null };
    const nameless = news('answer-updated', { awardedPoints: 7 });
    expect(afterEvent(unanswered, nameless, viewer)).toBe(unanswered);
  });
});

/** The expected values after a change of the shown question, its deletion, and the deletion of another one. */
const DELETED = [false, true, false];

const reload = (name: string, more: Partial<MyAnswerEvent> = {}) =>
  isToReload(held, news(name, more), viewer);

describe('isToReload', () => {
  it('is true for events for the user that lack the payload [R4.my-question-released R4.my-question-revoked R4.my-show-answers]', () => {
    expect([
      reload('question-released', { type: 'home', question: q2 }),
      reload('question-revoked', { type: 'home' }),
      reload('question-released', { type: 'contestant' }),
      reload('show-answers'),
      reload('timer-started', { type: 'home', question: q1 }),
      reload('timer-expired', { type: 'home', question: q1 }),
      reload('questions-updated', { gameSessionId: 'g1', question: q1 }),
      reload('questions-updated', { gameSessionId: 'g1', question: null }),
      reload('questions-updated', { gameSessionId: 'g2', question: null }),
      reload('boards-updated'),
    ]).toEqual([true, true, false, false, false, false, ...DELETED, false]);
  });
  it("is true for the user's own points unless they are included [R4.my-answer-updated]", () => {
    expect([
      reload('answer-updated', { userId: 'viewer' }),
      reload('answer-updated', { userId: 'other' }),
      reload('answer-updated', { userId: 'viewer', gameSessionId: 'g1', awardedPoints: 3 }),
      reload('answer-updated', { userId: 'viewer', gameSessionId: 'g2', awardedPoints: 3 }),
    ]).toEqual([true, false, false, true]);
  });
});

const after = (name: string, more: Partial<MyAnswerEvent> = {}) =>
  releasedAfter('g1', held, news(name, more), viewer);

describe('the question released last', () => {
  it('is known from a release that names it, until a reload is needed', () => {
    expect([
      after('question-released', { type: 'home', question: q2 }),
      after('question-released', { type: 'contestant', question: q2 }),
      after('question-released', { type: 'home' }),
      after('question-revoked', { type: 'home', question: null }),
      after('boards-updated'),
    ]).toEqual(['g2', 'g1', null, null, 'g1']);
  });
});

const points = (more: Partial<MyAnswerEvent>) =>
  news('answer-updated', { awardedPoints: 0, held: true, ...more });

describe('an answer given on another device', () => {
  it('is requested once when only its points arrive', () => {
    const open = { ...held, answer: null };
    expect([
      isToReload(open, points({ gameSessionId: 'g1' }), viewer),
      isToReload(open, points({ gameSessionId: 'g1', userId: 'other' }), viewer),
      isToReload(open, points({ gameSessionId: 'g2' }), viewer),
      isToReload(held, points({ gameSessionId: 'g1' }), viewer),
    ]).toEqual([true, false, false, false]);
  });
  it('is shown as the event has it, if its question is', () => {
    const told = { userId: 'viewer', answer: answerTo(1) };
    const open = { question: q1, answer: null };
    expect(afterEvent(open, news('answer-updated', told), viewer)).toEqual(held);
    expect(isToReload(open, news('answer-updated', told), viewer)).toBe(false);
    const ofAnother = { ...told, answer: answerTo(2) };
    expect(afterEvent(open, news('answer-updated', ofAnother), viewer)).toBe(open);
  });
});

describe('playerCue', () => {
  it('is for contestants, when the event names them [R4.my-chime]', () => {
    const released = news('question-released', { type: 'contestant', question: q1 });
    expect(playerCue(released, contestant, T0)?.action).toBe('release');
    expect(playerCue(released, viewer, T0)).toBe(null);
    expect(playerCue(released, admin, T0)).toBe(null);
    expect(playerCue({ ...released, type: undefined }, contestant, T0)).toBe(null);
    expect(playerCue({ ...released, type: 'home' }, contestant, T0)).toBe(null);
  });
});
