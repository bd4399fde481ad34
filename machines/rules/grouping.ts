import type { MatchReason } from '#machines/contract/entities.ts';
import { type IndexedTexts, indexTextsInSteps, MAX_CANDIDATES } from './candidates.ts';
import { type Clusters, singletons } from './clusters.ts';
import { type Misspelling, misspelling, sameForm } from './matching.ts';
import { compareText } from './ranking.ts';
import { type Shape, shapeOf } from './shape.ts';
import { inOneGo, type Steps } from './steps.ts';

/** A distinct key (`textKey`) of a game session, and how many gave it. */
export type CountedText = { readonly key: string; readonly count: number };

/** Texts taken for one answer. `reason` says why a text is with the representative. */
export type TextGroup = {
  readonly representative: string;
  readonly members: readonly { readonly key: string; readonly reason: MatchReason }[];
};

/** Groups made ready for `nearestGroup`. */
export type GroupIndex = {
  readonly groups: readonly TextGroup[];
  /** The group of every text, by position. */
  readonly groupOf: readonly number[];
  readonly groupOfForm: ReadonlyMap<string, number>;
  readonly texts: IndexedTexts;
};

/** The share of pairs of two groups that must fit before they become one: no chains. */
const LINKED_SHARE = 0.5;
/** A loner joins the nearest group of at least this size, if no second one is nearly as near. */
const MIN_HOST_SIZE = 3;
const LONER_MARGIN = 2;
/** With this count, and this share of the other's, a text is no slip but an answer of its own. */
const POPULAR_COUNT = 3;
const POPULAR_SHARE = 0.1;

/** A text that may be a misspelling of a given one. */
type Likeness = Misspelling & { readonly position: number };

/** Two texts of which one is surely near enough to be a misspelling of the other. */
type Link = Misspelling & { readonly a: number; readonly b: number };

/** A group with texts like a given one: the cost of the likest, and how many are surely like it. */
type Near = { readonly group: number; readonly cost: number; readonly links: number };

/**
 * Groups keys by form and spelling: every key is in exactly one group, whatever the order of the input.
 * The largest group comes first, and in each its representative. Cautious: on doubt two texts stay
 * apart (decisions §5).
 */
export function groupTexts(given: readonly CountedText[]): TextGroup[] {
  return inOneGo(groupTextsInSteps(given));
}

export function* groupTextsInSteps(given: readonly CountedText[]): Steps<TextGroup[]> {
  const countOf = new Map<string, number>();
  for (const { key, count } of given) countOf.set(key, (countOf.get(key) ?? 0) + count);
  const counted = Array.from(countOf, ([key, count]) => ({ key, count }));
  counted.sort((a, b) => compareText(a.key, b.key));
  const counts = counted.map(({ count }) => count);
  const texts = yield* indexTextsInSteps(counted.map(({ key }) => key));
  const alike = yield* likenesses(texts);
  const links = sureLinks(alike, counts);
  const clusters = singletons(counts.length, links);
  mergeForms(texts, clusters);
  yield;
  mergeMisspellings(links, counts, clusters);
  yield;
  mergeLoners(alike, counts, clusters);
  return yield* described(counted, texts, clusters, links);
}

/** Makes groups ready for the question which of them a new text would join. */
export const indexGroups = (groups: readonly TextGroup[]): GroupIndex =>
  inOneGo(indexGroupsInSteps(groups));

export function* indexGroupsInSteps(groups: readonly TextGroup[]): Steps<GroupIndex> {
  const members = groups.flatMap((group, at) => group.members.map(({ key }) => ({ key, at })));
  const texts = yield* indexTextsInSteps(members.map(({ key }) => key));
  const groupOf = members.map(({ at }) => at);
  const groupOfForm = new Map<string, number>();
  for (const [position, shape] of texts.shapes.entries()) {
    for (const form of formsOf(shape)) groupOfForm.set(form, groupOf[position] ?? -1);
  }
  return { groups, groupOf, groupOfForm, texts };
}

/** The group that a key would join, or null when it is an answer of its own. */
export function nearestGroup(key: string, index: GroupIndex): TextGroup | null {
  const { groups, groupOf, groupOfForm, texts } = index;
  const shape = shapeOf(key);
  const sizeOf = (group: number) => groups[group]?.members.length ?? 0;
  const near = nearGroups(likenessesOf(shape, texts), (position) => groupOf[position] ?? -1);
  const group =
    formsOf(shape)
      .map((form) => groupOfForm.get(form))
      .find((known) => known !== undefined) ??
    near.find((each) => isLinked(each.links, 1, sizeOf(each.group)))?.group ??
    hostOf(near, sizeOf);
  return group === null ? null : (groups[group] ?? null);
}

/** For every text those that may be misspellings of it, or it of them. */
function* likenesses(texts: IndexedTexts): Steps<Map<number, Likeness>[]> {
  const alike = texts.shapes.map(() => new Map<number, Likeness>());
  for (const [position, shape] of texts.shapes.entries()) {
    for (const likeness of likenessesOf(shape, texts, position)) {
      alike[position]?.set(likeness.position, likeness);
      alike[likeness.position]?.set(position, { ...likeness, position });
    }
    yield;
  }
  return alike;
}

/** The texts after a position that may be misspellings. */
function likenessesOf(shape: Shape, texts: IndexedTexts, after = -1): Likeness[] {
  return texts.candidates(shape).flatMap(({ position, shape: other }) => {
    const found = position > after ? misspelling(shape, other) : null;
    return found === null ? [] : [{ position, ...found }];
  });
}

/** The likenesses that a group may be built on, the surest and most given first. */
function sureLinks(alike: readonly Map<number, Likeness>[], counts: readonly number[]): Link[] {
  const countOf = ({ a, b }: Link) => (counts[a] ?? 0) + (counts[b] ?? 0);
  return alike
    .flatMap((others, a) =>
      Array.from(others.values(), ({ position: b, ...rest }) => ({ a, b, ...rest })),
    )
    .filter(({ a, b, isSure }) => isSure && a < b)
    .sort((x, y) => x.cost - y.cost || countOf(y) - countOf(x) || x.a - y.a || x.b - y.b);
}

/** Joins what is the same but for blanks, plurals, empty words and order. */
function mergeForms(texts: IndexedTexts, clusters: Clusters): void {
  const firstOf = new Map<string, number>();
  for (const [position, shape] of texts.shapes.entries()) {
    for (const form of formsOf(shape)) {
      const first = firstOf.get(form) ?? position;
      firstOf.set(form, first);
      clusters.merge(clusters.of(first), clusters.of(position));
    }
  }
}

/** Joins groups of which enough pairs are misspellings of each other, until nothing changes. */
function mergeMisspellings(
  links: readonly Link[],
  counts: readonly number[],
  clusters: Clusters,
): void {
  const sizeOf = (cluster: number) => clusters.members(cluster).length;
  let hasMerged = true;
  while (hasMerged) {
    hasMerged = false;
    for (const link of links) {
      const a = clusters.of(link.a);
      const b = clusters.of(link.b);
      const isOne =
        a !== b &&
        isLinked(clusters.linksBetween(a, b), sizeOf(a), sizeOf(b)) &&
        (link.isClose || !isRivalry(a, b, counts, clusters));
      if (isOne) clusters.merge(a, b);
      hasMerged ||= isOne;
    }
  }
}

/** Sends a text that is still alone to its clearly nearest group. */
function mergeLoners(
  alike: readonly Map<number, Likeness>[],
  counts: readonly number[],
  clusters: Clusters,
): void {
  const sizeOf = (cluster: number) => clusters.members(cluster).length;
  const joins = alike.flatMap((others, loner) => {
    if (sizeOf(clusters.of(loner)) > 1) return [];
    const host = hostOf(nearGroups([...others.values()], clusters.of), sizeOf);
    return host === null || isRivalry(host, loner, counts, clusters) ? [] : [{ host, loner }];
  });
  for (const { host, loner } of joins) clusters.merge(clusters.of(host), loner);
}

/** The groups of the texts alike, nearest first. */
function nearGroups(alike: readonly Likeness[], groupOf: (position: number) => number): Near[] {
  const near = new Map<number, Near>();
  for (const { position, cost, isSure } of alike) {
    const group = groupOf(position);
    const known = near.get(group) ?? { group, cost, links: 0 };
    const links = known.links + (isSure ? 1 : 0);
    near.set(group, { group, cost: Math.min(known.cost, cost), links });
  }
  return [...near.values()].sort(
    (a, b) => a.cost - b.cost || b.links - a.links || a.group - b.group,
  );
}

/** The group a loner belongs to, if one is large enough and clearly the nearest. */
function hostOf(near: readonly Near[], sizeOf: (group: number) => number): number | null {
  const [first, second] = near;
  if (first === undefined || sizeOf(first.group) < MIN_HOST_SIZE) return null;
  const isClear = second === undefined || second.cost - first.cost >= LONER_MARGIN;
  return isClear ? first.group : null;
}

/** Whether enough pairs of two groups fit; no text is compared with more than `MAX_CANDIDATES`. */
function isLinked(links: number, sizeA: number, sizeB: number): boolean {
  const pairs = Math.min(sizeA, MAX_CANDIDATES) * Math.min(sizeB, MAX_CANDIDATES);
  return links >= LINKED_SHARE * pairs;
}

/** Whether both groups are led by a popular text: two big answers are not merged on doubt. */
function isRivalry(a: number, b: number, counts: readonly number[], clusters: Clusters): boolean {
  const top = (cluster: number) =>
    Math.max(...clusters.members(cluster).map((position) => counts[position] ?? 0));
  const less = Math.min(top(a), top(b));
  return less >= Math.max(POPULAR_COUNT, Math.max(top(a), top(b)) * POPULAR_SHARE);
}

/** What texts of the same form have in common. */
function formsOf({ facts, compact, sorted }: Shape): [string, string] {
  return [`${facts}|${compact.text}`, `${facts}|${sorted}|`];
}

/** The clusters as groups. The most given text stands for a group, or else the likest to others. */
function* described(
  counted: readonly CountedText[],
  { shapes }: IndexedTexts,
  clusters: Clusters,
  links: readonly Link[],
): Steps<TextGroup[]> {
  const nearness = new Map<number, number>();
  for (const { a, b, cost } of links) {
    for (const end of [a, b]) nearness.set(end, (nearness.get(end) ?? 0) + 1 / (1 + cost));
  }
  const texts = counted.map(({ key, count }, position) => ({
    key,
    count,
    shape: shapes[position] ?? shapeOf(key),
    nearness: nearness.get(position) ?? 0,
  }));
  const roots = texts.flatMap((_, position) =>
    clusters.of(position) === position ? [position] : [],
  );
  const groups: (TextGroup & { readonly size: number })[] = [];
  for (const root of roots) {
    const members = clusters.members(root).flatMap((position) => texts[position] ?? []);
    members.sort(
      (a, b) => b.count - a.count || b.nearness - a.nearness || compareText(a.key, b.key),
    );
    const [first, ...others] = members;
    const size = members.reduce((sum, { count }) => sum + count, 0);
    if (first !== undefined) groups.push({ size, ...asGroup(first, others) });
    yield;
  }
  groups.sort((a, b) => b.size - a.size || compareText(a.representative, b.representative));
  return groups.map(({ representative, members }) => ({ representative, members }));
}

type Described = { readonly key: string; readonly shape: Shape };

function asGroup(first: Described, others: readonly Described[]): TextGroup {
  const members = others.map(({ key, shape }) => ({
    key,
    reason: sameForm(first.shape, shape) ?? 'spelling',
  }));
  return { representative: first.key, members: [{ key: first.key, reason: 'exact' }, ...members] };
}
