import type { ReplyOf } from '#machines/contract/calls.ts';
import {
  type BoardHeads,
  type FinalStanding,
  type LeaderboardEntry,
  ROLE,
  type RoleId,
  type Show,
  type ShowBoard,
  type Standing,
} from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import { BOARD_HEAD_SIZE, LEADERBOARD_SIZE, SHOW_BOARD_SIZE } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { rankEntries, rankTotals } from '#machines/rules/ranking.ts';
import { SCENE_MS } from '#machines/rules/stage.ts';
import type { Database } from '#server/db/client.ts';
import { type Caller, Refused } from '#server/http/route.ts';
import { Ranks } from './ranks.ts';
import {
  readAllOver,
  readShow,
  readBestOver,
  readCurrentShow,
  readOwnOver,
  readPublished,
  readTallyOver,
  readWonShow,
} from './show-store.ts';
import {
  type Player,
  PLAYERS,
  readBest,
  readBestOf,
  readOwn,
  readOwnOf,
  readScore,
  readScores,
  readTally,
  readTotals,
  rehearsed,
  type Row,
  type Tally,
  userExists,
  wasReleased,
} from './store.ts';

/** How long a prepared answer counts at most; other processes may have counted meanwhile, ms. */
const BOARD_AGE_MS = 1_000;
const MOST_PREPARED = 200;

export type Period = 'daily' | 'all';

export interface Board {
  /** The best, and the row of who asks, wherever it is, each with the rank on this board. */
  readonly entries: LeaderboardEntry[];
  /** How many the board has. */
  readonly people: number;
}

export interface Boards {
  /** Of a period, those of these roles; `readerId`: who asks. */
  readonly board: (
    period: Period,
    roles: readonly Player[],
    readerId?: string | null,
  ) => Promise<Board>;
  /** The best of the rehearsal. */
  readonly rehearsed: (role: Player) => Promise<readonly LeaderboardEntry[]>;
  /** Of one game session. @throws Refused 404 for one that was never released */
  readonly sessionBoard: (gameSessionId: string, readerId?: string | null) => Promise<Board>;
  /** Of the show that is live, or has ended last. */
  readonly showBoard: (readerId: string | null) => Promise<ShowBoard>;
  /** The best of the board of a show, as viewers see them; null: it is gone. */
  readonly bestOfShow: (showId: string) => Promise<Pick<Show, 'board' | 'title'> | null>;
  /** A person's points of a period, with the rank for themselves alone. @throws Refused 404 */
  readonly standing: (
    period: Period,
    caller: Pick<Caller, 'id'>,
    userId: string,
  ) => Promise<ReplyOf<'pointsDaily'>>;
  /** The best of every board, those of these game sessions included, without ranks of readers. */
  readonly heads: (gameSessionIds: readonly string[]) => Promise<BoardHeads>;
  /** Points and ranks of these people; while the winner is on the screen, how each came off in the show. */
  readonly standings: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Standings>>;
  /** Runs a change of totals in several steps; until it is done, readers see points, ranks and boards from before. */
  readonly whileConsistent: <T>(change: () => Promise<T>) => Promise<T>;
  /** Totals have changed: nothing prepared before counts any more. */
  readonly moved: () => void;
}

type Reader = Database['read'];
/** By period. */
export type Standings = Omit<ServerEvent<'standing-updated'>, 'version' | 'serverTime'>;
/** People whose totals are read in one query. */
const SCORES_A_QUERY = 500;

/** Every board from one prepared answer, however many ask at once. */
export function createBoards({
  db,
  now,
  dayOf,
}: {
  db: Pick<Database, 'read' | 'consistent' | 'dialect'>;
  now: () => number;
  /** The day of an instant, epoch ms. */
  dayOf: (instant: number) => string;
}): Boards {
  const { reading, changing } = db.consistent;
  const boards = createPrepared<Promise<Board>>();
  const sessions = createPrepared<Promise<TalliedBoard | null>>();
  const shows = createPrepared<Promise<TalliedBoard>>();
  const finals = createPrepared<Promise<ReadonlyMap<string, FinalStanding>>>();
  const ranks = createPrepared<Ranks>();
  const moved = (): void => {
    boards.clear();
    sessions.clear();
    shows.clear();
    finals.clear();
    ranks.clear();
  };
  // Whatever is prepared is taken before anything is awaited, so that all of it is of one state.
  const ranksOf = (scope: string, state: string): ReadonlyMap<RoleId, Ranks> =>
    new Map(
      PLAYERS.map((role) => [
        role,
        ranks.get(`${scope} ${role} ${state}`, () => new Ranks(scope, role)),
      ]),
    );
  const periodOf = (
    scope: string,
    roles: readonly Player[],
    consistent: Reader,
    state: string,
  ): Promise<Board> => {
    const known = ranksOf(scope, state);
    return boards.get(`${scope} ${roles.join()} ${state}`, () =>
      readBoard(consistent, scope, roles, known),
    );
  };
  const sessionOf = (gameSessionId: string, consistent: Reader, state: string) =>
    sessions.get(`${gameSessionId} ${state}`, () => readSessionBoard(consistent, gameSessionId));
  /** What was published meanwhile is on a board of its own. */
  const overOf = (
    ids: readonly string[],
    role: Player,
    consistent: Reader,
    state: string,
  ): Promise<TalliedBoard> =>
    shows.get(`${ids.join()} ${role} ${state}`, () => readBoardOver(consistent, ids, role));
  const shownOf = async (showId: string, role: Player, consistent: Reader, state: string) => {
    const ids = await readPublished(consistent, showId);
    const { entries, tally } = await overOf(ids, role, consistent, state);
    const earlier = (await overOf(ids.slice(0, -1), role, consistent, state)).entries;
    return {
      first: tally.toSorted((a, b) => b.total_points - a.total_points)[0]?.people ?? 0,
      entries: entries
        .slice(0, SHOW_BOARD_SIZE)
        .map(({ rank, username, total_points, user_id }) => {
          const before = earlier.find((entry) => entry.user_id === user_id);
          return {
            rank,
            username,
            total_points,
            ...(before && { before: { rank: before.rank, total_points: before.total_points } }),
          };
        }),
    };
  };
  const finalOf = async (
    consistent: Reader,
    state: string,
  ): Promise<ReadonlyMap<string, FinalStanding>> => {
    const show = await readWonShow(consistent);
    if (show === undefined) return new Map();
    const ids = await readPublished(consistent, show.id);
    return finals.get(`${show.id} ${ids.join()} ${state}`, () =>
      readFinal(consistent, show.title, ids),
    );
  };
  const scopeOf = (period: Period): string => (period === 'all' ? 'all' : dayOf(now()));

  return {
    board: async (period, roles, readerId = null) => {
      const scope = scopeOf(period);
      return reading(async (consistent, state) => {
        const known = ranksOf(scope, state);
        const best = await periodOf(scope, roles, consistent, state);
        return withOwn(best, readerId, async (userId) => {
          const own = await readOwn(consistent, scope, roles, userId);
          if (own === undefined) return undefined;
          const ahead = roles.map(
            async (role) => (await known.get(role)?.above(own.total_points, consistent)) ?? 0,
          );
          return { ...own, rank: 1 + sum(await Promise.all(ahead)) };
        });
      });
    },
    rehearsed: async (role) => {
      const ids = (await rehearsed(db.read).execute()).map(({ id }) => id);
      return best(await readBestOver(db.read, ids, role, LEADERBOARD_SIZE));
    },
    sessionBoard: async (gameSessionId, readerId = null) => {
      const found = await reading(async (consistent, state) => {
        const best = await sessionOf(gameSessionId, consistent, state);
        if (best === null) return null;
        return withOwn(best, readerId, async (userId) => {
          const own = await readOwnOf(consistent, gameSessionId, userId);
          return own && { ...own, rank: rankIn(best.tally, own.total_points) };
        });
      });
      // It may have been released after the list was prepared.
      if (found === null && !(await wasReleased(db.read, gameSessionId)))
        throw new Refused(404, MESSAGES.notFound);
      return found ?? { entries: [], people: 0 };
    },
    showBoard: (readerId) =>
      reading(async (consistent, state) => {
        const show = await readCurrentShow(consistent);
        if (show === undefined) return { show: null, studio: NOBODY, home: NOBODY };
        const ids = await readPublished(consistent, show.id);
        const ofRole = async (role: Player): Promise<Board> => {
          const best = await overOf(ids, role, consistent, state);
          return withOwn(best, readerId, async (userId) => {
            const own = await readOwnOver(consistent, ids, role, userId);
            return own && { ...own, rank: rankIn(best.tally, own.total_points) };
          });
        };
        return { show, studio: await ofRole(ROLE.contestant), home: await ofRole(ROLE.home) };
      }),
    bestOfShow: (showId) =>
      reading(async (consistent, state) => {
        const show = await readShow(consistent, showId);
        if (show === undefined) return null;
        const studio = await shownOf(showId, ROLE.contestant, consistent, state);
        const home = await shownOf(showId, ROLE.home, consistent, state);
        return {
          title: show.title,
          board: {
            studio: studio.entries,
            home: home.entries,
            first: { studio: studio.first, home: home.first },
          },
        };
      }),
    heads: (gameSessionIds) =>
      reading(async (consistent, state) => {
        const [daily, allTime, ...found] = await Promise.all([
          periodOf(scopeOf('daily'), PLAYERS, consistent, state),
          periodOf('all', PLAYERS, consistent, state),
          ...gameSessionIds.map(async (id) => ({
            id,
            board: await sessionOf(id, consistent, state),
          })),
        ]);
        const sessionHeads: BoardHeads['sessions'] = {};
        for (const { id, board } of found)
          if (board !== null)
            sessionHeads[id] = {
              ...headOf(board),
              tally: board.tally.map((of) => [of.total_points, of.people]),
            };
        return { daily: headOf(daily), 'all-time': headOf(allTime), sessions: sessionHeads };
      }),
    standings: (userIds) => {
      const scopes = { daily: scopeOf('daily'), 'all-time': 'all' };
      return reading(async (consistent, state) => {
        const finalStandings = await finalOf(consistent, state);
        const rankOf = ranksIn(await readTotals(consistent, Object.values(scopes)));
        const standings = new Map<string, Standings>();
        for (let first = 0; first < userIds.length; first += SCORES_A_QUERY) {
          const ids = userIds.slice(first, first + SCORES_A_QUERY);
          const scores = await readScores(consistent, Object.values(scopes), ids);
          const byKey = new Map(scores.map((score) => [`${score.user_id} ${score.scope}`, score]));
          const standingIn = (userId: string, scope: string): Standing => {
            const score = byKey.get(`${userId} ${scope}`);
            if (score === undefined) return { points: 0, rank: null, overall: null };
            const { points, role_id } = score;
            return {
              points,
              rank: rankOf(scope, role_id, points),
              overall: rankOf(scope, null, points),
            };
          };
          for (const id of ids) {
            const final = finalStandings.get(id);
            standings.set(id, {
              daily: standingIn(id, scopes.daily),
              'all-time': standingIn(id, scopes['all-time']),
              ...(final && { final }),
            });
          }
        }
        return standings;
      });
    },
    standing: async (period, caller, userId) => {
      const scope = scopeOf(period);
      const isOwn = userId === caller.id;
      const found = await reading(async (consistent, state) => {
        const known = ranksOf(scope, state);
        const score = await readScore(consistent, scope, userId);
        if (score === null) return null;
        if (!isOwn) return { total_points: score.points };
        // Within one's own audience: the other one earns by another rule (decisions §9).
        const ahead = await known.get(score.roleId)?.above(score.points, consistent);
        return { total_points: score.points, rank: ahead === undefined ? null : ahead + 1 };
      });
      if (found !== null) return found;
      if (!isOwn && !(await userExists(db.read, userId))) throw new Refused(404, MESSAGES.notFound);
      return { total_points: 0, ...(isOwn && { rank: null }) };
    },
    whileConsistent: (change) => changing(change, moved),
    moved,
  };
}

async function readBoard(
  db: Reader,
  scope: string,
  roles: readonly Player[],
  ranks: ReadonlyMap<RoleId, Ranks>,
): Promise<Board> {
  const found = await Promise.all(
    roles.map(async (role) => {
      const rows = await readBest(db, scope, role, LEADERBOARD_SIZE);
      const isAll = rows.length < LEADERBOARD_SIZE;
      return { rows, people: isAll ? rows.length : ((await ranks.get(role)?.people(db)) ?? 0) };
    }),
  );
  return {
    entries: best(found.flatMap(({ rows }) => rows)),
    people: sum(found.map(({ people }) => people)),
  };
}

/** Null: it was never released. */
async function readSessionBoard(db: Reader, gameSessionId: string): Promise<TalliedBoard | null> {
  if (!(await wasReleased(db, gameSessionId))) return null;
  const rows = await readBestOf(db, gameSessionId, LEADERBOARD_SIZE);
  const tally = await readTally(db, gameSessionId);
  const people = sum(tally.map((each) => each.people));
  return { entries: best(rows), people, tally };
}

/** A board, and how many on it have how many points. */
type TalliedBoard = Board & { readonly tally: readonly Tally[] };

const NOBODY: Board = { entries: [], people: 0 };

/** The board of a role over game sessions. */
async function readBoardOver(
  db: Reader,
  gameSessionIds: readonly string[],
  role: Player,
): Promise<TalliedBoard> {
  if (gameSessionIds.length === 0) return { ...NOBODY, tally: [] };
  const rows = await readBestOver(db, gameSessionIds, role, LEADERBOARD_SIZE);
  const tally = await readTallyOver(db, gameSessionIds, role);
  return { entries: best(rows), people: sum(tally.map(({ people }) => people)), tally };
}

/** How each player of a show came off. The screen shows the winner of the Studio first. */
async function readFinal(
  db: Reader,
  title: string,
  gameSessionIds: readonly string[],
): Promise<ReadonlyMap<string, FinalStanding>> {
  const standings = new Map<string, FinalStanding>();
  if (gameSessionIds.length === 0) return standings;
  let afterMs = 0;
  for (const role of [ROLE.contestant, ROLE.home] as const) {
    const rows = await readAllOver(db, gameSessionIds, role);
    const places = rankTotals(await readTallyOver(db, gameSessionIds, role));
    for (const { user_id, total_points: points } of rows) {
      const place = places.get(points);
      // Both are read from one state of the store.
      if (place === undefined) throw new Error(`no rank for ${points} points`);
      const { rank, sharing } = place;
      standings.set(user_id, { title, points, rank, sharing, people: rows.length, afterMs });
    }
    if (rows.length > 0) afterMs += SCENE_MS.winner;
  }
  return standings;
}

/** The rank of who has so many points. */
const rankIn = (tally: readonly Tally[], points: number): number =>
  1 + sum(tally.map(({ total_points, people }) => (total_points > points ? people : 0)));

/** The board with the row of who asks: after the best, where it is not among them. */
async function withOwn(
  { entries, people }: Board,
  readerId: string | null,
  read: (userId: string) => Promise<(Row & { rank: number }) | undefined>,
): Promise<Board> {
  const isThere = entries.length === people || entries.some(({ user_id }) => user_id === readerId);
  const own = readerId === null || isThere ? undefined : await read(readerId);
  return { entries: own ? [...entries, entryOf(own)] : entries, people };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const headOf = ({ entries, people }: Board) => ({
  entries: entries.slice(0, BOARD_HEAD_SIZE),
  people,
});

const keyOf = (scope: string, role: RoleId | null, points: number | null = null): string =>
  [scope, role, points].join(' ');

/** The rank of every total of a scope, among a role or (null) everybody. */
function ranksIn(totals: Awaited<ReturnType<typeof readTotals>>) {
  const ranks = new Map<string, number>();
  const above = new Map<string, number>();
  for (const { scope, role_id, total_points, people } of totals.toSorted(
    (a, b) => b.total_points - a.total_points,
  ))
    for (const role of [role_id, null]) {
      const before = above.get(keyOf(scope, role)) ?? 0;
      const key = keyOf(scope, role, total_points);
      // Who has as many points, in whichever role, shares the rank.
      if (!ranks.has(key)) ranks.set(key, before + 1);
      above.set(keyOf(scope, role), before + people);
    }
  return (scope: string, role: RoleId | null, points: number): number | null =>
    ranks.get(keyOf(scope, role, points)) ?? null;
}

const best = (rows: readonly Row[]): LeaderboardEntry[] =>
  rankEntries(rows).slice(0, LEADERBOARD_SIZE).map(entryOf);

const entryOf = (row: Row & { rank: number }): LeaderboardEntry => {
  const { rank, username, user_id, role_id, total_points } = row;
  return { rank, username, user_id, role_id, total_points };
};

/** What is made at most once a second for each key, unless it failed; the oldest go when there are too many. */
function createPrepared<T>() {
  const prepared = new Map<string, { readonly at: number; readonly value: T }>();
  return {
    get: (key: string, make: () => T): T => {
      const at = performance.now();
      const known = prepared.get(key);
      if (known !== undefined && at - known.at < BOARD_AGE_MS) return known.value;
      const value = make();
      prepared.delete(key);
      prepared.set(key, { at, value });
      if (value instanceof Promise)
        value.catch(() => {
          if (prepared.get(key)?.value === value) prepared.delete(key);
        });
      for (const oldest of prepared.keys()) {
        if (prepared.size <= MOST_PREPARED) break;
        prepared.delete(oldest);
      }
      return value;
    },
    clear: (): void => prepared.clear(),
  };
}
