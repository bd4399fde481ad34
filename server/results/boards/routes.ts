import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import type { Handlers, RequestOf } from '#server/http/route.ts';
import { roomOf } from '#server/realtime/rooms.ts';
import type { ServedBoard, Boards, BoardPeriod, BoardReader } from './boards.ts';
import type { PeriodBoard } from './store.ts';

type Asked = Pick<RequestOf<'leaderboardSession'>, 'caller' | 'announceTotal'>;

const reply = async (
  { announceTotal }: Asked,
  board: Promise<ServedBoard>,
): Promise<LeaderboardEntry[]> => {
  const { entries, people } = await board;
  announceTotal(people);
  return entries;
};

/** A signed-out reader sees what Home sees. */
const readingOf = (caller: Asked['caller']): BoardReader =>
  caller === null
    ? { id: null, room: 'home' }
    : { id: caller.id, room: roomOf(caller.roleId), shows: caller.shows ?? [] };

export function boardsHandlers(boards: Boards) {
  const boardOf = (period: BoardPeriod, audience: PeriodBoard['audience']) => (asked: Asked) =>
    reply(asked, boards.board(period, audience, readingOf(asked.caller)));
  return {
    pointsDaily: ({ caller, params }) => boards.standing('daily', caller, params.userId),
    pointsAllTime: ({ caller, params }) => boards.standing('all', caller, params.userId),
    leaderboardDaily: boardOf('daily', 'all'),
    leaderboardAll: boardOf('all', 'all'),
    leaderboardDailyHome: boardOf('daily', 'home'),
    leaderboardDailyStudio: boardOf('daily', 'studio'),
    leaderboardAllHome: boardOf('all', 'home'),
    leaderboardAllStudio: boardOf('all', 'studio'),
    leaderboardShow: ({ caller }) => boards.showBoard(readingOf(caller)),
    leaderboardSeason: ({ caller, query }) => boards.seasonBoard(readingOf(caller), query.season),
    leaderboardSession: (asked) =>
      reply(asked, boards.sessionBoard(asked.params.gameSessionId, readingOf(asked.caller))),
  } satisfies Handlers;
}
