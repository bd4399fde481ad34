const BOARDS = [
  'GET /api/game-sessions/leaderboard-daily-home',
  'GET /api/game-sessions/leaderboard-daily-studio',
] as const;
/**
 * The requests of a home viewer's page for each event of a show. `tests/e2e/requests.test.ts`
 * compares the shipped page with it, and the audience of `npm run load` makes the same requests.
 */
export const PAGE_REQUESTS = {
  released: [],
  'answered by another': [],
  'answered oneself': [],
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

/** The producer's page makes no request for any of these: its list comes with the events. */
export const CARDS_REQUESTS = [] as const;
