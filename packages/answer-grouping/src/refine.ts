import { singletons } from './clusters.ts';
import { compareText } from './compare.ts';
import type { CountedText, TextGroup } from './grouping.ts';
import type { Steps } from './steps.ts';

/** A model's judgement of some texts: texts in one class are one answer, texts in different classes are not. */
export type Judgement = readonly JudgedClass[];
export type JudgedClass = {
  readonly keys: readonly string[];
  /** False: the join is held back or dismissed, and the texts stay apart. */
  readonly isJoined: boolean;
};

/** Whether two keys are different answers, regardless of a model. */
export type MustDiffer = (a: string, b: string) => boolean;

/** What a model may add to the groups of text matching. */
export type Refining = {
  readonly counted: readonly CountedText[];
  readonly judgements: readonly Judgement[];
  readonly mustDiffer: MustDiffer;
};

/** `parts`: the number of matching groups it consists of. */
export type RefinedGroup = TextGroup & { readonly parts: number };

/** Most texts in one request; replies about more take too long. */
const MOST_TEXTS = 80;
/** Only the largest groups are judged, as pairs grow with the square. */
const MOST_GROUPS = 400;

/** A join of this many groups is plausible in any round, unless it joins all groups. */
const FEW_PARTS = 4;
/** More groups are plausible up to a share of all and up to a number. */
const PLAUSIBLE_SHARE = 1 / 3;
const MANY_PARTS = 12;

/**
 * Joins groups of text matching if a model judged two of their texts the same, unless a text of one must differ from, or was
 * judged apart from, a text of the other. Larger groups come first; the order of the judgements does not matter. Members of
 * other groups than the representative's get the reason 'model'.
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
    // Empty for a group that was merged into another cluster.
    const members = clusters.members(at).toSorted((a, b) => a - b);
    const [first, ...others] = members.flatMap((each) => groups[each] ?? []);
    if (first === undefined) continue;
    const group = { ...joined(first, others), parts: members.length };
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
 * The representatives of the groups to be judged together next, at most `MOST_TEXTS`: those with most unjudged pairs, larger
 * groups first. Empty if all are judged.
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

/** Whether a join of `parts` of `all` groups may stand without a review. */
export function isPlausible(parts: number, all: number): boolean {
  return (
    parts < all &&
    parts <= Math.max(FEW_PARTS, Math.min(MANY_PARTS, Math.floor(all * PLAUSIBLE_SHARE)))
  );
}

/** Translates groups of ids; null unless they are a partition of all ids. */
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

/** A text with the judgements that its group was in, as bits. */
type Judgeable = { readonly representative: string; readonly judgements: bigint };

const bitsOf = (judged: ReadonlyMap<number, JudgedClass> = NOWHERE): bigint => {
  let bits = 0n;
  for (const at of judged.keys()) bits |= 1n << BigInt(at);
  return bits;
};

/** By key the judgements that it was in, by position, and its class in each. */
type Judged = ReadonlyMap<string, ReadonlyMap<number, JudgedClass>>;

function* indexedInSteps(judgements: readonly Judgement[]): Steps<Judged> {
  const judged = new Map<string, Map<number, JudgedClass>>();
  for (const [at, classes] of judgements.entries()) {
    for (const each of classes) {
      for (const key of each.keys) {
        const places = judged.get(key) ?? new Map<number, JudgedClass>();
        judged.set(key, places.set(at, each));
      }
    }
    yield;
  }
  return judged;
}

const NOWHERE: ReadonlyMap<number, JudgedClass> = new Map();

/** Whether any judgement put the two into different classes, or into a class that is not joined. */
function isApart(judged: Judged, a: string, b: string): boolean {
  const others = judged.get(b) ?? NOWHERE;
  for (const [at, each] of judged.get(a) ?? NOWHERE) {
    const other = others.get(at);
    if (other !== undefined && (other !== each || !each.isJoined)) return true;
  }
  return false;
}

/** The positions of groups with two texts judged the same, each pair once, in order. */
function* joinedPairs(
  groups: readonly TextGroup[],
  judgements: readonly Judgement[],
): Steps<(readonly [number, number])[]> {
  const groupOf = new Map(groups.flatMap(({ members }, at) => members.map(({ key }) => [key, at])));
  const pairs = new Set<number>();
  for (const { keys, isJoined } of judgements.flat()) {
    // Held back ones would be refused pair by pair.
    if (!isJoined) continue;
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

const joined = (first: TextGroup, others: readonly TextGroup[]): TextGroup => ({
  representative: first.representative,
  members: [
    ...first.members,
    ...others.flatMap(({ members }) =>
      members.map(({ key }) => ({ key, reason: 'model' as const })),
    ),
  ],
});
