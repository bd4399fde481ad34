import { m } from 'messages';
import type { RankedGroup, StageView } from '#machines/contract/stage.ts';
import { AUDIENCES, type ReleaseWindows } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS, STAGE_GROUPS } from '#machines/contract/limits.ts';
import { compareText } from './ranking.ts';
import { mayAnswer, nextChange, openTo } from '#machines/answering/rules/schedule.ts';

/** Time from a window's closing until no answer is accepted any more, ms. */
const OVER_AFTER_MS = ANSWER_GRACE_MS + 1;

/** A group of answers as last counted; an older group has an id that sorts first. */
type Counted = Omit<RankedGroup, 'rank' | 'sharedPlace'>;

/**
 * The largest groups with their ranks, most popular first. Groups of equal size share a rank, and the next rank follows
 * without a gap.
 */
export function rankGroups(groups: readonly Counted[]): RankedGroup[] {
  let rank = 0;
  let lastCount: number | null = null;
  const counted = groups
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || compareText(a.groupId, b.groupId));
  return counted.slice(0, STAGE_GROUPS).map((group) => {
    if (group.count !== lastCount) rank += 1;
    lastCount = group.count;
    const equal = counted.flatMap(({ count }, index) => (count === group.count ? [index + 1] : []));
    const [sharedPlace] = equal.length > 1 ? equal : [];
    return { ...group, rank, ...(sharedPlace !== undefined && { sharedPlace }) };
  });
}

/** The groups of a board if so many further groups, as large as the last one, have no room on it. */
export const sharedWith = (groups: readonly RankedGroup[], tied: number): readonly RankedGroup[] =>
  groups.map((group, index) =>
    tied > 0 && index === groups.length - 1 ? { sharedPlace: index + 1, ...group } : group,
  );

/** Whether anyone can answer at `now` (epoch ms) or later, including the grace period. */
export function isAnswerable(windows: ReleaseWindows, now: number): boolean {
  const mayStill = AUDIENCES.some((audience) => mayAnswer(windows, audience, now).ok);
  return mayStill || openTo(windows, now).length > 0;
}

/**
 * The ranked groups of a locked result as the stage screen may receive them: hidden groups as null, and an empty list
 * while anyone can answer.
 */
export function shownGroups(
  groups: readonly RankedGroup[],
  revealed: readonly string[],
  { windows, now }: { windows: ReleaseWindows; now: number },
): StageView['groups'] {
  if (isAnswerable(windows, now)) return [];
  const isRevealed = ({ groupId }: RankedGroup) => revealed.includes(groupId);
  const isTopRevealed = groups[0] !== undefined && isRevealed(groups[0]);
  return groups.map(({ sharedPlace, ...group }) =>
    isRevealed(group)
      ? {
          ...group,
          representative: sentLabel(group),
          ...knownShare(sharedPlace, isTopRevealed),
        }
      : null,
  );
}

/**
 * The place that a revealed group shares, as it may be known: a group as large as number one would betray the count of
 * number one before its reveal.
 */
export const knownShare = (
  sharedPlace: number | undefined,
  isTopRevealed: boolean,
): Pick<RankedGroup, 'sharedPlace'> =>
  sharedPlace === undefined || (sharedPlace === 1 && !isTopRevealed) ? {} : { sharedPlace };

/** A group's label as it is sent to many readers: empty if it is held back, which `airLabel` says in their language. */
export const sentLabel = ({
  representative,
  isHeld,
}: Pick<RankedGroup, 'representative' | 'isHeld'>): string =>
  isHeld === true ? '' : representative;

/** A group's label outside the desk: a group that is held back keeps its score, but its text is hidden. */
export const publicLabel = ({
  representative,
  isHeld,
}: Pick<RankedGroup, 'representative' | 'isHeld'>): string =>
  isHeld === true ? m.deskHeld() : representative;

/** The group to reveal next: the least popular hidden group; null: all are revealed. */
export const nextToReveal = (groups: readonly RankedGroup[], revealed: readonly string[]) =>
  groups.findLast(({ groupId }) => !revealed.includes(groupId))?.groupId ?? null;

/** The group that was revealed last; null: none is. `revealed` is in the order of revealing. */
export const lastRevealed = (groups: readonly RankedGroup[], revealed: readonly string[]) =>
  revealed.findLast((id) => groups.some(({ groupId }) => groupId === id)) ?? null;

/** A board as players may know it (null: not revealed). */
export const withKnownShares = <P extends Pick<RankedGroup, 'sharedPlace'>>(
  places: readonly (P | null)[],
) =>
  places.map((place) => {
    if (place === null) return null;
    const { sharedPlace, ...shown } = place;
    return { ...shown, ...knownShare(sharedPlace, places[0] !== null) };
  });

/** The next instant after `now` (epoch ms) at which `shownGroups` may change by itself, or null. */
export function nextShowChange(windows: ReleaseWindows, now: number): number | null {
  const closing = nextChange(windows, now - OVER_AFTER_MS);
  return closing === null ? null : closing + OVER_AFTER_MS;
}
