import { m } from 'messages';
import { type ActorRefFrom, assign, emit, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { Audience, ListedQuestion, Versions } from '#machines/contract/entities.ts';
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
import type { ReleasePerformed } from './producer.ts';
import { applyEvent, isBehind, updateFor, type ListUpdate } from './rules/question-list.ts';
import type { FeedUpdate } from '#machines/answering/rules/feed.ts';
import { windowsShown, windowsMachine } from '#machines/answering/windows.ts';

/*
 * The que cards (QC-1…6): every question with its windows for both audiences. The list is loaded once and updated by
 * events. It is loaded again after a missed event, and when the reply to an act of this device is newer than the list.
 * A running load is completed, and at most one more load follows it.
 */

/** Number of people by audience. */
export type Counts = Readonly<Record<Audience, number>>;
type TopGroups = ListedQuestion['topGroups'];
interface Counted {
  readonly answered: Counts;
  /** Number of merges by a model that wait for the producer's decision. */
  readonly mergesHeld?: number | undefined;
  /** Number of players' appeals that wait for the producer's decision. */
  readonly appeals?: number | undefined;
  readonly topGroups?: TopGroups | undefined;
}
export interface LoadedQuestions {
  readonly questions: readonly ListedQuestion[];
  /** Number of connected players. */
  readonly connected: Counts;
  /** Feed versions of the list. */
  readonly versions: Versions;
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
  | ReleasePerformed
  | { readonly type: 'cards.retry' };
export interface QueCardsContext extends QueCardsInput {
  readonly questions: readonly ListedQuestion[] | null;
  /** Feed versions of the questions. */
  readonly versions: Versions;
  /** Counts and top groups received in events since the load began, by game session. */
  readonly counted: Readonly<Record<string, Counted>>;
  /** Numbers of connected players: as last loaded, and from later events; null: not known. */
  readonly connected: { readonly loaded: Counts | null; readonly counted: Counts | null };
  /** Whether the load under way may have missed a change. */
  readonly isOvertaken: boolean;
  /** Time of the last update, epoch ms on the server's clock. */
  readonly updatedAt: number | null;
  readonly isConnected: boolean;
  readonly message: string | null;
}

/** How long to wait before loading, ms, so that several events of one change cause only one load. */
const GATHER_MS = 150;

const updateOf = (
  { questions, versions }: Pick<QueCardsContext, 'questions' | 'versions'>,
  { type, payload }: RealtimeEvent,
): ListUpdate => updateFor({ questions: questions ?? [], versions }, { name: type, ...payload });

const isAnswered = ({ studio, home }: Counts): boolean => studio + home > 0;

/**
 * Changes the list only when a question gets its first answer or loses its last answer, because only that moves cards
 * and panels. Answer counts arrive constantly, and each change of the list renders the whole list.
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

/** The question with the newest counts and top groups. */
function withCounted(question: ListedQuestion, counted: QueCardsContext['counted']) {
  const { answered, mergesHeld, appeals, topGroups } =
    counted[question.game_session_id] ?? question;
  return {
    ...question,
    answered,
    mergesHeld: mergesHeld ?? question.mergesHeld,
    appeals: appeals ?? question.appeals,
    topGroups: topGroups ?? question.topGroups,
  };
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
    load: notProvided<undefined, LoadedQuestions>('queCards.load'),
    windows: windowsMachine,
  },
  actions: {
    /** From now on stores counts from events separately, because they are newer than the list that is being loaded. */
    begin: assign(({ context: { questions, counted, connected } }) => ({
      questions: questions?.map((question) => withCounted(question, counted)) ?? null,
      counted: {},
      connected: { loaded: connected.counted ?? connected.loaded, counted: null },
      isOvertaken: false,
    })),
    storeList: assign(({ context: { connected, now } }, outcome: Outcome<LoadedQuestions>) => {
      if (!outcome.ok) return { message: outcome.message };
      const { connected: loaded, ...list } = outcome.value;
      return { ...list, connected: { ...connected, loaded }, message: null, updatedAt: now() };
    }),
    count: assign(({ context }, { payload }: RealtimeEvent<'answers-counted'>) => {
      const { gameSessionId, answered, mergesHeld, appeals, topGroups, connected } = payload;
      if (gameSessionId === undefined) return {};
      const known = context.counted[gameSessionId]?.topGroups;
      return {
        questions: context.questions && withCounts(context.questions, { gameSessionId, answered }),
        counted: {
          ...context.counted,
          [gameSessionId]: { answered, mergesHeld, appeals, topGroups: topGroups ?? known },
        },
        connected: { ...context.connected, counted: connected },
        updatedAt: context.now(),
      };
    }),
    countPlayers: assign(
      ({ context }, { payload: { connected } }: RealtimeEvent<'players-counted'>) => ({
        connected: { ...context.connected, counted: connected },
      }),
    ),
    applyEvent: assign(({ context }, { type, payload }: RealtimeEvent) => {
      const event: FeedUpdate = { name: type, ...payload };
      const { questions, versions, connected } = context;
      return {
        ...applyEvent({ questions: questions ?? [], versions }, event),
        connected: { ...connected, counted: event.forProducers?.connected ?? connected.counted },
        updatedAt: context.now(),
      };
    }),
    hold: sendTo('windows', ({ context }) => windowsShown(context.questions ?? [])),
    toWindows: sendTo('windows', (_, event: ClockCorrected) => event),
    report: emit(faultIn('queCards')),
    overtake: assign({ isOvertaken: true }),
    setConnected: assign((_, { isConnected }: { isConnected: boolean }) => ({ isConnected })),
  },
  guards: {
    isOvertaken: ({ context }) => context.isOvertaken,
    isApplicable: ({ context }, event: RealtimeEvent) => updateOf(context, event) === 'apply',
    needsReload: ({ context }, event: RealtimeEvent) => updateOf(context, event) === 'reload',
    changesList: ({ context }, event: RealtimeEvent) => updateOf(context, event) !== 'none',
    /** The show has a window or result that the list lacks. */
    isBehind: ({ context: { questions } }, { show }: ReleasePerformed) =>
      isBehind(questions ?? [], show.rundown.items),
  },
  delays: { gatherDelay: GATHER_MS },
}).createMachine({
  id: 'queCards',
  context: ({ input }) => ({
    ...input,
    questions: null,
    versions: {},
    counted: {},
    connected: { loaded: null, counted: null },
    isOvertaken: false,
    updatedAt: null,
    isConnected: true,
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
    'realtime.answers-counted': { actions: { type: 'count', params: eventPayload } },
    'realtime.players-counted': { actions: { type: 'countPlayers', params: eventPayload } },
    'connection.lost': { actions: { type: 'setConnected', params: { isConnected: false } } },
    'connection.restored': {
      target: '.loading',
      actions: { type: 'setConnected', params: { isConnected: true } },
    },
    'release.performed': { guard: { type: 'isBehind', params: eventPayload }, target: '.due' },
    'realtime.*': [
      {
        guard: { type: 'isApplicable', params: eventPayload },
        actions: [{ type: 'applyEvent', params: eventPayload }, 'hold'],
      },
      { guard: { type: 'needsReload', params: eventPayload }, target: '.due' },
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
        'release.performed': {
          guard: { type: 'isBehind', params: eventPayload },
          actions: 'overtake',
        },
        'realtime.*': { guard: { type: 'changesList', params: eventPayload }, actions: 'overtake' },
      },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: isSuccess,
            target: 'current',
            actions: [{ type: 'storeList', params: eventOutput }, 'hold'],
          },
          { target: 'failed', actions: { type: 'storeList', params: eventOutput } },
        ],
        onError: {
          target: 'failed',
          actions: [
            {
              type: 'storeList',
              params: { ok: false, message: m.queCardsFailed() },
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
        'realtime.*': { guard: { type: 'changesList', params: eventPayload }, target: 'due' },
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
/** Number of answers of a question by audience; null: the number in the list is the newest. */
export const selectAnswered =
  (gameSessionId: string) =>
  ({ context }: Snapshot): Counts | null =>
    context.counted[gameSessionId]?.answered ?? null;
/** Number of merges by a model that wait for the producer's decision. */
export const selectMergesHeld =
  ({ game_session_id, mergesHeld = 0 }: ListedQuestion) =>
  ({ context }: Snapshot): number =>
    context.counted[game_session_id]?.mergesHeld ?? mergesHeld;
/** Number of players' appeals to a question that wait for the producer's decision. */
export const selectAppeals =
  (gameSessionId: string) =>
  ({ context: { counted, questions } }: Snapshot): number =>
    counted[gameSessionId]?.appeals ??
    questions?.find(({ game_session_id }) => game_session_id === gameSessionId)?.appeals ??
    0;
/** The largest answer groups of a question. */
export const selectTopGroups =
  ({ game_session_id, topGroups }: ListedQuestion) =>
  ({ context }: Snapshot): TopGroups =>
    context.counted[game_session_id]?.topGroups ?? topGroups;
/** Number of connected players; null: not known yet. */
export const selectConnected = ({ context: { connected } }: Snapshot): Counts | null =>
  connected.counted ?? connected.loaded;
export const selectUpdatedAt = ({ context }: Snapshot): number | null => context.updatedAt;
/** Whether the displayed data may be out of date. */
export const selectIsStale = (snapshot: Snapshot): boolean =>
  !snapshot.context.isConnected ||
  (snapshot.matches('failed') && snapshot.context.questions !== null);
