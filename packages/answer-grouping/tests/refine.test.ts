import { describe, expect, it } from 'vitest';
import { differing } from '../src/differing.ts';
import type { TextGroup } from '../src/grouping.ts';
import {
  isPlausible,
  type Judgement,
  readPartition,
  type RefinedGroup,
  type Refining,
} from '../src/refine.ts';
import { textKey } from '../src/text.ts';
import { nextToJudge, refineGroups } from './support.ts';
import { rows } from './rows.ts';

const group = (representative: string, ...others: string[]): TextGroup => ({
  representative,
  members: [
    { key: representative, reason: 'exact' },
    ...others.map((key) => ({ key, reason: 'spelling' as const })),
  ],
});
const classOf = (...keys: string[]) => ({ keys, isMerged: true });
const heldBack = (...keys: string[]) => ({ keys, isMerged: false });
const refining = (judgements: readonly Judgement[], more: Partial<Refining> = {}): Refining => ({
  counted: [],
  judgements,
  mustDiffer: () => false,
  ...more,
});
const keysOf = (groups: readonly RefinedGroup[]) =>
  groups.map(({ members }) => members.map(({ key }) => key).join(' ')).toSorted();

const areBAndC = (a: string, b: string): boolean => [a, b].toSorted().join('') === 'bc';

describe('a model’s judgements', () => {
  it('merge groups of text matching, with that reason', () => {
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

  it('without merges change nothing', () => {
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

  it('extend over judgements through a text of both', () => {
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
      'are held back there and merged here',
      [[heldBack('a', 'b')], [classOf('a', 'b')]],
      ['a', 'b'],
    ],
    [
      'are merged only through a third',
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

  it('merge the larger groups first if not all can be merged', () => {
    const groups = ['a', 'b', 'c', 'd'].map((key) => group(key));
    const judgements = [[classOf('d', 'c')], [classOf('a', 'c')], [classOf('b', 'a')]];
    expect(keysOf(refineGroups(groups, refining(judgements, { mustDiffer: areBAndC })))).toEqual([
      'a b',
      'c d',
    ]);
  });

  it('keep the order of groups that were merged in twos and threes before', () => {
    const groups = ['a', 'b', 'c', 'd', 'e'].map((key) => group(key));
    const judgements = [[classOf('a', 'd')], [classOf('b', 'c', 'e')], [classOf('c', 'd')]];
    const [refined] = refineGroups(groups, refining(judgements));
    expect(refined?.members.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(refined?.representative).toBe('a');
  });

  it.each([
    [group('b', 'x'), group('c')],
    [group('x', 'b'), group('c')],
    [group('c'), group('b', 'x')],
    [group('b'), group('c', 'x')],
    [group('b'), group('x', 'c')],
  ])('never merge groups with any two texts that differ: %j', (one, other) => {
    const judgements = [[classOf(one.representative, other.representative)]];
    const refined = refineGroups([one, other], refining(judgements, { mustDiffer: areBAndC }));
    expect(refined).toHaveLength(2);
  });

  it('merge all of a class, and name the result by its most frequent text', () => {
    const groups = ['a', 'b', 'c', 'd', 'e'].map((key) => group(key));
    const counted = [
      { key: 'a', count: 3 },
      { key: 'c', count: 2 },
      { key: 'd', count: 2 },
      { key: 'e', count: 2 },
    ];
    const refined = refineGroups(
      groups,
      refining([[classOf('e', 'c', 'd'), classOf('a')]], { counted }),
    );
    expect(refined.map(({ members, parts }) => [members.map(({ key }) => key), parts])).toEqual([
      [['c', 'd', 'e'], 3],
      [['a'], 1],
      [['b'], 1],
    ]);
  });

  it('never merge texts that differ, whichever members of the groups they are', () => {
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

const names = (count: number) => Array.from({ length: count }, (_, index) => group(word(index)));
/** A distinct word. It has no figures, because texts with different figures never match. */
const word = (index: number): string =>
  Array.from(String(index), (figure) => 'abcdefghij'.charAt(Number(figure))).join('');

const differsFromEight = (a: string, b: string): boolean => a === '8' || b === '8';

describe('the next texts to judge', () => {
  it('are the first one with unjudged neighbours, then those judged least with it', () => {
    const groups = ['a', 'b', 'c', 'd'].map((key) => group(key));
    const next = (...judgements: Judgement[]) => nextToJudge(groups, refining(judgements));
    expect(next()).toEqual(['a', 'b', 'c', 'd']);
    expect(next([classOf('a'), classOf('b')])).toEqual(['a', 'c', 'd', 'b']);
    expect(next([classOf('a', 'b'), classOf('c'), classOf('d')])).toEqual([]);
    expect(
      next([classOf('a'), classOf('b'), classOf('c')], [classOf('a'), classOf('c', 'd')]),
    ).toEqual(['b', 'd']);
  });

  it('exclude groups with texts that were judged together', () => {
    const groups = [group('a', 'x'), group('b', 'y')];
    expect(nextToJudge(groups, refining([[classOf('x'), classOf('y')]]))).toEqual([]);
    expect(nextToJudge(groups, refining([[classOf('x')], [classOf('y')]]))).toEqual(['a', 'b']);
  });

  it('exclude texts that differ from all others anyway', () => {
    const groups = ['7', 'lemon soda', '8'].map((key) => group(key));
    expect(nextToJudge(groups, { judgements: [], mustDiffer: differsFromEight })).toEqual([
      '7',
      'lemon soda',
    ]);
  });

  it('are at most 80, and all up to then', () => {
    const counts = [0, 1, 2, 80, 81].map((count) => nextToJudge(names(count), refining([])).length);
    expect(counts).toEqual([0, 0, 2, 80, 80]);
  });

  it('are for a few new texts some of them beside the others, the larger first', () => {
    const groups = names(90);
    const old = groups.slice(0, 79).map(({ representative }) => representative);
    const judgements = [old.map((key) => classOf(key))];
    const intent = nextToJudge(groups, refining(judgements));
    expect(intent).toHaveLength(80);
    expect(intent.filter((key) => !old.includes(key))).toHaveLength(11);
    expect(intent).toEqual(expect.arrayContaining(old.slice(0, 69)));
  });

  it('exclude texts that differ anyway, and those below the largest 400', () => {
    const numbers = Array.from({ length: 50 }, (_, index) => group(String(index)));
    expect(nextToJudge(numbers, { judgements: [], mustDiffer: differing() })).toEqual([]);
    const judgements = [names(400).map(({ representative }) => classOf(representative))];
    expect(nextToJudge(names(500), refining(judgements))).toEqual([]);
    const fewer = [names(399).map(({ representative }) => classOf(representative))];
    const intent = nextToJudge(names(500), refining(fewer));
    expect(
      intent.filter((key) => !names(399).some(({ representative }) => representative === key)),
    ).toEqual([names(400).at(-1)?.representative]);
  });
});

describe('a merge is plausible', () => {
  it.each(
    rows(`
    2 = 2 = false ; 2 = 3 = true ; 4 = 4 = false ; 4 = 5 = true ; 5 = 14 = false ; 5 = 15 = true
    12 = 36 = true ; 13 = 400 = false
  `).map(([a = '', b = '', c = '']) => [Number(a), Number(b), c === 'true'] as const),
  )('of %i groups out of %i: %s', (parts, all, expected) => {
    expect(isPlausible(parts, all)).toBe(expected);
  });
});

describe('a reply', () => {
  const ids = new Map([
    ['x1', 'a'],
    ['x2', 'b'],
    ['x3', 'c'],
  ]);
  it('that is a partition is accepted', () => {
    expect(readPartition([['x3', 'x1'], ['x2']], ids)).toEqual([['c', 'a'], ['b']]);
  });
  it.each([
    ['invents', [['x1', 'x9'], ['x2'], ['x3']]],
    ['drops', [['x1'], ['x3']]],
    ['invents and drops', [['x1', 'x9'], ['x2']]],
    ['doubles', [['x1', 'x2'], ['x2'], ['x3']]],
    ['doubles and drops', [['x1', 'x2'], ['x2']]],
    ['has an empty group', [['x1', 'x2', 'x3'], []]],
    ['is empty', []],
  ])('that %s is refused', (_, groups) => {
    expect(readPartition(groups, ids)).toBeNull();
  });
});

describe('two answers differ for any model', () => {
  it.each(
    rows(`
    7 = 8 ; apollo 11 = apollo 12 ; vitamin b6 = vitamin b12 ; O+ = O- ; O+ = O ; F# = F ; 50% = 50
    1/2 = 1/3 ; always = not always ; can = cannot ; 7 up = up
  `),
  )('%s and %s', (a, b) => {
    expect(differing()(textKey(a), textKey(b))).toBe(true);
  });
  it.each(
    rows(`
    tv = television ; 7up = lemon soda ; World War II = Second World War ; 🐶 = dog ; 😀 = 😃
    not always = never
  `),
  )('not %s and %s', (a, b) => {
    expect(differing()(textKey(a), textKey(b))).toBe(false);
  });
});
