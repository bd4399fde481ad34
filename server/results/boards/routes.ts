import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import { addressKey } from '#server/http/limits.ts';
import { createTurns } from '#server/http/requester-queue.ts';
import type { Handlers, RequestOf } from '#server/http/route.ts';
import { roomOf } from '#server/realtime/rooms.ts';
import type { Boards, BoardPeriod, BoardReader } from './boards.ts';
import type { ServedBoard } from './places.ts';
import type { PeriodBoard } from './store.ts';

/**
 * How many boards are read at the same time, and how many requests may wait: queries of thousands of readers would
 * otherwise stand before those of answers.
 */
const TURNS = { atOnce: 4, most: 20_000 };

type Asked = Pick<RequestOf<'leaderboardSession'>, 'caller' | 'address' | 'announceTotal'>;

/** A signed-out reader sees what Home sees. */
const readingOf = (caller: Asked['caller']): BoardReader =>
  caller === null
    ? { id: null, room: 'home' }
    : { id: caller.id, room: roomOf(caller.roleId), shows: caller.shows ?? [] };

export function boardsHandlers(boards: Boards) {
  const inTurn = createTurns(TURNS);
  const read = <T>({ caller, address }: Asked, work: () => Promise<T>): Promise<T> =>
    inTurn(caller?.id ?? addressKey(address), work);
  const reply = async (
    asked: Asked,
    work: (reader: BoardReader) => Promise<ServedBoard>,
  ): Promise<LeaderboardEntry[]> => {
    const { entries, people } = await read(asked, () => work(readingOf(asked.caller)));
    asked.announceTotal(people);
    return entries;
  };
  const boardOf = (period: BoardPeriod, audience: PeriodBoard['audience']) => (asked: Asked) =>
    reply(asked, (reader) => boards.board(period, audience, reader));
  return {
    pointsDaily: ({ caller, params }) => boards.standing('daily', caller, params.userId),
    pointsAllTime: ({ caller, params }) => boards.standing('all', caller, params.userId),
    leaderboardDaily: boardOf('daily', 'all'),
    leaderboardAll: boardOf('all', 'all'),
    leaderboardDailyHome: boardOf('daily', 'home'),
    leaderboardDailyStudio: boardOf('daily', 'studio'),
    leaderboardAllHome: boardOf('all', 'home'),
    leaderboardAllStudio: boardOf('all', 'studio'),
    leaderboardShow: (asked) => read(asked, () => boards.showBoard(readingOf(asked.caller))),
    leaderboardSeason: (asked) =>
      read(asked, () => boards.seasonBoard(readingOf(asked.caller), asked.query.season)),
    leaderboardSession: (asked) =>
      reply(asked, (reader) => boards.sessionBoard(asked.params.gameSessionId, reader)),
  } satisfies Handlers;
}
