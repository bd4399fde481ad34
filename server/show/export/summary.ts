import { m } from 'messages';
import type { Rundown } from '#machines/contract/rundown.ts';
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
  home: m.exportHomeViewerGetsPoint,
  studio: () =>
    m.exportContestantGetsPointsMost({ contestantPoints: CONTESTANT_POINTS.join(', ') }),
} as const;

const TIES = {
  shared: m.exportShared,
  earlier: m.exportEarlierAnswerLastQuestion,
} as const;

/** Returns what a show came to, for people who read nothing else: its day, people and questions, the best, the rules. */
export async function* summary(rundown: Rundown, boards: Standings, day: string): Rows {
  const { title, items, tieBreak, teams: ofShow } = rundown;
  const played = items.filter(({ result }) => isFinal(result) && result.voided === undefined);
  const voided = items.filter(({ result }) => result.voided !== undefined);
  const facts: (readonly Cell[])[] = [
    [m.exportShow(), title, null],
    [m.exportDate(), day, null],
    ...AUDIENCES.map((audience) => [
      m.exportPlayers({ audience: audienceLabel(audience) }),
      boards[audience].filter(({ answers }) => answers > 0).length,
      null,
    ]),
    [m.exportQuestionsWithPoints(), played.length, null],
    [m.exportVoidQuestions(), voided.length, null],
    ...AUDIENCES.map((audience) => [
      m.exportPoints({ audience: audienceLabel(audience) }),
      POINTS_RULES[audience](),
      null,
    ]),
    [m.exportTieFirstPlace(), TIES[tieBreak](), null],
    ...AUDIENCES.flatMap((audience) =>
      boards[audience]
        .slice(0, LISTED)
        .map(({ rank, username, total_points: points }) => [
          m.exportPlace({ audience: audienceLabel(audience), rank }),
          username,
          points,
        ]),
    ),
    ...(ofShow === undefined ? [] : (boards.teams?.entries ?? []))
      .slice(0, LISTED)
      .map((team) => [m.exportTeamsPlace({ rank: team.rank }), team.name, scoreTenths(team) / 10]),
  ];
  yield* inPages(facts);
}
