import { describe, expect, it } from 'vitest';
import { leastCost, lettersOf, spellingCost } from '../src/word-shapes.ts';

import * as fc from 'fast-check';

describe('any spellingCost', () => {
  const word = fc.string({ unit: fc.constantFrom(...'aeckshtn'.split('')), maxLength: 8 });

  it('agrees with trying every edit', () => {
    fc.assert(
      fc.property(word, word, fc.nat(12), (a, b, max) => {
        const least = cheapest(a, b);
        expect(spellingCost(a, b, max)).toBe(least > max ? Infinity : least);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never below the bound by letters', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const least = leastCost(lettersOf(a), lettersOf(b));
        expect(least).toBeLessThanOrEqual(spellingCost(a, b, 100));
      }),
    );
  });
});

/** The costs calculated independently, by recursion over the ends of both words. */
function cheapest(a: string, b: string): number {
  const known = new Map<string, number>();
  const cost = (i: number, j: number): number => {
    if (i === 0 && j === 0) return 0;
    const least = known.get(`${i} ${j}`) ?? Math.min(...options(i, j));
    known.set(`${i} ${j}`, least);
    return least;
  };
  const options = (i: number, j: number): number[] => {
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    return [
      ...(i > 0 ? [cost(i - 1, j) + gapCost(a, i - 1)] : []),
      ...(j > 0 ? [cost(i, j - 1) + gapCost(b, j - 1)] : []),
      ...(i > 0 && j > 0
        ? [cost(i - 1, j - 1) + replaceCost(a.charAt(i - 1), b.charAt(j - 1))]
        : []),
      ...(isSwap ? [cost(i - 2, j - 2) + 2] : []),
    ];
  };
  return cost(a.length, b.length);
}

function gapCost(word: string, at: number): number {
  if (word[at] === word[at - 1] || word[at] === word[at + 1]) return 1;
  return 'aeh'.includes(word.charAt(at)) ? 2 : 3;
}

function replaceCost(x: string, y: string): number {
  if (x === y) return 0;
  if ('ae'.includes(x) && 'ae'.includes(y)) return 3;
  const isOneOf = (pairs: readonly string[]) =>
    pairs.some((pair) => pair.includes(x) && pair.includes(y));
  if (isOneOf(['ck', 'cs'])) return 2;
  return isOneOf(['as', 'es', 'hn']) ? 3 : 5;
}
