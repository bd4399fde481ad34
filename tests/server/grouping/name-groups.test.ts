import { expect, it } from 'vitest';
import { nameGroups } from '#server/results/grouping/name-groups.ts';

const group = (...keys: string[]) => ({
  representative: keys[0] ?? '',
  name: null,
  isHeld: false,
  members: keys.map((key) => ({ key, reason: 'exact' as const })),
});

function counter(): () => string {
  let last = 0;
  return () => `new${(last += 1)}`;
}

it('a group keeps the id of the former group with which it shares most answers', () => {
  const answerTexts = [
    { textKey: 'apple', count: 5, groupId: 'one' },
    { textKey: 'aple', count: 2, groupId: 'two' },
    { textKey: 'pear', count: 3, groupId: 'two' },
    { textKey: 'plum', count: 9, groupId: null },
  ];
  const named = nameGroups(
    [group('apple', 'aple'), group('pear'), group('plum')],
    answerTexts,
    counter(),
  );
  expect(named.map(({ id, members }) => [id, ...members.map(({ textKey }) => textKey)])).toEqual([
    ['one', 'apple', 'aple'],
    ['two', 'pear'],
    ['new1', 'plum'],
  ]);
});

it('the larger part of a split group keeps its id', () => {
  const answerTexts = [
    { textKey: 'apple', count: 2, groupId: 'one' },
    { textKey: 'pear', count: 3, groupId: 'one' },
    { textKey: 'plum', count: 1, groupId: 'one' },
  ];
  const named = nameGroups([group('apple'), group('pear'), group('plum')], answerTexts, counter());
  expect(named.map(({ id }) => id)).toEqual(['new1', 'one', 'new2']);
});

it('merged groups keep the id of the larger one', () => {
  const answerTexts = [
    { textKey: 'aple', count: 2, groupId: 'small' },
    { textKey: 'apple', count: 3, groupId: 'large' },
  ];
  expect(nameGroups([group('apple', 'aple')], answerTexts, counter()).map(({ id }) => id)).toEqual([
    'large',
  ]);
});
