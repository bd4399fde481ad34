/** The leaderboard page, boards, points and ranks (specification §2, §7, §8, §9). */
export const boards: Readonly<Record<string, string>> = {
  'R2.lb-period': "The leaderboard page has a toggle Today's Scores or All-Time Scores",
  'R2.lb-tab-home': "The leaderboard page has a tab 'Scores from at home'",
  'R2.lb-tab-studio': "The leaderboard page has a tab 'Scores from the studio'",
  'R2.lb-counts': 'Each tab has its count: the people of the board, however many rows are sent',
  'R2.lb-columns': 'The table has the columns Rank, Player and points',
  'R2.lb-home': 'The home tab has the home viewers alone, ranked among themselves',
  'R2.lb-studio': 'The studio tab has the contestants alone, ranked among themselves',
  'R2.lb-crown': 'First place gets a crown',
  'R2.lb-loading': 'The leaderboard page says that it is loading',
  'R2.lb-error': 'The leaderboard page says why there are no scores',
  'R2.lb-try-again': 'The error offers Try Again',
  'R8.leaderboard-failed': "A leaderboard that is refused: 'Failed to fetch leaderboard'",
  'R8.leaderboard-empty': 'A leaderboard that is refused is an empty list',
  'R8.leaderboard-network':
    "A leaderboard that cannot be reached: 'Network error. Please try again.', with Try Again",
  'R8.leaderboard-daily':
    "The boards of today that are refused: 'Failed to fetch daily leaderboards'",
  'R9.scoring-home':
    'Home viewers receive points equal to the number of home viewers in the same answer group',
  'R9.scoring-contestant':
    'Contestants receive 5, 4, 3, 2, 1 points by the popularity rank of their group, 0 below',
  'R9.scoring-popularity':
    'Popularity counts all answers of the group, of both audiences (decisions §5)',
  'R9.scoring-ties':
    'Equal counts share the rank, and the next rank follows without a gap (decisions §5)',
  'R9.points-derived':
    'Points are derived from the current groups, never accumulated (decisions §5)',
  'R9.points-move':
    'When a group changes, points and boards change, and affected players are notified (decisions §5)',
  'R9.daily-reset': 'Daily scores reset at 00:00 UTC, by the day of the answer',
  'R9.daily-reset-live': 'What shows scores of today is refreshed at 00:00 UTC by itself',
  'R9.show-time-zone':
    'Today is the day in SHOW_TIME_ZONE, in rules, rows and texts; a day that has begun keeps its zone (decisions §9)',
  'R9.evening':
    'A show that runs past midnight keeps the day on which it went live, in rules, rows and texts (decisions §9)',
  'R9.rank-audience':
    "One's rank is within one's own audience, the same on every screen, and cards say so (decisions §9)",
  'R9.board-people':
    'A board says how many people it has, not how many rows are sent (decisions §9)',
  'R9.board-own-row': "One's own row is always part of a board that one is on (decisions §9)",
  'R9.rank-competition': 'Leaderboards rank 1, 1, 3 (decisions §5)',
  'R9.rank-order':
    'Leaderboards order by points, then the earlier answer, then the name (decisions §5)',
  'R9.board-absent': 'Who has no answer in the period is on no board (decisions §5)',
  'R9.board-no-admins': 'Admins are on no board (decisions §5)',
  'R9.board-deleted':
    "Deleted users are on no board, and no other user's points change (decisions §7)",
};
