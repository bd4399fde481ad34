import { m } from 'messages';
import { createActor, createMachine, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
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
const refused = outcome('load', refusal(m.questionsLoadFailed()));
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

describe('every path through the feed', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

const after = (...events: Parameters<typeof fold>[2]) => fold(feedMachine, input, events);
/** The state, the list, and its version. */
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

describe('the feed', () => {
  it('FEED-1 shows the list; without one it shows the reason, and retries by itself or on request [R8.questions-failed]', () => {
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
  it('FEED-1 shows the network text for an unexpected failure, and reports it', () => {
    expect(after(failure('load')).context.message).toBe('Network error. Please try again.');
    expect(emittedBy(feedMachine, input, [failure('load', 'why')])).toEqual([
      { type: 'fault', where: 'feed', error: 'why' },
    ]);
  });
  it('FEED-2 applies the next version as it arrives, without a request', () => {
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
  it('FEED-3 ignores a repeated version and any older one [R4.event-once]', () => {
    expect(held(empty, released(5), released(5))).toEqual(['current', ['q1'], 5]);
    expect(held(list(9), released(5))).toEqual(['current', [], 9]);
  });
  it('FEED-4 applies an event after a gap, and requests the whole state once, after a random delay [R4.event-missed]', () => {
    expect(held(empty, released(9))).toEqual(['behind', ['q1'], 9]);
    expect(asksForAll(empty, released(9))).toBe(0);
    expect(asksForAll(empty, released(9), released(11), asked)).toBe(1);
    expect(held(empty, released(9), asked, snapshot(9, q1))).toEqual(['current', ['q1'], 9]);
    expect(held(empty, released(9), asked, unheard)).toEqual(['loading', ['q1'], 9]);
  });
  it('FEED-4 requests the whole state after points for an answer of another device, unless the answer is included', () => {
    expect(held(empty, pointed)).toEqual(['behind', [], 4]);
    expect(asksForAll(empty, pointed, asked)).toBe(1);
    const told = realtime('answer-updated', { gameSessionId: 'g1', answer: answerTo(1) });
    expect(after(empty, told).value).toBe('current');
    expect(after(empty, told).context.feed.answers).toEqual({ g1: answerTo(1) });
    expect(held(empty, answered, pointed)).toEqual(['current', [], 4]);
  });
  it('FEED-4 treats a change without its payload as a gap', () => {
    const moved = realtime('feed-moved', { feed: 'house', version: 5 });
    expect(held(empty, moved)).toEqual(['behind', [], 5]);
    expect(held(list(5), moved)).toEqual(['current', [], 5]);
    expect(held(empty, showAnswers(5))).toEqual(['current', [], 5]);
    expect(held(empty, showAnswers(6))).toEqual(['behind', [], 6]);
  });
  it('FEED-4 is not confirmed by a snapshot older than its list', () => {
    expect(held(empty, released(9), asked, snapshot(8))).toEqual(['asking', ['q1'], 9]);
  });
  it('FEED-5 replaces everything with a snapshot', () => {
    const snap = snapshot(6, question(2, { home: untimed }));
    expect(held(list(4, q1), snap)).toEqual(['current', ['q2'], 6]);
    expect(held(snap)).toEqual(['current', ['q2'], 6]);
    expect(held(refused, snap)).toEqual(['current', ['q2'], 6]);
  });
  it('FEED-6 reloads once, after a pause, a list that events have superseded', () => {
    expect(held(released(5), list(4))).toEqual(['overtaken', ['q1'], 5]);
    expect(held(released(5), list(4), caughtUp)).toEqual(['loading', ['q1'], 5]);
    expect(status(released(5), list(4))).toBe('loading');
    expect(held(released(5), list(5, q1))).toEqual(['current', ['q1'], 5]);
  });
  it('FEED-7 is unconfirmed after a reconnect until a snapshot, also from a server whose versions restarted [R4.event-missed]', () => {
    expect(held(list(4, q1), lost, back)).toEqual(['behind', ['q1'], undefined]);
    expect(held(list(4, q1), lost, back, back)).toEqual(['behind', ['q1'], undefined]);
    expect(held(list(4, q1), back, snapshot(1))).toEqual(['current', [], 1]);
    expect(asksForAll(list(4, q1), back, asked)).toBe(1);
    expect(after(back).value).toBe('loading');
  });
  it('FEED-7 does not confirm data that may be stale until the server has replied', () => {
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
  it('FEED-7 repeats a list request that was made before a sleep', () => {
    expect(after(unsure).value).toBe('loading');
    expect(lastTold(unsure)).toMatchObject({ isConfirmed: false });
    expect(after(unsure, list(4)).context.isConfirmed).toBe(true);
  });
  it('says when a list has replaced what it held', () => {
    expect(allTold(empty)).toMatchObject([{ type: 'feed.changed' }, { type: 'feed.replaced' }]);
    expect(allTold(empty, released(5), snapshot(6)).slice(2)).toMatchObject([
      { type: 'feed.changed' },
      { type: 'feed.replaced' },
    ]);
  });
  it('FEED-8 has separate versions for each show that the user is a member of', () => {
    const found = success({ questions: [], answers: [], versions: { house: 4, show: 7 } });
    const joined = outcome('load', found);
    const versions = (...events: Parameters<typeof fold>[2]) =>
      after(joined, ...events).context.feed.versions;
    expect(held(joined, released(8, 'show'))).toEqual(['current', ['q1'], 4]);
    expect(versions(released(8, 'show'), released(5))).toEqual({ house: 5, show: 8 });
    expect(after(joined, released(9, 'show')).value).toBe('behind');
    expect(after(joined, released(6, 'show')).context.feed.questions).toEqual([]);
    // A show that the user left is forgotten; a pending list without it is not stale.
    expect(held(released(8, 'show'), list(4))).toEqual(['current', [], 4]);
    expect(versions(snapshot(4))).toEqual({ house: 4 });
    expect(after(released(8, 'show'), joined).value).toBe('overtaken');
  });
  it('FEED-9 reloads the list for another filter, and keeps what it does not cover', () => {
    const gone = question(3, { home: timed(-5) });
    const { value, context } = after(list(4, q1, gone), expiredOnly);
    expect([value, context.filter]).toEqual(['loading', 'expired']);
    expect(held(list(4, q1, gone), expiredOnly, list(4))).toEqual(['current', ['q1'], 4]);
  });
  it("FEED-10 keeps the user's own answers: as given, as points change, and when a list lacks them", () => {
    const seven = { g1: answerTo(1, { awardedPoints: 7 }) };
    expect(after(empty, answered, pointed).context.feed.answers).toEqual(seven);
    expect(after(empty, answered, pointed, snapshot(9)).context.feed.answers).toEqual(seven);
    expect(after(empty, pointed).context.feed.answers).toEqual({});
  });
  it('FEED-10 prefers points that arrive while a list is loading', () => {
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
    // A later list has them.
    expect(points(pointed, older, retry, older)).toEqual([1, 1]);
  });
  it('reports its state: loading, current, unconfirmed, failed', () => {
    expect([
      status(),
      status(empty),
      status(empty, released(9)),
      status(empty, released(9), asked),
      status(refused),
      status(refused, retried),
    ]).toEqual(['loading', 'current', 'stale', 'stale', 'failed', 'loading']);
  });
  it('notifies its parent of every change', () => {
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
  it('waits for the pending list, whatever happens to the connection or on the page', () => {
    expect(sentBy(feedMachine, input, [back, retry])).toEqual(sentBy(feedMachine, input, []));
  });
  it('stays confirmed after points of no known question', () => {
    const unplaced = { type: 'realtime.answer-updated', payload: { awardedPoints: 7 } } as const;
    expect(after(empty, unplaced).value).toBe('current');
    expect(after(empty, pointed).value).toBe('behind');
  });
});

describe("the feed's delays", () => {
  /** A run in which every list is this one; a parent counts the changes. */
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
    ['FEED-1 about 10 s after a refusal', refusal('Not now.'), [], 7_500],
    [
      'FEED-6 about half a second after a list that events have superseded',
      success({ questions: [], answers: [], versions: { house: 4 } }),
      [released(5)],
      375,
    ],
  ])('%s, at a random time for each client', async (_, found, told, ms) => {
    const { clock, loads } = await arrange(found, told);
    clock.advance(ms - 1);
    expect(loads()).toBe(1);
    clock.advance(1);
    expect(loads()).toBe(2);
  });
});
