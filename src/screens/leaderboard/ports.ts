import { m } from 'messages';
import {
  type Board,
  type BoardRequest,
  boardsMachine,
  type OwnRow,
  type PointsRequest,
} from '#machines/results/boards.ts';
import type { CallName } from '#machines/contract/calls.ts';
import type { Audience, LeaderboardEntry, ShowBoard } from '#machines/contract/entities.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { SHARED } from '#machines/results/rules/ranking.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { Answer } from '#src/effects/api.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

type PeriodBoard = Extract<CallName, `leaderboard${'Daily' | 'All'}${string}`>;

/** Loads a board. If it consists of one board per audience, both are returned in one list. */
export async function loadBoard(
  { call }: Runtime,
  { subject }: BoardRequest,
  signal: AbortSignal,
): Promise<Outcome<Board>> {
  if (subject.kind === 'session') {
    const params = { gameSessionId: subject.gameSessionId };
    const texts = { fallback: m.leaderboardFailed() };
    return boardIn(await call('leaderboardSession', { params }, texts, signal));
  }
  if (subject.kind === 'show') {
    const shown = await call('leaderboardShow', {}, { fallback: m.leaderboardFailed() }, signal);
    if (!shown.ok) return shown;
    const { teams } = shown.value;
    return success({ ...pairOf(shown.value), ...(teams && { teams }) });
  }
  if (subject.kind === 'season') {
    const { seasonId } = subject;
    const query = seasonId === undefined ? {} : { season: seasonId };
    const shown = await call(
      'leaderboardSeason',
      { query },
      { fallback: m.leaderboardFailed() },
      signal,
    );
    if (!shown.ok) return shown;
    const { home, studio, ...ofSeason } = shown.value;
    return success({ ...pairOf({ home, studio }), ofSeason });
  }
  const isDaily = subject.period === 'daily';
  const fallback = isDaily ? m.leaderboardDailyFailed() : m.leaderboardFailed();
  const load = (name: PeriodBoard) => call(name, {}, { fallback }, signal);
  if (subject.kind === 'everybody')
    return boardIn(await load(isDaily ? 'leaderboardDaily' : 'leaderboardAll'));
  const [home, studio] = await Promise.all([
    load(isDaily ? 'leaderboardDailyHome' : 'leaderboardAllHome'),
    load(isDaily ? 'leaderboardDailyStudio' : 'leaderboardAllStudio'),
  ]);
  if (home.ok && studio.ok)
    return success({
      entries: [...home.value, ...studio.value],
      people: {
        home: home.total ?? home.value.length,
        studio: studio.total ?? studio.value.length,
      },
    });
  if (isDaily) return boardIn(home.ok ? studio : home);
  // If the all-time boards of the audiences cannot be loaded, use the board of all players (specification §7).
  const everybody = await load('leaderboardAll');
  if (!everybody.ok) return everybody;
  return success({ entries: byAudience(everybody.value), people: {} });
}

/** Both audiences' boards in one list. */
const pairOf = ({ home, studio }: Pick<ShowBoard, Audience>): Board => ({
  entries: [...home.entries, ...studio.entries],
  people: { home: home.people, studio: studio.people },
});

/**
 * The players of the board of all players, ranked by audience. Leaves out the signed-in user's row if it is below the
 * top of the board, because the rank within the audience is not known then.
 */
const byAudience = (entries: readonly LeaderboardEntry[]): LeaderboardEntry[] =>
  entries
    .filter(
      ({ role_id, rank, total_points }) =>
        role_id !== ROLE.admin &&
        rank <= 1 + entries.filter((other) => other.total_points > total_points).length,
    )
    .map(({ shared: _ofAll, ...entry }) => ({
      ...entry,
      rank: 1 + entries.filter((other) => isAhead(other, entry)).length,
      ...(entries.filter((other) => isLevel(other, entry)).length > 1 && SHARED),
    }));
const isAhead = (other: LeaderboardEntry, entry: LeaderboardEntry): boolean =>
  other.role_id === entry.role_id && other.total_points > entry.total_points;
const isLevel = (other: LeaderboardEntry, entry: LeaderboardEntry): boolean =>
  other.role_id === entry.role_id && other.total_points === entry.total_points;

const boardIn = (answer: Answer<readonly LeaderboardEntry[]>): Outcome<Board> =>
  answer.ok
    ? success({ entries: answer.value, people: { all: answer.total ?? answer.value.length } })
    : answer;

async function loadPoints(
  { call }: Runtime,
  { userId, period }: PointsRequest,
  signal: AbortSignal,
): Promise<Outcome<OwnRow>> {
  const name = period === 'daily' ? 'pointsDaily' : 'pointsAllTime';
  const texts = { fallback: m.leaderboardFailed() };
  const answer = await call(name, { params: { userId } }, texts, signal);
  if (!answer.ok) return answer;
  const { total_points: points, rank = null, shared } = answer.value;
  return success({ points, rank, ...(shared && { shared }) });
}

export const provideBoards = (runtime: Runtime) =>
  boardsMachine.provide({
    actors: {
      loadBoard: promiseActor((asked: BoardRequest, signal) => loadBoard(runtime, asked, signal)),
      loadPoints: promiseActor((asked: PointsRequest, signal) =>
        loadPoints(runtime, asked, signal),
      ),
    },
  });
