import { describe, expect, it } from 'vitest';
import { leastCost, lettersOf, spellingCost } from '../src/word-shapes.ts';

describe('spellingCost', () => {
  it.each([
    ['equal', 'planet', 'planet', 0],
    ['a doubled letter', 'planet', 'plannet', 1],
    ['a vowel left out', 'planet', 'plant', 2],
    ['an h left out', 'rhythm', 'rythm', 2],
    ['neighbours swapped', 'planet', 'palnet', 2],
    ['a consonant of the same sound', 'basic', 'basik', 2],
    ['another vowel', 'planet', 'plonet', 3],
    ['a consonant left out', 'planet', 'panet', 3],
    ['another consonant', 'planet', 'pladet', 5],
    ['several', 'planet', 'plannot', 4],
    ['to nothing', 'pea', '', 7],
    ['Cyrillic vowels', 'молоко', 'малоко', 3],
    ['Greek vowels', 'μηλο', 'μιλο', 3],
    ['a Greek consonant', 'μηλο', 'μηδο', 5],
    ['a vowel for a consonant', 'planet', 'plaset', 5],
    ['nothing', '', '', 0],
    ['both of a doubled letter left out', 'happy', 'hay', 2],
    ['letters left out at the start', 'strip', 'rip', 6],
    ['letters left out at the end', 'hound', 'hou', 6],
    ['a swap and a letter more', 'planet', 'palneet', 3],
    ['a letter three times', 'planet', 'plannnet', 2],
    ['longer by a word', 'pla', 'planet', 8],
  ])('%s', (_, a, b, cost) => {
    expect([spellingCost(a, b, 20), spellingCost(b, a, 20)]).toEqual([cost, cost]);
  });

  it.each([
    ['c k q g x', 'ck cq cg cx kq kg kx qg qx gx'],
    ['s z c x', 'sz sc sx zc zx cx'],
    ['d t', 'dt'],
    ['b p v', 'bp bv pv'],
    ['m n', 'mn'],
    ['v f w', 'vf vw fw'],
    ['j g', 'jg'],
    ['i j y', 'ij jy'],
  ])('takes letters of one sound for alike: %s', (_, pairs) => {
    const costs = pairs.split(' ').map(([a, b]) => spellingCost(`o${a}o`, `o${b}o`, 20));
    expect(new Set(costs)).toEqual(new Set([2]));
  });

  it.each(['sd', 'tn', 'nl', 'bd', 'gs', 'wb', 'fb', 'jk', 'kz'])(
    'takes only these for alike: %s',
    (pair) => {
      const [a, b] = pair;
      expect(spellingCost(`o${a}o`, `o${b}o`, 20)).toBe(5);
    },
  );

  it('reaches back over a swap that begins beyond what is asked for', () => {
    expect(spellingCost('dr', 'rd', 2)).toBe(2);
    expect(spellingCost('drum', 'rdum', 2)).toBe(2);
  });

  it('is infinite beyond what is asked for', () => {
    expect(spellingCost('planet', 'plane', 2)).toBe(Infinity);
    expect(spellingCost('plane', 'planet', 2)).toBe(Infinity);
    expect([5, 4].map((max) => spellingCost('planet', 'pladet', max))).toEqual([5, Infinity]);
    expect(spellingCost('a'.repeat(65), 'a'.repeat(65), 10)).toBe(Infinity);
    expect(spellingCost('a'.repeat(65), 'a'.repeat(64), 10)).toBe(Infinity);
    expect(spellingCost('ab'.repeat(32), 'ab'.repeat(32), 10)).toBe(0);
  });
});

describe('leastCost', () => {
  it.each([
    ['the same letters', 'planet', 'planet', 0],
    ['the same letters in another order', 'planet', 'tenalp', 0],
    ['a letter twice', 'planet', 'plannet', 0],
    ['a letter more', 'plant', 'planet', 1],
    ['another letter', 'planet', 'plonet', 2],
    ['all other letters', 'fog', 'pun', 6],
    ['everything', '', 'fog', 3],
  ])('counts the letters that only one has: %s', (_, a, b, least) => {
    expect([leastCost(lettersOf(a), lettersOf(b)), leastCost(lettersOf(b), lettersOf(a))]).toEqual([
      least,
      least,
    ]);
  });
});
