import {
  type ActorRefFrom,
  assign,
  emit,
  enqueueActions,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import type {
  Audience,
  ListedQuestion,
  ReleaseWindow,
  Versions,
} from '#machines/contract/entities.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import {
  isSuccess,
  eventPayload,
  eventError,
  eventOutput,
  faultIn,
} from '#machines/kit/outcome.ts';
import type {
  AnswerAccepted,
  ConnectionStatusEvent,
  RealtimeEvent,
} from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import {
  type ReleaseChanged,
  type ReleaseControlActor,
  releaseControlMachine,
  type ReleaseControlEvent,
  type ReleaseTarget,
} from './release-control.ts';
import { applyNews, newsOf, type News } from './rules/desk.ts';
import type { FeedEvent } from '#machines/answering/rules/feed.ts';
import { windowsShown, windowsMachine } from '#machines/answering/windows.ts';

/*
 * The producer's desk (QC-1…8): every question with its releases to both audiences, updated by events. The list is
 * loaded once, and again after a missed event or an event that lacks the change. A running load is completed, and at
 * most one more follows it. A release gets its release control on first use; its state comes from its window. The last
 * changed release is remembered, because only its act can be undone.
 */

/** Number of people by audience. */
export type Counts = Readonly<Record<Audience, number>>;
type TopGroups = ListedQuestion['topGroups'];
interface Counted {
  readonly answered: Counts;
  /** Joins by a model that wait for the producer's decision. */
  readonly joinsHeld?: number | undefined;
  readonly topGroups?: TopGroups | undefined;
}
/** Data from events since the load began. */
interface NewsSinceLoad {
  readonly counted: QueCardsContext['counted'];
  /** By question id. */
  readonly amended: Readonly<Record<string, ListedQuestion>>;
  /** Number of connected players; null: not known yet. */
  readonly connected: Counts | null;
}
export interface Desk {
  readonly questions: readonly ListedQuestion[];
  /** Number of connected players; null: the server does not send it. */
  readonly connected: Counts | null;
  /** Feed versions of the list. */
  readonly versions: Versions;
}
/** The release that was changed last on this device. */
interface LastAct extends ReleaseTarget {
  /** The resulting window; null: the server did not send it. */
  readonly window: ReleaseWindow | null;
}
export interface QueCardsInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export type QueCardsEvent =
  | RealtimeEvent
  | ConnectionStatusEvent
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
  readonly questions: readonly ListedQuestion[] | null;
  /** Feed versions of the questions. */
  readonly versions: Versions;
  /** Answers, groups and waiting joins from events, by game session; newer than the list. */
  readonly counted: Readonly<Record<string, Counted>>;
  /** Data from events since the load began; it overrides the loaded list. */
  readonly since: NewsSinceLoad;
  /** Whether the load under way may have missed a change. */
  readonly isOvertaken: boolean;
  /** Ids of questions that had events since an act on them: the act's reply may be older. */
  readonly toldSince: ReadonlySet<string>;
  /** Number of connected players; null: not known yet. */
  readonly connected: Counts | null;
  /** Time of the last update, epoch ms on the server's clock. */
  readonly updatedAt: number | null;
  readonly isConnected: boolean;
  /** Controls of the releases used so far. */
  readonly controls: Readonly<Record<string, ReleaseControlActor>>;
  /** Null: nothing was changed yet. */
  readonly last: LastAct | null;
  readonly message: string | null;
}

/** Several events of one change cause one load. */
const GATHER_MS = 150;
const NO_NEWS: NewsSinceLoad = { counted: {}, amended: {}, connected: null };

const releaseControlId = (questionId: string, audience: Audience): string =>
  `release ${questionId} ${audience}`;

const news = (
  { questions, versions }: Pick<QueCardsContext, 'questions' | 'versions'>,
  { type, payload }: RealtimeEvent,
): News => newsOf({ questions: questions ?? [], versions }, { name: type, ...payload });

const isAnswered = ({ studio, home }: Counts): boolean => studio + home > 0;

/**
 * Changes the list only when a question gets its first answer or loses its last one, because only that moves cards and
 * panels. Counts arrive all the time, and every change of the list renders the whole list.
 */
function withCounts(
  questions: readonly ListedQuestion[],
  { gameSessionId, answered }: { readonly gameSessionId: string; readonly answered: Counts },
): readonly ListedQuestion[] {
  const index = questions.findIndex((known) => known.game_session_id === gameSessionId);
  const known = questions[index];
  return known === undefined || isAnswered(known.answered) === isAnswered(answered)
    ? questions
    : questions.with(index, { ...known, answered });
}

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
            versions: outcome.value.versions,
            connected: context.since.connected ?? outcome.value.connected ?? context.connected,
            counted: context.since.counted,
            message: null,
            updatedAt: context.now(),
          }
        : { message: outcome.message },
    ),
    count: assign(({ context }, { payload }: RealtimeEvent<'answers-counted'>) => {
      const { gameSessionId, answered, joinsHeld, topGroups, connected } = payload;
      if (gameSessionId === undefined) return {};
      const known = context.counted[gameSessionId]?.topGroups;
      const counts = {
        [gameSessionId]: { answered, joinsHeld, topGroups: topGroups ?? known },
      };
      return {
        questions: context.questions && withCounts(context.questions, { gameSessionId, answered }),
        counted: { ...context.counted, ...counts },
        since: { ...context.since, counted: { ...context.since.counted, ...counts }, connected },
        connected,
        updatedAt: context.now(),
      };
    }),
    countPlayers: assign(
      ({ context }, { payload: { connected } }: RealtimeEvent<'players-counted'>) => ({
        since: { ...context.since, connected },
        connected,
      }),
    ),
    tell: assign(({ context }, { type, payload }: RealtimeEvent) => {
      const event: FeedEvent = { name: type, ...payload };
      const { questions, versions, toldSince, since } = context;
      const { desk, questionId } = event;
      return {
        ...applyNews({ questions: questions ?? [], versions }, event),
        ...(desk !== undefined && {
          connected: desk.connected,
          since: { ...since, connected: desk.connected },
        }),
        toldSince: questionId === undefined ? toldSince : new Set([...toldSince, questionId]),
        updatedAt: context.now(),
      };
    }),
    /** Stores the question from the reply to an act. */
    amend: assign(({ context: { questions, since, toldSince } }, changed: ReleaseChanged) => {
      const { question, questionId, audience } = changed;
      const last = { questionId, audience, window: question?.windows[audience] ?? null };
      return question === null || toldSince.has(questionId)
        ? { last }
        : {
            last,
            questions:
              questions?.map((known) => (known.id === question.id ? question : known)) ?? questions,
            since: { ...since, amended: { ...since.amended, [question.id]: question } },
          };
    }),
    hold: sendTo('windows', ({ context }) => windowsShown(context.questions ?? [])),
    toWindows: sendTo('windows', (_, event: ClockCorrected) => event),
    report: emit(faultIn('queCards')),
    begin: assign({ since: NO_NEWS, isOvertaken: false }),
    overtake: assign({ isOvertaken: true }),
    setConnected: assign((_, { isConnected }: { isConnected: boolean }) => ({ isConnected })),
    act: enqueueActions(({ enqueue }, event: Extract<QueCardsEvent, { type: 'release.act' }>) => {
      const { questionId, audience, act } = event;
      const id = releaseControlId(questionId, audience);
      enqueue.assign(({ context: { controls, toldSince, now }, spawn }) => ({
        toldSince: new Set([...toldSince].filter((told) => told !== questionId)),
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
    isOvertaken: ({ context }) => context.isOvertaken,
    isTold: ({ context }, event: RealtimeEvent) => news(context, event) === 'told',
    isUntold: ({ context }, event: RealtimeEvent) => news(context, event) === 'untold',
    isNews: ({ context }, event: RealtimeEvent) => news(context, event) !== 'nothing',
    /** The backend does not send the changed question. */
    isBlind: (_, { question }: ReleaseChanged) => question === null,
  },
  delays: { gatherDelay: GATHER_MS },
}).createMachine({
  id: 'queCards',
  context: ({ input }) => ({
    ...input,
    questions: null,
    versions: {},
    counted: {},
    since: NO_NEWS,
    isOvertaken: false,
    toldSince: new Set(),
    connected: null,
    updatedAt: null,
    isConnected: true,
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
    'realtime.players-counted': { actions: { type: 'countPlayers', params: eventPayload } },
    'connection.lost': { actions: { type: 'setConnected', params: { isConnected: false } } },
    'connection.restored': {
      target: '.loading',
      actions: { type: 'setConnected', params: { isConnected: true } },
    },
    'release.changed': [
      {
        guard: { type: 'isBlind', params: eventPayload },
        target: '.due',
        actions: { type: 'amend', params: eventPayload },
      },
      { actions: [{ type: 'amend', params: eventPayload }, 'hold'] },
    ],
    'realtime.*': [
      {
        guard: { type: 'isTold', params: eventPayload },
        actions: [{ type: 'tell', params: eventPayload }, 'hold'],
      },
      { guard: { type: 'isUntold', params: eventPayload }, target: '.due' },
    ],
  },
  states: {
    loading: {
      tags: 'busy',
      entry: 'begin',
      on: {
        'connection.restored': {
          actions: [{ type: 'setConnected', params: { isConnected: true } }, 'overtake'],
        },
        'release.changed': {
          actions: [{ type: 'amend', params: eventPayload }, 'hold', 'overtake'],
        },
        'realtime.*': { guard: { type: 'isNews', params: eventPayload }, actions: 'overtake' },
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
          actions: [
            {
              type: 'storeDesk',
              params: { ok: false, message: PRODUCER_MESSAGES.queCards.failed },
            },
            { type: 'report', params: eventError },
          ],
        },
      },
    },
    current: {
      always: { guard: 'isOvertaken', target: 'due' },
    },
    failed: {
      always: { guard: 'isOvertaken', target: 'due' },
      on: {
        'realtime.*': { guard: { type: 'isNews', params: eventPayload }, target: 'due' },
        'cards.retry': 'loading',
      },
    },
    due: { after: { gatherDelay: 'loading' } },
  },
});

export type QueCardsActor = ActorRefFrom<typeof queCardsMachine>;
type Snapshot = SnapshotFrom<typeof queCardsMachine>;

/** Null until the first list arrives. Answer counts in it may be old: `selectAnswered` has the current ones. */
export const selectQuestions = ({ context }: Snapshot) => context.questions;
export const selectMessage = (snapshot: Snapshot): string | null =>
  snapshot.matches('failed') ? snapshot.context.message : null;
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** Null: nothing newer than the list is known. */
export const selectAnswered =
  (gameSessionId: string) =>
  ({ context }: Snapshot): Counts | null =>
    context.counted[gameSessionId]?.answered ?? null;
/** Joins by a model that wait for the producer's decision. */
export const selectJoinsHeld =
  ({ game_session_id, joinsHeld = 0 }: ListedQuestion) =>
  ({ context }: Snapshot): number =>
    context.counted[game_session_id]?.joinsHeld ?? joinsHeld;
/** The largest groups of its answers. */
export const selectTopGroups =
  ({ game_session_id, topGroups }: ListedQuestion) =>
  ({ context }: Snapshot): TopGroups =>
    context.counted[game_session_id]?.topGroups ?? topGroups;
export const selectConnected = ({ context }: Snapshot): Counts | null => context.connected;
export const selectUpdatedAt = ({ context }: Snapshot): number | null => context.updatedAt;
/** Whether the displayed data may be out of date. */
export const selectIsStale = (snapshot: Snapshot): boolean =>
  !snapshot.context.isConnected ||
  (snapshot.matches('failed') && snapshot.context.questions !== null);
/** The control of a release; undefined until its first use. */
export const selectReleaseControl =
  (questionId: string, audience: Audience) =>
  ({ context }: Snapshot): ReleaseControlActor | undefined =>
    context.controls[releaseControlId(questionId, audience)];
/** The release that was changed last and can still be undone; null: none, or its window has changed since. */
export function selectLast({ context: { last, questions } }: Snapshot): ReleaseTarget | null {
  if (last === null || last.window === null) return last;
  const now = questions?.find(({ id }) => id === last.questionId)?.windows[last.audience];
  return JSON.stringify(now) === JSON.stringify(last.window) ? last : null;
}
