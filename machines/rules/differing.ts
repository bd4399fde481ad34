import type { MustDiffer } from './refine.ts';
import { shapeOf } from './shape.ts';

/** What decides of a key whether it may be the same answer as another. */
type Facts = {
  readonly isNegative: boolean;
  /** Numbers and signs that carry meaning ('o+', 'f#', '50%'). */
  readonly signs: string;
  readonly letters: string;
};

/**
 * Tells keys that text matching knows to be different: one is negated, both have numbers or signs and
 * they are not the same ('7' and '8', 'b6' and 'b12'), or nothing but a number or sign tells them apart
 * ('o+' and 'o'). A text with a number may still be one without ('7up' is a lemonade).
 */
export function differing(): MustDiffer {
  const known = new Map<string, Facts>();
  const factsOf = (key: string): Facts => {
    const found = known.get(key) ?? readFacts(key);
    known.set(key, found);
    return found;
  };
  return (a, b) => {
    const [one, other] = [factsOf(a), factsOf(b)];
    if (one.isNegative !== other.isNegative) return true;
    if (one.signs === other.signs) return false;
    return (one.signs !== '' && other.signs !== '') || one.letters === other.letters;
  };
}

function readFacts(key: string): Facts {
  const facts = shapeOf(key).facts.split(' ');
  return {
    isNegative: facts.includes('not'),
    // Not emoji: nobody knows what they are not.
    signs: facts.filter((fact) => /^[\p{Nd}\p{Sc}.:/%+#♭-]+$/u.test(fact)).join(' '),
    letters: key.replace(/[^\p{L}\p{M}]/gu, ''),
  };
}
