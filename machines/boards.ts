import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate';
import type { Audience } from './contract/entities.ts';
import type { ServerEvent } from './contract/events.ts';
import { MESSAGES } from './contract/messages.ts';
import type { Outcome } from './contract/outcome.ts';
import type { EmittedEventOf } from './kit/emitted.ts';
import { notProvided } from './kit/not-provided.ts';
import { eventPayload, eventError, eventOutput } from './kit/outcome.ts';
import type { AnswerAccepted, DayTurned, LineEvent, RealtimeEvent } from './kit/realtime.ts';
import type { ClockCorrected } from './kit/session.ts';
import { typesOf } from './kit/types.ts';
import {
  type Board,
  type BoardSubject,
  concerns,
  entriesOf,
  isDaily,
  type Period,
} from './rules/boards.ts';
import { isUntold } from './rules/feed.ts';

export type { Board, BoardSubject, Period } from './rules/boards.ts';

/*
 * A leaderboard and one's own points (BD-1…9), two parts alike: hidden until somebody looks, then
 * loading -> showing, and loaded again after a while when points have moved.
 */

/** One's points and place in a period; rank null: none. */
export interface OwnPoints {
  readonly points: number;
  readonly rank: number | null;
}
type Part = 'board' | 'points';
export interface BoardsInput {
  readonly userId: string;
  /** From 0 up to, not including, 1: spreads the requests of many. */
  readonly random: () => number;
}
export interface BoardsContext extends BoardsInput {
  readonly subject: BoardSubject;
  readonly board: Board | null;
  readonly message: string | null;
  readonly period: Period;
  readonly points: OwnPoints | null;
  /** Points have moved since the part was asked for. */
  readonly isOld: Readonly<Record<Part, boolean>>;
  /** Within how long to ask again, as the server said last, ms; null: it does not say. */
  readonly withinMs: number | null;
}
export type BoardsEvent =
  | RealtimeEvent
  | LineEvent
  | AnswerAccepted
  | ClockCorrected
  | DayTurned
  /** Somebody looks at a board, or at another one. */
  | { readonly type: 'board.show'; readonly subject: BoardSubject }
  | { readonly type: 'board.leave' }
  | { readonly type: 'board.retry' }
  /** Somebody looks at their own points of a period. */
  | { readonly type: 'points.show'; readonly period: Period }
  | { readonly type: 'points.leave' };

/** Many changes make one request, and not everybody's in the same instant; where the server does not say. */
const REFRESH_MIN_MS = 2_000;
const REFRESH_SPREAD_MS = 6_000;

export type PointsAsked = { readonly userId: string; readonly period: Period };
export type BoardAsked = { readonly subject: BoardSubject };

const charts = setup({
  types: typesOf<{
    input: BoardsInput;
    context: BoardsContext;
    events: BoardsEvent;
    emitted: EmittedEventOf<'fault'>;
  }>(),
  actors: {
    loadBoard: notProvided<BoardAsked, Board>('boards.loadBoard'),
    loadPoints: notProvided<PointsAsked, OwnPoints>('boards.loadPoints'),
  },
  actions: {
    /** Another board is empty at first; the same one stays while it is loaded again. */
    turnTo: assign(({ context }, { subject }: BoardAsked) => {
      const isSame = JSON.stringify(subject) === JSON.stringify(context.subject);
      return { subject, message: null, board: isSame ? context.board : null };
    }),
    storeBoard: assign((_, reply: Outcome<Board>) =>
      reply.ok ? { board: reply.value, message: null } : { message: reply.message },
    ),
    setMessage: assign({ message: MESSAGES.network }),
    turnPointsTo: assign(({ context }, { period }: { period: Period }) => ({
      period,
      points: period === context.period ? context.points : null,
    })),
    storePoints: assign((_, reply: Outcome<OwnPoints>) =>
      reply.ok ? { points: reply.value } : {},
    ),
    recordChange: assign(
      (
        { context: { isOld, subject } },
        { gameSessionId, withinMs }: Partial<ServerEvent<'boards-updated'>>,
      ) => ({
        isOld: { board: isOld.board || concerns(subject, gameSessionId), points: true },
        withinMs: withinMs ?? null,
      }),
    ),
    /** Only what counts from midnight changes with the day. */
    turnDay: assign(({ context: { subject, period, isOld } }) => ({
      isOld: { board: isOld.board || isDaily(subject), points: isOld.points || period === 'daily' },
      withinMs: null,
    })),
    begin: assign(({ context: { isOld } }, { part }: { part: Part }) => ({
      isOld: { ...isOld, [part]: false },
    })),
    report: emit((_, { error }: { error: unknown }) => ({ type: 'fault', where: 'boards', error })),
  },
  guards: { isOld: ({ context: { isOld } }, { part }: { part: Part }) => isOld[part] },
  delays: {
    untilRefresh: ({ context: { random, withinMs } }) =>
      withinMs === null ? REFRESH_MIN_MS + random() * REFRESH_SPREAD_MS : random() * withinMs,
  },
});

type StateConfig = ReturnType<typeof charts.createStateConfig>;

/** The states of a part that is looked at; its load ends in 'showing', whatever came of it. */
const shown = (part: Part, loading: StateConfig, on: StateConfig['on'] = {}) =>
  charts.createStateConfig({
    initial: 'loading',
    on: { 'answer.accepted': '.loading', ...on },
    states: {
      loading: { ...loading, entry: { type: 'begin', params: { part } } },
      showing: { always: { guard: { type: 'isOld', params: { part } }, target: 'settling' } },
      settling: { after: { untilRefresh: 'loading' } },
    },
  });

export const boardsMachine = charts.createMachine({
  id: 'boards',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    subject: { kind: 'everybody', period: 'daily' },
    board: null,
    message: null,
    period: 'daily',
    points: null,
    isOld: { board: false, points: false },
    withinMs: null,
  }),
  on: {
    'realtime.boards-updated': {
      actions: { type: 'recordChange', params: ({ event: { payload } }) => payload },
    },
    // Who sends bare events (specification §4) tells of points by them too.
    'realtime.*': {
      guard: ({ event }) => isUntold({ name: event.type, ...event.payload }),
      actions: { type: 'recordChange', params: {} },
    },
    'line.back': { actions: { type: 'recordChange', params: {} } },
    'day.turned': { actions: 'turnDay' },
  },
  states: {
    board: {
      initial: 'hidden',
      on: {
        'board.show': { target: '.shown', actions: { type: 'turnTo', params: eventPayload } },
        'board.leave': '.hidden',
      },
      states: {
        hidden: {},
        shown: shown(
          'board',
          {
            invoke: {
              id: 'loadBoard',
              src: 'loadBoard',
              input: ({ context: { subject } }) => ({ subject }),
              onDone: { target: 'showing', actions: { type: 'storeBoard', params: eventOutput } },
              onError: {
                target: 'showing',
                actions: ['setMessage', { type: 'report', params: eventError }],
              },
            },
          },
          { 'board.retry': '.loading' },
        ),
      },
    },
    points: {
      initial: 'hidden',
      on: {
        'points.show': {
          target: '.shown',
          actions: { type: 'turnPointsTo', params: eventPayload },
        },
        'points.leave': '.hidden',
      },
      states: {
        hidden: {},
        shown: shown('points', {
          invoke: {
            id: 'loadPoints',
            src: 'loadPoints',
            input: ({ context: { userId, period } }) => ({ userId, period }),
            onDone: { target: 'showing', actions: { type: 'storePoints', params: eventOutput } },
            onError: { target: 'showing', actions: { type: 'report', params: eventError } },
          },
        }),
      },
    },
  },
});

export type BoardsActor = ActorRefFrom<typeof boardsMachine>;
export type BoardsSnapshot = SnapshotFrom<typeof boardsMachine>;

/** The board's entries; null while they are loaded for the first time; none after a failure. */
export const selectEntries = ({
  context: { board, message },
}: BoardsSnapshot): Board['entries'] | null => board?.entries ?? (message === null ? null : []);
/** One audience's part of a pair. */
export function selectEntriesOf(snapshot: BoardsSnapshot, audience: Audience) {
  const entries = selectEntries(snapshot);
  return entries && entriesOf(entries, audience);
}
/** How many people the board has, or one audience's part of a pair; undefined while it is loaded for the first time. */
export const selectPeople =
  (of: Audience | 'all') =>
  (snapshot: BoardsSnapshot): number | undefined =>
    snapshot.context.board?.people[of] ??
    (of === 'all' ? selectEntries(snapshot) : selectEntriesOf(snapshot, of))?.length;
/** Why the board could not be loaded; 'Try Again' sends `board.retry`. */
export const selectMessage = ({ context }: BoardsSnapshot): string | null => context.message;
export const selectIsLoading = (snapshot: BoardsSnapshot): boolean =>
  snapshot.matches({ board: { shown: 'loading' } });
/** One's points and rank of the period looked at; null: not known (yet). */
export const selectPoints = ({ context }: BoardsSnapshot): OwnPoints | null => context.points;
