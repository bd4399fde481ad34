import { m } from 'messages';
import {
  type ActorRefFrom,
  assign,
  emit,
  enqueueActions,
  sendTo,
  type SnapshotFrom,
  setup,
} from 'xstate';
import type { ActiveQuestion, OwnAnswer, User } from '#machines/contract/entities.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import {
  eventPayload,
  eventError,
  eventOutput,
  refusalText,
  faultIn,
} from '#machines/kit/outcome.ts';
import type {
  AnswerAccepted,
  DataUnconfirmed,
  ConnectionStatusEvent,
  RealtimeEvent,
} from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';
import { type LastCues, isRepeated, withCue } from './rules/feed.ts';
import type { PointsBySession } from './rules/feed.ts';
import * as rules from './rules/my-answer.ts';
import { windowsShown, windowsMachine } from './windows.ts';

/*
 * The /my-answer page (PA-1…8): loading -> showing the newest question of the person's audience with their answer, or
 * none, or failed; the question's window decides whether it is over. The content of an event is shown at once; anything
 * else is requested, each client after a random delay.
 */

export interface PlayerAnswerInput {
  readonly user: User;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  /** From 0 up to, not including, 1: spreads the requests of many clients. */
  readonly random: () => number;
}
export interface PlayerAnswerContext extends PlayerAnswerInput {
  readonly known: rules.LastAnswer;
  readonly lastCues: LastCues;
  /** Own points received since the load began, by game session. */
  readonly pointsReceived: PointsBySession;
  readonly message: string | null;
  /** When the stage screen will have shown the last reveal, epoch ms: requests wait until then. */
  readonly shownAt: number;
  /** The game session that was released by an event since the last load and not revoked; null: none. */
  readonly released: string | null;
  /** Whether the server has confirmed the data since the last sleep of the page or loss of the connection. */
  readonly isConfirmed: boolean;
}
export type PlayerAnswerEvent =
  | RealtimeEvent
  | ConnectionStatusEvent
  | DataUnconfirmed
  | ClockCorrected
  | AnswerAccepted
  | { readonly type: 'answer.retry' };

/** What to load: the answer to the question just released; null: the newest question with its answer. */
export interface LastAnswerRequest {
  readonly released: string | null;
}

/** All clients send their requests within this time. */
const SPREAD_MS = 1_000;

const answerEventOf = ({ event }: { event: RealtimeEvent }): rules.MyAnswerEvent => ({
  name: event.type,
  ...event.payload,
});
const APPLY_EVENT = [
  { type: 'chimeForEvent', params: answerEventOf },
  { type: 'applyEvent', params: answerEventOf },
  'showWindow',
] as const;
const STORE = [{ type: 'storeReply', params: eventOutput }, 'showWindow'] as const;
const DECIDE_AGAIN = {
  'realtime.*': {
    guard: { type: 'isApplied', params: answerEventOf },
    target: 'deciding',
    actions: APPLY_EVENT,
  },
} as const;

export const playerAnswerMachine = setup({
  types: typesOf<{
    input: PlayerAnswerInput;
    context: PlayerAnswerContext;
    events: PlayerAnswerEvent;
    emitted: EmittedEventOf<'chime' | 'fault'>;
    tags: 'busy';
    children: { windows: 'windows' };
  }>(),
  actors: {
    loadLastAnswer: notProvided<LastAnswerRequest, rules.LastAnswer>('playerAnswer.loadLastAnswer'),
    windows: windowsMachine,
  },
  actions: {
    chimeForEvent: enqueueActions(({ context, enqueue }, event: rules.MyAnswerEvent) => {
      if (isRepeated(context.lastCues, event)) return;
      const cue = rules.playerCue(event, context.user, context.now());
      if (cue) enqueue.emit({ type: 'chime', cue: cue.action });
    }),
    /** A repeated event changes nothing. */
    applyEvent: assign(
      (
        { context: { known, lastCues, pointsReceived, released, user } },
        event: rules.MyAnswerEvent,
      ) =>
        isRepeated(lastCues, event)
          ? {}
          : {
              known: rules.afterEvent(known, event, user),
              released: rules.releasedAfter(released, known, event, user),
              lastCues: withCue(lastCues, event),
              pointsReceived: { ...pointsReceived, ...rules.ownPointsIn(event, user) },
              ...(event.name === 'realtime.show-answers' && { shownAt: event.shownAt ?? 0 }),
            },
    ),
    begin: assign({ pointsReceived: {} }),
    forgetRelease: assign({ released: null }),
    storeReply: assign(({ context: { pointsReceived } }, reply: Outcome<rules.LastAnswer>) =>
      reply.ok
        ? {
            known: rules.answerWithPointsSince(reply.value, pointsReceived),
            message: null,
            isConfirmed: true,
          }
        : { message: reply.message },
    ),
    setMessage: assign({ message: m.network() }),
    markUnconfirmed: assign({ isConfirmed: false }),
    chimeMissed: emit({ type: 'chime', cue: 'release' }),
    showWindow: sendTo('windows', ({ context: { known } }) =>
      windowsShown(known.question ? [known.question] : []),
    ),
    toWindows: sendTo('windows', (_, event: ClockCorrected) => event),
    report: emit(faultIn('playerAnswer')),
  },
  guards: {
    isToReload: ({ context: { known, lastCues, user } }, event: rules.MyAnswerEvent) =>
      !isRepeated(lastCues, event) && rules.isToReload(known, event, user),
    isApplied: ({ context: { known, lastCues, user } }, event: rules.MyAnswerEvent) =>
      isRepeated(lastCues, event) || !rules.isToReload(known, event, user),
    isRefused: (_, reply: Outcome<rules.LastAnswer>) => refusalText(reply) !== null,
    hasMissed: ({ context: { isConfirmed, known, user, now } }, reply: Outcome<rules.LastAnswer>) =>
      !isConfirmed &&
      reply.ok &&
      rules.missedReleaseChime(known, reply.value, user, now()) !== null,
    hasQuestion: ({ context }) => context.known.question !== null,
  },
  delays: {
    untilAsking: ({ context: { shownAt, now, random } }) =>
      untilInstant(shownAt, now()) + random() * SPREAD_MS,
  },
}).createMachine({
  id: 'playerAnswer',
  context: ({ input }) => ({
    ...input,
    known: { question: null, answer: null },
    lastCues: {},
    pointsReceived: {},
    message: null,
    shownAt: 0,
    released: null,
    isConfirmed: true,
  }),
  invoke: {
    id: 'windows',
    src: 'windows',
    input: ({ context: { now } }) => ({ now }),
    onError: { actions: { type: 'report', params: eventError } },
  },
  initial: 'loading',
  on: {
    'clock.corrected': { actions: { type: 'toWindows', params: eventPayload } },
    'realtime.*': [
      {
        guard: { type: 'isToReload', params: answerEventOf },
        target: '.settling',
        actions: APPLY_EVENT,
      },
      { actions: APPLY_EVENT },
    ],
    'answer.accepted': '.settling',
    'answer.retry': '.loading',
    // Also on the first connection: events between the load and the connection were not received.
    'connection.restored': '.settling',
    'data.unconfirmed': { target: '.settling', actions: 'markUnconfirmed' },
  },
  states: {
    loading: {
      tags: 'busy',
      entry: 'begin',
      exit: 'forgetRelease',
      invoke: {
        id: 'loadLastAnswer',
        src: 'loadLastAnswer',
        input: ({ context: { released } }) => ({ released }),
        onDone: [
          {
            guard: { type: 'isRefused', params: eventOutput },
            target: 'failed',
            actions: { type: 'storeReply', params: eventOutput },
          },
          {
            guard: { type: 'hasMissed', params: eventOutput },
            target: 'deciding',
            actions: ['chimeMissed', ...STORE],
          },
          { target: 'deciding', actions: STORE },
        ],
        onError: {
          target: 'failed',
          actions: ['setMessage', { type: 'report', params: eventError }],
        },
      },
      on: {
        // The running load is recent enough; no second one is started.
        'answer.retry': {},
        // The running load may have begun before the connection was up or before the page slept, so it starts again.
        'connection.restored': { target: 'loading', reenter: true },
        'data.unconfirmed': { target: 'loading', reenter: true, actions: 'markUnconfirmed' },
      },
    },
    deciding: { always: [{ guard: 'hasQuestion', target: 'showing' }, { target: 'none' }] },
    showing: { on: DECIDE_AGAIN },
    none: { on: DECIDE_AGAIN },
    settling: {
      after: { untilAsking: 'loading' },
      on: { 'realtime.*': { actions: APPLY_EVENT } },
    },
    failed: {},
  },
});

export type PlayerAnswerActor = ActorRefFrom<typeof playerAnswerMachine>;
type Snapshot = SnapshotFrom<typeof playerAnswerMachine>;

/** The question, or null: 'Waiting for question to be released...'. */
export const selectQuestion = ({ context }: Snapshot): ActiveQuestion | null =>
  context.known.question;
/** The person's answer, or null: 'No answer submitted', once a question is shown. */
export const selectAnswer = ({ context }: Snapshot): OwnAnswer | null => context.known.answer;
/** Whether to show 'No recent question found'. */
export const selectHasNoQuestion = (snapshot: Snapshot): boolean => snapshot.matches('none');
export const selectIsLoading = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('busy') && snapshot.context.known.question === null;
/** Whether the data may be old and is being loaded again. */
export const selectIsChecking = ({ context }: Snapshot): boolean => !context.isConfirmed;
/** Why the answer could not be loaded; 'Try Again' sends `answer.retry`. */
export const selectMessage = (snapshot: Snapshot): string | null =>
  snapshot.matches('failed') ? snapshot.context.message : null;
