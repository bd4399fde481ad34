import { m } from 'messages';
import { timeText } from 'messages/format';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect } from 'vitest';
import { type AnswerContext, answerMachine, type DraftKey } from '#machines/answering/answer.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import type { AnswerWindow } from '#machines/answering/rules/answering.ts';
import { AnswerForm } from '#src/screens/home/answer-dialog.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { answerTo, T0, viewer } from '#tests/support/game.ts';
import { folding, modelOf, toursOf } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { manualPort } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const open: AnswerWindow = { isOpen: true, closesAt: T0 + 600_000 };
const closed = (
  reason: 'expired' | 'locked',
  message: string,
  closesAt: number | null = null,
): AnswerWindow => ({ isOpen: false, closesAt, reason, message });
const expired = closed('expired', m.answerExpired(), T0 - 4_000);
/**
 * The expired window as seen by the walk's clock, which stands still; the screen's clock advances while an answer
 * waits.
 */
const justExpired = closed('expired', m.answerExpired(), T0);
const locked = closed('locked', 'Contestant-only mode active');
const input = {
  userId: viewer.id,
  gameSessionId: 'g1',
  window: open,
  isConnected: true,
  now: () => T0,
  random: () => 0.5,
};

const LAST_INSTANT = 'answer.editing.refused.lastInstant';

const model = modelOf(answerMachine, {
  input,
  events: {
    'window.changed': [open, expired, justExpired, locked].map((window) => ({
      type: 'window.changed',
      window,
    })),
    'connection.lost': [{ type: 'connection.lost' }],
    'connection.restored': [{ type: 'connection.restored' }],
    'answer.edit': [{ type: 'answer.edit', text: 'Appl' }],
    'answer.submit': [
      { type: 'answer.submit', text: 'Apple' },
      { type: 'answer.submit', text: '  ' },
    ],
    'answer.cancel': [{ type: 'answer.cancel' }],
    'answer.stored': ['Apple', 'Pear'].map((answer_text) => ({
      type: 'answer.stored',
      answer: answerTo(1, { answer_text }),
    })),
  },
  done: {
    recallDraft: [success('Appl'), refusal('No storage.')],
    submitAnswer: [
      success({ awardedPoints: 3 }),
      refusal(m.network(), { code: 'network' }),
      refusal(m.answerExpired(), { code: 'expired' }),
      refusal(m.answerAlready(), { code: 'already' }),
    ],
  },
  // After an answer on another device only that matters; after a refusal, only its message.
  at: (snapshot) => {
    const { window, isConnected, sentAt, elsewhere } = snapshot.context;
    if (elsewhere !== null) return null;
    return snapshot.matches({ editing: 'refused' })
      ? window
      : [window, isConnected, sentAt !== null];
  },
});
const paths = toursOf(model);

interface Taken {
  readonly event: AnyEventObject;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Your answer');
/** Finds a button by its text, since queries by role would take most of the time of hundreds of paths. */
const button = (name: RegExp) => {
  const found = screen.getByText(name).closest('button');
  if (found === null) throw new Error(`no button ${name}`);
  return found;
};
const submitButton = () => button(/^(?:Submit|Send Now)$/);
/** Everything that the dialog shows. */
const seen = () => ({
  title: document.querySelector('h2')?.textContent,
  text: field().value,
  isEditable: !field().readOnly,
  button: submitButton().textContent,
  isOffered: !submitButton().disabled,
  isBusy: submitButton().getAttribute('aria-busy') === 'true',
  mayLeave: !button(/^Cancel$/).disabled,
  state: document.querySelector('[role="status"] strong')?.textContent,
  message:
    document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent ?? null,
  alarm: document.querySelector('dialog [role="alert"]')?.textContent || null,
});
const dialog = {
  title: 'Question 1?',
  button: 'Submit',
  isOffered: true,
  isBusy: false,
  mayLeave: true,
};
/** Expected while the text is editable: the typed text. */
const typing = ({ text }: AnswerContext) => ({ ...dialog, text, isEditable: true });

/** Expected after a refusal: the message and its place. */
const refused = ({ reason, message }: AnswerContext) => ({
  state: REFUSED[reason ?? ''],
  message: null,
  alarm: message,
});
const REFUSED: Readonly<Record<string, string>> = {
  expired: 'Too late',
  locked: 'Not your turn yet',
  already: 'Draft',
};

async function start() {
  const clock = createFakeClock(T0);
  const recall = manualPort<DraftKey, string>();
  const submit = manualPort<
    { gameSessionId: string; answerText: string },
    ReplyOf<'submitAnswer'>
  >();
  const drafts: string[] = [];
  const actor = createActor(
    answerMachine.provide({
      actors: { recallDraft: recall.logic, submitAnswer: submit.logic },
      actions: { saveDraft: (_, { text }) => void drafts.push(text) },
    }),
    { clock, input },
  ).start();
  const root = createRoot({ now: () => T0 });
  render(
    root.page(
      <AnswerForm
        isChecking={false}
        actor={actor}
        question="Question 1?"
        isRehearsal={false}
        window={null}
        audience="home"
      />,
    ),
  );
  const send = (event: Parameters<typeof actor.send>[0]) => act(async () => actor.send(event));
  /** Folds the same events over the chart alone, to compare with the screen. */
  const { take, context } = folding(answerMachine, input);
  const type = async (text: string) => {
    if (field().readOnly) return;
    take({ type: 'answer.edit', text });
    await act(async () => fireEvent.change(field(), { target: { value: text } }));
  };

  const events = {
    // Events of the show and the connection, which the parent chart forwards.
    'window.changed': ({ event }: Taken) =>
      send({ type: 'window.changed', window: event['window'] }),
    'connection.lost': () => send({ type: 'connection.lost' }),
    'connection.restored': () => send({ type: 'connection.restored' }),
    'answer.edit': ({ event }: Taken) => type(event['text']),
    'answer.submit': async ({ event }: Taken) => {
      await type(event['text']);
      await act(async () => fireEvent.click(submitButton()));
    },
    'answer.cancel': () => act(async () => fireEvent.click(button(/^(?:Cancel|Close)$/))),
    'answer.stored': ({ event }: Taken) => send({ type: 'answer.stored', answer: event['answer'] }),
    'xstate.done.actor.recallDraft': ({ event }: Taken) => recall.answer(event['output']),
    'xstate.error.actor.recallDraft': recall.fail,
    'xstate.done.actor.submitAnswer': ({ event }: Taken) => submit.answer(event['output']),
    'xstate.error.actor.submitAnswer': submit.fail,
    [`xstate.after.untilShut.${LAST_INSTANT}`]: () => act(async () => clock.advance(250)),
    'xstate.after.untilAgain.answer.waiting': () => act(async () => clock.advance(5_000)),
  };
  const states = {
    recalling: () =>
      expect(seen()).toEqual({
        ...dialog,
        text: '',
        isEditable: false,
        isOffered: false,
        state: 'Not answered',
        message: null,
        alarm: null,
      }),
    'editing.composing': () =>
      expect(seen()).toEqual({
        ...typing(context()),
        state: context().text === '' ? 'Not answered' : 'Draft',
        message: context().message,
        alarm: null,
      }),
    'editing.refused.open': () =>
      expect(seen()).toEqual({ ...typing(context()), ...refused(context()) }),
    'editing.refused.lastInstant': () =>
      expect(seen()).toEqual({ ...typing(context()), ...refused(context()) }),
    'editing.refused.shut': () =>
      expect(seen()).toEqual({
        ...typing(context()),
        ...refused(context()),
        isOffered: false,
      }),
    submitting: () =>
      expect(seen()).toEqual({
        ...dialog,
        text: 'Apple',
        isEditable: false,
        isBusy: true,
        mayLeave: false,
        state: 'Sending',
        message: null,
        alarm: context().message,
      }),
    waiting: () => {
      const { window, message } = context();
      expect(seen()).toEqual({
        ...dialog,
        text: 'Apple',
        isEditable: false,
        ...(window.isOpen ? { button: 'Send Now' } : { isOffered: false }),
        state: 'Sending',
        message: null,
        alarm: window.isOpen ? message : null,
      });
    },
    elsewhere: () => {
      const { text, elsewhere } = context();
      expect({
        fields: screen.queryAllByRole('textbox').map((each) => each.getAttribute('value')),
        hasSubmit: screen.queryByText(/^(?:Submit|Send Now)$/) !== null,
        note: document.querySelector('dialog [role="status"]:has(strong)')?.textContent,
      }).toEqual({
        fields: text === '' ? [] : [text],
        hasSubmit: false,
        note: `Saved on another device at ${timeText(T0)}: ${elsewhere?.answer_text}`,
      });
    },
    accepted: () => {
      // An answer from another tab may never have been sent by this one.
      const sent = { gameSessionId: 'g1', answerText: 'Apple' };
      expect(submit.asked.at(-1)).toEqual(context().sentAt === null ? submit.asked.at(-1) : sent);
      expect([seen().state, drafts.at(-1)]).toEqual(['Saved', '']);
    },
    // The parent chart closes the dialog; the draft is kept.
    left: () => {
      const { text, reason, elsewhere } = context();
      expect(actor.getSnapshot().output).toEqual({ answer: null, reason });
      // A draft that was not changed is kept; after an answer elsewhere it is deleted.
      const kept = elsewhere === null ? text : '';
      expect(drafts.at(-1) ?? text).toBe(kept);
    },
  };
  const noting =
    (execute: (step: Taken) => Promise<unknown>) =>
    async (step: Taken): Promise<void> => {
      await execute(step);
      if (step.event.type !== 'answer.edit') take(step.event);
    };
  return {
    events: Object.fromEntries(
      Object.entries(events).map(([name, execute]) => [name, noting(execute)]),
    ),
    states,
  };
}

describe('every path through an answer, by the controls of its dialog [R2.modal-submit R2.modal-cancel R4.answer-other-device]', () => {
  itWalks(model, paths, start);
});
