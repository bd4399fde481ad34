/**
 * Minimum number of answers for a meaningful share: from the origin within the group, and from the audience outside the
 * group.
 */
export const ENOUGH_ANSWERS = 20;
const LEAST_SHARE = 0.2;
const TIMES_ELSEWHERE = 4;

/** Answers of one origin, for example a network, in one group and in the whole audience. */
export interface OriginCounts {
  /** Answers in the group. */
  readonly group: number;
  readonly groupFromOrigin: number;
  /** Answers of the whole audience, including the group. */
  readonly audience: number;
  readonly audienceFromOrigin: number;
}

/**
 * The share of a group's answers that come from one origin, if it is far above the origin's share of all other answers;
 * otherwise null. A hall or mail provider used by much of the whole audience is therefore not reported.
 */
export function disproportionateShare(counts: OriginCounts): number | null {
  const { group, groupFromOrigin, audience, audienceFromOrigin } = counts;
  const others = audience - group;
  if (groupFromOrigin < ENOUGH_ANSWERS || others < ENOUGH_ANSWERS) return null;
  const share = groupFromOrigin / group;
  const shareElsewhere = (audienceFromOrigin - groupFromOrigin) / others;
  return share >= LEAST_SHARE && share >= TIMES_ELSEWHERE * shareElsewhere ? share : null;
}
