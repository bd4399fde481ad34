import { describe, expect, it } from 'vitest';
import { type Clusters, singletons } from '../src/clusters.ts';
import {
  groupOfLikenesses,
  indexShapesInSteps,
  type Likeness,
  type Likenesses,
  likenessesInSteps,
  likenessesOf,
  mergeLoners,
  mergeMisspellings,
  mergeUnknown,
  sureLinks,
} from '../src/spelling.ts';
import { runSteps } from '../src/steps.ts';
import { shapeOf } from '../src/word-shapes.ts';
import { rows } from './rows.ts';

/*
 * Notation of these tests: '0-1:3 0-2:1!' are pairs of positions with their cost; '!' means close, '?' means only for a
 * text without other matches. '012 34' are groups of positions.
 */
const wordsOf = (list: string): string[] => list.split(' ').filter((word) => word !== '');
const groupsOf = (list: string): number[][] =>
  wordsOf(list).map((group) => Array.from(group, Number));
const numbersOf = (list: string): number[] => wordsOf(list).map(Number);

interface Pair extends Pick<Likeness, 'cost' | 'isSure' | 'isClose'> {
  readonly a: number;
  readonly b: number;
}
const pairsOf = (list: string): Pair[] =>
  wordsOf(list).map((pair) => {
    const [, a, b, cost, mark] = /^(\d)-(\d):(\d+)([!?]?)$/.exec(pair) ?? expect.fail(pair);
    return {
      a: Number(a),
      b: Number(b),
      cost: Number(cost),
      isSure: mark !== '?',
      isClose: mark === '!',
    };
  });

function alikeOf(list: string, size: number, known: readonly number[] = []): Likenesses {
  const alike = Array.from({ length: size }, () => new Map<number, Likeness>());
  for (const { a, b, ...near } of pairsOf(list)) {
    alike[a]?.set(b, { ...near, position: b, isKnown: known.includes(b) });
    alike[b]?.set(a, { ...near, position: a, isKnown: known.includes(a) });
  }
  return alike;
}

/** Clusters with some positions merged already. */
function clustersOf(size: number, together: string, pairs = ''): Clusters {
  const clusters = singletons(
    size,
    pairsOf(pairs).filter(({ isSure }) => isSure),
  );
  for (const [first = 0, ...others] of groupsOf(together))
    for (const other of others) clusters.merge(clusters.of(first), other, 'meaning');
  return clusters;
}

/** The clusters with more than one position, in that notation. */
const shown = (clusters: Clusters, size: number): string =>
  Array.from({ length: size }, (_, at) => at)
    .filter((at) => clusters.of(at) === at && clusters.members(at).length > 1)
    .map((at) =>
      clusters
        .members(at)
        .toSorted((a, b) => a - b)
        .join(''),
    )
    .toSorted()
    .join(' ');

const ones = (size: number) => Array.from({ length: size }, () => 1);
const shapesOf = (keys: readonly string[], right: readonly string[] = []) =>
  keys.map((key) => shapeOf(key, '', [key], (word) => right.includes(word)));

describe('similar texts', () => {
  const shapes = shapesOf(['planet', 'plannet', 'rome', 'plonet'], ['planet', 'rome']);
  const texts = runSteps(indexShapesInSteps(shapes));

  it('are found for every text, in both directions', () => {
    const found = runSteps(likenessesInSteps(texts)).map((others) =>
      [...others.values()].map(({ position, cost, isSure, isClose, isKnown }) =>
        [
          position,
          cost,
          ...(isSure ? ['sure'] : []),
          ...(isClose ? ['close'] : []),
          ...(isKnown ? ['known'] : []),
        ].join(' '),
      ),
    );
    expect(found).toEqual([
      ['1 1 sure close', '3 3 sure close'],
      ['0 1 sure close known', '3 4 sure'],
      [],
      ['0 3 sure close known', '1 4 sure'],
    ]);
  });

  it.each([
    [undefined, [0, 1, 3]],
    [0, [1, 3]],
    [3, []],
  ])('of a text may be requested after position %s', (after, positions) => {
    const [planet = expect.fail()] = shapes;
    const found = likenessesOf(planet, texts, after).map(({ position }) => position);
    expect(found.toSorted((a, b) => a - b)).toEqual(positions);
  });
});

it.each(
  rows(`
    1 1 1 5 = 0-1:3 1-2:1 2-3:1 0-3:2? 0-2:2! = 23 12 02 01
    1 1 1 1 = 1-3:1 1-2:1 0-2:1 2-3:1 0-1:1 = 01 02 12 13 23
    1 5 1 1 = 0-3:1 1-2:1 = 12 03
    1 1 1 5 = 0-3:1 1-2:1 = 03 12
  `),
)(
  'builds groups on certain links, the nearest and then the most frequent first: %s, %s',
  (counts, pairs, links) => {
    const found = sureLinks(alikeOf(pairs, 4), numbersOf(counts));
    expect(found.map(({ a, b }) => `${a}${b}`).join(' ')).toBe(links);
  },
);

describe('an unknown spelling', () => {
  it.each(
    rows(`
      merges a known word = 1 = 0-1:3 =  =  = 01
      merges no unknown one =  = 0-1:3 =  =  =
      merges none that is not surely near = 1 = 0-1:3? =  =  =
      merges the nearer of two = 1 2 = 0-2:1 0-1:3 =  =  = 02
      merges none of two that are nearly as near = 1 2 = 0-2:2 0-1:3 =  =  =
      merges a known word though others are nearer = 2 = 0-1:1 0-2:3 =  =  = 02
      is no known word itself = 0 1 = 0-1:2 =  =  =
      merges a group that holds a known word = 1 = 0-1:3 = 12 =  = 012
      merges what few have given = 1 = 0-1:3 =  = 2 20 = 01
      is an answer of its own when many have given both = 1 = 0-1:3 =  = 3 20 =
      merges a known word that few have given = 1 = 0-1:3 =  = 20 2 = 01
      is an answer of its own when many have given it = 1 = 0-1:3 =  = 20 3 =
      is merged, however many have given both, when it is close = 1 = 0-1:3! =  = 20 20 = 01
      is a slip beside what far more have given = 1 = 0-1:3 =  = 4 41 = 01
      is an answer of its own beside ten times as many = 1 = 0-1:3 =  = 4 40 =
      is let in if it is close to one text there = 1 = 0-1:3! 0-2:4 = 12 = 20 20 1 = 012
      is not let in because it is close to something else = 1 = 0-1:3 0-2:1! =  = 20 20 1 =
    `),
  )('%s', (_, right, pairs, together, given, groups) => {
    const known = numbersOf(right ?? '');
    const counts = given === '' ? ones(4) : numbersOf(given ?? '');
    const shapes = counts.map((__, at) =>
      shapeOf(`word${at}`, '', ['word'], () => known.includes(at)),
    );
    const clusters = clustersOf(counts.length, together ?? '');
    runSteps(
      mergeUnknown(
        { shapes, candidates: () => [] },
        alikeOf(pairs ?? '', counts.length, known),
        counts,
        clusters,
      ),
    );
    expect(shown(clusters, counts.length)).toBe(groups ?? '');
  });
});

describe('groups of misspellings', () => {
  it.each(
    rows(`
      two that are alike = 0-1:3 =  =  = 01
      not two of which one is only like no other = 0-1:3? =  =  =
      one like half of a group = 0-2:3 = 01 =  = 012
      not one like a third of a group = 0-3:3 = 012 =  = 012
      two groups of which half of the pairs are alike = 0-2:3 1-3:3 = 01 23 =  = 0123
      not two of which a quarter is = 0-2:3 = 01 23 =  = 01 23
      two of which few have given one = 0-1:3 =  = 2 20 = 01
      not two that many have given = 0-1:3 =  = 3 20 =
      two close ones that many have given = 0-1:3! =  = 20 20 = 01
      looked at again when others have grown = 0-2:1! 0-1:2 1-2:3 1-3:3 = 234 = 20 20 1 1 1 = 01234
    `),
  )('are %s', (_, pairs = '', together = '', given = '', groups = '') => {
    const counts = given === '' ? ones(4) : numbersOf(given);
    const clusters = clustersOf(counts.length, together, pairs);
    const links = sureLinks(alikeOf(pairs, counts.length), counts);
    runSteps(mergeMisspellings([], links, counts, clusters));
    expect(shown(clusters, counts.length)).toBe(groups);
  });
});

it.each(
  rows(`
    merges a group of three = 0-1:5? = 123 =  = 0123
    merges no group of two = 0-1:5? = 12 =  = 12
    merges the nearer of two groups = 0-1:5? 0-4:3? = 123 456 =  = 0456 123
    merges neither when one is nearly as near = 0-1:4? 0-4:3? = 123 456 =  = 123 456
    merges none when a text is nearly as near = 0-1:4? 0-7:5? = 123 =  = 123
    merges none when it is in one = 4-1:3? = 123 45 =  = 123 45
    merges when few have given it = 0-1:5? = 123 = 2 20 1 1 1 = 0123
    stays alone when many have given it and the group = 0-1:5? = 123 = 3 20 1 1 1 = 123
  `),
)('a text without similar ones %s', (_, pairs = '', together = '', given = '', groups = '') => {
  const counts = given === '' ? ones(8) : numbersOf(given);
  const clusters = clustersOf(counts.length, together);
  const keys = counts.map((__, at) => `text${'abcdefgh'.charAt(at)}`);
  const texts = runSteps(indexShapesInSteps(shapesOf(keys)));
  runSteps(mergeLoners(texts, alikeOf(pairs, counts.length), counts, clusters));
  expect(shown(clusters, counts.length)).toBe(groups);
});

it('a known word without similar ones stays alone', () => {
  const clusters = clustersOf(4, '123');
  const texts = runSteps(indexShapesInSteps(shapesOf(['pasta', 'padtai', 'padthai'], ['pasta'])));
  runSteps(mergeLoners(texts, alikeOf('0-1:5?', 4), ones(4), clusters));
  expect(shown(clusters, 4)).toBe('123');
});

/** '0:3' is a text of group 0 at a cost of 3: '?' not certainly near, '*' known. */
const groupOf = (likes: string, sizes: string, isKnown = false) => {
  const all = wordsOf(likes).map(
    (like) => /^(\d):(\d)([?]?)([*]?)$/.exec(like) ?? expect.fail(like),
  );
  return groupOfLikenesses(
    all.map(([, , cost, doubt, known], position) => {
      return {
        position,
        cost: Number(cost),
        isSure: doubt === '',
        isClose: false,
        isKnown: known === '*',
      };
    }),
    isKnown,
    (position) => Number(all[position]?.[1]),
    (group) => numbersOf(sizes)[group] ?? 0,
  );
};

describe('the group of a new text', () => {
  it.each(
    rows(`
      none where nothing is like it =  = 1 = null
      a text that is surely near = 0:3 = 1 = 0
      no text that is only like it = 0:3? = 1 = null
      a group of which half is near = 0:3 = 2 = 0
      no group of which a fifth is near, when there is another = 0:3 1:4? = 5 5 = null
      the only large group that is like it = 0:3? = 3 = 0
      the nearer of two = 0:3 1:2 = 1 1 = 1
      the one with more that are near = 0:2 1:2 1:2 = 1 1 = 1
      the first of equals = 1:2 0:2 = 1 1 = 0
      the one with the nearest text = 0:5 0:1 1:3 = 2 1 = 0
      the second nearest when the nearest is not near enough = 0:2 1:3 = 5 1 = 1
      a known word, though another is nearer = 0:1 1:3* = 1 5 = 1
      a known word in a group of others = 1:4 1:5* 1:6 = 1 9 = 1
      no known word that is not surely near = 0:1 1:3?* = 1 5 = 0
      neither of two known words that are nearly as near = 0:3* 1:4* = 5 1 = 1
      the nearer of two known words = 0:3* 1:5* = 5 1 = 0
    `),
  )('is %s', (_, likes = '', sizes = '', group = '') => {
    expect(String(groupOf(likes, sizes))).toBe(group);
  });

  it('is not that of another known word if it is known itself', () => {
    expect(groupOf('0:1 1:3*', '1 5', true)).toBe(0);
  });

  it('compares a text with at most 48 of a group: half of those must be near', () => {
    const found = [23, 24].map((count) => groupOf(`${'0:3 '.repeat(count)}1:3?`, '100 100'));
    expect(found).toEqual([null, 0]);
  });
});
