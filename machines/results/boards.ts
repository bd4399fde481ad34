import { m } from 'messages';
import { type ActorRefFrom, assign, emit, not, type SnapshotFrom, setup } from 'xstate';
import type {
  Audience,
  FinalStanding,
  OwnAdjustment,
  Standing,
  User,
  Watch,
} from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import { eventPayload, eventError, eventOutput, faultIn } from '#machines/kit/outcome.ts';
import type {
  AnswerAccepted,
  DayTurned,
  ConnectionRestored,
  ConnectionStatusEvent,
  RealtimeEvent,
} from '#machines/connection/realtime.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import {
  type Board,
  type BoardSubject,
  mayChangeBoard,
  entriesOf,
  topOf,
  type TopsBySubject,
  topsIn,
  isDaily,
  type OwnRow,
  type Period,
  ownRowIn,
  withOwnRow,
} from './rules/boards.ts';

export type { Board, BoardSubject, Period } from './rules/boards.ts';

/*
 * A leaderboard and the reader's own points (BD-1…12). Both parts work alike: hidden until viewed, then loading ->
 * showing. If the server sends the top of the board and the reader's standing, nothing is requested; otherwise both are
 * loaded again some time after points have changed.
 */
type Part = 'board' | 'points';
type Reader = Pick<User, 'id' | 'name' | 'role_id'>;
export interface BoardsInput {
  readonly userId: string;
  /** From 0 up to, not including, 1: spreads the requests of many clients. */
  readonly random: () => number;
}
export interface BoardsContext extends BoardsInput {
  readonly subject: BoardSubject;
  /** Whether the whole board is viewed, not only its top. */
  readonly isWhole: boolean;
  /** The latest received tops of boards, by period and by game session. */
  readonly tops: TopsBySubject;
  /** The reader's points and ranks as received last; null: none received. */
  readonly standing: Readonly<Record<Period, Standing>> | null;
  /** The reader's final placing in the show; null: the winner is not on the screen. */
  readonly final: FinalStanding | null;
  /** The board of the show that is on the screen; null: none. */
  readonly watch: Watch | null;
  /** The reader's points by hand of today, and those of their team. */
  readonly adjustments: readonly OwnAdjustment[];
  readonly board: Board | null;
  readonly message: string | null;
  readonly period: Period;
  readonly points: OwnRow | null;
  /** Whether points have changed since the part was requested. */
  readonly isOld: Readonly<Record<Part, boolean>>;
  /** Time within which to request a board again, as the server sent it last, ms; null: the server did not send it. */
  readonly withinMs: number | null;
}
export type BoardsEvent =
  | RealtimeEvent
  | ConnectionStatusEvent
  | AnswerAccepted
  | ClockCorrected
  | DayTurned
  /** Shows a board. */
  | { readonly type: 'board.show'; readonly subject: BoardSubject }
  /** Shows the whole board. */
  | { readonly type: 'board.whole' }
  | { readonly type: 'board.leave' }
  | { readonly type: 'board.retry' }
  /** Shows the person's own points of a period. */
  | { readonly type: 'points.show'; readonly period: Period }
  | { readonly type: 'points.leave' };

/**
 * Delay and spread of a request after changes, if the server does not send them. Changes in quick succession lead to a
 * single request, and the requests of many clients are spread.
 */
const REFRESH_MIN_MS = 2_000;
const REFRESH_SPREAD_MS = 6_000;

export type { OwnRow };
const NOBODY: Board = { entries: [], people: { all: 0 } };

type BoardsUpdated = ServerEvent<'boards-updated'>;
const payloadOf = <T>({ event: { payload } }: { readonly event: { readonly payload: T } }): T =>
  payload;

export type PointsRequest = { readonly userId: string; readonly period: Period };
export type BoardRequest = { readonly subject: BoardSubject };

const charts = setup({
  types: typesOf<{
    input: BoardsInput;
    context: BoardsContext;
    events: BoardsEvent;
    emitted: EmittedEventOf<'fault'>;
  }>(),
  actors: {
    loadBoard: notProvided<BoardRequest, Board>('boards.loadBoard'),
    loadPoints: notProvided<PointsRequest, OwnRow>('boards.loadPoints'),
  },
  actions: {
    /**
     * Another board is empty until loaded, unless its top was received; the same board stays visible while it is loaded
     * again.
     */
    turnTo: assign(({ context }, { subject }: BoardRequest) => {
      const isSame = JSON.stringify(subject) === JSON.stringify(context.subject);
      const top = topOf(context.tops, subject);
      return {
        subject,
        message: null,
        isWhole: false,
        board: top ?? (isSame ? context.board : null),
      };
    }),
    showWhole: assign({ isWhole: true }),
    storeBoard: assign((_, reply: Outcome<Board>) =>
      reply.ok ? { board: reply.value, message: null } : { message: reply.message },
    ),
    setMessage: assign({ message: m.network() }),
    turnPointsTo: assign(({ context }, { period }: { period: Period }) => ({
      period,
      points: context.standing?.[period] ?? (period === context.period ? context.points : null),
    })),
    storePoints: assign((_, reply: Outcome<OwnRow>) => (reply.ok ? { points: reply.value } : {})),
    /** Marks everything as old, as anything may have changed. */
    outdate: assign({
      isOld: { board: true, points: true },
      withinMs: null,
      tops: {},
      standing: null,
    }),
    /**
     * Updates the board if only its top is shown; a whole board or a pair is marked to be requested. An event that is not
     * about one question can follow the change of a name or the removal of a person, so that tops it lacks are outdated.
     */
    storeHeads: assign(({ context }, { boards, gameSessionId, withinMs }: BoardsUpdated) => {
      const { subject, isWhole, isOld } = context;
      const tops = { ...(gameSessionId !== undefined && context.tops), ...topsIn(boards) };
      const top = isWhole ? undefined : topOf(tops, subject);
      const isMissing = top === undefined && mayChangeBoard(subject, gameSessionId);
      return {
        tops,
        withinMs: withinMs ?? null,
        isOld: { ...isOld, board: top === undefined ? isOld.board || isMissing : false },
        ...(top !== undefined && { board: top, message: null }),
      };
    }),
    storeStanding: assign(({ context }, standing: ServerEvent<'standing-updated'>) => ({
      standing,
      final: standing.final ?? null,
      watch: standing.watch ?? null,
      adjustments: standing.adjustments ?? [],
      points: standing[context.period],
      isOld: { ...context.isOld, points: false },
    })),
    /** A newly released question has no answers yet; the server sends its board after the first one. */
    beginBoard: assign(
      ({ context: { tops } }, { gameSessionId }: ServerEvent<'question-released'>) => ({
        // The question has taken its place on the screen.
        watch: null,
        ...(gameSessionId !== undefined && { tops: { [gameSessionId]: NOBODY, ...tops } }),
      }),
    ),
    /** Only daily boards and points change with the day. */
    turnDay: assign(({ context: { subject, period, isOld } }) => ({
      isOld: { board: isOld.board || isDaily(subject), points: isOld.points || period === 'daily' },
      withinMs: null,
      tops: {},
      standing: null,
    })),
    begin: assign(({ context: { isOld } }, { part }: { part: Part }) => ({
      isOld: { ...isOld, [part]: false },
    })),
    report: emit(faultIn('boards')),
  },
  guards: {
    wasLost: (_, { isFirst }: ConnectionRestored) => isFirst !== true,
    isOld: ({ context: { isOld } }, { part }: { part: Part }) => isOld[part],
    isStandingTold: ({ context: { standing } }) => standing !== null,
    hasBoard: ({ context: { tops } }, { subject }: BoardRequest) =>
      topOf(tops, subject) !== undefined,
    isHeadShown: ({ context: { subject, isWhole } }, { boards }: BoardsUpdated) =>
      !isWhole && topOf(topsIn(boards), subject) !== undefined,
  },
  delays: {
    untilRefresh: ({ context: { random, withinMs } }) =>
      withinMs === null ? REFRESH_MIN_MS + random() * REFRESH_SPREAD_MS : random() * withinMs,
  },
});

type StateConfig = ReturnType<typeof charts.createStateConfig>;

/** The states of a part that is viewed; a load always ends in `showing`. */
const shown = (part: Part, loading: StateConfig, on: StateConfig['on'] = {}) =>
  charts.createStateConfig({
    initial: 'loading',
    // If the server sends standings, they include the reader's own answers, so no request is needed.
    on: { 'answer.accepted': { guard: not('isStandingTold'), target: '.loading' }, ...on },
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
    isWhole: false,
    tops: {},
    standing: null,
    final: null,
    watch: null,
    adjustments: [],
    board: null,
    message: null,
    period: 'daily',
    points: null,
    isOld: { board: false, points: false },
    withinMs: null,
  }),
  on: {
    'realtime.boards-updated': { actions: { type: 'storeHeads', params: payloadOf } },
    'realtime.standing-updated': { actions: { type: 'storeStanding', params: payloadOf } },
    'realtime.question-released': { actions: { type: 'beginBoard', params: payloadOf } },
    'connection.restored': { guard: { type: 'wasLost', params: eventPayload }, actions: 'outdate' },
    'day.turned': { actions: 'turnDay' },
  },
  states: {
    board: {
      initial: 'hidden',
      on: {
        'board.show': [
          {
            guard: { type: 'hasBoard', params: eventPayload },
            target: '.shown.showing',
            actions: { type: 'turnTo', params: eventPayload },
          },
          { target: '.shown', actions: { type: 'turnTo', params: eventPayload } },
        ],
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
          {
            'board.retry': '.loading',
            'board.whole': { target: '.loading', actions: 'showWhole' },
            'realtime.boards-updated': {
              guard: { type: 'isHeadShown', params: payloadOf },
              target: '.showing',
              actions: { type: 'storeHeads', params: payloadOf },
            },
          },
        ),
      },
    },
    points: {
      initial: 'hidden',
      on: {
        'points.show': [
          {
            guard: 'isStandingTold',
            target: '.shown.showing',
            actions: { type: 'turnPointsTo', params: eventPayload },
          },
          { target: '.shown', actions: { type: 'turnPointsTo', params: eventPayload } },
        ],
        'points.leave': '.hidden',
      },
      states: {
        hidden: {},
        shown: shown(
          'points',
          {
            invoke: {
              id: 'loadPoints',
              src: 'loadPoints',
              input: ({ context: { userId, period } }) => ({ userId, period }),
              onDone: { target: 'showing', actions: { type: 'storePoints', params: eventOutput } },
              onError: { target: 'showing', actions: { type: 'report', params: eventError } },
            },
          },
          {
            'realtime.standing-updated': {
              target: '.showing',
              actions: { type: 'storeStanding', params: payloadOf },
            },
          },
        ),
      },
    },
  },
});

export type BoardsActor = ActorRefFrom<typeof boardsMachine>;
export type BoardsSnapshot = SnapshotFrom<typeof boardsMachine>;

/** The board's entries; null during the first load, empty after a failure. */
export const selectEntries = ({
  context: { board, message },
}: BoardsSnapshot): Board['entries'] | null => board?.entries ?? (message === null ? null : []);
/**
 * The entries with the reader's own row. `given`: the points of the reader's answer to the board's question; null: no
 * answer.
 */
export const selectEntriesFor =
  (reader: Reader, given: number | null) =>
  (snapshot: BoardsSnapshot): Board['entries'] | null => {
    const entries = selectEntries(snapshot);
    const own = ownOn(snapshot.context, given);
    return entries && own ? withOwnRow(entries, reader, own) : entries;
  };
/** The reader's own row in the latest event; null if no event came since the board was loaded, which contains the row. */
function ownOn({ subject, standing, board }: BoardsContext, given: number | null): OwnRow | null {
  if (subject.kind === 'everybody') return standing?.[subject.period].overall ?? null;
  const tally = board?.tally;
  return tally && given !== null ? ownRowIn(tally, given) : null;
}
/** The entries of one audience. */
export function selectEntriesOf(snapshot: BoardsSnapshot, audience: Audience) {
  const entries = selectEntries(snapshot);
  return entries && entriesOf(entries, audience);
}
/** The teams of the show on the board; null: it has none, or the board is not loaded. */
export const selectTeams = ({ context }: BoardsSnapshot): NonNullable<Board['teams']> | null =>
  context.board?.teams ?? null;
/** The season on the board, and the seasons to choose from; null: the board is of another kind, or not loaded. */
export const selectSeason = ({ context }: BoardsSnapshot): NonNullable<Board['ofSeason']> | null =>
  context.board?.ofSeason ?? null;
/** Number of people on the board, in one audience or in all; undefined during the first load. */
export const selectPeople =
  (of: Audience | 'all') =>
  (snapshot: BoardsSnapshot): number | undefined =>
    snapshot.context.board?.people[of] ??
    (of === 'all' ? selectEntries(snapshot) : selectEntriesOf(snapshot, of))?.length;
/** Why the board could not be loaded; 'Try Again' sends `board.retry`. */
export const selectMessage = ({ context }: BoardsSnapshot): string | null => context.message;
export const selectIsLoading = (snapshot: BoardsSnapshot): boolean =>
  snapshot.matches({ board: { shown: 'loading' } });
/** The reader's final placing in the show; null: the winner is not on the screen. */
export const selectFinalStanding = ({ context }: BoardsSnapshot): FinalStanding | null =>
  context.final;
export const selectWatch = ({ context }: BoardsSnapshot): Watch | null => context.watch;
export const selectAdjustments = ({ context }: BoardsSnapshot): readonly OwnAdjustment[] =>
  context.adjustments;
/** The reader's points and rank in the selected period; null: not loaded. */
export const selectPoints = ({ context }: BoardsSnapshot): OwnRow | null => context.points;
