import { expect, it } from 'vitest';
import { effectOf } from '#machines/results/rules/join-effect.ts';

const join = (...groups: readonly (readonly [string, number])[]) => ({
  groups: groups.map(([groupId, count]) => ({ groupId, representative: groupId, count })),
});

it.each([
  ['one join', [join(['a', 3], ['b', 2])], { answers: 5, before: 2, after: 1 }],
  [
    'joins that share no group',
    [join(['a', 3], ['b', 2]), join(['c', 1], ['d', 1], ['e', 1])],
    { answers: 8, before: 5, after: 2 },
  ],
  [
    'joins that share a group, which counts once',
    [join(['a', 3], ['b', 2]), join(['c', 1], ['d', 1]), join(['b', 2], ['c', 1])],
    { answers: 7, before: 4, after: 1 },
  ],
  [
    'a join whose texts are in one group already',
    [join(['a', 3])],
    { answers: 3, before: 1, after: 1 },
  ],
  ['no join', [], { answers: 0, before: 0, after: 0 }],
])('the effect of accepting %s', (_, joins, effect) => {
  expect(effectOf(joins)).toEqual(effect);
});
