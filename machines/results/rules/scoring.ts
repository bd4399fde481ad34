import type { Audience } from '#machines/contract/entities.ts';
import { CONTESTANT_POINTS } from '#machines/contract/limits.ts';

/** Number of people of each audience with an answer in the group. */
export type GroupCount = { groupId: string; home: number; studio: number };

/** Points of each member of a group. */
export type GroupScore = { homePoints: number; contestantPoints: number };

/**
 * Points of every group of one game session, by group id (decisions §5). Home viewers get the number of home viewers in
 * their group; contestants get 5 to 1 by the group's rank among all answers. Groups of equal size share a rank, and the
 * next rank follows without a gap.
 */
export function scoreGroups(groups: readonly GroupCount[]): Map<string, GroupScore> {
  const sizes = [...new Set(groups.map(sizeOf))].filter((size) => size > 0).sort((a, b) => b - a);
  const pointsBySize = new Map(sizes.map((size, rank) => [size, CONTESTANT_POINTS[rank] ?? 0]));
  return new Map(
    groups.map((group) => [
      group.groupId,
      { homePoints: group.home, contestantPoints: pointsBySize.get(sizeOf(group)) ?? 0 },
    ]),
  );
}

/** A group of texts, named by one of them. */
type GroupOfTexts = {
  readonly representative: string;
  readonly members: readonly { readonly key: string }[];
};

/**
 * Returns the representatives of the groups that give points to contestants. `countOf` returns the number of people
 * with a text. Merging another group with one of these changes points.
 */
export function leadingGroups(
  groups: readonly GroupOfTexts[],
  countOf: (key: string) => number,
): Set<string> {
  const sizes = groups.map(({ representative, members }) => ({
    groupId: representative,
    home: members.reduce((sum, { key }) => sum + countOf(key), 0),
    studio: 0,
  }));
  const leading = [...scoreGroups(sizes)].filter(
    ([, { contestantPoints }]) => contestantPoints > 0,
  );
  return new Set(leading.map(([representative]) => representative));
}

/** Points of a member of `audience` for a group's answer. */
export function pointsFor(audience: Audience, score: GroupScore): number {
  return audience === 'studio' ? score.contestantPoints : score.homePoints;
}

function sizeOf(group: GroupCount): number {
  return group.home + group.studio;
}
