import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** A text takes some 50 µs, and the same names are shown again and again. */
const MOST_KEPT = 10_000;
const known = new Map<string, boolean>();

/**
 * Whether an English word list finds a text unfit for air, simple disguises included ('sh1t', 'f*ck', 'fuuuck'). It knows no
 * other language or script, no letters apart ('f u c k') and no insult without a rude word; and it takes some
 * innocent names for rude ones ('Dick Cheney'). So it only points: a person decides.
 */
export function isUnfit(text: string): boolean {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= MOST_KEPT) known.clear();
  const found = matcher.hasMatch(text);
  known.set(text, found);
  return found;
}
