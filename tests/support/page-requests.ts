const BOARDS = [
  'GET /api/game-sessions/leaderboard-daily-home',
  'GET /api/game-sessions/leaderboard-daily-studio',
] as const;
/**
 * What a home viewer's page asks the server for, by what happens in a show. A browser test holds the shipped page to it
 * (`tests/e2e/requests.test.ts`), and the audience of `npm run load` does the same.
 */
export const PAGE_REQUESTS = {
  released: [],
  'answered by another': [],
  'answered oneself': ['POST /api/game-sessions/answers'],
  'answered by more': [],
  locked: [],
  revoked: [],
  'released again': [],
  expired: [],
  later: [],
  'looked at other boards': [],
  'went to the leaderboard': ['GET /api/config', ...BOARDS],
  'answered by another, at the leaderboard': BOARDS,
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What the producer's page asks for at each of these: nothing. Its list comes with the events. */
export const DESK_REQUESTS = [] as const;
