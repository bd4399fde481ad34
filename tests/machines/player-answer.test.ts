import { m } from 'messages';
import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  type LastAnswerRequest,
  playerAnswerMachine,
  selectAnswer,
  selectIsChecking,
  selectIsLoading,
  selectHasNoQuestion,
  selectMessage,
  selectQuestion,
} from '#machines/answering/player-answer.ts';
import type { LastAnswer } from '#machines/answering/rules/my-answer.ts';
import { selectWindowState } from '#machines/answering/release-window.ts';
import { selectWindow, windowsShown } from '#machines/answering/windows.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import {
  answerTo,
  contestant,
  question,
  realtime,
  T0,
  timed,
  untimed,
  viewer,
} from '#tests/support/game.ts';
import { elapsed, emittedBy, failure, fold, outcome, sentBy } from '#tests/support/graph.ts';

const input = { user: viewer, now: () => T0, random: () => 0.5 };
const inStudio = { ...input, user: contestant };
const q1 = question(1, { home: timed(30), studio: timed(30) });
const over = question(1, { home: untimed, studio: untimed });
const q2 = question(2, { home: untimed, studio: untimed });
const got = (asked = q1, answer: ReturnType<typeof answerTo> | null = null) =>
  outcome('loadLastAnswer', success({ question: asked, answer }));
const nothing = outcome('loadLastAnswer', success({ question: null, answer: null }));
const refused = outcome('loadLastAnswer', refusal('Not now.'));
const released = realtime('question-released', {
  feed: 'house',
  type: 'home',
  version: 2,
  gameSessionId: 'g2',
  question: q2,
});
const inOtherLane = realtime('question-released', {
  feed: 'house',
  version: 2,
  type: 'contestant',
  question: q2,
});
const toStudio = realtime('question-released', {
  feed: 'house',
  type: 'contestant',
  version: 2,
  question: q2,
});
const revoked = realtime('question-revoked', {
  feed: 'house',
  version: 3,
  type: 'home',
  gameSessionId: 'g1',
  question: null,
});
const updated = realtime('questions-updated', {
  feed: 'house',
  version: 3,
  gameSessionId: 'g1',
  question: over,
});
const expired = realtime('timer-expired', {
  feed: 'house',
  version: 3,
  type: 'home',
  gameSessionId: 'g1',
  question: q1,
});
const showAnswers = realtime('show-answers', { feed: 'house', version: 2 });
const back = { type: 'connection.restored' } as const;
const unsure = { type: 'data.unconfirmed' } as const;
const retry = { type: 'answer.retry' } as const;
const corrected = { type: 'clock.corrected' } as const;
const accepted = { type: 'answer.accepted', gameSessionId: 'g1' } as const;
const asked = elapsed('untilAsking', 'playerAnswer.settling');

const after = (...events: Parameters<typeof fold>[2]) => fold(playerAnswerMachine, input, events);
const heard = (...events: Parameters<typeof fold>[2]) =>
  emittedBy(playerAnswerMachine, inStudio, events);

const seen = (...events: Parameters<typeof fold>[2]) => {
  const snapshot = after(...events);
  return {
    state: snapshot.value,
    question: selectQuestion(snapshot)?.question_id ?? null,
    answer: selectAnswer(snapshot)?.answer_text ?? null,
  };
};
/** The windows that the page ends up with. */
const heldBy = (from: typeof input, ...events: Parameters<typeof fold>[2]) =>
  sentBy(playerAnswerMachine, from, events).at(-1);
const windowsIn = (...events: Parameters<typeof fold>[2]) => heldBy(input, ...events);
const held = (windows: typeof q1.windows) => windowsShown([{ game_session_id: 'g1', windows }]);
const points = (more: object) =>
  realtime('answer-updated', { gameSessionId: 'g1', awardedPoints: 9, ...more });
const chimes = (from: typeof inStudio, ...events: Parameters<typeof fold>[2]) =>
  emittedBy(playerAnswerMachine, from, events);

describe('the player page', () => {
  it('PA-1 waits for a question, then says if there is none [R2.my-none]', () => {
    expect([after().value, selectIsLoading(after()), selectHasNoQuestion(after())]).toEqual([
      'loading',
      true,
      false,
    ]);
    expect([after(nothing).value, selectHasNoQuestion(after(nothing))]).toEqual(['none', true]);
    expect([after(nothing), after(got(), back, asked)].map(selectIsLoading)).toEqual([
      false,
      false,
    ]);
  });
  it('PA-2 shows the question with the answer, and has its windows', () => {
    const shown = { state: 'showing', question: 'q1', answer: 'Apple' };
    expect(seen(got(q1, answerTo(1)))).toEqual(shown);
    expect(windowsIn(got(q1, answerTo(1)))).toEqual(held(q1.windows));
    expect(windowsIn(got(over, answerTo(1)))).toEqual(held(over.windows));
  });
  it('PA-2 ends the countdown by the clock, also after a clock correction [R4.my-timer-until-end]', async () => {
    const clock = createFakeClock(T0);
    const loadLastAnswer = fromPromise<Outcome<LastAnswer>, LastAnswerRequest>(async () =>
      success({ question: q1, answer: null }),
    );
    const actor = createActor(playerAnswerMachine.provide({ actors: { loadLastAnswer } }), {
      clock,
      input: { ...input, now: clock.now },
    });
    const shown = () => {
      const window = selectWindow(actor.getSnapshot(), 'g1');
      return [actor.getSnapshot().value, selectWindowState(window, 'home')];
    };
    actor.start();
    await settled();
    clock.advance(29_999);
    expect(shown()).toEqual(['showing', 'open']);
    clock.advance(1);
    expect(shown()).toEqual(['showing', 'expired']);
    clock.jump(-10_000);
    actor.send(corrected);
    expect(shown()).toEqual(['showing', 'open']);
    clock.jump(20_000);
    actor.send(corrected);
    actor.send(revoked);
    expect(shown()).toEqual(['settling', 'expired']);
    clock.advance(200);
    // Further changes are covered by the pending request.
    actor.send(revoked);
    clock.advance(299);
    expect(actor.getSnapshot().value).toBe('settling');
    clock.advance(1);
    expect(actor.getSnapshot().value).toBe('loading');
    actor.stop();
    expect(clock.pending()).toBe(0);
  });
  it('PA-3 shows a question released to its audience at once, and requests the answer soon [R4.my-question-released]', () => {
    expect(seen(got(q1, answerTo(1)), released)).toEqual({
      state: 'settling',
      question: 'q2',
      answer: null,
    });
    expect(after(got(), released, asked).value).toBe('loading');
    expect(after(got(), released, asked, back).value).toBe('loading');
    expect(after(got(), released, released).value).toBe('settling');
  });
  it('PA-3 reloads after a revoke, and ignores changes for the other audience [R4.my-question-revoked]', () => {
    expect(after(got(), revoked).value).toBe('settling');
    expect(seen(got(), inOtherLane)).toMatchObject({ state: 'showing', question: 'q1' });
    expect(after(got(), accepted).value).toBe('settling');
    expect(after(got(), back).value).toBe('settling');
    expect(after(got(), showAnswers).value).toBe('showing');
  });
  it('PA-4 changes the countdown at once when the window changes [R4.my-timer-started]', () => {
    expect([after(got(), updated).value, windowsIn(got(), updated)]).toEqual([
      'showing',
      held(over.windows),
    ]);
    const started = realtime('timer-started', {
      feed: 'house',
      version: 3,
      type: 'home',
      gameSessionId: 'g1',
      question: q1,
    });
    expect(windowsIn(got(over), started)).toEqual(held(q1.windows));
  });
  it('PA-5 ends a timer that the server reports as expired, even if the local clock differs [R4.my-timer-expired]', () => {
    const ended = held({ ...q1.windows, home: { ...timed(30), timed: false } });
    expect(windowsIn(got(), expired)).toEqual(ended);
    const other = realtime('timer-expired', { ...expired.payload, type: 'contestant' });
    expect(windowsIn(got(), other)).toEqual(held(q1.windows));
  });
  it("PA-6 applies the user's own points, requests missing ones, and ignores those of others [R4.my-answer-updated]", () => {
    const mine = got(over, answerTo(1));
    expect(selectAnswer(after(mine, points({})))?.awardedPoints).toBe(9);
    expect(selectAnswer(after(mine, points({ userId: 'viewer' })))?.awardedPoints).toBe(9);
    expect(selectAnswer(after(mine, points({ userId: 'other' })))?.awardedPoints).toBe(1);
    expect(after(mine, points({ userId: 'other' })).value).toBe('showing');
    const untold = realtime('answer-updated', { userId: 'viewer' });
    expect(after(mine, untold).value).toBe('settling');
    expect(after(got(over), points({ userId: 'viewer' })).value).toBe('settling');
  });
  it("PA-6 prefers the user's own points of an event to those of a load in progress", () => {
    const before = [got(over, answerTo(1)), back, asked, points({}), points({ awardedPoints: 12 })];
    const loaded = after(...before, got(over, answerTo(1, { awardedPoints: 3 })));
    expect([loaded.value, selectAnswer(loaded)?.awardedPoints]).toEqual(['showing', 12]);
    const again = after(...before, got(over, answerTo(1)), back, asked, got(over, answerTo(1)));
    expect(selectAnswer(again)?.awardedPoints).toBe(1);
    // Also if no answer was shown yet, and only for their own question.
    expect(selectAnswer(after(points({}), got(over, answerTo(1))))?.awardedPoints).toBe(9);
    expect(selectAnswer(after(points({}), got(q2, answerTo(2))))?.awardedPoints).toBe(1);
    const others = points({ userId: 'other' });
    expect(selectAnswer(after(others, got(over, answerTo(1))))?.awardedPoints).toBe(1);
    expect(after(points({}), nothing).context.known.answer).toBe(null);
  });
  it('PA-7 chimes once for contestants, when the event names them [R4.my-chime]', () => {
    const told = realtime('question-revoked', { ...revoked.payload, type: 'contestant' });
    expect(chimes(inStudio, got(), toStudio, toStudio, told)).toEqual([
      { type: 'chime', cue: 'release' },
      { type: 'chime', cue: 'revoke' },
    ]);
    expect(chimes(input, got(), released, revoked)).toEqual([]);
    const unnamed = realtime('question-released', { feed: 'house', version: 2, question: q2 });
    expect(chimes(inStudio, got(), unnamed)).toEqual([]);
  });
  it('PA-7 stays silent when an event is repeated', () => {
    const events = [
      realtime('question-released', {
        feed: 'house',
        type: 'contestant',
        version: 2,
        question: q2,
      }),
      realtime('question-revoked', {
        feed: 'house',
        type: 'contestant',
        version: 3,
        question: null,
      }),
    ];
    expect(chimes(inStudio, got(), ...events, ...events, ...events)).toHaveLength(2);
    const once = fold(playerAnswerMachine, inStudio, [got(), ...events, asked, got()]);
    expect(once.value).toBe('showing');
    const again = fold(playerAnswerMachine, inStudio, [got(), ...events, asked, got(), ...events]);
    expect([again.value, again.context.known]).toEqual([once.value, once.context.known]);
  });
  it('PA-8 shows why a load failed, keeps the old data, and can be retried [R4.my-connect]', () => {
    expect([after(refused).value, selectMessage(after(refused))]).toEqual(['failed', 'Not now.']);
    expect(selectMessage(after(failure('loadLastAnswer')))).toBe(m.network());
    expect(seen(got(), back, asked, refused)).toMatchObject({ state: 'failed', question: 'q1' });
    expect(after(refused, retry).value).toBe('loading');
    expect(selectMessage(after(refused, retry))).toBe(null);
    expect(after(refused, updated).value).toBe('failed');
    expect(windowsIn(got(), back, asked, refused, updated)).toEqual(held(over.windows));
    expect(emittedBy(playerAnswerMachine, input, [failure('loadLastAnswer', 'why')])).toEqual([
      { type: 'fault', where: 'playerAnswer', error: 'why' },
    ]);
  });
  it('PA-8 reloads when the connection is first up, since earlier events were missed', () => {
    const up = { ...back, isFirst: true };
    expect(seen(nothing, up, asked, got())).toMatchObject({ state: 'showing', question: 'q1' });
    expect(seen(up, nothing).state).toBe('none');
    let loads = 0;
    const loadLastAnswer = fromPromise<Outcome<LastAnswer>, LastAnswerRequest>(() => {
      loads += 1;
      return new Promise(() => {});
    });
    const actor = createActor(playerAnswerMachine.provide({ actors: { loadLastAnswer } }), {
      input,
    });
    actor.start();
    actor.send(up);
    expect(loads).toBe(2);
    actor.stop();
  });
  it('PA-8 ignores expired timers for an admin, who has no audience', () => {
    const asAdmin = { ...input, user: { ...viewer, role_id: 1 as const } };
    expect(heldBy(asAdmin, got(), expired)).toEqual(held(q1.windows));
  });
  it('PA-7 is unconfirmed after a sleep until the server replies [R4.unsure-checking]', () => {
    const checking = (...events: Parameters<typeof fold>[2]) =>
      selectIsChecking(after(got(), ...events));
    expect([checking(), checking(unsure), checking(unsure, asked)]).toEqual([false, true, true]);
    expect(checking(unsure, asked, got())).toBe(false);
    expect(checking(unsure, released)).toBe(true);
    expect(after(unsure).value).toBe('loading');
  });
  it('PA-7 chimes for contestants about a release during a sleep that is still open [R4.release-slept]', () => {
    const chime = [{ type: 'chime', cue: 'release' }];
    expect(heard(got(), unsure, asked, got(q2))).toEqual(chime);
    expect(heard(nothing, unsure, asked, got(q2))).toEqual(chime);
    expect(heard(got(), unsure, asked, got())).toEqual([]);
    expect(heard(got(q2))).toEqual([]);
    expect(emittedBy(playerAnswerMachine, input, [got(), unsure, asked, got(q2)])).toEqual([]);
  });
});
