import type { Clusters } from './clusters.ts';
import { comparedInSteps, LIKELIHOOD, likelihoodOf, type Features } from './features.ts';
import type { CountedText, TextGroup } from './grouping.ts';
import { NO_KNOWLEDGE } from './knowledge/knowledge.ts';
import { rulesOf } from './languages/rules.ts';
import type { TextContext } from './readings.ts';
import { isRivalry } from './spelling.ts';
import type { Steps } from './steps.ts';

/**
 * Groups that are one answer with at least this likelihood are merged. Of such pairs with an unknown word six of seven are
 * one answer in questions on which the likelihood was not fitted.
 */
const LEAST_LIKELIHOOD = 0.52;

/**
 * Only pairs with an unknown word, which probably is a slip: whether one of two phrases of known words only says more is
 * left to a person.
 */
const isSlip = ({ known, wordsWithin, otherFigures, denied }: Features): boolean =>
  known === 0 && wordsWithin === 0 && otherFigures === 0 && denied === 0;

/** Merges each group with the likeliest other one, if it is likely enough and one of both is rare. */
export function* mergeLikely(
  counted: readonly CountedText[],
  about: TextContext,
  clusters: Clusters,
): Steps<void> {
  const { areApart, knowsWords } = rulesOf(about.language);
  // Without a dictionary every word is unknown, also those that are right.
  if (!knowsWords || about.knowledge === NO_KNOWLEDGE) return;
  const roots = counted.flatMap((_, at) => (clusters.of(at) === at ? [at] : []));
  const groups: TextGroup[] = [];
  for (const root of roots) {
    groups.push(groupOf(clusters.members(root), counted));
    yield;
  }
  const compared = yield* comparedInSteps({ groups, counted, ...about });
  const likely: { from: number; to: number; likelihood: number }[] = [];
  const keyOf = (group: number) => groups[group]?.representative ?? '';
  for (const { a, b, features } of compared.pairs) {
    if (!isSlip(features) || areApart(keyOf(a), keyOf(b))) continue;
    const likelihood = likelihoodOf(features, LIKELIHOOD);
    yield;
    if (likelihood < LEAST_LIKELIHOOD) continue;
    const isLess = (compared.groups[a]?.size ?? 0) <= (compared.groups[b]?.size ?? 0);
    likely.push(isLess ? { from: a, to: b, likelihood } : { from: b, to: a, likelihood });
  }
  likely.sort((x, y) => y.likelihood - x.likelihood || x.from - y.from || x.to - y.to);
  const counts = counted.map(({ count }) => count);
  const merged = new Set<number>();
  for (const { from, to } of likely) {
    if (merged.has(from)) continue;
    merged.add(from);
    const [rare, host] = [clusters.of(roots[from] ?? 0), clusters.of(roots[to] ?? 0)];
    if (!isRivalry(rare, host, counts, clusters)) clusters.merge(rare, host, 'spelling');
  }
}

/** A group with its most frequent text first. */
function groupOf(members: readonly number[], counted: readonly CountedText[]): TextGroup {
  const countOf = (position: number) => counted[position]?.count ?? 0;
  const keys = members
    .toSorted((a, b) => countOf(b) - countOf(a) || a - b)
    .map((position) => counted[position]?.key ?? '');
  return {
    representative: keys[0] ?? '',
    members: keys.map((key) => ({ key, reason: 'exact' })),
  };
}
