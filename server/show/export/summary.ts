import type { Rundown } from '#machines/contract/entities.ts';
import { CONTESTANT_POINTS } from '#machines/contract/limits.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import { scoreTenths } from '#machines/results/rules/teams.ts';
import type { Cell } from '#machines/show/rules/cells.ts';
import type { Rows } from './book.ts';
import type { Standings } from './people.ts';
import { inPages } from './rows.ts';

export const SUMMARY: readonly string[] = ['fact', 'value', 'points'];

/** The best of each board that the summary lists. */
const LISTED = 10;

const POINTS_RULES = {
  home: 'A home viewer gets a point for each home viewer in the same group.',
  studio: `A contestant gets ${CONTESTANT_POINTS.join(', ')} points for the most popular groups; groups of equal size share a rank.`,
} as const;

const TIES = {
  shared: 'shared',
  earlier: 'the earlier answer to the last question wins',
} as const;

/** Returns what a show came to, for people who read nothing else: its day, people and questions, the best, the rules. */
export async function* summary(rundown: Rundown, boards: Standings, day: string): Rows {
  const { title, items, tieBreak, teams: ofShow } = rundown;
  const played = items.filter(({ result }) => isFinal(result) && result.voided === undefined);
  const voided = items.filter(({ result }) => result.voided !== undefined);
  const facts: (readonly Cell[])[] = [
    ['Show', title, null],
    ['Date', day, null],
    ...AUDIENCES.map((audience) => [
      `Players, ${audienceLabel(audience)}`,
      boards[audience].filter(({ answers }) => answers > 0).length,
      null,
    ]),
    ['Questions with points', played.length, null],
    ['Void questions', voided.length, null],
    ...AUDIENCES.map((audience) => [
      `Points, ${audienceLabel(audience)}`,
      POINTS_RULES[audience],
      null,
    ]),
    ['Tie for first place', TIES[tieBreak], null],
    ...AUDIENCES.flatMap((audience) =>
      boards[audience]
        .slice(0, LISTED)
        .map(({ rank, username, total_points: points }) => [
          `${audienceLabel(audience)}, place ${rank}`,
          username,
          points,
        ]),
    ),
    ...(ofShow === undefined ? [] : (boards.teams?.entries ?? []))
      .slice(0, LISTED)
      .map((team) => [`Teams, place ${team.rank}`, team.name, scoreTenths(team) / 10]),
  ];
  yield* inPages(facts);
}
