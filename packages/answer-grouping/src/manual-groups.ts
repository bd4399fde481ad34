import { compareText } from './compare.ts';
import type { CountedText } from './grouping.ts';
import type { RefinedGroup } from './refine.ts';

/** Texts that a producer has put together, and how the group appears on air. */
export type ManualGroup = {
  readonly keys: readonly string[];
  readonly name: string | null;
  readonly isHeld: boolean;
};

/** A group with how it appears on air. */
export type ArrangedGroup = RefinedGroup & Pick<ManualGroup, 'name' | 'isHeld'>;

/** A text that may name a group made by hand. Counts: how many gave it, and the group that it comes from. */
interface NameChoice {
  readonly key: string;
  readonly count: number;
  readonly groupCount: number;
  /** Whether it names the group that it comes from. */
  readonly isLead: boolean;
}

/** The most given text first, of several the lead of the largest group: whatever order they come in. */
export const compareNames = (a: NameChoice, b: NameChoice): number =>
  b.count - a.count ||
  b.groupCount - a.groupCount ||
  Number(b.isLead) - Number(a.isLead) ||
  compareText(a.key, b.key);

/** A text in a group that was made by hand, and the group that it comes from. */
interface Placed extends NameChoice {
  readonly from: RefinedGroup;
  /** Why the text is in the group. */
  readonly reason: RefinedGroup['members'][number]['reason'];
}

/**
 * Applies what was made by hand, last: over matching, model and what must differ. A text that nobody has decided about goes
 * where most of its group went. No tie depends on the order of the groups and of their texts, so that a locked result
 * keeps its groups and their names.
 */
export function arrange(
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
  const placeOf = new Map(hands.map((hand, place) => [hand, place]));
  const arranged: ArrangedGroup[] = [];
  const placed = new Map<ManualGroup, Placed[]>();
  for (const group of groups) {
    const weights = new Map<ManualGroup, number>();
    for (const { key } of group.members) {
      const hand = handOf.get(key);
      if (hand !== undefined) weights.set(hand, (weights.get(hand) ?? 0) + givenBy(key));
    }
    const [most] = [...weights].toSorted(
      (a, b) => b[1] - a[1] || (placeOf.get(a[0]) ?? 0) - (placeOf.get(b[0]) ?? 0),
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

/** Why a text is with the first of its group: as matching says where it had them together. */
function reasonIn({ key, from, reason }: Placed, first: Placed) {
  if (key === first.key) return 'exact';
  return from !== first.from || reason === 'exact' ? 'decision' : reason;
}
