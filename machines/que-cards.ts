import {
  type ActorRefFrom,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import type { AdminQuestion, Audience, ReleaseWindow } from './contract/entities.ts';
import { MESSAGES } from './contract/messages.ts';
import type { Outcome } from './contract/outcome.ts';
import type { EmittedEventOf } from './kit/emitted.ts';
import { notProvided } from './kit/not-provided.ts';
import { isSuccess, eventPayload, eventError, eventOutput } from './kit/outcome.ts';
import type { AnswerAccepted, LineEvent, RealtimeEvent } from './kit/realtime.ts';
import type { ClockCorrected } from './kit/session.ts';
import { typesOf } from './kit/types.ts';
import {
  type ReleaseChanged,
  type ReleaseControlActor,
  releaseControlMachine,
  type ReleaseControlEvent,
  type ReleaseTarget,
} from './release-control.ts';
import { isUntold } from './rules/feed.ts';
import { windowsShown, windowsMachine } from './windows.ts';

/*
 * The producer's desk (QC-1…8): every question with its releases to both audiences, kept true by events. Numbers that move
 * with each answer come with their event; anything else that changes brings the list again: at once, or at
 * leisure where only the groups of a recount are new. A load that runs ends, and is followed by at most one
 * more. A release gets its release control when it is first touched; how it stands, its window says. The last
 * of them that did something is known, since its act alone can be undone.
 */

/** People, by audience. */
export type Counts = Readonly<Record<Audience, number>>;
interface Counted {
  readonly answered: Counts;
  /** Joins of a model that wait for the producer. */
  readonly joinsHeld?: number | undefined;
}
interface Told {
  readonly counted: QueCardsContext['counted'];
  /** By id. */
  readonly amended: Readonly<Record<string, AdminQuestion>>;
}
export interface Desk {
  readonly questions: readonly AdminQuestion[];
  /** Who is there; null: the server does not say. */
  readonly connected: Counts | null;
}
/** The release that was changed last here. */
interface LastAct extends ReleaseTarget {
  /** As the server has made it; null: it does not say. */
  readonly window: ReleaseWindow | null;
}
export interface QueCardsInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export type QueCardsEvent =
  | RealtimeEvent
  | LineEvent
  | AnswerAccepted
  | ClockCorrected
  | ReleaseChanged
  | { readonly type: 'cards.retry' }
  | {
      readonly type: 'release.act';
      readonly questionId: string;
      readonly audience: Audience;
      readonly act: ReleaseControlEvent;
    };
export interface QueCardsContext extends QueCardsInput {
  readonly questions: readonly AdminQuestion[] | null;
  /** Who has answered, and which joins wait, by game session; newer than the list. */
  readonly counted: Readonly<Record<string, Counted>>;
  /** What was told since the load began: it is newer than what that brings. */
  readonly since: Told;
  /** What the load under way may have missed: nothing, the groups of a recount, a change. */
  readonly overtaken: 'no' | 'byRecount' | 'byChange';
  /** Who is there; null: not told yet. */
  readonly connected: Counts | null;
  /** When the picture was last true, epoch ms on the server's clock. */
  readonly updatedAt: number | null;
  readonly isLineUp: boolean;
  /** The controls of the releases that were touched. */
  readonly controls: Readonly<Record<string, ReleaseControlActor>>;
  /** Null: nothing was done yet. */
  readonly last: LastAct | null;
  readonly message: string | null;
}

/** Several events of one change bring the list once. */
const GATHER_MS = 150;
/** A busy round is counted again all the time. */
const LEISURE_MS = 2_000;
const NOTHING_TOLD: Told = { counted: {}, amended: {} };
const BY_CHANGE = { type: 'overtake', params: { by: 'byChange' } } as const;

const releaseControlId = (questionId: string, audience: Audience): string =>
  `release ${questionId} ${audience}`;

export const queCardsMachine = setup({
  types: typesOf<{
    input: QueCardsInput;
    context: QueCardsContext;
    events: QueCardsEvent;
    emitted: EmittedEventOf<'fault'>;
    tags: 'busy';
    children: { windows: 'windows' };
  }>(),
  actors: {
    load: notProvided<undefined, Desk>('queCards.load'),
    releaseControl: releaseControlMachine,
    windows: windowsMachine,
  },
  actions: {
    storeDesk: assign(({ context }, outcome: Outcome<Desk>) =>
      outcome.ok
        ? {
            questions: outcome.value.questions.map(
              (question) => context.since.amended[question.id] ?? question,
            ),
            connected:
              Object.keys(context.since.counted).length > 0
                ? context.connected
                : (outcome.value.connected ?? context.connected),
            counted: context.since.counted,
            message: null,
            updatedAt: context.now(),
          }
        : { message: outcome.message },
    ),
    count: assign(({ context }, { payload }: RealtimeEvent<'answers-counted'>) => {
      const { gameSessionId, answered, joinsHeld, connected } = payload;
      if (gameSessionId === undefined) return {};
      const told = { [gameSessionId]: { answered, joinsHeld } };
      return {
        counted: { ...context.counted, ...told },
        since: { ...context.since, counted: { ...context.since.counted, ...told } },
        connected,
        updatedAt: context.now(),
      };
    }),
    /** The server's word on one question, before the list says the same. */
    amend: assign(({ context: { questions, since } }, changed: ReleaseChanged) => {
      const { question, questionId, audience } = changed;
      const last = { questionId, audience, window: question?.windows[audience] ?? null };
      return question === null
        ? { last }
        : {
            last,
            questions:
              questions?.map((held) => (held.id === question.id ? question : held)) ?? questions,
            since: { ...since, amended: { ...since.amended, [question.id]: question } },
          };
    }),
    hold: sendTo('windows', ({ context }) => windowsShown(context.questions ?? [])),
    toWindows: sendTo('windows', (_, event: ClockCorrected) => event),
    report: emit((_, { error }: { error: unknown }) => ({
      type: 'fault',
      where: 'queCards',
      error,
    })),
    begin: assign({ since: NOTHING_TOLD, overtaken: 'no' }),
    overtake: assign(({ context }, { by }: { by: 'byRecount' | 'byChange' }) => ({
      overtaken: context.overtaken === 'byChange' ? 'byChange' : by,
    })),
    setLine: assign((_, { isLineUp }: { isLineUp: boolean }) => ({ isLineUp })),
    act: enqueueActions(({ enqueue }, event: Extract<QueCardsEvent, { type: 'release.act' }>) => {
      const { questionId, audience, act } = event;
      const id = releaseControlId(questionId, audience);
      enqueue.assign(({ context: { controls, now }, spawn }) => ({
        controls: {
          ...controls,
          [id]:
            controls[id] ?? spawn('releaseControl', { id, input: { questionId, audience, now } }),
        },
      }));
      enqueue.sendTo(id, act);
    }),
  },
  guards: {
    isOvertaken: ({ context }) => context.overtaken !== 'no',
    isChanged: ({ context }) => context.overtaken === 'byChange',
    /** Of a backend that says no more than that something has changed. */
    isUntold: (_, { type, payload }: RealtimeEvent) => isUntold({ name: type, ...payload }),
  },
  delays: { gatherDelay: GATHER_MS, leisureDelay: LEISURE_MS },
}).createMachine({
  id: 'queCards',
  context: ({ input }) => ({
    ...input,
    questions: null,
    counted: {},
    since: NOTHING_TOLD,
    overtaken: 'no',
    connected: null,
    updatedAt: null,
    isLineUp: true,
    controls: {},
    last: null,
    message: null,
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
    'release.act': { actions: { type: 'act', params: eventPayload } },
    'realtime.answers-counted': { actions: { type: 'count', params: eventPayload } },
    'line.lost': { actions: { type: 'setLine', params: { isLineUp: false } } },
    'line.back': { target: '.loading', actions: { type: 'setLine', params: { isLineUp: true } } },
    'release.changed': {
      target: '.due',
      actions: [{ type: 'amend', params: eventPayload }, 'hold'],
    },
    'realtime.question-released': '.due',
    'realtime.question-revoked': '.due',
    'realtime.timer-expired': '.due',
    'realtime.questions-updated': '.due',
    'realtime.boards-updated': '.dueLater',
    'realtime.*': { guard: { type: 'isUntold', params: eventPayload }, target: '.due' },
  },
  states: {
    loading: {
      tags: 'busy',
      entry: 'begin',
      on: {
        'line.back': {
          actions: [{ type: 'setLine', params: { isLineUp: true } }, BY_CHANGE],
        },
        'release.changed': {
          actions: [{ type: 'amend', params: eventPayload }, 'hold', BY_CHANGE],
        },
        'realtime.question-released': { actions: BY_CHANGE },
        'realtime.question-revoked': { actions: BY_CHANGE },
        'realtime.timer-expired': { actions: BY_CHANGE },
        'realtime.questions-updated': { actions: BY_CHANGE },
        'realtime.boards-updated': {
          actions: { type: 'overtake', params: { by: 'byRecount' } },
        },
        'realtime.*': { guard: { type: 'isUntold', params: eventPayload }, actions: BY_CHANGE },
      },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: isSuccess,
            target: 'current',
            actions: [{ type: 'storeDesk', params: eventOutput }, 'hold'],
          },
          { target: 'failed', actions: { type: 'storeDesk', params: eventOutput } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'storeDesk', params: { ok: false, message: MESSAGES.queCards.failed } },
        },
      },
    },
    current: {
      always: [
        { guard: 'isChanged', target: 'due' },
        { guard: 'isOvertaken', target: 'dueLater' },
      ],
    },
    failed: {
      always: { guard: 'isOvertaken', target: 'due' },
      on: { 'realtime.boards-updated': 'due', 'cards.retry': 'loading' },
    },
    due: { on: { 'realtime.boards-updated': {} }, after: { gatherDelay: 'loading' } },
    dueLater: { on: { 'realtime.boards-updated': {} }, after: { leisureDelay: 'loading' } },
  },
});

export type QueCardsActor = ActorRefFrom<typeof queCardsMachine>;
type Snapshot = SnapshotFrom<typeof queCardsMachine>;

/** Null until the first list has come. */
export const selectQuestions = ({ context }: Snapshot) => context.questions;
export const selectMessage = (snapshot: Snapshot): string | null =>
  snapshot.matches('failed') ? snapshot.context.message : null;
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** Null: nothing newer than the list says. */
export const selectAnswered =
  (gameSessionId: string) =>
  ({ context }: Snapshot): Counts | null =>
    context.counted[gameSessionId]?.answered ?? null;
/** Joins of a model that wait for the producer. */
export const selectJoinsHeld =
  ({ game_session_id, joinsHeld = 0 }: AdminQuestion) =>
  ({ context }: Snapshot): number =>
    context.counted[game_session_id]?.joinsHeld ?? joinsHeld;
export const selectConnected = ({ context }: Snapshot): Counts | null => context.connected;
export const selectUpdatedAt = ({ context }: Snapshot): number | null => context.updatedAt;
/** What is shown may have changed without our knowing. */
export const selectIsStale = (snapshot: Snapshot): boolean =>
  !snapshot.context.isLineUp || (snapshot.matches('failed') && snapshot.context.questions !== null);
/** The control of a release; undefined until it is touched. */
export const selectReleaseControl =
  (questionId: string, audience: Audience) =>
  ({ context }: Snapshot): ReleaseControlActor | undefined =>
    context.controls[releaseControlId(questionId, audience)];
/** The release whose last act can still be undone; null: there is none, or somebody has changed it since. */
export function selectLast({ context: { last, questions } }: Snapshot): ReleaseTarget | null {
  if (last === null || last.window === null) return last;
  const now = questions?.find(({ id }) => id === last.questionId)?.windows[last.audience];
  return JSON.stringify(now) === JSON.stringify(last.window) ? last : null;
}
