import { ROLE } from '#machines/contract/entities.ts';
import type { Handlers } from '#server/http/route.ts';
import type { Boards } from './boards.ts';
import { PLAYERS } from './store.ts';

export const boardsHandlers = (boards: Boards) =>
  ({
    pointsDaily: ({ caller, params }) => boards.standing('daily', caller, params.userId),
    pointsAllTime: ({ caller, params }) => boards.standing('all', caller, params.userId),
    leaderboardDaily: () => boards.board('daily', PLAYERS),
    leaderboardAll: () => boards.board('all', PLAYERS),
    leaderboardDailyHome: () => boards.board('daily', [ROLE.home]),
    leaderboardDailyStudio: () => boards.board('daily', [ROLE.contestant]),
    leaderboardAllHome: () => boards.board('all', [ROLE.home]),
    leaderboardAllStudio: () => boards.board('all', [ROLE.contestant]),
    leaderboardSession: ({ params }) => boards.sessionBoard(params.gameSessionId),
  }) satisfies Handlers;
