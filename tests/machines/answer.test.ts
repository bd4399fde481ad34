import { m } from 'messages';
import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  answerMachine,
  type DraftKey,
  selectAnswerState,
  selectElsewhere,
  selectIsEditable,
  selectIsSendable,
  selectIsSending,
  selectLateMs,
  selectMessage,
  selectText,
} from '#machines/answering/answer.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import type { AnswerWindow } from '#machines/answering/rules/answering.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { answerTo, T0 } from '#tests/support/game.ts';
import { elapsed, emittedBy, failure, fold, outcome } from '#tests/support/graph.ts';

const open: AnswerWindow = { isOpen: true, closesAt: T0 + 30_000 };
const closed = (
  reason: 'expired' | 'locked' | 'withheld',
  message: string,
  closesAt: number | null = null,
): AnswerWindow => ({ isOpen: false, closesAt, reason, message });
const expired = closed('expired', m.answerExpired(), T0 - 4_000);
const justExpired = closed('expired', m.answerExpired(), T0 - 100);
const locked = closed('locked', 'Contestant-only mode active');

const input = {
  userId: 'viewer',
  gameSessionId: 'g1',
  window: open,
  isConnected: true,
  now: () => T0,
  random: () => 0.5,
};
const changed = (window: AnswerWindow) => ({ type: 'window.changed', window }) as const;
const typed = { type: 'answer.edit', text: 'Appl' } as const;
const submit = { type: 'answer.submit', text: ' Apple ' } as const;
const empty = { type: 'answer.submit', text: '  ' } as const;
const cancel = { type: 'answer.cancel' } as const;
const lost = { type: 'connection.lost' } as const;
const back = { type: 'connection.restored' } as const;
const recalled = outcome('recallDraft', success(''));
const stored = outcome('submitAnswer', success({ awardedPoints: 3, answer: answerTo(1) }));
const refused = (message: string, code?: string) =>
  outcome('submitAnswer', refusal(message, code === undefined ? {} : { code }));
const unreachable = refused(m.network(), 'network');
const heard = (answer_text: string) =>
  ({ type: 'answer.stored', answer: answerTo(1, { answer_text }) }) as const;
const again = elapsed('untilAgain', 'answer.waiting');

const LAST_INSTANT = 'answer.editing.refused.lastInstant';

const after = (...events: Parameters<typeof fold>[2]) => fold(answerMachine, input, events);
const isSendable = (...events: Parameters<typeof fold>[2]) => selectIsSendable(after(...events));
const seen = (...events: Parameters<typeof fold>[2]) => {
  const snapshot = after(...events);
  return {
    state: selectAnswerState(snapshot),
    text: selectText(snapshot),
    message: selectMessage(snapshot),
    late: selectLateMs(snapshot),
    editable: selectIsEditable(snapshot),
    sending: selectIsSending(snapshot),
  };
};
const nothing = {
  state: 'notAnswered',
  text: '',
  message: null,
  late: null,
  editable: true,
  sending: false,
};

interface Sent {
  readonly gameSessionId: string;
  readonly answerText: string;
}
/** The running chart with its calls to the device and the server; the test replies. */
function running(startAt: number) {
  const clock = createFakeClock(startAt);
  const asked: DraftKey[] = [];
  const drafts: unknown[] = [];
  const sent: Sent[] = [];
  const replies: ((told: Outcome<ReplyOf<'submitAnswer'>>) => void)[] = [];
  const actor = createActor(
    answerMachine.provide({
      actors: {
        recallDraft: fromPromise<Outcome<string>, DraftKey>(async ({ input: key }) => {
          asked.push(key);
          return success('App');
        }),
        submitAnswer: fromPromise<Outcome<ReplyOf<'submitAnswer'>>, Sent>(({ input: answer }) => {
          sent.push(answer);
          return new Promise((resolve) => void replies.push(resolve));
        }),
      },
      actions: { saveDraft: (_, draft) => void drafts.push(draft) },
    }),
    { clock, input: { ...input, now: clock.now } },
  ).start();
  return {
    actor,
    clock,
    asked,
    drafts,
    sent,
    reply: (told: Outcome<ReplyOf<'submitAnswer'>>) => {
      replies.shift()?.(told);
      return settled();
    },
  };
}

const draft = (text: string) => ({ userId: 'viewer', gameSessionId: 'g1', text });

describe('calls to the device and the server', () => {
  it('ANS-1 saves each text as it is typed and sent, and clears it once it is saved [R5.answer-draft]', async () => {
    const { actor, asked, drafts, sent, reply } = running(T0);
    await settled();
    expect([asked, selectText(actor.getSnapshot())]).toEqual([
      [{ userId: 'viewer', gameSessionId: 'g1' }],
      'App',
    ]);
    actor.send(typed);
    actor.send(submit);
    expect([drafts, sent]).toEqual([
      [draft('Appl'), draft('Apple')],
      [{ gameSessionId: 'g1', answerText: 'Apple' }],
    ]);
    await reply(success({ awardedPoints: 3, answer: answerTo(1, { awardedPoints: 3 }) }));
    expect(drafts.at(-1)).toEqual(draft(''));
    expect(actor.getSnapshot().output?.answer).toEqual(answerTo(1, { awardedPoints: 3 }));
  });
});

describe('the outcome of an answer', () => {
  it('ANS-1 restores the draft of this question; without one the field is empty [R5.answer-draft]', () => {
    expect(seen(outcome('recallDraft', success('Appl')))).toEqual({
      ...nothing,
      state: 'draft',
      text: 'Appl',
    });
    expect(seen(outcome('recallDraft', refusal('No storage.')))).toEqual(nothing);
    expect(seen(failure('recallDraft'))).toEqual(nothing);
  });
  it('ANS-2 sends trimmed text; an empty field shows an error until the player types [R5.answer-not-empty R5.answer-trimmed]', () => {
    const complaint = { ...nothing, state: 'draft', text: '  ', message: m.answerEmpty() };
    expect(seen(recalled, empty)).toEqual(complaint);
    expect(seen(recalled, empty, typed)).toEqual({ ...nothing, state: 'draft', text: 'Appl' });
    expect(seen(recalled, submit)).toEqual({
      ...nothing,
      state: 'sending',
      text: 'Apple',
      editable: false,
      sending: true,
    });
    expect(after(recalled, { type: 'answer.submit', text: 'x'.repeat(201) }).value).toEqual({
      editing: 'composing',
    });
  });
  it("ANS-3 is saved with the server's points and time", () => {
    const saved = after(recalled, submit, stored);
    expect([saved.value, saved.output]).toEqual([
      'accepted',
      { answer: answerTo(1), reason: null },
    ]);
    expect(selectAnswerState(saved)).toBe('saved');
  });
  it('ANS-4 a second click or a cancel while a reply is pending has no effect', () => {
    const sending = after(recalled, submit);
    expect([sending.can(submit), sending.can(cancel), sending.can(typed)]).toEqual([
      false,
      false,
      false,
    ]);
  });
  it('ANS-5 a refusal keeps the text and shows the reason', () => {
    expect(seen(recalled, submit, refused('No.'))).toEqual({
      ...nothing,
      state: 'refused',
      text: 'Apple',
      message: 'No.',
    });
    expect(seen(recalled, submit, refused(m.answerAlready(), 'already')).state).toBe('refused');
    expect(seen(recalled, submit, refused('Locked.', 'locked'))).toEqual({
      ...nothing,
      state: 'notForYou',
      text: 'Apple',
      message: 'Locked.',
    });
  });
  it('ANS-5 a refusal stays while the player types, and goes when a window opens', () => {
    const typedOn = [recalled, submit, refused('Locked.', 'locked'), typed];
    expect(seen(...typedOn)).toMatchObject({ text: 'Appl', message: 'Locked.' });
    expect(seen(...typedOn, changed(open))).toEqual({ ...nothing, state: 'draft', text: 'Appl' });
    expect(after(...typedOn, changed(open)).value).toEqual({ editing: 'composing' });
  });
  it('ANS-6 a refusal as too late shows by how much', () => {
    const late = { ...nothing, state: 'tooLate', text: 'Apple', message: m.answerExpired() };
    const onServer = [recalled, submit, changed(expired), refused(m.answerExpired(), 'expired')];
    expect(seen(...onServer)).toEqual({ ...late, late: 4_000 });
  });
  it('ANS-6 sending is disabled once an answer cannot count, until the window opens again; the text stays [R5.answer-shut]', () => {
    const onServer = (code: string) => [recalled, submit, refused('No.', code)];
    const shut = [
      [recalled, typed, changed(expired)],
      [recalled, typed, changed(locked)],
      [recalled, typed, changed(closed('withheld', m.answerNotReleased()))],
      [recalled, typed, changed(justExpired), elapsed('untilShut', LAST_INSTANT)],
      ...['expired', 'locked', 'withheld'].map(onServer),
    ];
    for (const events of shut) {
      expect([isSendable(...events), after(...events).can(submit)]).toEqual([false, false]);
      expect(selectIsEditable(after(...events))).toBe(true);
      expect(selectText(after(...events))).toMatch(/^Appl/);
      expect(isSendable(...events, changed(open))).toBe(true);
    }
    const sendable = [
      [recalled],
      [recalled, typed, changed(justExpired)],
      onServer('already'),
      [recalled, submit],
      [recalled, lost, submit],
    ];
    for (const events of sendable) expect(isSendable(...events)).toBe(true);
  });
  it('ANS-6 a retry after the end is late by the time of that attempt', async () => {
    const clock = createFakeClock(T0 - 20_000);
    const replies = [
      refusal(m.network(), { code: 'network' }),
      refusal(m.answerExpired(), { code: 'expired' }),
    ];
    const actor = createActor(
      answerMachine.provide({
        actors: {
          recallDraft: fromPromise<Outcome<string>, DraftKey>(async () => success('')),
          submitAnswer: fromPromise<
            Outcome<ReplyOf<'submitAnswer'>>,
            { readonly gameSessionId: string; readonly answerText: string }
          >(async () => replies.shift() ?? refusal('Once more.')),
        },
        actions: { saveDraft: () => {} },
      }),
      { clock, input: { ...input, now: clock.now } },
    );
    actor.start();
    await settled();
    actor.send(submit);
    await settled();
    clock.jump(20_000);
    actor.send(changed(expired));
    actor.send(back);
    await settled();
    expect([selectAnswerState(actor.getSnapshot()), selectLateMs(actor.getSnapshot())]).toEqual([
      'tooLate',
      4_000,
    ]);
    actor.stop();
  });
  it('ANS-6 an answer sent in time and refused after the end shows no lateness', async () => {
    const { actor, clock, reply } = running(T0 - 5_000);
    await settled();
    actor.send(submit);
    clock.jump(10_000);
    actor.send(changed(expired));
    await reply(refusal(m.answerExpired(), { code: 'expired' }));
    expect([selectAnswerState(actor.getSnapshot()), selectLateMs(actor.getSnapshot())]).toEqual([
      'tooLate',
      0,
    ]);
    actor.stop();
  });
  it('ANS-6 an empty field at the end shows that the question has expired', () => {
    const late = { ...nothing, state: 'tooLate', text: '  ', message: m.answerExpired() };
    expect(seen(recalled, changed(justExpired), empty)).toEqual(late);
    expect(after(recalled, changed(justExpired), empty).value).toEqual({
      editing: { refused: 'lastInstant' },
    });
  });
  it('ANS-6 an answer to a question that is not open to the player is not called late', () => {
    const later = closed('locked', 'Contestant-only mode active', T0 + 60_000);
    expect(seen(recalled, changed(later), submit)).toMatchObject({
      state: 'notForYou',
      late: null,
    });
  });
  it('ANS-6 within the grace period the answer is sent, since the server decides [R5.answer-not-expired]', () => {
    expect(after(recalled, changed(justExpired), submit).value).toBe('submitting');
    const shut = { editing: { refused: 'shut' } };
    expect(after(recalled, changed(expired), submit).value).toEqual(shut);
    expect(after(recalled, changed(locked), submit).value).toEqual(shut);
  });
  it('ANS-6 a window that closes while the player types says so, and the text stays', () => {
    expect(seen(recalled, typed, changed(locked))).toEqual({
      ...nothing,
      state: 'notForYou',
      text: 'Appl',
      message: 'Contestant-only mode active',
    });
    expect(seen(recalled, typed, changed(locked), changed(open))).toEqual({
      ...nothing,
      state: 'draft',
      text: 'Appl',
    });
    expect(seen(recalled, changed(locked), changed(expired)).message).toBe(m.answerExpired());
    expect(seen(recalled, changed(closed('withheld', 'Not yet.'))).state).toBe('notForYou');
    expect(after(recalled, changed(justExpired), changed(expired)).value).toEqual({
      editing: { refused: 'shut' },
    });
  });
  it('ANS-7 a lost reply never loses the answer: the same text is sent again, also after the end', () => {
    const unsure = [recalled, submit, unreachable, changed(expired)];
    const waits = { ...nothing, text: 'Apple', editable: false };
    expect(seen(recalled, submit, unreachable)).toEqual({
      ...waits,
      state: 'waiting',
    });
    // One message and no buttons: neither a retry nor a click would help.
    expect(seen(...unsure)).toEqual({ ...waits, state: 'unsure' });
    expect([selectIsSendable(after(...unsure)), after(...unsure).can(submit)]).toEqual([
      false,
      false,
    ]);
    expect(seen(...unsure, changed(open)).state).toBe('waiting');
    expect(after(...unsure, again).value).toBe('submitting');
    expect(after(...unsure, again).context).toMatchObject({ text: 'Apple', attempts: 2 });
    expect(after(...unsure, again, stored).value).toBe('accepted');
    expect(after(recalled, submit, refused('Busy.', 'busy')).value).toBe('waiting');
  });
  it('ANS-7 an internal error is reported and not retried automatically; the text stays', () => {
    const failed = [recalled, submit, failure('submitAnswer')];
    expect(after(...failed).value).toEqual({ editing: 'composing' });
    expect([selectText(after(...failed)), selectMessage(after(...failed))]).toEqual([
      'Apple',
      m.network(),
    ]);
    expect(emittedBy(answerMachine, input, failed)).toEqual([
      { type: 'fault', where: 'answer', error: new Error('unexpected') },
    ]);
    expect(after(...failed, submit).value).toBe('submitting');
  });
  it('ANS-7 an event with the stored answer replaces a lost reply', () => {
    const saved = after(recalled, submit, unreachable, heard('Apple'));
    expect([saved.value, saved.output]).toEqual([
      'accepted',
      { answer: answerTo(1), reason: null },
    ]);
    // Points announced from now on are newer than those of the pending reply.
    expect(after(recalled, submit, heard('Apple')).value).toBe('accepted');
    expect(after(recalled, submit, heard('Pear')).value).toBe('submitting');
  });
  it('ANS-8 offline it waits, and is sent once after the reconnect', () => {
    const queued = [recalled, lost, submit];
    expect(seen(...queued).state).toBe('waiting');
    expect(after(...queued, back).value).toBe('submitting');
    expect(after(...queued, back).can(back)).toBe(true);
    expect(after(...queued, back, back).context.attempts).toBe(1);
    expect(after(...queued, again).value).toBe('submitting');
  });
  it('ANS-8 after a reconnect, the next text is sent at once', () => {
    expect(after(recalled, lost, submit, back, refused('No.'), submit).value).toBe('submitting');
    expect(after(recalled, lost, back, submit).value).toBe('submitting');
  });
  it('ANS-7 waits longer after each attempt, at most as long as the socket does', async () => {
    const clock = createFakeClock(T0);
    const sentAt: number[] = [];
    const actor = createActor(
      answerMachine.provide({
        actors: {
          recallDraft: fromPromise<Outcome<string>, DraftKey>(async () => success('')),
          submitAnswer: fromPromise<
            Outcome<ReplyOf<'submitAnswer'>>,
            { readonly gameSessionId: string; readonly answerText: string }
          >(async () => {
            sentAt.push(clock.now() - T0);
            return refusal('Busy.', { code: 'busy' });
          }),
        },
        actions: { saveDraft: () => {} },
      }),
      { clock, input: { ...input, now: clock.now } },
    );
    actor.start();
    await settled();
    actor.send(submit);
    for (let step = 0; step < 48; step += 1) {
      await settled();
      clock.advance(250);
    }
    expect(sentAt).toEqual([0, 1_500, 4_500, 8_250, 12_000]);
    actor.stop();
    expect(clock.pending()).toBe(0);
  });
  it('ANS-8 if the window closes while offline, the player is informed and nothing is sent', () => {
    expect(seen(recalled, lost, submit, changed(expired))).toEqual({
      ...nothing,
      state: 'tooLate',
      text: 'Apple',
      message: m.answerExpired(),
    });
  });
  it('ANS-9 can be left without an answer while no reply is pending', () => {
    const left = { answer: null, reason: null };
    expect(after(recalled, cancel).output).toEqual(left);
    expect(after(recalled, lost, submit, cancel).output).toEqual(left);
    const refusedFirst = after(recalled, submit, refused('No.', 'already'), cancel);
    expect(refusedFirst.output).toEqual({ answer: null, reason: 'already' });
  });
  it('ANS-10 the same text sent in another tab is simply saved [R4.answer-other-device]', () => {
    for (const typedHere of ['Apple', ' Apple ']) {
      const saved = after(outcome('recallDraft', success(typedHere)), heard('Apple'));
      expect([saved.value, saved.output, selectElsewhere(saved)]).toEqual([
        'accepted',
        { answer: answerTo(1), reason: null },
        null,
      ]);
    }
    expect(after(recalled, lost, submit, heard('Apple')).value).toBe('accepted');
    expect(after(recalled, heard('Apple')).value).toBe('elsewhere');
  });
  it('ANS-10 an answer of another device is announced; the typed text stays visible, and the dialog can only be left', () => {
    const elsewhere = { ...nothing, state: 'elsewhere', text: 'Appl', editable: false };
    const there = [recalled, typed, changed(locked), heard('Pear')];
    expect(seen(...there)).toEqual(elsewhere);
    expect(selectElsewhere(after(...there))).toEqual(answerTo(1, { answer_text: 'Pear' }));
    expect([submit, typed, heard('Apple')].map((event) => after(...there, event).value)).toEqual([
      'elsewhere',
      'elsewhere',
      'elsewhere',
    ]);
    expect(after(...there, cancel).output).toEqual({ answer: null, reason: null });
    expect(after(recalled, submit, unreachable, heard('Pear')).value).toBe('elsewhere');
  });
});
