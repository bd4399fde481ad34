import type { Clusters } from './clusters.ts';
import type { Meaning } from './knowledge/knowledge.ts';
import type { Steps } from './steps.ts';
import { type Misspelling, misspelling, type Shape } from './word-shapes.ts';

/** Maximum number of candidates that are compared letter by letter with one text. */
export const MAX_CANDIDATES = 48;

/** Maximum number of letter pairs of a text that are looked up, the rarest first. */
const MAX_PROBES = 12;

type Candidate = { readonly position: number; readonly shape: Shape };

/** The shapes of texts by position, with a search for similar texts. */
export type IndexedTexts = {
  readonly shapes: readonly Shape[];
  /** Texts that may be misspellings of the given shape, likeliest first; the text itself is among them. */
  readonly candidates: (shape: Shape) => Candidate[];
};

/**
 * Indexes texts by pairs of neighbouring letters, so that a text is only compared with few others: those that begin
 * with the same sound, have equal `facts` and share a pair.
 */
export function* indexShapesInSteps(shapes: readonly Shape[]): Steps<IndexedTexts> {
  const postings = new Map<string, number[]>();
  // `facts` can be long texts, so the index keys contain a number for each.
  const factsIds = new Map<string, number>();
  for (const [position, shape] of shapes.entries()) {
    const factsId = factsIds.get(shape.facts) ?? factsIds.size;
    factsIds.set(shape.facts, factsId);
    for (const pair of pairsOf(shape, factsId)) {
      const found = postings.get(pair);
      if (found === undefined) postings.set(pair, [position]);
      else found.push(position);
    }
    yield;
  }
  const shared = new Uint16Array(shapes.length);
  const candidates = (shape: Shape) => {
    const factsId = factsIds.get(shape.facts);
    if (factsId === undefined) return [];
    const lists = Array.from(pairsOf(shape, factsId), (pair) => postings.get(pair) ?? []);
    lists.sort((a, b) => a.length - b.length);
    const touched: number[] = [];
    for (const list of lists.slice(0, MAX_PROBES)) {
      for (const position of list) {
        const pairs = shared[position] ?? 0;
        if (pairs === 0) touched.push(position);
        shared[position] = pairs + 1;
      }
    }
    const byShared: number[][] = Array.from({ length: MAX_PROBES }, () => []);
    for (const position of touched) {
      byShared[MAX_PROBES - (shared[position] ?? 0)]?.push(position);
      shared[position] = 0;
    }
    const found: Candidate[] = [];
    for (const position of byShared.flat()) {
      const candidate = shapes[position];
      if (candidate !== undefined && isOfLength(candidate, shape))
        found.push({ position, shape: candidate });
      if (found.length === MAX_CANDIDATES) break;
    }
    return found;
  };
  return { shapes, candidates };
}

function pairsOf({ compact, isSpelled }: Shape, factsId: number): Set<string> {
  const pairs = new Set<string>();
  if (!isSpelled) return pairs;
  const prefix = `${factsId}|`;
  const { spelling } = compact;
  for (let at = 0; at + 1 < spelling.length; at += 1)
    pairs.add(prefix + spelling.slice(at, at + 2));
  return pairs;
}

/** Whether two spellings are similar in length; a misspelling is never much longer than the word. */
function isOfLength(candidate: Shape, { compact }: Shape): boolean {
  const [a, b] = [candidate.compact.spelling.length, compact.spelling.length];
  return Math.abs(a - b) <= 2 + Math.min(a, b) / 3;
}

/**
 * Two groups are merged only if this share of the pairs between them is linked, so that a chain of small slips does not
 * merge different words.
 */
const LINKED_SHARE = 0.5;
/**
 * A text on its own is merged with the nearest group of at least this size, unless a second group is nearly as near.
 */
const MIN_HOST_SIZE = 3;
const LONER_MARGIN = 2;
/**
 * A text with at least this count, and at least this share of the other text's count, is taken for an answer of its
 * own, not for a misspelling.
 */
const POPULAR_COUNT = 3;
const POPULAR_SHARE = 0.1;

/** A text that may be a misspelling of a given text, or the other way round. */
export type Likeness = Misspelling & { readonly position: number; readonly isKnown: boolean };

/** Two texts that are close enough to be spellings of the same words. */
export type SpellingLink = Misspelling & { readonly a: number; readonly b: number };

/** A group that contains texts similar to a given text. */
type Near = {
  readonly group: number;
  /** The lowest cost among the group's similar texts. */
  readonly cost: number;
  /** How many of the group's texts are close enough for any text (`Misspelling.isSure`). */
  readonly links: number;
  /** Whether one of those texts is a known word. */
  readonly isAnchored: boolean;
};

/** For every text, the other texts that may be misspellings of it, by position. */
export type Likenesses = readonly ReadonlyMap<number, Likeness>[];

export function* likenessesInSteps(texts: IndexedTexts): Steps<Likenesses> {
  const alike = texts.shapes.map(() => new Map<number, Likeness>());
  for (const [position, shape] of texts.shapes.entries()) {
    for (const likeness of likenessesOf(shape, texts, position)) {
      alike[position]?.set(likeness.position, likeness);
      alike[likeness.position]?.set(position, { ...likeness, position, isKnown: shape.isKnown });
    }
    yield;
  }
  return alike;
}

/** The texts after a position that may be misspellings of the given shape. */
export function likenessesOf(shape: Shape, texts: IndexedTexts, after = -1): Likeness[] {
  return texts.candidates(shape).flatMap(({ position, shape: other }) => {
    const found = position > after ? misspelling(shape, other) : null;
    return found === null ? [] : [{ position, isKnown: other.isKnown, ...found }];
  });
}

/**
 * Pairs of texts that are close enough to be spellings of the same words, sorted by lowest cost, then by highest
 * counts.
 */
export function sureLinks(alike: Likenesses, counts: readonly number[]): SpellingLink[] {
  const countOf = ({ a, b }: SpellingLink) => (counts[a] ?? 0) + (counts[b] ?? 0);
  return alike
    .flatMap((others, a) =>
      Array.from(others.values(), ({ position: b, ...rest }) => ({ a, b, ...rest })),
    )
    .filter(({ a, b, isSure }) => isSure && a < b)
    .sort((x, y) => x.cost - y.cost || countOf(y) - countOf(x) || x.a - y.a || x.b - y.b);
}

/** Merges every unknown spelling with the known word that is clearly nearest to it. */
export function* mergeUnknown(
  { shapes }: IndexedTexts,
  alike: Likenesses,
  counts: readonly number[],
  clusters: Clusters,
): Steps<void> {
  const merges: { host: number; position: number }[] = [];
  for (const [position, others] of alike.entries()) {
    yield;
    if (shapes[position]?.isKnown === true) continue;
    const near = nearGroups([...others.values()], clusters.of).filter(({ group }) =>
      clusters.members(group).some((member) => shapes[member]?.isKnown),
    );
    const host = anchorOf(near);
    if (host === null || host === clusters.of(position)) continue;
    const isClose = [...others.values()].some(
      (other) => other.isClose && clusters.of(other.position) === host,
    );
    if (isClose || !isRivalry(host, clusters.of(position), counts, clusters))
      merges.push({ host, position });
  }
  for (const { host, position } of merges) {
    clusters.merge(clusters.of(host), clusters.of(position), 'spelling');
  }
}

/** Merges groups if enough of the pairs between them are misspellings of each other, until nothing changes. */
export function* mergeMisspellings(
  senses: readonly (Meaning | null)[],
  links: readonly SpellingLink[],
  counts: readonly number[],
  clusters: Clusters,
): Steps<void> {
  const sizeOf = (cluster: number) => clusters.members(cluster).length;
  const meaningsIn = (cluster: number) =>
    clusters.members(cluster).flatMap((member) => senses[member]?.id ?? []);
  /** Whether both groups have known meanings, but none in common: 'trowel' and 'towel'. */
  const areOtherWords = (a: number, b: number): boolean => {
    const [own, others] = [meaningsIn(a), meaningsIn(b)];
    return own.length > 0 && others.length > 0 && !own.some((id) => others.includes(id));
  };
  let hasMerged = true;
  while (hasMerged) {
    hasMerged = false;
    for (const link of links) {
      const a = clusters.of(link.a);
      const b = clusters.of(link.b);
      const isOne =
        a !== b &&
        isLinked(clusters.linksBetween(a, b), sizeOf(a), sizeOf(b)) &&
        (link.isClose || !isRivalry(a, b, counts, clusters)) &&
        !areOtherWords(a, b) &&
        clusters.merge(a, b, 'spelling');
      hasMerged ||= isOne;
      yield;
    }
  }
}

/** Merges each text that is still alone with its clearly nearest group. */
export function* mergeLoners(
  { shapes }: IndexedTexts,
  alike: Likenesses,
  counts: readonly number[],
  clusters: Clusters,
): Steps<void> {
  const sizeOf = (cluster: number) => clusters.members(cluster).length;
  const merges: { host: number; loner: number }[] = [];
  for (const [loner, others] of alike.entries()) {
    yield;
    // A known word is right as it is: 'pasta' beside 'pad tai'.
    if (sizeOf(clusters.of(loner)) > 1 || shapes[loner]?.isKnown === true) continue;
    const host = hostOf(nearGroups([...others.values()], clusters.of), sizeOf);
    if (host !== null && !isRivalry(host, loner, counts, clusters)) merges.push({ host, loner });
  }
  for (const { host, loner } of merges) clusters.merge(clusters.of(host), loner, 'spelling');
}

/** Returns the group that a new text belongs to, given the texts that it may be a misspelling of, or null. */
export function groupOfLikenesses(
  alike: readonly Likeness[],
  isKnown: boolean,
  groupOf: (position: number) => number,
  sizeOf: (group: number) => number,
): number | null {
  const near = nearGroups(alike, groupOf);
  const anchor = isKnown ? null : anchorOf(near.filter(({ isAnchored }) => isAnchored));
  return (
    anchor ??
    near.find((each) => isLinked(each.links, 1, sizeOf(each.group)))?.group ??
    hostOf(near, sizeOf)
  );
}

/** The groups of the similar texts, nearest first. */
function nearGroups(alike: readonly Likeness[], groupOf: (position: number) => number): Near[] {
  const near = new Map<number, Near>();
  for (const { position, cost, isSure, isKnown } of alike) {
    const group = groupOf(position);
    const found = near.get(group) ?? { group, cost, links: 0, isAnchored: false };
    near.set(group, {
      group,
      cost: Math.min(found.cost, cost),
      links: found.links + (isSure ? 1 : 0),
      isAnchored: found.isAnchored || (isSure && isKnown),
    });
  }
  return [...near.values()].sort(
    (a, b) => a.cost - b.cost || b.links - a.links || a.group - b.group,
  );
}

/**
 * The nearest group if it contains a known word that is close enough for any text, and no other group is nearly as
 * near.
 */
function anchorOf(near: readonly Near[]): number | null {
  const first = clearlyNearest(near);
  return first?.isAnchored === true ? first.group : null;
}

/** The group that a text on its own belongs to: clearly the nearest, and large enough. */
function hostOf(near: readonly Near[], sizeOf: (group: number) => number): number | null {
  const first = clearlyNearest(near);
  return first !== null && sizeOf(first.group) >= MIN_HOST_SIZE ? first.group : null;
}

/** The nearest group, unless a second group is nearly as near. */
function clearlyNearest([first, second]: readonly Near[]): Near | null {
  if (first === undefined) return null;
  return second === undefined || second.cost - first.cost >= LONER_MARGIN ? first : null;
}

/**
 * Whether enough pairs between two groups are linked. The pairs are capped, as no text is compared with more than
 * `MAX_CANDIDATES`.
 */
function isLinked(links: number, sizeA: number, sizeB: number): boolean {
  const pairs = Math.min(sizeA, MAX_CANDIDATES) * Math.min(sizeB, MAX_CANDIDATES);
  return links >= LINKED_SHARE * pairs;
}

/** Whether both groups contain a popular text. If in doubt, two popular answers are not merged. */
export function isRivalry(
  a: number,
  b: number,
  counts: readonly number[],
  clusters: Clusters,
): boolean {
  const top = (cluster: number) =>
    Math.max(...clusters.members(cluster).map((position) => counts[position] ?? 0));
  const less = Math.min(top(a), top(b));
  return less >= Math.max(POPULAR_COUNT, Math.max(top(a), top(b)) * POPULAR_SHARE);
}
