import { describe, expect, it } from 'vitest';
import { differing } from '#machines/rules/differing.ts';
import type { TextGroup } from '#machines/rules/grouping.ts';
import {
  isPlausible,
  type Judgement,
  nextToJudge,
  readPartition,
  type RefinedGroup,
  refineGroups,
  type Refining,
} from '#machines/rules/refine.ts';
import { textKey } from '#machines/rules/text.ts';

const group = (representative: string, ...others: string[]): TextGroup => ({
  representative,
  members: [
    { key: representative, reason: 'exact' },
    ...others.map((key) => ({ key, reason: 'spelling' as const })),
  ],
});
const classOf = (...keys: string[]) => ({ keys, isJoined: true });
const heldBack = (...keys: string[]) => ({ keys, isJoined: false });
const refining = (judgements: readonly Judgement[], more: Partial<Refining> = {}): Refining => ({
  counted: [],
  judgements,
  mustDiffer: () => false,
  ...more,
});
const keysOf = (groups: readonly RefinedGroup[]) =>
  groups.map(({ members }) => members.map(({ key }) => key).join(' ')).toSorted();

describe('a model’s judgements', () => {
  it('join groups of text matching, and say so', () => {
    const groups = [group('tv', 'tvv'), group('radio'), group('television', 'televison')];
    const refined = refineGroups(
      groups,
      refining([[classOf('television', 'tv'), classOf('radio')]]),
    );
    expect(refined).toEqual([
      { ...group('radio'), parts: 1 },
      {
        representative: 'tv',
        members: [
          ...group('tv', 'tvv').members,
          { key: 'television', reason: 'model' },
          { key: 'televison', reason: 'model' },
        ],
        parts: 2,
      },
    ]);
  });

  it('that there are none leave everything as it is', () => {
    expect(refineGroups([group('b'), group('a')], refining([]))).toEqual([
      { ...group('b'), parts: 1 },
      { ...group('a'), parts: 1 },
    ]);
  });

  it('put the largest group first', () => {
    const counted = [
      { key: 'apple', count: 5 },
      { key: 'car', count: 3 },
      { key: 'auto', count: 3 },
    ];
    const refined = refineGroups(
      [group('apple'), group('auto'), group('car')],
      refining([[classOf('auto', 'car'), classOf('apple')]], { counted }),
    );
    expect(refined.map(({ representative }) => representative)).toEqual(['auto', 'apple']);
  });

  it('reach across judgements, through a text that was in both', () => {
    const groups = ['car', 'auto', 'automobile'].map((key) => group(key));
    const judgements = [[classOf('car', 'auto')], [classOf('automobile', 'auto')]];
    expect(keysOf(refineGroups(groups, refining(judgements)))).toEqual(['car auto automobile']);
  });

  it.each([
    [
      'were judged apart elsewhere',
      [[classOf('a', 'b')], [classOf('a'), classOf('b')]],
      ['a', 'b'],
    ],
    ['are held back', [[heldBack('a', 'b')]], ['a', 'b']],
    [
      'are held back there and joined here',
      [[heldBack('a', 'b')], [classOf('a', 'b')]],
      ['a', 'b'],
    ],
    [
      'are joined only through a third',
      [[classOf('a'), classOf('b')], [classOf('a', 'c')], [classOf('b', 'c')]],
      ['a c', 'b'],
    ],
    ['are of no text that there is', [[classOf('a', 'x')]], ['a', 'b', 'c']],
  ])('that %s do not', (_, judgements, expected) => {
    const refined = refineGroups(
      ['a', 'b', 'c'].map((key) => group(key)),
      refining(judgements),
    );
    expect(keysOf(refined)).toEqual(expect.arrayContaining(expected));
  });

  it('never join what differs, whichever members of the groups that are', () => {
    const groups = [
      group('apollo', 'apollo 11'),
      group('moon rocket', 'moon rocket 12'),
      group('it'),
    ];
    const mustDiffer = differing();
    const judgements = [[classOf('apollo', 'moon rocket', 'it')]];
    expect(keysOf(refineGroups(groups, refining(judgements, { mustDiffer })))).toEqual([
      'apollo apollo 11 it',
      'moon rocket moon rocket 12',
    ]);
  });
});

/** Asks somebody who knows, until nothing is left to ask; how the groups are then, and how often it took. */
function judgedByGold(groups: readonly TextGroup[], goldOf: (key: string) => string) {
  const judgements: Judgement[] = [];
  const mustDiffer = differing();
  for (;;) {
    const refined = refineGroups(groups, refining(judgements, { mustDiffer }));
    const asked = nextToJudge(refined, { judgements, mustDiffer });
    if (asked.length === 0) return { refined, asked: judgements.length };
    expect(asked.length).toBeLessThanOrEqual(80);
    judgements.push(
      [...new Set(asked.map(goldOf))].map((gold) =>
        classOf(...asked.filter((key) => goldOf(key) === gold)),
      ),
    );
  }
}
const names = (count: number) => Array.from({ length: count }, (_, index) => group(word(index)));
/** A word of its own, without figures: those would differ anyway. */
const word = (index: number): string =>
  Array.from(String(index), (figure) => 'abcdefghij'.charAt(Number(figure))).join('');

/** A meaning that words share which are far apart in any order. */
const goldOf = (key: string): string => `${key.charAt(0)}${key.length}`;

describe('what is to be judged next', () => {
  it.each([
    [2, 1],
    [80, 1],
    [150, 6],
    [300, 30],
  ])('of %i groups brings every two together, in at most %i requests', (count, most) => {
    const { refined, asked } = judgedByGold(names(count), (key) => key);
    expect(refined).toHaveLength(count);
    expect(asked).toBeLessThanOrEqual(most);
  });

  it('finds all that belongs together, however far apart it lies', () => {
    const groups = names(300);
    const gold = new Set(groups.map(({ representative }) => goldOf(representative)));
    expect(judgedByGold(groups, goldOf).refined).toHaveLength(gold.size);
  });

  it('is for few new texts a few of them beside the others, the larger first', () => {
    const groups = names(90);
    const old = groups.slice(0, 79).map(({ representative }) => representative);
    const judgements = [old.map((key) => classOf(key))];
    const asked = nextToJudge(groups, refining(judgements));
    expect(asked).toHaveLength(80);
    expect(asked.filter((key) => !old.includes(key))).toHaveLength(11);
    expect(asked).toEqual(expect.arrayContaining(old.slice(0, 69)));
  });

  it('is nothing of what differs anyway, nor below the largest 400', () => {
    const numbers = Array.from({ length: 50 }, (_, index) => group(String(index)));
    expect(nextToJudge(numbers, { judgements: [], mustDiffer: differing() })).toEqual([]);
    const judgements = [names(400).map(({ representative }) => classOf(representative))];
    expect(nextToJudge(names(500), refining(judgements))).toEqual([]);
  });
});

describe('a join is plausible', () => {
  it.each([
    [2, 2, false],
    [2, 3, true],
    [4, 4, false],
    [4, 5, true],
    [5, 14, false],
    [5, 15, true],
    [12, 36, true],
    [13, 400, false],
  ])('of %i groups out of %i: %s', (parts, all, expected) => {
    expect(isPlausible(parts, all)).toBe(expected);
  });
});

describe('a reply', () => {
  const ids = new Map([
    ['x1', 'a'],
    ['x2', 'b'],
    ['x3', 'c'],
  ]);
  it('that is a partition is read', () => {
    expect(readPartition([['x3', 'x1'], ['x2']], ids)).toEqual([['c', 'a'], ['b']]);
  });
  it.each([
    ['invents', [['x1', 'x9'], ['x2'], ['x3']]],
    ['drops', [['x1'], ['x3']]],
    ['doubles', [['x1', 'x2'], ['x2'], ['x3']]],
    ['doubles and drops', [['x1', 'x2'], ['x2']]],
    ['has an empty group', [['x1', 'x2', 'x3'], []]],
    ['is empty', []],
  ])('that %s is none', (_, groups) => {
    expect(readPartition(groups, ids)).toBeNull();
  });
});

describe('two answers differ whatever a model says', () => {
  it.each([
    ['7', '8'],
    ['apollo 11', 'apollo 12'],
    ['vitamin b6', 'vitamin b12'],
    ['O+', 'O-'],
    ['O+', 'O'],
    ['F#', 'F'],
    ['50%', '50'],
    ['1/2', '1/3'],
    ['always', 'not always'],
    ['can', 'cannot'],
    ['7 up', 'up'],
  ])('%s and %s', (a, b) => {
    expect(differing()(textKey(a), textKey(b))).toBe(true);
  });
  it.each([
    ['tv', 'television'],
    ['7up', 'lemon soda'],
    ['World War II', 'Second World War'],
    ['🐶', 'dog'],
    ['😀', '😃'],
    ['not always', 'never'],
  ])('not %s and %s', (a, b) => {
    expect(differing()(textKey(a), textKey(b))).toBe(false);
  });
});
