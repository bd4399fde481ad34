import * as z from 'zod/mini';
import {
  idSchema,
  leaderboardEntrySchema,
  seasonBoardSchema,
  showBoardSchema,
} from '#machines/contract/entities.ts';
import { call, sessionParams } from '#machines/contract/call.ts';

const boardReply = z.array(leaderboardEntrySchema);

const pointsReply = z.object({
  total_points: z.int().check(z.nonnegative()),
  rank: z.optional(z.nullable(z.int().check(z.positive()))),
  /** Whether others have the same rank. */
  shared: z.exactOptional(z.literal(true)),
});

/** Calls about points and leaderboards. */
export const boardsCalls = {
  pointsDaily: call({
    method: 'GET',
    path: '/api/game-sessions/user-points/{userId}/daily',
    limit: 'account',
    summary: 'Points and rank of today, in the audience of the player',
    params: z.object({ userId: idSchema }),
    reply: pointsReply,
  }),
  pointsAllTime: call({
    method: 'GET',
    path: '/api/game-sessions/user-points/{userId}/all-time',
    limit: 'account',
    summary: 'Points and rank of all time, in the audience of the player',
    params: z.object({ userId: idSchema }),
    reply: pointsReply,
  }),
  leaderboardDaily: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-daily',
    limit: 'account',
    summary: 'Today, everyone',
    reply: boardReply,
  }),
  leaderboardAll: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-all',
    limit: 'account',
    summary: 'All time, everyone',
    reply: boardReply,
  }),
  leaderboardDailyHome: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-daily-home',
    limit: 'account',
    summary: 'Today, home viewers',
    reply: boardReply,
  }),
  leaderboardDailyStudio: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-daily-studio',
    limit: 'account',
    summary: 'Today, contestants',
    reply: boardReply,
  }),
  leaderboardAllHome: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-all-home',
    limit: 'account',
    summary: 'All time, home viewers',
    reply: boardReply,
  }),
  leaderboardAllStudio: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-all-studio',
    limit: 'account',
    summary: 'All time, contestants',
    reply: boardReply,
  }),
  leaderboardShow: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-show',
    limit: 'account',
    summary:
      'The live show, or the last one that ended: published points of its questions, of people and teams',
    reply: showBoardSchema,
  }),
  leaderboardSeason: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard-season',
    limit: 'account',
    summary:
      'A season: published points of all its shows; and the seasons to choose from, by default that of the newest show',
    query: z.object({ season: z.optional(idSchema) }),
    reply: seasonBoardSchema,
  }),
  leaderboardSession: call({
    method: 'GET',
    path: '/api/game-sessions/leaderboard/{gameSessionId}',
    limit: 'address',
    summary: 'One question',
    params: sessionParams,
    reply: boardReply,
  }),
} as const;
