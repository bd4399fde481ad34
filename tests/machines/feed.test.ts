import { createActor, createMachine, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { feedMachine } from '#machines/answering/feed.ts';
import type { QuestionList } from '#machines/answering/rules/feed.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { answerTo, question, realtime, T0, timed, untimed } from '#tests/support/game.ts';
import {
  elapsed,
  emittedBy,
  failure,
  fold,
  outcome,
  pathsOf,
  sentBy,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { feedModel } from '#tests/support/models/feed.ts';

const input = { roleId: 2, now: () => T0, random: () => 0.5 } as const;
const list = (version: number, ...questions: ReturnType<typeof question>[]) =>
  outcome('load', success({ questions, answers: [], versions: { house: version } }));
const empty = list(4);
const refused = outcome('load', refusal(MESSAGES.questions.loadFailed));
const q1 = question(1, { home: untimed });
const released = (version: number, feed = 'house') =>
  realtime('question-released', { feed, version, gameSessionId: 'g1', question: q1 });
const snapshot = (version: number, ...questions: ReturnType<typeof question>[]) =>
  realtime('snapshot', { versions: { house: version }, serverTime: T0, questions, answers: [] });
const showAnswers = (version: number) => realtime('show-answers', { feed: 'house', version });
const pointed = {
  type: 'realtime.answer-updated',
  payload: { gameSessionId: 'g1', awardedPoints: 7 },
} as const;
const answered = { type: 'feed.answered', answer: answerTo(1) } as const;
const expiredOnly = { type: 'questions.filter', filter: 'expired' } as const;
const retry = { type: 'questions.retry' } as const;
const lost = { type: 'connection.lost' } as const;
const back = { type: 'connection.restored' } as const;
const unsure = { type: 'data.unconfirmed' } as const;
const unconfirmed = elapsed('untilChecked', 'feed.checking');
const asked = elapsed('untilAsking', 'feed.behind');
const unheard = elapsed('untilGivingUp', 'feed.asking');
const caughtUp = elapsed('untilCaughtUp', 'feed.overtaken');
const retried = elapsed('untilRetry', 'feed.failed');

const model = feedModel({ at: ({ context: { feed } }) => feed.versions['house'] });

describe('every way through the feed', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

const after = (...events: Parameters<typeof fold>[2]) => fold(feedMachine, input, events);
/** The state, what is held, and its version. */
const held = (...events: Parameters<typeof fold>[2]) => {
  const { value, context } = after(...events);
  const { questions, versions } = context.feed;
  return [value, questions.map((each) => each.question_id), versions['house']];
};
const asksForAll = (...events: Parameters<typeof fold>[2]) =>
  sentBy(feedMachine, input, events).filter(
    (event) => JSON.stringify(event) === '{"type":"feed.behind"}',
  ).length;

const status = (...events: Parameters<typeof fold>[2]) => after(...events).context.status;

const lastTold = (...events: Parameters<typeof fold>[2]) =>
  sentBy(feedMachine, input, events).at(-1);

const allTold = (...events: Parameters<typeof fold>[2]) => sentBy(feedMachine, input, events);

const points = (...events: Parameters<typeof fold>[2]) =>
  Object.values(after(...events).context.feed.answers).map((each) => each.awardedPoints);

describe('where the feed ends', () => {
  it('FEED-1 shows the list; without one, why, and tries again by itself or by wish [R8.questions-failed]', () => {
    expect(held(list(4, q1))).toEqual(['current', ['q1'], 4]);
    const { value, context } = after(refused);
    expect([value, context.message, context.isLoaded]).toEqual([
      'failed',
      'Could not load active questions.',
      false,
    ]);
    expect(after(refused, retry).value).toBe('loading');
    expect(after(refused, retried).value).toBe('loading');
    expect(after(refused, retry, empty).context).toMatchObject({ message: null, isLoaded: true });
  });
  it('FEED-1 an unexpected failure says the network text and is reported', () => {
    expect(after(failure('load')).context.message).toBe('Network error. Please try again.');
    expect(emittedBy(feedMachine, input, [failure('load', 'why')])).toEqual([
      { type: 'fault', where: 'feed', error: 'why' },
    ]);
  });
  it('FEED-2 the next version is applied as it comes, without a request', () => {
    expect(held(empty, released(5))).toEqual(['current', ['q1'], 5]);
    const ended = { ...released(6).payload, question: null };
    const revoked = { type: 'realtime.question-revoked', payload: ended } as const;
    expect(held(empty, released(5), revoked)).toEqual(['current', [], 6]);
  });
  it.each([
    'question-released',
    'question-revoked',
    'timer-started',
    'timer-expired',
    'questions-updated',
    'show-answers',
  ] as const)(
    'FEED-2 %s moves the version [R4.event-question-released R4.event-question-revoked R4.event-timer-started R4.event-questions-updated R4.event-timer-expired R4.event-show-answers]',
    (name) => {
      const event = {
        type: `realtime.${name}`,
        payload: { feed: 'house', version: 5, question: q1 },
      };
      expect(held(empty, event)[2]).toBe(5);
    },
  );
  it('FEED-3 the same version again changes nothing more, an older one nothing at all [R4.event-once]', () => {
    expect(held(empty, released(5), released(5))).toEqual(['current', ['q1'], 5]);
    expect(held(list(9), released(5))).toEqual(['current', [], 9]);
  });
  it('FEED-4 a gap: what came is applied, the whole state is asked for once, at a moment of its own [R4.event-missed]', () => {
    expect(held(empty, released(9))).toEqual(['behind', ['q1'], 9]);
    expect(asksForAll(empty, released(9))).toBe(0);
    expect(asksForAll(empty, released(9), released(11), asked)).toBe(1);
    expect(held(empty, released(9), asked, snapshot(9, q1))).toEqual(['current', ['q1'], 9]);
    expect(held(empty, released(9), asked, unheard)).toEqual(['loading', ['q1'], 9]);
  });
  it('FEED-4 points for an answer given on another device: all is asked for, unless it is told', () => {
    expect(held(empty, pointed)).toEqual(['behind', [], 4]);
    expect(asksForAll(empty, pointed, asked)).toBe(1);
    const told = realtime('answer-updated', { gameSessionId: 'g1', answer: answerTo(1) });
    expect(after(empty, told).value).toBe('current');
    expect(after(empty, told).context.feed.answers).toEqual({ g1: answerTo(1) });
    expect(held(empty, answered, pointed)).toEqual(['current', [], 4]);
  });
  it('FEED-4 a change of which only the version comes is a gap', () => {
    const moved = realtime('feed-moved', { feed: 'house', version: 5 });
    expect(held(empty, moved)).toEqual(['behind', [], 5]);
    expect(held(list(5), moved)).toEqual(['current', [], 5]);
    expect(held(empty, showAnswers(5))).toEqual(['current', [], 5]);
    expect(held(empty, showAnswers(6))).toEqual(['behind', [], 6]);
  });
  it('FEED-4 a snapshot older than what is held does not end the search', () => {
    expect(held(empty, released(9), asked, snapshot(8))).toEqual(['asking', ['q1'], 9]);
  });
  it('FEED-5 a snapshot is everything', () => {
    const snap = snapshot(6, question(2, { home: untimed }));
    expect(held(list(4, q1), snap)).toEqual(['current', ['q2'], 6]);
    expect(held(snap)).toEqual(['current', ['q2'], 6]);
    expect(held(refused, snap)).toEqual(['current', ['q2'], 6]);
  });
  it('FEED-6 a list that events have overtaken is loaded once more, after a pause', () => {
    expect(held(released(5), list(4))).toEqual(['overtaken', ['q1'], 5]);
    expect(held(released(5), list(4), caughtUp)).toEqual(['loading', ['q1'], 5]);
    expect(status(released(5), list(4))).toBe('loading');
    expect(held(released(5), list(5, q1))).toEqual(['current', ['q1'], 5]);
  });
  it('FEED-7 after a reconnection the feed is in doubt until a snapshot, also of a server that counts anew [R4.event-missed]', () => {
    expect(held(list(4, q1), lost, back)).toEqual(['behind', ['q1'], undefined]);
    expect(held(list(4, q1), lost, back, back)).toEqual(['behind', ['q1'], undefined]);
    expect(held(list(4, q1), back, snapshot(1))).toEqual(['current', [], 1]);
    expect(asksForAll(list(4, q1), back, asked)).toBe(1);
    expect(after(back).value).toBe('loading');
  });
  it('FEED-7 what may be old is not confirmed before the server has said how things are', () => {
    const confirmed = (...events: Parameters<typeof fold>[2]) =>
      after(list(4, q1), ...events).context.isConfirmed;
    expect([confirmed(), confirmed(lost, back)]).toEqual([true, true]);
    expect([confirmed(unsure), confirmed(unsure, released(5))]).toEqual([false, false]);
    expect(confirmed(unsure, snapshot(4, q1))).toBe(true);
    expect([confirmed(unsure, back), confirmed(unsure, back, snapshot(1))]).toEqual([false, true]);
    expect(after(list(4, q1), unsure, unconfirmed).value).toBe('loading');
    expect([
      confirmed(unsure, unconfirmed, refused),
      confirmed(unsure, unconfirmed, list(4)),
    ]).toEqual([false, true]);
  });
  it('FEED-7 asks anew for a list that was asked for before a sleep', () => {
    expect(after(unsure).value).toBe('loading');
    expect(lastTold(unsure)).toMatchObject({ isConfirmed: false });
    expect(after(unsure, list(4)).context.isConfirmed).toBe(true);
  });
  it('says when a list has taken the place of what was held', () => {
    expect(allTold(empty)).toMatchObject([{ type: 'feed.changed' }, { type: 'feed.replaced' }]);
    expect(allTold(empty, released(5), snapshot(6)).slice(2)).toMatchObject([
      { type: 'feed.changed' },
      { type: 'feed.replaced' },
    ]);
  });
  it('FEED-8 each show that one is a member of has versions of its own', () => {
    const found = success({ questions: [], answers: [], versions: { house: 4, show: 7 } });
    const joined = outcome('load', found);
    const versions = (...events: Parameters<typeof fold>[2]) =>
      after(joined, ...events).context.feed.versions;
    expect(held(joined, released(8, 'show'))).toEqual(['current', ['q1'], 4]);
    expect(versions(released(8, 'show'), released(5))).toEqual({ house: 5, show: 8 });
    expect(after(joined, released(9, 'show')).value).toBe('behind');
    expect(after(joined, released(6, 'show')).context.feed.questions).toEqual([]);
    // A show that was left is forgotten, and a list on its way is not too old without it.
    expect(held(released(8, 'show'), list(4))).toEqual(['current', [], 4]);
    expect(versions(snapshot(4))).toEqual({ house: 4 });
    expect(after(released(8, 'show'), joined).value).toBe('overtaken');
  });
  it('FEED-9 another filter loads the list; what it does not cover is kept', () => {
    const gone = question(3, { home: timed(-5) });
    const { value, context } = after(list(4, q1, gone), expiredOnly);
    expect([value, context.filter]).toEqual(['loading', 'expired']);
    expect(held(list(4, q1, gone), expiredOnly, list(4))).toEqual(['current', ['q1'], 4]);
  });
  it("FEED-10 keeps one's own answers: as given, as points move, and when a list lacks them", () => {
    const seven = { g1: answerTo(1, { awardedPoints: 7 }) };
    expect(after(empty, answered, pointed).context.feed.answers).toEqual(seven);
    expect(after(empty, answered, pointed, snapshot(9)).context.feed.answers).toEqual(seven);
    expect(after(empty, pointed).context.feed.answers).toEqual({});
  });
  it('FEED-10 points that are told while a list is on its way are newer than the list', () => {
    const older = outcome(
      'load',
      success({ questions: [q1], answers: [answerTo(1), answerTo(2)], versions: { house: 4 } }),
    );
    expect(points(pointed, older)).toEqual([7, 1]);
    expect(points(empty, answered, retry, pointed, older)).toEqual([7, 1]);
    const whole = realtime('answer-updated', {
      gameSessionId: 'g1',
      answer: answerTo(1, { awardedPoints: 5 }),
    });
    expect(points(whole, older)).toEqual([5, 1]);
    // A later list knows them.
    expect(points(pointed, older, retry, older)).toEqual([1, 1]);
  });
  it('says how it stands: loading, current, in doubt, failed', () => {
    expect([
      status(),
      status(empty),
      status(empty, released(9)),
      status(empty, released(9), asked),
      status(refused),
      status(refused, retried),
    ]).toEqual(['loading', 'current', 'stale', 'stale', 'failed', 'loading']);
  });
  it('tells its parent of every change', () => {
    const told = sentBy(feedMachine, input, [empty, released(5)]);
    expect(told).toMatchObject([
      { type: 'feed.changed', status: 'loading', isLoaded: false },
      {
        type: 'feed.replaced',
        status: 'current',
        isLoaded: true,
        feed: { versions: { house: 4 } },
      },
      {
        type: 'feed.changed',
        status: 'current',
        feed: { versions: { house: 5 }, questions: [q1] },
      },
    ]);
    expect(lastTold(empty, released(9))).toMatchObject({
      status: 'stale',
      feed: { versions: { house: 9 } },
    });
    expect(lastTold(refused)).toMatchObject({ status: 'failed', message: expect.any(String) });
    expect(lastTold(empty, answered)).toMatchObject({ feed: { answers: { g1: answerTo(1) } } });
    expect(lastTold(empty, answered, pointed)).toMatchObject({
      feed: { answers: { g1: { awardedPoints: 7 } } },
    });
  });
  it('waits for the list that is on its way, whatever the line does and the person wishes', () => {
    expect(sentBy(feedMachine, input, [back, retry])).toEqual(sentBy(feedMachine, input, []));
  });
  it('is in no doubt about points that are said of no question', () => {
    const unplaced = { type: 'realtime.answer-updated', payload: { awardedPoints: 7 } } as const;
    expect(after(empty, unplaced).value).toBe('current');
    expect(after(empty, pointed).value).toBe('behind');
  });
});

describe('how long the feed waits', () => {
  /** Runs where every list is this one; a parent hears of the changes. */
  async function arrange(found: Outcome<QuestionList>, told: ReturnType<typeof released>[]) {
    const clock = createFakeClock(T0);
    let loads = 0;
    const feed = feedMachine.provide({
      actors: {
        load: fromPromise(async () => {
          loads += 1;
          return found;
        }),
      },
    });
    const seldom = { ...input, random: () => 0.25 };
    const parent = createMachine({ invoke: { id: 'feed', src: feed, input: seldom } });
    const actor = createActor(parent, { clock }).start();
    for (const event of told) actor.getSnapshot().children['feed']?.send(event);
    await settled();
    return { clock, loads: () => loads };
  }
  it.each([
    ['FEED-1 after a refusal some 10 s', refusal('Not now.'), [], 7_500],
    [
      'FEED-6 after a list that events have overtaken some half a second',
      success({ questions: [], answers: [], versions: { house: 4 } }),
      [released(5)],
      375,
    ],
  ])('%s, each client a time of its own', async (_, found, told, ms) => {
    const { clock, loads } = await arrange(found, told);
    clock.advance(ms - 1);
    expect(loads()).toBe(1);
    clock.advance(1);
    expect(loads()).toBe(2);
  });
});
