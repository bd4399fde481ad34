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
import { inOneGo } from '../src/steps.ts';
import { shapeOf } from '../src/word-shapes.ts';

/** Two texts by position, how unlike they are, and how near that is: 'sure' unless it says more. */
type Pair = readonly [a: number, b: number, cost: number, nearness?: 'close' | 'sure' | 'loner'];

function alikeOf(pairs: readonly Pair[], known: readonly number[] = []): Likenesses {
  const size = Math.max(...pairs.flatMap(([a, b]) => [a, b]), ...known) + 1;
  const alike = Array.from({ length: size }, () => new Map<number, Likeness>());
  for (const [a, b, cost, nearness = 'sure'] of pairs) {
    const near = { cost, isSure: nearness !== 'loner', isClose: nearness === 'close' };
    alike[a]?.set(b, { ...near, position: b, isKnown: known.includes(b) });
    alike[b]?.set(a, { ...near, position: a, isKnown: known.includes(a) });
  }
  return alike;
}

/** Clusters with these already in one, and what they are in the end, each in order. */
function clustersOf(
  size: number,
  together: readonly (readonly number[])[] = [],
  pairs: readonly Pair[] = [],
): Clusters {
  const sure = pairs.filter(([, , , nearness]) => nearness !== 'loner');
  const clusters = singletons(
    size,
    sure.map(([a, b]) => ({ a, b })),
  );
  for (const [first = 0, ...others] of together)
    for (const other of others) clusters.merge(clusters.of(first), other, 'meaning');
  return clusters;
}
const groupsIn = (clusters: Clusters, size: number) =>
  Array.from({ length: size }, (_, at) => at)
    .filter((at) => clusters.of(at) === at)
    .map((at) => clusters.members(at).toSorted((a, b) => a - b))
    .filter(({ length }) => length > 1);

const ones = (size: number) => Array.from({ length: size }, () => 1);

describe('what is alike', () => {
  const shapes = ['planet', 'plannet', 'rome', 'plonet'].map((key) =>
    shapeOf(key, '', [key], (word) => word === 'planet' || word === 'rome'),
  );
  const texts = inOneGo(indexShapesInSteps(shapes));

  it('is found for every text, from both sides', () => {
    const close = { cost: 1, isSure: true, isClose: true };
    const far = { cost: 3, isSure: true, isClose: true };
    const both = { cost: 4, isSure: true, isClose: false };
    expect(inOneGo(likenessesInSteps(texts)).map((others) => [...others])).toEqual([
      [
        [1, { position: 1, isKnown: false, ...close }],
        [3, { position: 3, isKnown: false, ...far }],
      ],
      [
        [0, { position: 0, isKnown: true, ...close }],
        [3, { position: 3, isKnown: false, ...both }],
      ],
      [],
      [
        [0, { position: 0, isKnown: true, ...far }],
        [1, { position: 1, isKnown: false, ...both }],
      ],
    ]);
  });

  it.each([
    [undefined, [0, 1, 3]],
    [0, [1, 3]],
    [1, [3]],
    [3, []],
  ])('to a text may be asked for after position %s', (after, positions) => {
    const [planet] = shapes;
    const found = planet === undefined ? [] : likenessesOf(planet, texts, after);
    expect(found.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(positions);
  });
});

describe('links that groups are built on', () => {
  it('are those that are sure, each once: the least cost first, then the most given', () => {
    const alike = alikeOf([
      [0, 1, 3],
      [1, 2, 1],
      [2, 3, 1],
      [0, 3, 2, 'loner'],
      [0, 2, 2, 'close'],
    ]);
    expect(sureLinks(alike, [1, 1, 1, 5])).toEqual([
      expect.objectContaining({ a: 2, b: 3, cost: 1 }),
      expect.objectContaining({ a: 1, b: 2, cost: 1 }),
      { a: 0, b: 2, cost: 2, isSure: true, isClose: true, isKnown: false },
      expect.objectContaining({ a: 0, b: 1, cost: 3 }),
    ]);
  });

  it('come in the order of the texts when nothing else tells them apart', () => {
    const pairs: Pair[] = [
      [1, 3, 1],
      [1, 2, 1],
      [0, 2, 1],
      [2, 3, 1],
      [0, 1, 1],
    ];
    expect(sureLinks(alikeOf(pairs), ones(4)).map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
  });

  it.each([
    [
      [1, 5, 1, 1],
      [1, 2],
    ],
    [
      [1, 1, 1, 5],
      [0, 3],
    ],
  ])('count what both ends are given: %j', (counts, expected) => {
    const pairs: Pair[] = [
      [0, 3, 1],
      [1, 2, 1],
    ];
    const [first] = sureLinks(alikeOf(pairs), counts);
    expect([first?.a, first?.b]).toEqual(expected);
  });
});

describe('an unknown spelling', () => {
  const joined = (
    known: readonly number[],
    pairs: readonly Pair[],
    given: {
      readonly counts?: readonly number[];
      readonly together?: readonly (readonly number[])[];
    } = {},
  ) => {
    const { counts = ones(4), together = [] } = given;
    const shapes = counts.map((_, at) =>
      shapeOf(`word${at}`, '', ['word'], () => known.includes(at)),
    );
    const clusters = clustersOf(counts.length, together);
    inOneGo(
      mergeUnknown({ shapes, candidates: () => [] }, alikeOf(pairs, known), counts, clusters),
    );
    return groupsIn(clusters, counts.length);
  };

  it.each<[string, readonly number[], readonly Pair[], number[][]]>([
    ['joins a right one', [1], [[0, 1, 3]], [[0, 1]]],
    ['joins none that is no right one', [], [[0, 1, 3]], []],
    ['joins none that is not surely near', [1], [[0, 1, 3, 'loner']], []],
    [
      'joins the nearest of two',
      [1, 2],
      [
        [0, 2, 1],
        [0, 1, 3],
      ],
      [[0, 2]],
    ],
    [
      'joins none of two that are nearly as near',
      [1, 2],
      [
        [0, 2, 2],
        [0, 1, 3],
      ],
      [],
    ],
    [
      'joins a right one though others are nearer',
      [2],
      [
        [0, 1, 1],
        [0, 2, 3],
      ],
      [[0, 2]],
    ],
    ['is never a right one', [0, 1], [[0, 1, 2]], []],
  ])('%s', (_, known, pairs, expected) => {
    expect(joined(known, pairs)).toEqual(expected);
  });

  it('joins a group that holds a right one, however many others', () => {
    const pairs: Pair[] = [[0, 1, 3]];
    expect(joined([1], pairs, { together: [[1, 2]] })).toEqual([[0, 1, 2]]);
  });

  it('says so', () => {
    const clusters = clustersOf(2);
    const shapes = [false, true].map((isKnown) => shapeOf('word', '', ['word'], () => isKnown));
    inOneGo(
      mergeUnknown({ shapes, candidates: () => [] }, alikeOf([[0, 1, 3]], [1]), [1, 1], clusters),
    );
    expect([clusters.reasonOf(0), clusters.reasonOf(1)]).toEqual(['spelling', 'spelling']);
  });

  it.each<[string, Pair, readonly number[], number]>([
    ['joins what few have given', [0, 1, 3], [2, 20], 1],
    ['is an answer of its own when many have given both', [0, 1, 3], [3, 20], 0],
    ['joins a right one that few have given', [0, 1, 3], [20, 2], 1],
    ['is an answer of its own when many have given it', [0, 1, 3], [20, 3], 0],
    ['is one, however many have given both, when it is close', [0, 1, 3, 'close'], [20, 20], 1],
    ['is a slip beside what far more have given', [0, 1, 3], [4, 41], 1],
    ['is an answer of its own beside ten times as many', [0, 1, 3], [4, 40], 0],
  ])('%s', (_, pair, counts, expected) => {
    expect(joined([1], [pair], { counts })).toHaveLength(expected);
  });

  it('is let in where many have given both if it is close to one text there', () => {
    const pairs: Pair[] = [
      [0, 1, 3, 'close'],
      [0, 2, 4],
    ];
    expect(joined([1], pairs, { counts: [20, 20, 1], together: [[1, 2]] })).toEqual([[0, 1, 2]]);
  });

  it('is not let in where many have given both because it is close to something else', () => {
    const pairs: Pair[] = [
      [0, 1, 3],
      [0, 2, 1, 'close'],
    ];
    expect(joined([1], pairs, { counts: [20, 20, 1] })).toEqual([]);
  });
});

/** Texts of which these are spelled right. */
const textsOf = (keys: readonly string[], right: readonly string[] = []) =>
  inOneGo(
    indexShapesInSteps(keys.map((key) => shapeOf(key, '', [key], (word) => right.includes(word)))),
  );
const plain = (size: number) => textsOf(ones(size).map((_, at) => `text${at}`));

describe('groups of misspellings', () => {
  it.each([
    ['two right words that are nearly one', ['llama', 'lama'], 1],
    ['two other right words', ['carbon', 'carbonate'], 0],
    ['a right word and a wrong one', ['carbon'], 1],
  ])('join %s by a slip between them: %j', (_, right, expected) => {
    const pairs: Pair[] = [
      [0, 2, 2],
      [1, 2, 2],
    ];
    const keys = [...right, 'carbonat', 'slip'].slice(0, 3);
    const clusters = clustersOf(3, [], pairs);
    inOneGo(
      mergeMisspellings(
        textsOf(keys, right),
        sureLinks(alikeOf(pairs), ones(3)),
        ones(3),
        clusters,
      ),
    );
    expect(groupsIn(clusters, 3).filter(({ length }) => length === 3)).toHaveLength(expected);
  });

  const joined = (
    pairs: readonly Pair[],
    together: readonly (readonly number[])[],
    counts: readonly number[],
  ) => {
    const clusters = clustersOf(counts.length, together, pairs);
    inOneGo(
      mergeMisspellings(plain(counts.length), sureLinks(alikeOf(pairs), counts), counts, clusters),
    );
    return groupsIn(clusters, counts.length);
  };

  it.each<[string, readonly Pair[], readonly (readonly number[])[], number[][]]>([
    ['two that are alike', [[0, 1, 3]], [], [[0, 1]]],
    ['none that is like no other', [[0, 1, 3, 'loner']], [], []],
    ['one like half of a group', [[0, 2, 3]], [[0, 1]], [[0, 1, 2]]],
    ['one like a third of a group, but not so', [[0, 3, 3]], [[0, 1, 2]], [[0, 1, 2]]],
    [
      'two groups of which half of the pairs are alike',
      [
        [0, 2, 3],
        [1, 3, 3],
      ],
      [
        [0, 1],
        [2, 3],
      ],
      [[0, 1, 2, 3]],
    ],
    [
      'two groups of which a quarter of the pairs is alike, but not so',
      [[0, 2, 3]],
      [
        [0, 1],
        [2, 3],
      ],
      [
        [0, 1],
        [2, 3],
      ],
    ],
  ])('are %s', (_, pairs, together, expected) => {
    expect(joined(pairs, together, ones(4))).toEqual(expected);
  });

  it.each<[Pair, readonly number[], number]>([
    [[0, 1, 3], [2, 20], 1],
    [[0, 1, 3], [3, 20], 0],
    [[0, 1, 3, 'close'], [20, 20], 1],
  ])('are not made of two that many have given, unless they are close: %j given %j', (...given) => {
    const [pair, counts, expected] = given;
    expect(joined([pair], [], counts)).toHaveLength(expected);
  });

  it('are looked at again when others have grown', () => {
    const pairs: Pair[] = [
      // Close, but like one of three only, until the next one has joined these.
      [0, 2, 1, 'close'],
      [0, 1, 2],
      [1, 2, 3],
      [1, 3, 3],
    ];
    expect(joined(pairs, [[2, 3, 4]], [20, 20, 1, 1, 1])).toEqual([[0, 1, 2, 3, 4]]);
  });

  it('are so because of their spelling', () => {
    const clusters = clustersOf(2, [], [[0, 1, 3]]);
    inOneGo(
      mergeMisspellings(plain(2), sureLinks(alikeOf([[0, 1, 3]]), ones(2)), ones(2), clusters),
    );
    expect(clusters.reasonOf(0)).toBe('spelling');
  });
});

describe('a text that is like no other', () => {
  const joined = (
    pairs: readonly Pair[],
    together: readonly (readonly number[])[],
    counts = ones(8),
  ) => {
    const clusters = clustersOf(counts.length, together);
    inOneGo(mergeLoners(alikeOf(pairs, [counts.length - 1]), counts, clusters));
    return groupsIn(clusters, counts.length);
  };
  const three = [[1, 2, 3]];
  const twoGroups = [
    [1, 2, 3],
    [4, 5, 6],
  ];

  it.each<[string, readonly Pair[], readonly (readonly number[])[], number[][]]>([
    ['a group of three', [[0, 1, 5, 'loner']], three, [[0, 1, 2, 3]]],
    ['no group of two', [[0, 1, 5, 'loner']], [[1, 2]], [[1, 2]]],
    [
      'the nearer of two groups',
      [
        [0, 1, 5, 'loner'],
        [0, 4, 3, 'loner'],
      ],
      twoGroups,
      [
        [1, 2, 3],
        [0, 4, 5, 6],
      ],
    ],
    [
      'neither of two groups when one is nearly as near',
      [
        [0, 1, 4, 'loner'],
        [0, 4, 3, 'loner'],
      ],
      twoGroups,
      twoGroups,
    ],
    [
      'no group when a text is nearly as near',
      [
        [0, 1, 4, 'loner'],
        [0, 7, 5, 'loner'],
      ],
      three,
      three,
    ],
    [
      'no group when it is in one',
      [[4, 1, 3, 'loner']],
      [
        [1, 2, 3],
        [4, 5],
      ],
      [
        [1, 2, 3],
        [4, 5],
      ],
    ],
  ])('joins %s', (_, pairs, together, expected) => {
    expect(joined(pairs, together)).toEqual(expected);
  });

  it.each([
    [2, [[0, 1, 2, 3]]],
    [3, [[1, 2, 3]]],
  ])('stays alone when many have given it and the group: %i of 20', (count, expected) => {
    expect(joined([[0, 1, 5, 'loner']], three, [count, 20, 1, 1, 1])).toEqual(expected);
  });

  it('joins because of its spelling', () => {
    const clusters = clustersOf(4, three);
    inOneGo(mergeLoners(alikeOf([[0, 1, 5, 'loner']], [3]), ones(4), clusters));
    expect(clusters.reasonOf(0)).toBe('spelling');
  });
});

describe('the group of a new text', () => {
  /** Where texts like it are: `group: cost` and how near. */
  type Like = readonly [group: number, cost: number, nearness: 'sure' | 'loner', isKnown?: boolean];
  const groupOf = (likes: readonly Like[], sizes: readonly number[], isKnown = false) =>
    groupOfLikenesses(
      likes.map(([, cost, nearness, isRight = false], position) => {
        return { position, cost, isSure: nearness === 'sure', isClose: false, isKnown: isRight };
      }),
      isKnown,
      (position) => likes[position]?.[0] ?? -1,
      (group) => sizes[group] ?? 0,
    );

  it.each<[string, readonly Like[], readonly number[], number | null]>([
    ['none that is like nothing', [], [], null],
    ['a text that is surely near', [[0, 3, 'sure']], [1], 0],
    ['no text that is only like it', [[0, 3, 'loner']], [1], null],
    ['a group of which half is near', [[0, 3, 'sure']], [2], 0],
    [
      'no group of which a fifth is near, when there is another',
      [
        [0, 3, 'sure'],
        [1, 4, 'loner'],
      ],
      [5, 5],
      null,
    ],
    ['the only large group that is like it', [[0, 3, 'loner']], [3], 0],
    [
      'the nearer of two',
      [
        [0, 3, 'sure'],
        [1, 2, 'sure'],
      ],
      [1, 1],
      1,
    ],
    [
      'the one with more that are near',
      [
        [0, 2, 'sure'],
        [1, 2, 'sure'],
        [1, 2, 'sure'],
      ],
      [1, 1],
      1,
    ],
    [
      'the first of equals',
      [
        [1, 2, 'sure'],
        [0, 2, 'sure'],
      ],
      [1, 1],
      0,
    ],
    [
      'the one with the nearest text',
      [
        [0, 5, 'sure'],
        [0, 1, 'sure'],
        [1, 3, 'sure'],
      ],
      [2, 1],
      0,
    ],
    [
      'the one with the nearest text first',
      [
        [0, 1, 'sure'],
        [0, 5, 'sure'],
        [1, 3, 'sure'],
      ],
      [2, 1],
      0,
    ],
    [
      'the second nearest when the nearest is not near enough',
      [
        [0, 2, 'sure'],
        [1, 3, 'sure'],
      ],
      [5, 1],
      1,
    ],
    [
      'a right spelling, though another is nearer',
      [
        [0, 1, 'sure'],
        [1, 3, 'sure', true],
      ],
      [1, 5],
      1,
    ],
    [
      'a right spelling in a group of others',
      [
        [1, 4, 'sure'],
        [1, 5, 'sure', true],
        [1, 6, 'sure'],
      ],
      [1, 9],
      1,
    ],
    [
      'no right spelling that is not surely near',
      [
        [0, 1, 'sure'],
        [1, 3, 'loner', true],
      ],
      [1, 5],
      0,
    ],
    [
      'neither of two right spellings that are nearly as near',
      [
        [0, 3, 'sure', true],
        [1, 4, 'sure', true],
      ],
      [5, 1],
      1,
    ],
    [
      'the nearer of two right spellings',
      [
        [0, 3, 'sure', true],
        [1, 5, 'sure', true],
      ],
      [5, 1],
      0,
    ],
  ])('is %s', (_, likes, sizes, expected) => {
    expect(groupOf(likes, sizes)).toBe(expected);
  });

  it('is no other right spelling when it is right itself', () => {
    expect(
      groupOf(
        [
          [0, 1, 'sure'],
          [1, 3, 'sure', true],
        ],
        [1, 5],
        true,
      ),
    ).toBe(0);
  });

  it.each([
    [23, null],
    [24, 0],
  ])(
    'counts no more texts of a group than it is compared with: %i near of 100',
    (near, expected) => {
      const likes = Array.from({ length: near }, (): Like => [0, 3, 'sure']);
      expect(groupOf([...likes, [1, 3, 'loner']], [100, 100])).toBe(expected);
    },
  );
});
