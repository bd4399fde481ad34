import { compareText } from './compare.ts';
import {
  type Compare,
  comparedInSteps,
  LIKELIHOOD,
  likelihoodOf,
  type Features,
} from './features.ts';
import type { SuggestionSource } from './match-reason.ts';
import type { Steps } from './steps.ts';

/** A question for a person: are the groups of these two texts one answer? */
export type Suggestion = {
  readonly keys: readonly [string, string];
  readonly source: SuggestionSource;
  /** How many answers would get different points if the person says yes. */
  readonly points: number;
};

/** A merge of two groups that a model or a person proposes, and how likely they are the same answer, from 0 to 1. */
export type Proposal = {
  readonly source: SuggestionSource;
  readonly keys: readonly [string, string];
  readonly likelihood: number;
};

export type Suggesting = Compare & {
  /** Pairs of texts that a person called different answers. */
  readonly apart?: readonly (readonly [string, string])[];
  readonly proposals?: readonly Proposal[];
  /** The points of an answer in the largest group, the second largest, and so on; equal sizes share a rank. */
  readonly pointsByRank?: readonly number[];
};

/** Maximum number of suggestions, besides appeals; more would not be worth a person's time. */
const MOST_SUGGESTIONS = 40;
/** Five points for an answer in the largest group, one in the fifth largest. */
export const DEFAULT_POINTS = [5, 4, 3, 2, 1];
/** Pairs below this likelihood are suggested only if many points hang on them. */
const LEAST_LIKELIHOOD = 0.18;
/** Many points: at least this share of all answers is expected to get others. Pairs below the lower likelihood never do. */
const STAKE_SHARE = 0.05;
const LEAST_AT_STAKE = 0.05;
/**
 * Weight of the smaller group's size in the order of suggestions, so that groups too small for points also count a
 * little.
 */
const SIZE_SHARE = 0.05;

/**
 * Suggests pairs of groups to merge, ordered by likelihood times the number of answers whose points would change. A
 * pair that a person called different answers is suggested again only after an appeal.
 */
export function* suggestInSteps(given: Suggesting, model = LIKELIHOOD): Steps<Suggestion[]> {
  const { apart = [], proposals = [], pointsByRank = DEFAULT_POINTS } = given;
  const { groups, groupOf, pairs } = yield* comparedInSteps(given);
  const stakes = stakesOf(
    groups.map(({ size }) => size),
    pointsByRank,
  );
  const total = groups.reduce((sum, { size }) => sum + size, 0);
  const different = new Set(
    apart.map(([a, b]) => pairOf(groupOf.get(a) ?? -1, groupOf.get(b) ?? -1)),
  );
  const appealed = new Set(
    proposals.flatMap(({ keys: [a, b], source }) =>
      source === 'appeal' ? pairOf(groupOf.get(a) ?? -1, groupOf.get(b) ?? -1) : [],
    ),
  );
  const merges = new Map<string, Weighed>();
  const offer = (a: number, b: number, likelihood: number, source: SuggestionSource): void => {
    // Most pairs are unlikely, so skip them before the more expensive checks.
    if (likelihood < LEAST_AT_STAKE) return;
    const pair = pairOf(a, b);
    const [one, other] = [groups[Math.min(a, b)], groups[Math.max(a, b)]];
    if (one === undefined || other === undefined || one === other) return;
    if (different.has(pair) && !appealed.has(pair)) return;
    if (likelihood < (merges.get(pair)?.likelihood ?? 0)) return;
    const points = stakes(one.size, other.size);
    if (likelihood < LEAST_LIKELIHOOD && likelihood * points < STAKE_SHARE * total) return;
    const keys = [one.key, other.key] as const;
    merges.set(pair, {
      likelihood,
      worth: likelihood * (points + SIZE_SHARE * Math.min(one.size, other.size)),
      suggestion: { keys, source, points },
    });
  };
  for (const { keys, likelihood, source } of proposals)
    offer(groupOf.get(keys[0]) ?? -1, groupOf.get(keys[1]) ?? -1, likelihood, source);
  for (const [at, { a, b, features }] of pairs.entries()) {
    offer(a, b, likelihoodOf(features, model), sourceOf(features));
    if (at % A_STEP === 0) yield;
  }
  const best: Weighed[] = [];
  let at = 0;
  for (const merge of merges.values()) {
    at += 1;
    if (at % A_STEP === 0) yield;
    const last = best[MOST_SUGGESTIONS - 1];
    if (last !== undefined && compareWorth(last, merge) <= 0) continue;
    const index = best.findIndex((other) => compareWorth(merge, other) < 0);
    best.splice(index < 0 ? best.length : index, 0, merge);
    best.length = Math.min(best.length, MOST_SUGGESTIONS);
  }
  const waiting = [...appealed].flatMap((pair) => merges.get(pair) ?? []);
  const all = [...new Set([...best, ...waiting])].toSorted(compareWorth);
  return all.map(({ suggestion }) => suggestion);
}

/** Number of pairs that are handled in one step. */
const A_STEP = 50;

/** Orders suggestions by `worth`, highest first, then by their texts. */
const compareWorth = (a: Weighed, b: Weighed): number =>
  b.worth - a.worth || compareText(a.suggestion.keys.join(' '), b.suggestion.keys.join(' '));

/**
 * A suggestion with its `worth`: likelihood times the number of affected answers, plus a little for the groups' sizes.
 */
type Weighed = {
  readonly likelihood: number;
  readonly worth: number;
  readonly suggestion: Suggestion;
};

const pairOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

const sourceOf = (features: Features): SuggestionSource => {
  if (features.sameMeaning > 0) return 'meaning';
  return features.words > features.letters ? 'words' : 'spelling';
};

/** Returns a function that counts the answers whose points change if two groups of the given sizes are merged. */
function stakesOf(
  sizes: readonly number[],
  pointsByRank: readonly number[],
): (a: number, b: number) => number {
  const groupsOf = new Map<number, number>();
  for (const size of sizes) groupsOf.set(size, (groupsOf.get(size) ?? 0) + 1);
  const inOrder = [...groupsOf.keys()].filter((size) => size > 0).toSorted((a, b) => b - a);
  const pointsOf = (sizesInOrder: readonly number[]): ReadonlyMap<number, number> =>
    new Map(
      pointsByRank
        .slice(0, sizesInOrder.length)
        .map((points, rank) => [sizesInOrder[rank] ?? 0, points]),
    );
  const before = pointsOf(inOrder);
  return (a, b) => {
    const together = a + b;
    const left = (size: number): number =>
      (groupsOf.get(size) ?? 0) - Number(size === a) - Number(size === b);
    // A merge removes at most two of the sizes, so smaller sizes than these cannot get points.
    const leading = inOrder.slice(0, pointsByRank.length + 2).filter((size) => left(size) > 0);
    const after = pointsOf([...new Set([together, ...leading])].toSorted((x, y) => y - x));
    const isMoved = (size: number, to: number): boolean =>
      (before.get(size) ?? 0) !== (after.get(to) ?? 0);
    const others = leading.reduce(
      (sum, size) => sum + (isMoved(size, size) ? left(size) * size : 0),
      0,
    );
    return others + [a, b].reduce((sum, size) => sum + (isMoved(size, together) ? size : 0), 0);
  };
}
