import type { MatchReason } from '#machines/contract/entities.ts';
import type { ArrangedGroup } from 'answer-grouping';

/** A text with the number of its answers and its former group, if it had one. */
interface KnownText {
  readonly textKey: string;
  readonly count: number;
  readonly groupId: string | null;
}

export interface NamedGroup {
  readonly id: string;
  /** The text key of the text that represents the group. */
  readonly representative: string;
  readonly members: readonly { readonly textKey: string; readonly matchReason: MatchReason }[];
  /** The name given by a producer; null: none was given. */
  readonly name: string | null;
  readonly isHeld: boolean;
}

/**
 * Gives each new group the id of the former group with which it has most answers in common. Each id is given once, the
 * largest overlap first. Groups that get no former id get a new one.
 */
export function nameGroups(
  groups: readonly Omit<ArrangedGroup, 'parts'>[],
  answerTexts: readonly KnownText[],
  newId: () => string,
): NamedGroup[] {
  const known = new Map(answerTexts.map((answerText) => [answerText.textKey, answerText]));
  const shares = groups.flatMap((group, index) => {
    const answers = new Map<string, number>();
    for (const { key } of group.members) {
      const { groupId = null, count = 0 } = known.get(key) ?? {};
      if (groupId !== null) answers.set(groupId, (answers.get(groupId) ?? 0) + count);
    }
    return Array.from(answers, ([id, count]) => ({ index, id, count }));
  });
  shares.sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  const ids = new Map<number, string>();
  const taken = new Set<string>();
  for (const { index, id } of shares) {
    if (ids.has(index) || taken.has(id)) continue;
    ids.set(index, id);
    taken.add(id);
  }
  return groups.map(({ representative, members, name, isHeld }, index) => ({
    id: ids.get(index) ?? newId(),
    representative,
    name,
    isHeld,
    members: members.map(({ key, reason }) => ({ textKey: key, matchReason: reason })),
  }));
}
