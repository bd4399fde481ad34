import { expect, it } from 'vitest';
import { mergeEffectOf } from '#machines/results/rules/merge-effect.ts';

const merge = (...groups: readonly (readonly [string, number])[]) => ({
  groups: groups.map(([groupId, count]) => ({ groupId, representative: groupId, count })),
});

it.each([
  ['one merge', [merge(['a', 3], ['b', 2])], { answers: 5, before: 2, after: 1 }],
  [
    'merges that share no group',
    [merge(['a', 3], ['b', 2]), merge(['c', 1], ['d', 1], ['e', 1])],
    { answers: 8, before: 5, after: 2 },
  ],
  [
    'merges that share a group, which counts once',
    [merge(['a', 3], ['b', 2]), merge(['c', 1], ['d', 1]), merge(['b', 2], ['c', 1])],
    { answers: 7, before: 4, after: 1 },
  ],
  [
    'a merge whose texts are in one group already',
    [merge(['a', 3])],
    { answers: 3, before: 1, after: 1 },
  ],
  ['no merge', [], { answers: 0, before: 0, after: 0 }],
])('the effect of accepting %s', (_, merges, effect) => {
  expect(mergeEffectOf(merges)).toEqual(effect);
});
