import { m } from 'messages';
import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { OwnAnswer } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS, SOCKET } from '#machines/contract/limits.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import type { ConnectionStatusEvent } from '#machines/connection/realtime.ts';
import {
  isSuccess,
  eventPayload,
  eventError,
  eventOutput,
  refusalText,
  faultIn,
} from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';
import * as rules from './rules/answering.ts';

/*
 * One person's answer to one question (ANS-1…10): editing (composing | refused) -> submitting -> accepted. A failing
 * connection never costs the answer: the same text is sent again until the server has accepted or refused it, and the
 * server repeats the first result for a repeated text (decisions §5).
 */

export interface AnswerInput {
  readonly userId: string;
  readonly gameSessionId: string;
  readonly window: rules.AnswerWindow;
  readonly isConnected: boolean;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  /** From 0 up to, not including, 1: spreads the attempts of many clients. */
  readonly random: () => number;
}

export interface AnswerContext extends AnswerInput {
  readonly text: string;
  readonly message: string | null;
  readonly reason: rules.RefusalReason | null;
  readonly lateMs: number | null;
  /** When this text was last sent; null: never. Once sent it may be stored, even without a reply. */
  readonly sentAt: number | null;
  readonly attempts: number;
  readonly answer: OwnAnswer | null;
  /** An answer that the person gave on another device while this dialog was open. */
  readonly elsewhere: OwnAnswer | null;
}

export interface Typed {
  readonly text: string;
}
export interface WindowChanged {
  readonly type: 'window.changed';
  readonly window: rules.AnswerWindow;
}
export type AnswerEvent =
  | ConnectionStatusEvent
  | WindowChanged
  /** The server has stored an answer of this person to this question. */
  | { readonly type: 'answer.stored'; readonly answer: OwnAnswer }
  /** The text so far; kept on the device as a draft. */
  | ({ readonly type: 'answer.edit' } & Typed)
  /** Sends the answer; if an answer is waiting to be sent again, sends that answer now. */
  | ({ readonly type: 'answer.submit' } & Typed)
  /** Leaves the dialog; the draft stays. Ignored while a reply is awaited. */
  | { readonly type: 'answer.cancel' };

/** Result of the dialog: the stored answer, or null with the reason of the last refusal. */
export interface AnswerOutput {
  readonly answer: OwnAnswer | null;
  readonly reason: rules.RefusalReason | null;
}
export interface DraftKey {
  readonly userId: string;
  readonly gameSessionId: string;
}
type Reply = Outcome<ReplyOf<'submitAnswer'>>;

const FRESH = { message: null, reason: null, lateMs: null, sentAt: null, attempts: 0 };
const CONNECTED = { isConnected: true };
const draftOf = ({ context: { userId, gameSessionId, text } }: { context: AnswerContext }) => ({
  userId,
  gameSessionId,
  text,
});
const FORGET_DRAFT = {
  type: 'saveDraft',
  params: ({ context }: { context: AnswerContext }) => ({ ...draftOf({ context }), text: '' }),
} as const;
const itsText = ({ event: { text } }: { event: Typed }) => ({ text });
const itsWindow = ({ event: { window } }: { event: WindowChanged }) => ({ window });

export const answerMachine = setup({
  types: typesOf<{
    input: AnswerInput;
    context: AnswerContext;
    events: AnswerEvent;
    emitted: EmittedEventOf<'fault'>;
    output: AnswerOutput;
    tags: 'busy' | 'editable' | 'sendable';
  }>(),
  actors: {
    recallDraft: notProvided<DraftKey, string>('answer.recallDraft'),
    submitAnswer: notProvided<
      { readonly gameSessionId: string; readonly answerText: string },
      ReplyOf<'submitAnswer'>
    >('answer.submitAnswer'),
  },
  actions: {
    /** Port: saves the text on the device; an empty text removes the draft. */
    saveDraft: (_args, _draft: DraftKey & Typed) => {
      throw new Error('not provided: answer.saveDraft');
    },
    update: assign(
      (_, noted: Partial<Pick<AnswerContext, 'window' | 'isConnected' | 'text'>>) => noted,
    ),
    /** Editing clears a complaint about the text; a refusal by the server or the window stays. */
    type: assign(({ context: { reason, message } }, { text }: Typed) => ({
      text,
      message: reason === null ? null : message,
    })),
    setMessage: assign((_, { text }: Typed) => ({
      ...FRESH,
      text,
      message: refusalText(rules.checkAnswer(text)),
    })),
    prepare: assign((_, { text }: Typed) => ({ ...FRESH, text: text.trim() })),
    forgive: assign(FRESH),
    countAttempt: assign(({ context }) => ({
      sentAt: context.now(),
      attempts: context.attempts + 1,
    })),
    accept: assign((_, reply: Reply) =>
      reply.ok ? { answer: reply.value.answer, message: null } : {},
    ),
    storeAnswer: assign((_, { answer }: { answer: OwnAnswer }) => ({ answer, message: null })),
    yield: assign((_, { answer }: { answer: OwnAnswer }) => ({ ...FRESH, elsewhere: answer })),
    refuse: assign(({ context: { window, sentAt, now } }, reply: Reply) =>
      reply.ok ? {} : rules.refusedBy(reply, window, sentAt ?? now()),
    ),
    /** Displays why the window is closed. */
    explain: assign(({ context: { window } }) =>
      window.isOpen ? {} : { message: window.message, reason: window.reason, lateMs: null },
    ),
    warn: assign({ message: m.network() }),
    report: emit(faultIn('answer')),
  },
  guards: {
    isText: (_, { text }: Typed) => rules.checkAnswer(text).ok,
    isDisconnected: ({ context }) => !context.isConnected,
    isClosed: ({ context }) => !context.window.isOpen,
    /** Whether no answer counts any more: the server has refused one, or the grace period has passed. */
    isShut: ({ context: { reason, sentAt, window, now } }) =>
      rules.isShutting(reason) && (sentAt !== null || rules.isPastAnswering(window, now())),
    /**
     * Whether the stored answer has the text typed here (a lost reply, or another tab), so that nothing else has to be
     * saved.
     */
    isOurs: ({ context: { text } }, { answer }: { answer: OwnAnswer }) =>
      answer.answer_text === text.trim(),
    isOpening: (_, { window }: Pick<AnswerContext, 'window'>) => window.isOpen,
    isOpen: ({ context }) => context.window.isOpen,
    /** Whether the window closed before anything was sent, so that the server cannot have stored an answer. */
    isUnsentAndClosed: ({ context }) => !context.window.isOpen && context.sentAt === null,
    isUndecided: (_, reply: Reply) => rules.isUndecided(reply),
  },
  delays: {
    untilShut: ANSWER_GRACE_MS,
    /** Doubles up to the socket's longest delay, with a random part for each client. */
    untilAgain: ({ context: { attempts, random } }) => {
      const doubledMs = SOCKET.reconnectDelayMs * 2 ** attempts;
      return Math.min(doubledMs, SOCKET.reconnectDelayMaxMs) * (0.5 + random() / 2);
    },
  },
}).createMachine({
  id: 'answer',
  context: ({ input }) => ({ ...input, ...FRESH, text: '', answer: null, elsewhere: null }),
  output: ({ context: { answer, reason } }) => ({ answer, reason }),
  initial: 'recalling',
  on: {
    'window.changed': {
      actions: { type: 'update', params: itsWindow },
    },
    'answer.stored': [
      {
        guard: { type: 'isOurs', params: eventPayload },
        target: '.accepted',
        actions: { type: 'storeAnswer', params: eventPayload },
      },
      { target: '.elsewhere', actions: { type: 'yield', params: eventPayload } },
    ],
    'connection.lost': { actions: { type: 'update', params: { isConnected: false } } },
    'connection.restored': { actions: { type: 'update', params: CONNECTED } },
  },
  states: {
    recalling: {
      invoke: {
        id: 'recallDraft',
        src: 'recallDraft',
        input: ({ context: { userId, gameSessionId } }) => ({ userId, gameSessionId }),
        onDone: {
          target: 'editing',
          actions: {
            type: 'update',
            params: ({ event: { output } }) => (output.ok ? { text: output.value } : {}),
          },
        },
        onError: { target: 'editing', actions: { type: 'report', params: eventError } },
      },
    },
    editing: {
      tags: 'editable',
      initial: 'composing',
      on: {
        'answer.edit': {
          actions: [
            { type: 'type', params: itsText },
            { type: 'saveDraft', params: draftOf },
          ],
        },
        'answer.submit': [
          {
            guard: { type: 'isText', params: itsText },
            target: 'departing',
            actions: { type: 'prepare', params: itsText },
          },
          // If the window has just closed, `composing` displays the reason again.
          { target: '.composing', actions: { type: 'setMessage', params: itsText } },
        ],
        'answer.cancel': 'left',
      },
      states: {
        composing: {
          tags: 'sendable',
          always: { guard: 'isClosed', target: 'refused', actions: 'explain' },
        },
        refused: {
          initial: 'judging',
          states: {
            judging: {
              always: [
                { guard: 'isShut', target: 'shut' },
                { guard: 'isClosed', target: 'lastInstant' },
                { target: 'open' },
              ],
            },
            /** The window is open: the text may be changed, or sent again unchanged. */
            open: { tags: 'sendable' },
            lastInstant: { tags: 'sendable', after: { untilShut: 'shut' } },
            /** No answer would count; the text stays. */
            shut: { on: { 'answer.submit': {} } },
          },
          on: {
            'window.changed': [
              {
                guard: { type: 'isOpening', params: itsWindow },
                target: 'composing',
                actions: ['forgive', { type: 'update', params: itsWindow }],
              },
              { target: 'refused', actions: [{ type: 'update', params: itsWindow }, 'explain'] },
            ],
          },
        },
      },
    },
    departing: {
      entry: { type: 'saveDraft', params: draftOf },
      always: [{ guard: 'isDisconnected', target: 'waiting' }, { target: 'submitting' }],
    },
    submitting: {
      tags: ['busy', 'sendable'],
      entry: 'countAttempt',
      on: {
        'answer.stored': [
          {
            guard: { type: 'isOurs', params: eventPayload },
            target: 'accepted',
            actions: { type: 'storeAnswer', params: eventPayload },
          },
          // Keeps waiting for the reply, as its refusal gives more details than the window.
          {},
        ],
      },
      invoke: {
        id: 'submitAnswer',
        src: 'submitAnswer',
        input: ({ context: { gameSessionId, text } }) => ({ gameSessionId, answerText: text }),
        onDone: [
          {
            guard: isSuccess,
            target: 'accepted',
            actions: { type: 'accept', params: eventOutput },
          },
          {
            guard: { type: 'isUndecided', params: eventOutput },
            target: 'waiting',
          },
          { target: 'editing.refused', actions: { type: 'refuse', params: eventOutput } },
        ],
        // An unexpected error is not fixed by a retry, so the answer is only sent again after a press.
        onError: {
          target: 'editing',
          actions: ['warn', { type: 'report', params: eventError }],
        },
      },
    },
    waiting: {
      always: { guard: 'isUnsentAndClosed', target: 'editing.refused', actions: 'explain' },
      after: { untilAgain: 'submitting' },
      on: {
        'connection.restored': {
          target: 'submitting',
          actions: { type: 'update', params: CONNECTED },
        },
        // Once the window has closed, retries only ask whether the answer was stored; pressing the button adds nothing.
        'answer.submit': { guard: 'isOpen', target: 'submitting' },
        'answer.cancel': 'left',
      },
    },
    accepted: { entry: FORGET_DRAFT, type: 'final' },
    /** Shows the text typed here, beside the answer from the other device, until the person leaves. */
    elsewhere: {
      on: { 'answer.stored': {}, 'answer.cancel': { target: 'left', actions: FORGET_DRAFT } },
    },
    left: { type: 'final' },
  },
});

export type AnswerActor = ActorRefFrom<typeof answerMachine>;
type Snapshot = SnapshotFrom<typeof answerMachine>;

/** Text for the field: the draft, or the text typed or sent last. */
export const selectText = ({ context }: Snapshot): string => context.text;
/** Text beside the field: a complaint about the text, or a refusal. */
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
export const selectLateMs = ({ context }: Snapshot): number | null => context.lateMs;
/** The answer given on another device while this dialog was open; null: none. */
export const selectElsewhere = ({ context }: Snapshot): OwnAnswer | null => context.elsewhere;
/** Whether the text can be edited and sent. */
export const selectIsEditable = (snapshot: Snapshot): boolean => snapshot.hasTag('editable');
/** Whether a press would send the answer, or has just sent it. */
export const selectIsSendable = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('sendable') || (snapshot.matches('waiting') && snapshot.context.window.isOpen);
/** Whether a reply is awaited; cancelling is not possible then. */
export const selectIsSending = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');

/** State of the answer for display (design: 'The player on a phone'). */
export function selectAnswerState(snapshot: Snapshot) {
  const { text, reason, window } = snapshot.context;
  if (snapshot.matches('accepted')) return 'saved';
  if (snapshot.matches('elsewhere')) return 'elsewhere';
  // The answer may have been sent in time and stored, so only the server can say.
  if (snapshot.matches('waiting')) return window.isOpen ? 'waiting' : 'unsure';
  if (snapshot.hasTag('busy')) return 'sending';
  if (reason === 'expired') return 'tooLate';
  if (reason === 'locked' || reason === 'withheld') return 'notForYou';
  if (reason !== null) return 'refused';
  return text === '' ? 'notAnswered' : 'draft';
}
