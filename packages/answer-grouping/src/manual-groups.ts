import { compareText } from './compare.ts';
import type { CountedText } from './grouping.ts';
import type { RefinedGroup } from './refine.ts';

/** Texts grouped by a person, with a name and whether the group is held back from display. */
export type ManualGroup = {
  readonly keys: readonly string[];
  readonly name: string | null;
  readonly isHeld: boolean;
};

/** A group with its display name. */
export type ArrangedGroup = RefinedGroup & Pick<ManualGroup, 'name' | 'isHeld'>;

/** A text that may name a manual group, with its count and the group that it comes from. */
interface NameChoice {
  readonly key: string;
  readonly count: number;
  readonly groupCount: number;
  /** Whether the text is the representative of its former group. */
  readonly isLead: boolean;
}

/**
 * Orders texts as names of a group: the most frequent first, then texts from larger groups, then those that named their
 * former group.
 */
export const compareNames = (a: NameChoice, b: NameChoice): number =>
  b.count - a.count ||
  b.groupCount - a.groupCount ||
  Number(b.isLead) - Number(a.isLead) ||
  compareText(a.key, b.key);

/** A text in a manual group, and its former group. */
interface Placed extends NameChoice {
  readonly from: RefinedGroup;
  /** Why the text was in its former group. */
  readonly reason: RefinedGroup['members'][number]['reason'];
}

/**
 * Applies the groups that people made; they override text matching and judgements. A text that no person placed goes
 * where most of its group's answers go. The result does not depend on the order of groups and texts.
 */
export function applyManualGroups(
  groups: readonly RefinedGroup[],
  hands: readonly ManualGroup[],
  counted: readonly CountedText[],
): ArrangedGroup[] {
  if (hands.length === 0) return groups.map((group) => ({ ...group, name: null, isHeld: false }));
  const countOfKey = new Map(counted.map(({ key, count }) => [key, count]));
  const givenBy = (key: string) => countOfKey.get(key) ?? 0;
  const weightOf = (keys: readonly { readonly key: string }[]) =>
    keys.reduce((sum, { key }) => sum + givenBy(key), 0);
  const handOf = new Map(hands.flatMap((hand) => hand.keys.map((key) => [key, hand] as const)));
  const indexOf = new Map(hands.map((hand, index) => [hand, index]));
  const arranged: ArrangedGroup[] = [];
  const placed = new Map<ManualGroup, Placed[]>();
  for (const group of groups) {
    const weights = new Map<ManualGroup, number>();
    for (const { key } of group.members) {
      const hand = handOf.get(key);
      if (hand !== undefined) weights.set(hand, (weights.get(hand) ?? 0) + givenBy(key));
    }
    const [most] = [...weights].toSorted(
      (a, b) => b[1] - a[1] || (indexOf.get(a[0]) ?? 0) - (indexOf.get(b[0]) ?? 0),
    );
    if (most === undefined) {
      arranged.push({ ...group, name: null, isHeld: false });
      continue;
    }
    const groupCount = weightOf(group.members);
    for (const { key, reason } of group.members) {
      const hand = handOf.get(key) ?? most[0];
      const members = placed.get(hand) ?? [];
      const isLead = key === group.representative;
      members.push({ key, count: givenBy(key), groupCount, isLead, from: group, reason });
      placed.set(hand, members);
    }
  }
  for (const [{ name, isHeld }, members] of placed) {
    const inOrder = members.toSorted(compareNames);
    const [first] = inOrder;
    if (first === undefined) continue;
    arranged.push({
      representative: first.key,
      members: inOrder.map((member) => ({ key: member.key, reason: reasonIn(member, first) })),
      parts: first.from.parts,
      name,
      isHeld,
    });
  }
  const weights = new Map(arranged.map((group) => [group, weightOf(group.members)]));
  return arranged.toSorted(
    (a, b) =>
      (weights.get(b) ?? 0) - (weights.get(a) ?? 0) ||
      compareText(a.representative, b.representative),
  );
}

/** Why a text is in the same group as the first text: the reason of the matching, or a person's decision. */
function reasonIn({ key, from, reason }: Placed, first: Placed) {
  if (key === first.key) return 'exact';
  return from !== first.from || reason === 'exact' ? 'decision' : reason;
}
