import { singletons } from './clusters.ts';
import { compareText } from './compare.ts';
import type { CountedText, TextGroup } from './grouping.ts';
import type { Steps } from './steps.ts';

/** A model's judgement of some texts: texts in one class are one answer, texts in different classes are not. */
export type Judgement = readonly JudgedClass[];
export type JudgedClass = {
  readonly keys: readonly string[];
  /** False if the merge of these texts is held back for a review or was dismissed: the texts stay apart. */
  readonly isMerged: boolean;
};

/** Whether two keys must stay different answers, even if a model judged them the same. */
export type MustDiffer = (a: string, b: string) => boolean;

/** The texts, a model's judgements of them, and the rule that overrides the model. */
export type Refining = {
  readonly counted: readonly CountedText[];
  readonly judgements: readonly Judgement[];
  readonly mustDiffer: MustDiffer;
};

/** `parts`: how many groups of text matching were merged into this group. */
export type RefinedGroup = TextGroup & { readonly parts: number };

/** Maximum number of texts in one request to a model; replies about more texts take too long. */
const MOST_TEXTS = 80;
/**
 * Only this many groups, the largest, are judged, because the number of pairs grows with the square of the number of
 * groups.
 */
const MOST_GROUPS = 400;

/** A merge of up to this many groups is plausible for any question, unless it merges all groups. */
const FEW_PARTS = 4;
/** A merge of more groups is plausible up to this share of all groups, and never beyond this number. */
const PLAUSIBLE_SHARE = 1 / 3;
const MANY_PARTS = 12;

/**
 * Merges two groups of text matching if a model judged a text of one the same as a text of the other, unless any two of
 * their texts must differ or were judged apart. Pairs of larger groups are tried first; the order of the judgements
 * does not matter. Members that come from a group that was merged into another get the reason 'model'.
 */
export function* refineInSteps(
  groups: readonly TextGroup[],
  { counted, judgements, mustDiffer }: Refining,
): Steps<RefinedGroup[]> {
  if (judgements.length === 0) return groups.map((group) => ({ ...group, parts: 1 }));
  const judged = yield* indexedInSteps(judgements);
  const clusters = singletons(groups.length, []);
  const keysOf = (cluster: number) =>
    clusters.members(cluster).flatMap((at) => groups[at]?.members.map(({ key }) => key) ?? []);
  for (const [a, b] of yield* joinedPairs(groups, judgements)) {
    const [one, other] = [clusters.of(a), clusters.of(b)];
    if (one === other) continue;
    const others = keysOf(other);
    let mayJoin = true;
    for (const key of keysOf(one)) {
      mayJoin = others.every((each) => !mustDiffer(key, each) && !isApart(judged, key, each));
      if (!mayJoin) break;
      yield;
    }
    if (mayJoin) clusters.merge(one, other);
  }
  const countOf = new Map(counted.map(({ key, count }) => [key, count]));
  const refined: { readonly group: RefinedGroup; readonly size: number }[] = [];
  for (const at of groups.keys()) {
    // This list is empty for a group that was merged into another cluster.
    const members = clusters.members(at).toSorted((a, b) => a - b);
    const [first, ...others] = members.flatMap((each) => groups[each] ?? []);
    if (first === undefined) continue;
    const group = { ...merged(first, others), parts: members.length };
    const size = group.members.reduce((sum, { key }) => sum + (countOf.get(key) ?? 0), 0);
    refined.push({ group, size });
    yield;
  }
  refined.sort(
    (a, b) => b.size - a.size || compareText(a.group.representative, b.group.representative),
  );
  return refined.map(({ group }) => group);
}

/**
 * Returns the representative texts of the groups that a model should judge together next, at most `MOST_TEXTS`: groups
 * with many unjudged pairs first, then larger groups. Empty if all pairs are judged.
 */
export function* nextToJudgeInSteps(
  groups: readonly TextGroup[],
  { judgements, mustDiffer }: Pick<Refining, 'judgements' | 'mustDiffer'>,
): Steps<string[]> {
  const judged = yield* indexedInSteps(judgements);
  const texts: Judgeable[] = groups.slice(0, MOST_GROUPS).map(({ representative, members }) => ({
    representative,
    judgements: members.reduce((bits, { key }) => bits | bitsOf(judged.get(key)), 0n),
  }));
  const isOpen = (a: Judgeable, b: Judgeable) =>
    (a.judgements & b.judgements) === 0n && !mustDiffer(a.representative, b.representative);
  let next: Judgeable | undefined;
  for (const [at, text] of texts.entries()) {
    for (const other of texts.slice(at + 1)) {
      if (isOpen(text, other)) next = text;
      if (next !== undefined) break;
      yield;
    }
    if (next !== undefined) break;
  }
  const chosen = new Set<Judgeable>();
  const openWith = new Map<Judgeable, number>();
  while (next !== undefined && chosen.size < MOST_TEXTS) {
    const added: Judgeable = next;
    chosen.add(added);
    next = undefined;
    let most = 0;
    for (const text of texts) {
      if (chosen.has(text)) continue;
      const open = (openWith.get(text) ?? 0) + (isOpen(added, text) ? 1 : 0);
      openWith.set(text, open);
      if (open > most) [next, most] = [text, open];
      yield;
    }
  }
  return [...chosen].map(({ representative }) => representative);
}

/** Whether a merge of `parts` of `all` groups is accepted without a person's review. */
export function isPlausible(parts: number, all: number): boolean {
  return (
    parts < all &&
    parts <= Math.max(FEW_PARTS, Math.min(MANY_PARTS, Math.floor(all * PLAUSIBLE_SHARE)))
  );
}

/** Translates a model's groups of ids into groups of texts; null unless every id is in exactly one group. */
export function readPartition(
  groups: readonly (readonly string[])[],
  ids: ReadonlyMap<string, string>,
): string[][] | null {
  const given = groups.flat();
  const isPartition =
    given.length === ids.size &&
    new Set(given).size === ids.size &&
    given.every((id) => ids.has(id)) &&
    groups.every(({ length }) => length > 0);
  return isPartition ? groups.map((group) => group.flatMap((id) => ids.get(id) ?? [])) : null;
}

/** A group's representative text, and the judgements that contain a text of the group, one bit per judgement. */
type Judgeable = { readonly representative: string; readonly judgements: bigint };

const bitsOf = (judged: ReadonlyMap<number, JudgedClass> = NOWHERE): bigint => {
  let bits = 0n;
  for (const at of judged.keys()) bits |= 1n << BigInt(at);
  return bits;
};

/** For every key, the class that it has in each judgement, by the position of the judgement. */
type Judged = ReadonlyMap<string, ReadonlyMap<number, JudgedClass>>;

function* indexedInSteps(judgements: readonly Judgement[]): Steps<Judged> {
  const judged = new Map<string, Map<number, JudgedClass>>();
  for (const [at, classes] of judgements.entries()) {
    for (const each of classes) {
      for (const key of each.keys) {
        const byRequest = judged.get(key) ?? new Map<number, JudgedClass>();
        judged.set(key, byRequest.set(at, each));
      }
    }
    yield;
  }
  return judged;
}

const NOWHERE: ReadonlyMap<number, JudgedClass> = new Map();

/** Whether any judgement put the two keys into different classes, or into one class whose merge is not accepted. */
function isApart(judged: Judged, a: string, b: string): boolean {
  const others = judged.get(b) ?? NOWHERE;
  for (const [at, each] of judged.get(a) ?? NOWHERE) {
    const other = others.get(at);
    if (other !== undefined && (other !== each || !each.isMerged)) return true;
  }
  return false;
}

/**
 * Returns each pair of groups in which a text of one was judged the same as a text of the other, as positions in
 * ascending order.
 */
function* joinedPairs(
  groups: readonly TextGroup[],
  judgements: readonly Judgement[],
): Steps<(readonly [number, number])[]> {
  const groupOf = new Map(groups.flatMap(({ members }, at) => members.map(({ key }) => [key, at])));
  const pairs = new Set<number>();
  for (const { keys, isMerged } of judgements.flat()) {
    // Skip classes that are not accepted: `isApart` would refuse each of their pairs anyway.
    if (!isMerged) continue;
    const positions = [...new Set(keys.flatMap((key) => groupOf.get(key) ?? []))].toSorted(
      (a, b) => a - b,
    );
    for (const [index, a] of positions.entries())
      for (const b of positions.slice(index + 1)) pairs.add(a * groups.length + b);
    yield;
  }
  const inOrder = Float64Array.from(pairs).sort();
  return Array.from(inOrder, (pair) => [Math.floor(pair / groups.length), pair % groups.length]);
}

const merged = (first: TextGroup, others: readonly TextGroup[]): TextGroup => ({
  representative: first.representative,
  members: [
    ...first.members,
    ...others.flatMap(({ members }) =>
      members.map(({ key }) => ({ key, reason: 'model' as const })),
    ),
  ],
});
