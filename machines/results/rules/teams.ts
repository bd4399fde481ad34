import { numberText } from 'messages/format';
/** The sum of the points of a team's members. The score of the team is `points / members`. */
export interface TeamTotal {
  readonly points: number;
  /** At least 1. */
  readonly members: number;
}

/**
 * Teams in the order of their scores, with standard competition ranks (1, 1, 3). Scores are compared as exact fractions;
 * teams with equal scores share the rank and keep their order.
 */
export function rankTeams<T extends TeamTotal>(teams: readonly T[]): (T & { rank: number })[] {
  let rank = 0;
  let last: T | null = null;
  return teams.toSorted(compareScores).map((team, index) => {
    if (last === null || compareScores(last, team) !== 0) rank = index + 1;
    last = team;
    return { ...team, rank };
  });
}

/** Negative when `a` has the higher score. Cross-multiplies, because a division would round. */
const compareScores = (a: TeamTotal, b: TeamTotal): number =>
  b.points * a.members - a.points * b.members;

/** The score of a team in tenths, half a tenth rounded up. */
export const scoreTenths = ({ points, members }: TeamTotal): number =>
  Math.floor((20 * points + members) / (2 * members));

/** Formats tenths with one decimal. */
export const tenthsText = (tenths: number): string =>
  numberText(tenths / 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats the score of a team with one decimal. */
export const teamScoreText = (team: TeamTotal): string => tenthsText(scoreTenths(team));
