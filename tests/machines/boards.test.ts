import { m } from 'messages';
import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  type Board,
  type BoardRequest,
  boardsMachine,
  type BoardSubject,
  type OwnRow,
  type PointsRequest,
  selectEntries,
  selectEntriesFor,
  selectEntriesOf,
  selectFinalStanding,
  selectIsLoading,
  selectMessage,
  selectPeople,
  selectPoints,
} from '#machines/results/boards.ts';
import { selectAround } from '#machines/results/around.ts';
import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { NO_TOPS, NO_EVENTS, realtime, T0 } from '#tests/support/game.ts';
import {
  elapsed,
  emittedBy,
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const entry = (username: string, role_id: 2 | 3, total_points: number, rank: number) => ({
  username,
  user_id: username,
  role_id,
  total_points,
  rank,
});
const everybody: LeaderboardEntry[] = [
  entry('ann', 2, 9, 1),
  entry('cat', 3, 8, 1),
  entry('bob', 2, 5, 2),
  entry('dan', 3, 5, 2),
  entry('eve', 2, 5, 2),
  entry('fay', 2, 1, 1_204),
];
const board: Board = { entries: everybody, people: {} };
const input = { userId: 'ann', random: () => 0.5 };
const look = (subject: BoardSubject) => ({ type: 'board.show', subject }) as const;
const today = look({ kind: 'everybody', period: 'daily' });
const session = look({ kind: 'session', gameSessionId: 'g1' });
const dailyPair = look({ kind: 'pair', period: 'daily' });
const pair = look({ kind: 'pair', period: 'all-time' });
const leave = { type: 'board.leave' } as const;
const retry = { type: 'board.retry' } as const;
const lookAtPoints = { type: 'points.show', period: 'daily' } as const;
const lookAtAll = { type: 'points.show', period: 'all-time' } as const;
const moved = realtime('boards-updated', { boards: NO_TOPS });
const accepted = { type: 'answer.accepted', gameSessionId: 'g1' } as const;
const turned = { type: 'day.turned' } as const;
const back = { type: 'connection.restored' } as const;
const loaded = outcome('loadBoard', success(board));
const refused = outcome('loadBoard', refusal(m.leaderboardFailed()));
const points = outcome('loadPoints', success({ points: 12, rank: 3 }));
const head = { entries: everybody, people: 12 };
/** The top rows of boards as the server sends them when points of `g1` change. */
const toldBoards = realtime('boards-updated', {
  gameSessionId: 'g1',
  boards: {
    daily: head,
    'all-time': head,
    sessions: {
      g1: {
        ...head,
        tally: [
          [8, 1],
          [5, 2],
        ],
      },
    },
  },
});
const toldStanding = realtime('standing-updated', {
  daily: { points: 5, rank: 2, overall: { points: 9, rank: 4 } },
  'all-time': { points: 7, rank: 3, overall: { points: 7, rank: 6 } },
});
const released = realtime('question-released', {
  feed: 'house',
  version: 4,
  gameSessionId: 'g2',
  question: null,
});
const boardOf = (gameSessionId: string) => look({ kind: 'session', gameSessionId });
const whole = { type: 'board.whole' } as const;
const boardDue = elapsed('untilRefresh', 'boards.board.shown.settling');
const pointsDue = elapsed('untilRefresh', 'boards.points.shown.settling');

const EVENTS = {
  ...NO_EVENTS,
  'realtime.boards-updated': [moved, toldBoards],
  'realtime.standing-updated': [toldStanding],
  'realtime.question-released': [released],
  'realtime.questions-updated': [
    realtime('questions-updated', { feed: 'house', version: 2, question: null }),
  ],
  'connection.lost': [],
  'connection.restored': [back],
  'clock.corrected': [],
  'answer.accepted': [accepted],
  'day.turned': [turned],
  'board.show': [],
  'board.whole': [],
  'board.leave': [],
  'board.retry': [],
  'points.show': [],
  'points.leave': [],
} as const;

/** Whether these boards are loaded again at the day change. */
const isFetched = (...events: Parameters<typeof fold>[2]): boolean =>
  JSON.stringify(fold(boardsMachine, input, [...events, turned]).value).includes('settling');

describe('every path through the boards', () => {
  // One region at a time: regions share events only, and never read each other's state.
  const theirs = modelOf(boardsMachine, {
    input,
    events: {
      ...EVENTS,
      'realtime.standing-updated': [],
      'board.show': [today, pair],
      'board.whole': [whole],
      'board.leave': [leave],
      'board.retry': [retry],
    },
    done: { loadBoard: [success(board), refusal('No.')] },
    at: ({ context: { subject, isOld, tops } }) => [subject, isOld.board, 'daily' in tops],
  });
  const own = modelOf(boardsMachine, {
    input,
    events: {
      ...EVENTS,
      'realtime.boards-updated': [],
      'realtime.question-released': [],
      'points.show': [lookAtPoints],
      'points.leave': [{ type: 'points.leave' }],
    },
    done: { loadPoints: [success({ points: 12, rank: 3 })] },
    at: ({ context: { isOld, standing } }) => [isOld.points, standing === null],
  });
  it('has an example of every event', () => {
    const absent = unexampled(own);
    expect(unexampled(theirs).filter((type) => absent.includes(type))).toEqual([]);
  });
  it('walks every transition', () => {
    const missed = unwalked(own, pathsOf(own));
    expect(unwalked(theirs, pathsOf(theirs)).filter((name) => missed.includes(name))).toEqual([]);
  });
});

const after = (...events: Parameters<typeof fold>[2]) => fold(boardsMachine, input, events);
const state = (...events: Parameters<typeof fold>[2]) => after(...events).value;
const seen = (...events: Parameters<typeof fold>[2]) => {
  const snapshot = after(...events);
  return {
    entries: selectEntries(snapshot)?.map(({ username }) => username) ?? null,
    message: selectMessage(snapshot),
    loading: selectIsLoading(snapshot),
  };
};
const counts = (...events: Parameters<typeof fold>[2]) =>
  (['home', 'studio', 'all'] as const).map((of) => selectPeople(of)(after(...events)));
const all = ['ann', 'cat', 'bob', 'dan', 'eve', 'fay'];

/** The times at which a client requests a board after its points have changed. `share`: the client's random number. */
async function askedAtMs(share: number, told: Partial<ServerEvent<'boards-updated'>> = {}) {
  const clock = createFakeClock(T0);
  const asked: number[] = [];
  const loadBoard = fromPromise<Outcome<Board>, BoardRequest>(async () => {
    asked.push(clock.now() - T0);
    return success(board);
  });
  const actor = createActor(boardsMachine.provide({ actors: { loadBoard } }), {
    clock,
    input: { ...input, random: () => share },
  });
  actor.start();
  actor.send(pair);
  await settled();
  actor.send({ ...moved, payload: { ...moved.payload, ...told } });
  clock.advance(20_000);
  actor.stop();
  return { asked, pending: clock.pending() };
}

const shownAfter = (...events: Parameters<typeof fold>[2]) => {
  const { value, context } = after(...events);
  return { value, board: context.board, points: context.points };
};

describe('boards pushed by the server', () => {
  const told = { entries: everybody, people: { all: 12 } };

  it('BD-10 are shown without a request, also while one is pending and for another board', () => {
    const showing = { board: { shown: 'showing' }, points: 'hidden' };
    expect(shownAfter(today, toldBoards)).toEqual({ value: showing, board: told, points: null });
    expect(shownAfter(toldBoards, today)).toEqual({ value: showing, board: told, points: null });
    expect(state(today, loaded, toldBoards)).toEqual(showing);
    expect(state(toldBoards, toldStanding, boardOf('g1'), accepted)).toEqual(showing);
  });
  it('BD-10 leave everything else to requests: a pair, another question, the rest of a board', () => {
    const loading = { board: { shown: 'loading' }, points: 'hidden' };
    expect(state(toldBoards, pair)).toEqual(loading);
    expect(state(toldBoards, boardOf('g3'))).toEqual(loading);
    expect(state(toldBoards, today, whole)).toEqual(loading);
    expect(state(toldBoards, today, whole, loaded, toldBoards)).toEqual({
      board: { shown: 'settling' },
      points: 'hidden',
    });
    expect(shownAfter(toldBoards, today, whole, loaded, toldBoards).board).toEqual(board);
    expect(shownAfter(toldBoards, today, whole, loaded, today).board).toEqual(told);
  });
  it('BD-11 are stale after a reconnect and after a day change', () => {
    for (const event of [back, turned])
      expect(state(toldBoards, event, today)).toMatchObject({ board: { shown: 'loading' } });
    expect(state(toldBoards, { ...back, isFirst: true }, today)).toMatchObject({
      board: { shown: 'showing' },
    });
  });
  it('BD-11 are empty for a question that is released for the first time', () => {
    expect(shownAfter(released, boardOf('g2'))).toMatchObject({
      value: { board: { shown: 'showing' } },
      board: { entries: [] },
    });
    const again = realtime('question-released', {
      feed: 'house',
      version: 5,
      gameSessionId: 'g1',
      question: null,
    });
    expect(shownAfter(toldBoards, again, boardOf('g1')).board?.entries).toEqual(everybody);
  });
  it("BD-12 include the user's final placing in the show for as long as it is sent", () => {
    const final = { title: 'Friday', points: 9, rank: 12, sharing: 1, people: 340, afterMs: 0 };
    const won = { ...toldStanding, payload: { ...toldStanding.payload, final } };
    expect(selectFinalStanding(after(won))).toEqual(final);
    expect(selectFinalStanding(after(lookAtPoints, won))).toEqual(final);
    expect(selectFinalStanding(after(won, toldStanding))).toBeNull();
  });
  it("BD-12 include the user's own points and ranks of both periods", () => {
    const showing = { board: 'hidden', points: { shown: 'showing' } };
    expect(shownAfter(lookAtPoints, toldStanding)).toEqual({
      value: showing,
      board: null,
      points: { points: 5, rank: 2, overall: { points: 9, rank: 4 } },
    });
    const allTime = { type: 'points.show', period: 'all-time' } as const;
    expect(shownAfter(toldStanding, allTime)).toMatchObject({
      value: showing,
      points: { points: 7 },
    });
    expect(state(lookAtPoints, points, back, toldStanding)).toEqual(showing);
    expect(state(toldStanding, lookAtPoints, accepted)).toEqual(showing);
  });
  it("BD-12 put the user's own row below the top rows", () => {
    const reader = { id: 'zoe', name: 'Zoe', role_id: ROLE.home };
    const own = (given: number | null, ...events: Parameters<typeof fold>[2]) =>
      selectEntriesFor(reader, given)(after(...events))?.at(-1);
    expect(own(null, toldBoards, toldStanding, today)).toEqual({
      rank: 4,
      username: 'Zoe',
      user_id: 'zoe',
      role_id: ROLE.home,
      total_points: 9,
    });
    expect(own(5, toldBoards, boardOf('g1'))).toMatchObject({ rank: 2, total_points: 5 });
    expect(own(null, toldBoards, boardOf('g1'))).toEqual(everybody.at(-1));
    const known = { ...reader, id: everybody[0]?.user_id ?? '' };
    expect(selectEntriesFor(known, null)(after(toldBoards, toldStanding, today))).toEqual(
      everybody,
    );
  });
});

describe('a board', () => {
  it('BD-1 is loaded when it is shown, and no sooner', () => {
    expect(state()).toEqual({ board: 'hidden', points: 'hidden' });
    expect(state(moved, accepted, back, retry)).toEqual({ board: 'hidden', points: 'hidden' });
    expect(seen(today)).toEqual({ entries: null, message: null, loading: true });
    expect(seen(today, loaded)).toEqual({ entries: all, message: null, loading: false });
    expect(state(today, loaded)).toEqual({ board: { shown: 'showing' }, points: 'hidden' });
    expect(state(today, loaded, leave)).toEqual({ board: 'hidden', points: 'hidden' });
  });
  it('BD-2 clears when another board is chosen, and stays while the same one is reloaded', () => {
    expect(seen(today, loaded, session).entries).toBe(null);
    expect(after(today, loaded, session).context.subject).toEqual(session.subject);
    expect(seen(today, loaded, leave, today)).toEqual({
      entries: all,
      message: null,
      loading: true,
    });
  });
  it('BD-3 batches point changes: many changes, one request [R4.event-stats]', () => {
    const settling = { board: { shown: 'settling' }, points: 'hidden' };
    expect(state(pair, loaded, moved)).toEqual(settling);
    expect(state(pair, loaded, moved, moved, back)).toEqual(settling);
    expect(seen(pair, loaded, moved).entries).toEqual(all);
    expect(state(pair, loaded, moved, boardDue)).toMatchObject({ board: { shown: 'loading' } });
    expect(state(pair, loaded, moved, boardDue, loaded)).toMatchObject({
      board: { shown: 'showing' },
    });
    expect(state(pair, moved, loaded)).toEqual(settling);
    expect(state(pair, moved, lookAtPoints, loaded)).toMatchObject({
      board: { shown: 'settling' },
    });
    expect(state(pair, loaded, back)).toEqual(settling);
  });
  it('BD-3 of one question ignores changes of another question', () => {
    const other = realtime('boards-updated', { gameSessionId: 'g2', boards: NO_TOPS });
    const same = realtime('boards-updated', { gameSessionId: 'g1', boards: NO_TOPS });
    expect(state(session, loaded, other)).toMatchObject({ board: { shown: 'showing' } });
    expect(state(session, other, same, other, loaded)).toMatchObject({
      board: { shown: 'settling' },
    });
    expect(state(session, loaded, moved)).toMatchObject({ board: { shown: 'settling' } });
    expect(state(pair, loaded, other)).toMatchObject({ board: { shown: 'settling' } });
  });
  it('BD-3 of one question is loaded again if any board may have changed and the server did not send it', () => {
    expect(state(session, toldBoards)).toMatchObject({ board: { shown: 'showing' } });
    expect(state(session, toldBoards, moved)).toMatchObject({ board: { shown: 'settling' } });
    // It is not taken from an earlier event either.
    expect(state(toldBoards, session)).toMatchObject({ board: { shown: 'showing' } });
    expect(state(toldBoards, moved, session)).toMatchObject({ board: { shown: 'loading' } });
  });
  it('BD-6 of today is reloaded at the day change, and no other board is [R9.daily-reset-live]', () => {
    expect([today, dailyPair, pair, session].map((subject) => isFetched(subject, loaded))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([isFetched(lookAtPoints, points), isFetched(lookAtAll, points)]).toEqual([true, false]);
  });
  it("BD-4 has the user's own answer at once [R4.after-answer-board]", () => {
    expect(state(today, loaded, accepted)).toMatchObject({ board: { shown: 'loading' } });
  });
  it('BD-5 shows an empty list, the reason and Try Again after a failure [R8.leaderboard-failed R8.leaderboard-empty]', () => {
    const failed = { entries: [], message: 'Failed to fetch leaderboard', loading: false };
    expect(seen(session, refused)).toEqual(failed);
    expect(seen(dailyPair, refused)).toEqual(failed);
    expect(seen(session, failure('loadBoard'))).toEqual({ ...failed, message: m.network() });
    expect(state(session, refused, retry)).toMatchObject({ board: { shown: 'loading' } });
    expect(seen(session, refused, retry, loaded)).toEqual({
      entries: all,
      message: null,
      loading: false,
    });
    expect(emittedBy(boardsMachine, input, [session, failure('loadBoard', 'why')])).toEqual([
      { type: 'fault', where: 'boards', error: 'why' },
    ]);
  });
  it('BD-3 reloads after 2 to 8 s, at a random time for each client', async () => {
    expect(await Promise.all([0, 0.5, 0.99].map((share) => askedAtMs(share)))).toEqual([
      { asked: [0, 2_000], pending: 0 },
      { asked: [0, 5_000], pending: 0 },
      { asked: [0, 7_940], pending: 0 },
    ]);
  });
  it('BD-3 reloads within the time that the server sets', async () => {
    expect(await Promise.all([0, 0.5].map((share) => askedAtMs(share, { withinMs: 200 })))).toEqual(
      [
        { asked: [0, 0], pending: 0 },
        { asked: [0, 100], pending: 0 },
      ],
    );
  });
  it('BD-5 keeps its rows when a refresh fails', () => {
    expect(seen(pair, loaded, moved, boardDue, refused)).toEqual({
      entries: all,
      message: 'Failed to fetch leaderboard',
      loading: false,
    });
    expect(state(pair, refused, moved)).toMatchObject({ board: { shown: 'settling' } });
  });
  it('BD-7 has a part for each audience, with the ranks of the server [R2.lb-home R2.lb-studio]', () => {
    const snapshot = after(pair, loaded);
    const ranks = (audience: 'home' | 'studio') =>
      selectEntriesOf(snapshot, audience)?.map(({ rank, username }) => [rank, username]);
    expect(ranks('home')).toEqual([
      [1, 'ann'],
      [2, 'bob'],
      [2, 'eve'],
      [1_204, 'fay'],
    ]);
    expect(ranks('studio')).toEqual([
      [1, 'cat'],
      [2, 'dan'],
    ]);
    expect(selectEntriesOf(after(pair), 'home')).toBe(null);
  });
  it('BD-7 counts people as the server does, or its rows if the server sends no count [R2.lb-counts R9.board-people]', () => {
    expect(counts(pair)).toEqual([undefined, undefined, undefined]);
    expect(counts(pair, loaded)).toEqual([4, 2, 6]);
    expect(counts(pair, refused)).toEqual([0, 0, 0]);
    const people = { home: 1_204, studio: 7 };
    expect(counts(pair, outcome('loadBoard', success({ ...board, people })))).toEqual([
      1_204, 7, 6,
    ]);
    const ofAll = success({ ...board, people: { all: 1_211 } });
    expect(counts(today, outcome('loadBoard', ofAll))[2]).toBe(1_211);
  });
});

describe('requests to the server', () => {
  it('BD-1 BD-8 are for the visible board, and for own points of a period', async () => {
    const boards: BoardRequest[] = [];
    const own: PointsRequest[] = [];
    const actor = createActor(
      boardsMachine.provide({
        actors: {
          loadBoard: fromPromise<Outcome<Board>, BoardRequest>(async ({ input: asked }) => {
            boards.push(asked);
            return success(board);
          }),
          loadPoints: fromPromise<Outcome<OwnRow>, PointsRequest>(async ({ input: asked }) => {
            own.push(asked);
            return success({ points: 12, rank: 3 });
          }),
        },
      }),
      { input },
    ).start();
    for (const event of [session, pair, lookAtAll]) {
      actor.send(event);
      await settled();
    }
    expect(boards).toEqual([{ subject: session.subject }, { subject: pair.subject }]);
    expect(own).toEqual([{ userId: 'ann', period: 'all-time' }]);
    expect(selectEntries(actor.getSnapshot())).toEqual(everybody);
    actor.stop();
  });
});

const around = (id: string, ...events: Parameters<typeof fold>[2]) =>
  selectAround(after(...events), { id, name: id, role_id: ROLE.home }, 'home').map(
    ({ username, rank, shared, total_points: total }) =>
      `${rank}${shared === true ? ' =' : ''} ${username} ${total}`,
  );

describe("the user's own points", () => {
  it('BD-8 are loaded for the visible period, and kept up to date [R4.event-stats]', () => {
    expect(selectPoints(after(lookAtPoints))).toBe(null);
    expect(selectPoints(after(lookAtPoints, points))).toEqual({ points: 12, rank: 3 });
    expect(state(lookAtPoints, points, back)).toMatchObject({ points: { shown: 'settling' } });
    expect(state(lookAtPoints, points, back, pointsDue)).toMatchObject({
      points: { shown: 'loading' },
    });
    expect(state(lookAtPoints, points, back, pointsDue, points)).toMatchObject({
      points: { shown: 'showing' },
    });
    expect(state(lookAtPoints, points, accepted)).toMatchObject({ points: { shown: 'loading' } });
    expect(state(lookAtPoints, points, { type: 'points.leave' })).toMatchObject({
      points: 'hidden',
    });
  });
  it('BD-8 are separate for each period', () => {
    const another = after(lookAtPoints, points, lookAtAll);
    expect([another.context.period, selectPoints(another)]).toEqual(['all-time', null]);
    expect(selectPoints(after(lookAtPoints, points, lookAtPoints))).toEqual({
      points: 12,
      rank: 3,
    });
  });
  it('BD-8 stand between their neighbours in the standings, as far as these were received', () => {
    expect(around('bob', toldBoards)).toEqual([]);
    expect(around('zoe', toldBoards, toldStanding)).toEqual(['2 zoe 5']);
    expect(around('zoe', lookAtPoints, points)).toEqual(['3 zoe 12']);
    expect(around('ann', toldBoards, toldStanding)).toEqual(['1 ann 9', '2 = bob 5', '2 = eve 5']);
    expect(around('eve', toldBoards, toldStanding)).toEqual(['2 = bob 5', '2 = eve 5', '4 fay 1']);
  });
  it('BD-9 keep the known values after a failure', () => {
    const refusedPoints = outcome('loadPoints', refusal('No.'));
    const again = [lookAtPoints, points, accepted];
    expect(selectPoints(after(...again, refusedPoints))).toEqual({ points: 12, rank: 3 });
    expect(selectPoints(after(...again, failure('loadPoints')))).toEqual({ points: 12, rank: 3 });
    expect(selectPoints(after(lookAtPoints, refusedPoints))).toBe(null);
    expect([
      state(lookAtPoints, refusedPoints),
      state(lookAtPoints, failure('loadPoints')),
    ]).toMatchObject([{ points: { shown: 'showing' } }, { points: { shown: 'showing' } }]);
    expect(emittedBy(boardsMachine, input, [lookAtPoints, failure('loadPoints', 'why')])).toEqual([
      { type: 'fault', where: 'boards', error: 'why' },
    ]);
  });
});
