import { m } from 'messages';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { StageView } from '#machines/contract/stage.ts';
import {
  type Audience,
  AUDIENCES,
  type BoardTops,
  HOUSE_SHOW,
  type SeasonBoard,
  type ShowBoard,
  type Standing,
  type TeamEntry,
} from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import { BOARD_TOP_SIZE, LEADERBOARD_SIZE, SHOW_BOARD_SIZE } from '#machines/contract/limits.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import type { OwnRow } from '#machines/results/rules/boards.ts';
import { SHARED } from '#machines/results/rules/ranking.ts';
import type { Database } from '#server/db/client.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import { readChanges } from '#server/answering/former-points.ts';
import { type Room, roomOf } from '#server/realtime/rooms.ts';
import { readOwnAdjustments } from '#server/results/adjustments.ts';
import { readTeamOf } from '#server/show/joining/teams.ts';
import { type Finals, readFinal } from './finals.ts';
import { HomeView } from './home-view.ts';
import {
  bestOf,
  peopleIn,
  placeBelow,
  placeIn,
  ranksIn,
  readBoardOver,
  type ServedBoard,
  sharingIn,
  type TalliedBoard,
  withOwn,
} from './places.ts';
import { createPrepared } from './prepared.ts';
import { Ranks } from './ranks.ts';
import { boardOf, type Sharing, shown, shownSince, teamRow } from './shown.ts';
import {
  readShow,
  readCurrentShow,
  readOwnTotal,
  readPublished,
  readStandings,
  readHistogramOver,
  readFinalShows,
  readAudiences,
  type FinalShow,
} from './show-store.ts';
import { readSeasonOf, readSeasonOnStage, readSeasons } from './season-store.ts';
import {
  boardKeyOf,
  type PeriodBoard,
  readTop,
  readBestOf,
  readVisibility,
  type Visibility,
  readOwn,
  readOwnOf,
  type OwnTotals,
  readOwnTotals,
  readHistogram,
  readTotals,
  readSessionsOf,
  userExists,
} from './store.ts';
import { readTeamBoard, readTeamsOfMembers } from './team-store.ts';

export type BoardPeriod = 'daily' | 'all';

export interface Boards {
  /** Returns the board of a period, of one audience or of both, with the points that the reader may see. */
  readonly board: (
    period: BoardPeriod,
    audience: PeriodBoard['audience'],
    reader?: BoardReader,
  ) => Promise<ServedBoard>;
  /** Returns the top of an audience's board of today, or of a show's rehearsal, for the stage. */
  readonly shownBest: (
    audience: Audience,
    rehearsedShow: string | null,
  ) => Promise<NonNullable<StageView['board']>[Audience]>;
  /** Returns the board of a game session. @throws ApiError 404 if the reader may not see it */
  readonly sessionBoard: (gameSessionId: string, reader?: BoardReader) => Promise<ServedBoard>;
  /** Returns the boards of the show that is live or ended last. */
  readonly showBoard: (reader: BoardReader) => Promise<ShowBoard>;
  /**
   * Returns the boards of a season, and the seasons that the reader may see. If the season is not one of them, the boards
   * are those of the season of the newest show.
   */
  readonly seasonBoard: (reader: BoardReader, seasonId?: string) => Promise<SeasonBoard>;
  /** Returns the top of a show's board for the stage screen; null: the show was deleted. */
  readonly bestOfShow: (showId: string) => Promise<Pick<StageView, 'board' | 'title'> | null>;
  /** Returns the top of the board of a show's season, with the rows from before this show; null: it is in none. */
  readonly bestOfSeason: (showId: string) => Promise<Pick<StageView, 'board' | 'title'> | null>;
  /**
   * Returns the people at the top of a show's boards (for the house show: of the show that is live or ended last);
   * null: the show does not exist.
   */
  readonly topOfShow: (showId: string) => Promise<{
    readonly id: string;
    readonly best: readonly { userId: string; name: string; shownName: string }[];
  } | null>;
  /** Returns a show's whole boards, of its audiences, of its teams and of its season. */
  readonly standingsOfShow: (showId: string) => Promise<
    WholeBoards & {
      /** Null: the show is in no season. */
      readonly season: WholeBoards | null;
      /** Null: the show has no teams. `of`: the ids of members' teams by member. */
      readonly teams: {
        readonly entries: readonly TeamEntry[];
        readonly of: ReadonlyMap<string, string>;
      } | null;
    }
  >;
  /**
   * Returns a person's points of a period in the audience of their current role (for an admin, in both audiences). Only
   * the person themselves get the rank.
   * @throws ApiError 404
   */
  readonly standing: (
    period: BoardPeriod,
    caller: Pick<Caller, 'id' | 'roleId'>,
    userId: string,
  ) => Promise<ReplyOf<'pointsDaily'>>;
  /**
   * Returns the tops of the public boards and of these game sessions' boards, without readers' ranks, as visible to the
   * members of a show (null: to everybody). `home`: the version for Home; the same object if Home sees everything.
   */
  readonly tops: (gameSessionIds: readonly string[], showId: string | null) => Promise<Tops>;
  /**
   * Returns the points and ranks that each of these people may see, with their final place while a screen shows the
   * winner.
   */
  readonly standings: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Standings>>;
  /**
   * Runs a change of totals that takes several steps. Until it is done, readers see the points, ranks and boards from
   * before.
   */
  readonly whileConsistent: <T>(change: () => Promise<T>) => Promise<T>;
  /** Invalidates the caches after a change of totals. */
  readonly moved: () => void;
}

export interface Tops {
  readonly all: BoardTops;
  readonly home: BoardTops;
  /** The game sessions that only members of another show may see, by that show's id. */
  readonly ofOthers: ReadonlyMap<string, readonly string[]>;
}

type Reader = Database['read'];
/** The reader of a board. A signed-out reader sees what Home sees. */
export interface BoardReader {
  readonly id: string | null;
  readonly room: Room;
  /** The ids of the members-only shows that the reader is a member of. */
  readonly shows?: readonly string[];
}
const ANONYMOUS: BoardReader = { id: null, room: 'home' };
/** A person's points and ranks, by period. */
export type Standings = Omit<ServerEvent<'standing-updated'>, 'version' | 'serverTime'>;
/** Number of people whose totals are read in one query. */
const SCORES_A_QUERY = 500;

/** Creates boards that are cached, so that concurrent readers share one query. */
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
  const { changing } = db.consistent;
  const boards = createPrepared<Promise<ServedBoard>>();
  const sessions = createPrepared<Promise<SessionBoard | null>>();
  const shows = createPrepared<Promise<TalliedBoard>>();
  const teams = createPrepared<Promise<TeamEntry[] | null>>();
  const finals = createPrepared<Promise<Finals>>();
  const ranks = createPrepared<Ranks>();
  const guestRanks = createPrepared<Promise<ReturnType<typeof ranksIn>>>();
  const changes = createPrepared<Promise<readonly number[]>>();
  const homeViews = createPrepared<HomeView>();
  let moves = 0;
  const moved = (): void => {
    // Readers of the previous state keep using its cached boards.
    moves += 1;
    boards.clear();
    sessions.clear();
    shows.clear();
    teams.clear();
    finals.clear();
    ranks.clear();
    guestRanks.clear();
    changes.clear();
    homeViews.clear();
  };
  const reading: Database['consistent']['reading'] = (ask) =>
    db.consistent.reading((consistent, state) => ask(consistent, `${moves} ${state}`));
  /** Returns Home's view of the totals; null: Home sees everything. */
  const homeViewOf = async (consistent: Reader, state: string): Promise<HomeView | null> => {
    const instants = await changes.get(state, () => readChanges(consistent, now()));
    const next = instants.find((at) => at > now());
    return next === undefined
      ? null
      : homeViews.get(`${next} ${state}`, () => new HomeView(next - 1));
  };
  const viewOf = (room: Room, consistent: Reader, state: string): Promise<HomeView | null> =>
    room === 'home' ? homeViewOf(consistent, state) : Promise.resolve(null);
  const ranksOf = (board: PeriodBoard, state: string): Ranks =>
    ranks.get(`${boardKeyOf(board)} ${state}`, () => new Ranks(board));
  const periodOf = (board: PeriodBoard, { consistent, state, view }: Seen): Promise<ServedBoard> =>
    boards.get(`${boardKeyOf(board)} ${keyOfView(view)} ${state}`, () =>
      readBoard(consistent, board, { ranks: ranksOf(board, state), view }),
    );
  const sessionOf = (gameSessionId: string, { consistent, state, view }: Seen) =>
    sessions.get(`${gameSessionId} ${keyOfView(view)} ${state}`, () =>
      readSessionBoard(consistent, gameSessionId, view?.at ?? null),
    );
  /** Keyed by the published game sessions, because each publication gives another board. */
  const overOf = (
    showIds: readonly string[],
    ids: readonly string[],
    audience: Audience,
    { consistent, state, view }: Seen,
  ): Promise<TalliedBoard> =>
    shows.get(`${showIds.join()} ${ids.join()} ${audience} ${keyOfView(view)} ${state}`, () => {
      const homeAt = view?.at ?? null;
      return readBoardOver(consistent, { gameSessionIds: ids, showIds, audience, homeAt });
    });
  /** Returns the game sessions with published points of shows that a room may see. */
  const publishedFor = (
    room: Room,
    showIds: readonly string[],
    consistent: Reader,
  ): Promise<string[]> => readPublished(consistent, showIds, room === 'home' ? now() : null);
  /** Returns both audiences' boards over shows, each with the reader's own row. */
  const audiencesOf = async (
    showIds: readonly string[],
    { id, room }: Pick<BoardReader, 'id' | 'room'>,
    seen: Seen,
  ): Promise<Readonly<Record<Audience, ServedBoard>>> => {
    const ids = await publishedFor(room, showIds, seen.consistent);
    const of = async (audience: Audience): Promise<ServedBoard> => {
      const best = await overOf(showIds, ids, audience, seen);
      return withOwn(best, id, async (userId) => {
        const homeAt = seen.view?.at ?? null;
        const over = { gameSessionIds: ids, showIds, audience, homeAt };
        const own = await readOwnTotal(seen.consistent, over, userId);
        return own && { ...own, ...placeBelow(best, own.total_points) };
      });
    };
    return { studio: await of('studio'), home: await of('home') };
  };
  const teamsOf = (
    showId: string,
    ids: readonly string[],
    { consistent, state, view }: Seen,
  ): Promise<TeamEntry[] | null> =>
    teams.get(`${showId} ${ids.join()} ${keyOfView(view)} ${state}`, () =>
      readTeamBoard(consistent, showId, { gameSessionIds: ids, homeAt: view?.at ?? null }),
    );
  const shownOf = async (showId: string, audience: Audience, seen: Seen) => {
    const ids = await readPublished(seen.consistent, [showId], null);
    const board = await overOf([showId], ids, audience, seen);
    const earlier = (await overOf([showId], ids.slice(0, -1), audience, seen)).entries;
    return shownSince(board.entries, sharingIn(board), earlier);
  };
  /** Returns the top of a show's teams for the stage screen; null: the show has no teams. */
  const shownTeamsOf = async (showId: string, seen: Seen) => {
    const ids = await readPublished(seen.consistent, [showId], null);
    const entries = await teamsOf(showId, ids, seen);
    if (entries === null) return null;
    const earlier = (await teamsOf(showId, ids.slice(0, -1), seen)) ?? [];
    const sharing: Sharing = ({ rank }) => entries.filter((team) => team.rank === rank).length;
    return shownSince(entries.map(teamRow), sharing, earlier.map(teamRow));
  };
  /** Returns a function that looks up what a player may know of the show on the screens, and their place in it. */
  const finaleOf = async (consistent: Reader, state: string) => {
    const found: (Pick<FinalShow, 'finale' | 'isFresh' | 'members' | 'homeKnowsFrom'> & Finals)[] =
      [];
    for (const show of await readFinalShows(consistent, now())) {
      const { id, title } = show;
      const ids = await readPublished(consistent, [id], null);
      const placed = await finals.get(`${id} ${ids.join()} ${state}`, async () => {
        const ofTeams = await teamsOf(id, ids, { consistent, state, view: null });
        return readFinal(consistent, { showId: id, title, ofTeams }, ids);
      });
      found.push({ ...show, ...placed });
    }
    return (userId: string, audience: Audience | null): Pick<Standings, 'final' | 'watch'> => {
      const known = found.filter(
        ({ members, homeKnowsFrom }) =>
          (members?.has(userId) ?? true) && (homeKnowsFrom <= now() || audience !== 'home'),
      );
      const own =
        known.find(({ standings }) => standings.has(userId)) ??
        known.find(({ isFresh }) => isFresh && audience !== null);
      if (own === undefined) return {};
      if (own.finale !== 'winner') return { watch: own.finale };
      const final = own.standings.get(userId) ?? (audience && own.ofOthers[audience]);
      return final ? { final } : {};
    };
  };
  const scopeOf = (period: BoardPeriod): string => (period === 'all' ? 'all' : dayOf(now()));
  /** Returns how many people have more points on a board, as a room may see it. */
  const aboveOf = async (
    board: PeriodBoard,
    points: number,
    { consistent, state, view }: Seen,
  ): Promise<number> => {
    const above = await ranksOf(board, state).above(points, consistent);
    return above + ((await view?.moreAbove(consistent, board, points)) ?? 0);
  };
  /** Returns how many people have these points on a board, as a room may see it. */
  const equalOf = async (board: PeriodBoard, points: number, seen: Seen): Promise<number> =>
    (await aboveOf(board, points - 1, seen)) - (await aboveOf(board, points, seen));
  /** Returns the rank of these points on a board. */
  const rankOn = async (board: PeriodBoard, points: number, seen: Seen) => ({
    rank: 1 + (await aboveOf(board, points, seen)),
    ...((await equalOf(board, points, seen)) > 1 && SHARED),
  });
  /**
   * Returns the place of a guest of a members-only show within their audience of that show, because the boards of the
   * day do not list them; null for everybody else.
   */
  const rankOfGuest = async (
    { guestOf: showId, role_id: roleId, user_id: userId, everOwn }: OwnTotals,
    seen: Seen,
  ): Promise<Pick<OwnRow, 'rank' | 'shared'> | null> => {
    const audience = audienceOf(roleId);
    if (showId === null || audience === null || everOwn === null) return null;
    const { consistent, state, view } = seen;
    const key = `${showId} ${audience} ${keyOfView(view)} ${state}`;
    const ranksInShow = await guestRanks.get(key, async () => {
      const gameSessionIds = await readSessionsOf(consistent, showId, { isRehearsal: false });
      const over = { gameSessionIds, showIds: [showId], audience, homeAt: view?.at ?? null };
      const totals = await readHistogramOver(consistent, over);
      return ranksIn(totals.map((total) => ({ ...total, scope: showId, audience })));
    });
    // Guests play in no other show, so their points of all time are those of the show.
    const hidden = await hiddenOf({ scope: 'all', audience }, userId, seen);
    return ranksInShow({ scope: showId, audience }, everOwn - hidden);
  };
  return {
    board: async (period, audience, { id, room } = ANONYMOUS) => {
      const board = { scope: scopeOf(period), audience };
      return reading(async (consistent, state) => {
        const view = await viewOf(room, consistent, state);
        const seen = { consistent, state, view };
        const best = await periodOf(board, seen);
        return withOwn(best, id, async (userId) => {
          const own = await readOwn(consistent, board, userId);
          if (own === undefined) return undefined;
          const points = own.total_points - (await hiddenOf(board, userId, seen));
          return { ...own, total_points: points, ...(await rankOn(board, points, seen)) };
        });
      });
    },
    shownBest: async (audience, rehearsedShow) => {
      if (rehearsedShow !== null) {
        const gameSessionIds = await readSessionsOf(db.read, rehearsedShow, { isRehearsal: true });
        const over = { gameSessionIds, showIds: [], audience, homeAt: null };
        const board = await readBoardOver(db.read, over);
        return shown(board.entries, sharingIn(board));
      }
      return reading(async (consistent, state) => {
        // The stage screen shows what the stream shows, so nothing is delayed for it.
        const seen = { consistent, state, view: null };
        const board = { scope: scopeOf('daily'), audience };
        const { entries } = await periodOf(board, seen);
        return shown(entries, ({ total_points: points }) => equalOf(board, points, seen));
      });
    },
    sessionBoard: async (gameSessionId, { id, room, shows: own = [] } = ANONYMOUS) => {
      const mayRead = ({ homeKnowsFrom, membersOf }: Visibility): boolean =>
        (room !== 'home' || homeKnowsFrom <= now()) &&
        (room === 'admin' || membersOf === null || own.includes(membersOf));
      const found = await reading(async (consistent, state) => {
        const view = await viewOf(room, consistent, state);
        const best = await sessionOf(gameSessionId, { consistent, state, view });
        if (best === null || !mayRead(best)) return null;
        return withOwn(best, id, async (userId) => {
          const homeAt = view?.at ?? null;
          const row = await readOwnOf(consistent, gameSessionId, { userId, homeAt });
          return row && { ...row, ...placeIn(best.tally, row.total_points) };
        });
      });
      if (found !== null) return found;
      // The game session may have been released after the list was cached.
      const visibility = await readVisibility(db.read, gameSessionId);
      if (visibility === null || !mayRead(visibility)) throw new ApiError(404, m.notFound());
      return { entries: [], people: 0 };
    },
    showBoard: ({ id, room, shows: joined = [] }) =>
      reading(async (consistent, state) => {
        const view = await viewOf(room, consistent, state);
        const show = await readCurrentShow(consistent, joined);
        if (show === undefined) return { show: null, studio: NOBODY, home: NOBODY };
        const seen = { consistent, state, view };
        const ids = await publishedFor(room, [show.id], consistent);
        const ofTeams = await teamsOf(show.id, ids, seen);
        return {
          show,
          ...(await audiencesOf([show.id], { id, room }, seen)),
          ...(ofTeams !== null && {
            teams: {
              entries: ofTeams,
              own:
                id === null ? null : await readTeamOf(consistent, { showId: show.id, userId: id }),
            },
          }),
        };
      }),
    seasonBoard: ({ id, room, shows: joined = [] }, seasonId) =>
      reading(async (consistent, state) => {
        const view = await viewOf(room, consistent, state);
        const found = await readSeasons(consistent, room === 'admin' ? 'all' : joined);
        const season = found.find((each) => each.id === seasonId) ?? found[0];
        const seasons = found.map(({ shows: _shows, ...each }) => each);
        if (season === undefined) return { seasons, season: null, studio: NOBODY, home: NOBODY };
        const showIds = season.shows.map((show) => show.id);
        const seen = { consistent, state, view };
        return { seasons, season, ...(await audiencesOf(showIds, { id, room }, seen)) };
      }),
    bestOfShow: (showId) =>
      reading(async (consistent, state) => {
        const show = await readShow(consistent, showId);
        if (show === undefined) return null;
        const seen = { consistent, state, view: null };
        const studio = await shownOf(showId, 'studio', seen);
        const home = (await shownTeamsOf(showId, seen)) ?? (await shownOf(showId, 'home', seen));
        return { title: show.title, board: boardOf(studio, home) };
      }),
    bestOfSeason: (showId) =>
      reading(async (consistent, state) => {
        const season = await readSeasonOnStage(consistent, showId);
        if (season === null) return null;
        const showIds = season.shows.map(({ id }) => id);
        const earlier = showIds.filter((id) => id !== showId);
        const [ids, idsBefore] = [
          await readPublished(consistent, showIds, null),
          await readPublished(consistent, earlier, null),
        ];
        const of = async (audience: Audience) => {
          const seen = { consistent, state, view: null };
          const board = await overOf(showIds, ids, audience, seen);
          const before = await overOf(earlier, idsBefore, audience, seen);
          return shownSince(board.entries, sharingIn(board), before.entries);
        };
        return { title: season.name, board: boardOf(await of('studio'), await of('home')) };
      }),
    topOfShow: (showId) =>
      reading(async (consistent, state) => {
        const show = await (showId === HOUSE_SHOW
          ? readCurrentShow(consistent)
          : readShow(consistent, showId));
        if (show === undefined) return null;
        const seen = { consistent, state, view: null };
        const ids = await readPublished(consistent, [show.id], null);
        const best: { userId: string; name: string; shownName: string }[] = [];
        for (const audience of AUDIENCES)
          for (const entry of (await overOf([show.id], ids, audience, seen)).entries.slice(
            0,
            SHOW_BOARD_SIZE,
          ))
            if (!best.some(({ userId }) => userId === entry.user_id))
              best.push({
                userId: entry.user_id,
                name: entry.username,
                shownName: entry.username,
              });
        return { id: show.id, best };
      }),
    standingsOfShow: (showId) =>
      reading(async (consistent) => {
        const gameSessionIds = await readPublished(consistent, [showId], null);
        const entries = await readTeamBoard(consistent, showId, { gameSessionIds, homeAt: null });
        const season = await readSeasonOf(consistent, showId);
        const ofSeason = season?.shows.map(({ id }) => id);
        return {
          ...(await readWholeBoards(consistent, [showId])),
          teams: entries && { entries, of: await readTeamsOfMembers(consistent, showId) },
          season: ofSeason === undefined ? null : await readWholeBoards(consistent, ofSeason),
        };
      }),
    tops: (gameSessionIds, showId) =>
      reading(async (consistent, state) => {
        const ofOthers = new Map<string, Set<string>>();
        const topsOf = async (view: HomeView | null, isHome: boolean) => {
          const seen = { consistent, state, view };
          const [daily, allTime, ...found] = await Promise.all([
            periodOf({ scope: scopeOf('daily'), audience: 'all' }, seen),
            periodOf({ scope: 'all', audience: 'all' }, seen),
            ...gameSessionIds.map(async (id) => ({ id, board: await sessionOf(id, seen) })),
          ]);
          const sessionTops: BoardTops['sessions'] = {};
          let isAll = true;
          for (const { id, board } of found) {
            if (board === null) continue;
            const { membersOf } = board;
            if (membersOf !== null && membersOf !== showId)
              ofOthers.set(membersOf, (ofOthers.get(membersOf) ?? new Set()).add(id));
            else if (isHome && board.homeKnowsFrom > now()) isAll = false;
            else
              sessionTops[id] = {
                ...topOf(board),
                tally: board.tally.map((of) => [of.total_points, of.people]),
              };
          }
          const tops = {
            daily: topOf(daily),
            'all-time': topOf(allTime),
            sessions: sessionTops,
          };
          return { tops, isAll };
        };
        const view = await homeViewOf(consistent, state);
        const home = await topsOf(view, true);
        const isAll = view === null && home.isAll;
        return {
          all: isAll ? home.tops : (await topsOf(null, false)).tops,
          home: home.tops,
          ofOthers: new Map([...ofOthers].map(([of, ids]) => [of, [...ids]])),
        };
      }),
    standings: (userIds) => {
      const daily = scopeOf('daily');
      const scopes = [daily, 'all'];
      return reading(async (consistent, state) => {
        const view = await homeViewOf(consistent, state);
        const finaleFor = await finaleOf(consistent, state);
        const totals = await readTotals(consistent, scopes);
        const hidden = new Map<string, ReadonlyMap<string, number>>();
        const rankOf = ranksIn(totals);
        let rankAtHome = rankOf;
        if (view !== null) {
          const totalsAtHome = [...totals];
          for (const scope of scopes)
            for (const audience of ['home', 'all'] as const) {
              const board = { scope, audience };
              totalsAtHome.push(...(await view.tally(consistent, board)));
              hidden.set(boardKeyOf(board), await view.hidden(consistent, board));
            }
          rankAtHome = ranksIn(totalsAtHome);
        }
        const standings = new Map<string, Standings>();
        for (let first = 0; first < userIds.length; first += SCORES_A_QUERY) {
          const ids = userIds.slice(first, first + SCORES_A_QUERY);
          const found = await readOwnTotals(consistent, daily, ids);
          const given = await readOwnAdjustments(consistent, ids, daily);
          const totalsOf = new Map(found.map((own) => [own.user_id, own]));
          // People without points have no totals that say their audience.
          const audiences = await readAudiences(
            consistent,
            ids.filter((id) => !totalsOf.has(id)),
          );
          for (const id of ids) {
            const own = totalsOf.get(id);
            const audience = own === undefined ? null : audienceOf(own.role_id);
            const isHome = audience === 'home';
            const seen = { consistent, state, view: isHome ? view : null };
            const rankInShow = own === undefined ? null : await rankOfGuest(own, seen);
            const rowOn = (board: PeriodBoard): OwnRow => {
              const total = own === undefined ? null : totalOn(own, board);
              if (own === undefined || total === null) return NO_ROW;
              const points = total - (isHome ? (hidden.get(boardKeyOf(board))?.get(id) ?? 0) : 0);
              if (!isListedOn(own, board)) {
                const isOwn = board.scope === daily && board.audience === audience;
                return { points, ...((isOwn && rankInShow) || NO_RANK) };
              }
              return { points, ...(isHome ? rankAtHome : rankOf)(board, points) };
            };
            const standingIn = (scope: string): Standing =>
              audience === null
                ? NO_STANDING
                : {
                    ...rowOn({ scope, audience }),
                    overall: rowOn({ scope, audience: 'all' }),
                  };
            const adjustments = (given.get(id) ?? []).flatMap(({ homeAt, ...adjustment }) =>
              isHome && homeAt > now() ? [] : adjustment,
            );
            standings.set(id, {
              daily: standingIn(daily),
              'all-time': standingIn('all'),
              ...finaleFor(id, audience ?? audiences.get(id) ?? null),
              ...(adjustments.length > 0 && { adjustments }),
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
        const view = await viewOf(roomOf(caller.roleId), consistent, state);
        const [own] = await readOwnTotals(consistent, scopeOf('daily'), [userId]);
        if (own === undefined) return null;
        const audience = audienceOf(own.role_id);
        const board: PeriodBoard = { scope, audience: audience ?? 'all' };
        const seen = { consistent, state, view };
        const total = totalOn(own, board);
        if (total === null) return null;
        const points = total - (await hiddenOf(board, userId, seen));
        if (!isOwn) return { total_points: points };
        // Admins, guests and people who were removed from the show may be on no board.
        if (audience === null) return { total_points: points, ...NO_RANK };
        if (isListedOn(own, board))
          return { total_points: points, ...(await rankOn(board, points, seen)) };
        const rankInShow = scope === 'all' ? null : await rankOfGuest(own, seen);
        return { total_points: points, ...(rankInShow ?? NO_RANK) };
      });
      if (found !== null) return found;
      if (!isOwn && !(await userExists(db.read, userId))) throw new ApiError(404, m.notFound());
      return { total_points: 0, ...(isOwn && { rank: null }) };
    },
    whileConsistent: (change) => changing(change, moved),
    moved,
  };
}

/** One state of the store, and Home's view of it. */
interface Seen {
  readonly consistent: Reader;
  /** Identifies the state. */
  readonly state: string;
  /** Home's view; null: the room sees everything. */
  readonly view: HomeView | null;
}

const keyOfView = (view: HomeView | null): string => (view === null ? '' : `home ${view.at}`);

/** Returns how many of a person's points on a board are still hidden from the viewers of a room. */
const hiddenOf = async (
  board: PeriodBoard,
  userId: string,
  { consistent, view }: Seen,
): Promise<number> => (await view?.hidden(consistent, board))?.get(userId) ?? 0;

/** Returns the total on a board of the person's own audience or of both; null if no answer counts there. */
const totalOn = (
  { dayOwn, dayBoth, everOwn, everBoth }: OwnTotals,
  { scope, audience }: PeriodBoard,
): number | null =>
  scope === 'all'
    ? audience === 'all'
      ? everBoth
      : everOwn
    : audience === 'all'
      ? dayBoth
      : dayOwn;

const isListedOn = ({ isUnlisted, isGuest }: OwnTotals, { scope }: PeriodBoard): boolean =>
  isUnlisted === 0 && (scope !== 'all' || isGuest === 0);

/** Standing of people who are not on a board. */
const NO_RANK = { rank: null };
const NO_ROW: OwnRow = { points: 0, ...NO_RANK };
const NO_STANDING: Standing = { ...NO_ROW, overall: NO_ROW };

/** One row more than a board has, as `best` needs. */
const limit = LEADERBOARD_SIZE + 1;

async function readBoard(
  db: Reader,
  board: PeriodBoard,
  { ranks, view }: { ranks: Ranks; view: HomeView | null },
): Promise<ServedBoard> {
  const rows = await (view?.best(db, board, limit) ?? readTop(db, board, { limit }));
  return {
    entries: bestOf(rows),
    people: rows.length < limit ? rows.length : await ranks.people(db),
  };
}

/** Returns the board of a game session, or null if it was never released; with `homeAt`, as Home sees it then. */
async function readSessionBoard(
  db: Reader,
  gameSessionId: string,
  homeAt: number | null,
): Promise<SessionBoard | null> {
  const visibility = await readVisibility(db, gameSessionId);
  if (visibility === null) return null;
  const rows = await readBestOf(db, gameSessionId, { limit, homeAt });
  const tally = await readHistogram(db, gameSessionId, homeAt);
  return { entries: bestOf(rows), people: peopleIn(tally), tally, ...visibility };
}

/** The board of a game session, and who may see it. */
type SessionBoard = TalliedBoard & Visibility;

const NOBODY: ServedBoard = { entries: [], people: 0 };

type WholeBoards = Readonly<Record<Audience, Awaited<ReturnType<typeof readStandings>>>>;

/** Returns both audiences' whole boards over shows, as the studio sees them. */
async function readWholeBoards(db: Reader, showIds: readonly string[]): Promise<WholeBoards> {
  const gameSessionIds = await readPublished(db, showIds, null);
  const of = (audience: Audience) =>
    readStandings(db, { gameSessionIds, showIds, audience, homeAt: null });
  return { studio: await of('studio'), home: await of('home') };
}

const topOf = ({ entries, people }: ServedBoard) => ({
  entries: entries.slice(0, BOARD_TOP_SIZE),
  people,
});
