import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  type LastAnswerRequest,
  playerAnswerMachine,
  selectAnswer,
  selectIsChecking,
  selectIsLoading,
  selectIsNone,
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
/** What the windows are told to hold, in the end. */
const heldBy = (from: typeof input, ...events: Parameters<typeof fold>[2]) =>
  sentBy(playerAnswerMachine, from, events).at(-1);
const windowsIn = (...events: Parameters<typeof fold>[2]) => heldBy(input, ...events);
const held = (windows: typeof q1.windows) => windowsShown([{ game_session_id: 'g1', windows }]);
const points = (more: object) =>
  realtime('answer-updated', { gameSessionId: 'g1', awardedPoints: 9, ...more });
const chimes = (from: typeof inStudio, ...events: Parameters<typeof fold>[2]) =>
  emittedBy(playerAnswerMachine, from, events);

describe('the player page', () => {
  it('PA-1 waits for a question, then says when there is none [R2.my-none]', () => {
    expect([after().value, selectIsLoading(after()), selectIsNone(after())]).toEqual([
      'loading',
      true,
      false,
    ]);
    expect([after(nothing).value, selectIsNone(after(nothing))]).toEqual(['none', true]);
    expect([after(nothing), after(got(), back, asked)].map(selectIsLoading)).toEqual([
      false,
      false,
    ]);
  });
  it('PA-2 shows the question with the answer, and holds its windows', () => {
    const shown = { state: 'showing', question: 'q1', answer: 'Apple' };
    expect(seen(got(q1, answerTo(1)))).toEqual(shown);
    expect(windowsIn(got(q1, answerTo(1)))).toEqual(held(q1.windows));
    expect(windowsIn(got(over, answerTo(1)))).toEqual(held(over.windows));
  });
  it('PA-2 the countdown ends by the clock, also one that was corrected [R4.my-timer-until-end]', async () => {
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
    // More to ask about is asked with the rest.
    actor.send(revoked);
    clock.advance(299);
    expect(actor.getSnapshot().value).toBe('settling');
    clock.advance(1);
    expect(actor.getSnapshot().value).toBe('loading');
    actor.stop();
    expect(clock.pending()).toBe(0);
  });
  it('PA-3 a release to its audience shows the question at once and asks for the answer soon [R4.my-question-released]', () => {
    expect(seen(got(q1, answerTo(1)), released)).toEqual({
      state: 'settling',
      question: 'q2',
      answer: null,
    });
    expect(after(got(), released, asked).value).toBe('loading');
    expect(after(got(), released, asked, back).value).toBe('loading');
    expect(after(got(), released, released).value).toBe('settling');
  });
  it('PA-3 a revoke asks again; what is for the other audience does not [R4.my-question-revoked]', () => {
    expect(after(got(), revoked).value).toBe('settling');
    expect(seen(got(), inOtherLane)).toMatchObject({ state: 'showing', question: 'q1' });
    expect(after(got(), accepted).value).toBe('settling');
    expect(after(got(), back).value).toBe('settling');
    expect(after(got(), showAnswers).value).toBe('showing');
  });
  it('PA-4 a changed window changes the countdown at once [R4.my-timer-started]', () => {
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
  it('PA-5 an expired timer is over, whatever our clock says [R4.my-timer-expired]', () => {
    const ended = held({ ...q1.windows, home: { ...timed(30), timed: false } });
    expect(windowsIn(got(), expired)).toEqual(ended);
    const other = realtime('timer-expired', { ...expired.payload, type: 'contestant' });
    expect(windowsIn(got(), other)).toEqual(held(q1.windows));
  });
  it("PA-6 one's own points are taken over; what is not told is asked for; others' are nothing [R4.my-answer-updated]", () => {
    const mine = got(over, answerTo(1));
    expect(selectAnswer(after(mine, points({})))?.awardedPoints).toBe(9);
    expect(selectAnswer(after(mine, points({ userId: 'viewer' })))?.awardedPoints).toBe(9);
    expect(selectAnswer(after(mine, points({ userId: 'other' })))?.awardedPoints).toBe(1);
    expect(after(mine, points({ userId: 'other' })).value).toBe('showing');
    const untold = realtime('answer-updated', { userId: 'viewer' });
    expect(after(mine, untold).value).toBe('settling');
    expect(after(got(over), points({ userId: 'viewer' })).value).toBe('settling');
  });
  it("PA-6 one's own points that were heard while loading are newer than what is loaded", () => {
    const before = [got(over, answerTo(1)), back, asked, points({}), points({ awardedPoints: 12 })];
    const loaded = after(...before, got(over, answerTo(1, { awardedPoints: 3 })));
    expect([loaded.value, selectAnswer(loaded)?.awardedPoints]).toEqual(['showing', 12]);
    const again = after(...before, got(over, answerTo(1)), back, asked, got(over, answerTo(1)));
    expect(selectAnswer(again)?.awardedPoints).toBe(1);
    // Also where no answer was shown yet, and for the question they are of alone.
    expect(selectAnswer(after(points({}), got(over, answerTo(1))))?.awardedPoints).toBe(9);
    expect(selectAnswer(after(points({}), got(q2, answerTo(2))))?.awardedPoints).toBe(1);
    const others = points({ userId: 'other' });
    expect(selectAnswer(after(others, got(over, answerTo(1))))?.awardedPoints).toBe(1);
    expect(after(points({}), nothing).context.known.answer).toBe(null);
  });
  it('PA-7 chimes for contestants alone, when the event names them, once [R4.my-chime]', () => {
    const told = realtime('question-revoked', { ...revoked.payload, type: 'contestant' });
    expect(chimes(inStudio, got(), toStudio, toStudio, told)).toEqual([
      { type: 'chime', cue: 'release' },
      { type: 'chime', cue: 'revoke' },
    ]);
    expect(chimes(input, got(), released, revoked)).toEqual([]);
    const unnamed = realtime('question-released', { feed: 'house', version: 2, question: q2 });
    expect(chimes(inStudio, got(), unnamed)).toEqual([]);
  });
  it('PA-7 what was heard is nothing when it is told again', () => {
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
  it('PA-8 says why nothing came, keeps what was there, and can be asked again [R4.my-connect]', () => {
    expect([after(refused).value, selectMessage(after(refused))]).toEqual(['failed', 'Not now.']);
    expect(selectMessage(after(failure('loadLastAnswer')))).toBe(MESSAGES.network);
    expect(seen(got(), back, asked, refused)).toMatchObject({ state: 'failed', question: 'q1' });
    expect(after(refused, retry).value).toBe('loading');
    expect(selectMessage(after(refused, retry))).toBe(null);
    expect(after(refused, updated).value).toBe('failed');
    expect(windowsIn(got(), back, asked, refused, updated)).toEqual(held(over.windows));
    expect(emittedBy(playerAnswerMachine, input, [failure('loadLastAnswer', 'why')])).toEqual([
      { type: 'fault', where: 'playerAnswer', error: 'why' },
    ]);
  });
  it('PA-8 asks again when the line is up at last: what came before that was not heard', () => {
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
  it('PA-8 an admin has no audience: no timer of theirs expires', () => {
    const asAdmin = { ...input, user: { ...viewer, role_id: 1 as const } };
    expect(heldBy(asAdmin, got(), expired)).toEqual(held(q1.windows));
  });
  it('PA-7 what is held after a sleep is confirmed by the server alone [R4.unsure-checking]', () => {
    const checking = (...events: Parameters<typeof fold>[2]) =>
      selectIsChecking(after(got(), ...events));
    expect([checking(), checking(unsure), checking(unsure, asked)]).toEqual([false, true, true]);
    expect(checking(unsure, asked, got())).toBe(false);
    expect(checking(unsure, released)).toBe(true);
    expect(after(unsure).value).toBe('loading');
  });
  it('PA-7 chimes for contestants when a release was slept through and is still open [R4.release-slept]', () => {
    const chime = [{ type: 'chime', cue: 'release' }];
    expect(heard(got(), unsure, asked, got(q2))).toEqual(chime);
    expect(heard(nothing, unsure, asked, got(q2))).toEqual(chime);
    expect(heard(got(), unsure, asked, got())).toEqual([]);
    expect(heard(got(q2))).toEqual([]);
    expect(emittedBy(playerAnswerMachine, input, [got(), unsure, asked, got(q2)])).toEqual([]);
  });
});
