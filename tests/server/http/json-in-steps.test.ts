import { expect, it } from 'vitest';
import { calls } from '#machines/contract/calls.ts';
import type { Desk } from '#machines/contract/desk.ts';
import { runSteps, type Steps } from 'answer-grouping';
import { jsonInSteps } from '#server/http/json-in-steps.ts';

const TEXTS = 30;
const desk: Desk = {
  showId: 'house',
  itemId: 'i1',
  gameSessionId: 'g1',
  question: 'Name a "seat"',
  version: 1,
  state: 'counting',
  groups: ['sofa', 'stool'].map((label) => ({
    groupId: label,
    label,
    name: null,
    isHeld: false,
    isFlagged: false,
    texts: Array.from({ length: TEXTS }, (_, index) => ({
      key: `${label} ${index}`,
      text: `${label} ${index}`,
      home: 1,
      studio: 0,
      matchReason: 'spelling' as const,
      spellings: [[`${label} ${index}`, 1] satisfies [string, number]],
    })),
  })),
  history: [],
  undo: null,
  redo: 1,
  suggestions: [{ keys: ['sofa 1', 'stool 1'], source: 'words' }],
};

function countSteps(steps: Steps<unknown>): number {
  let count = 1;
  while (steps.next().done !== true) count += 1;
  return count;
}

const { reply } = calls.groupingDesk;

it('writes the same as JSON.stringify, without properties that the schema lacks', () => {
  const more = { desk: { ...desk, secret: 'x' }, secret: 'x' };
  expect(JSON.parse(runSteps(jsonInSteps(reply, more)).toString())).toEqual({ desk });
});

it('yields at each element of nested lists', () => {
  expect(countSteps(jsonInSteps(reply, { desk }))).toBeGreaterThan(2 * TEXTS);
});

it.each([
  ['lacks a field', { ...desk, groups: undefined }, '"expected": "array"'],
  [
    'has a wrong one deep inside',
    { ...desk, groups: [{ ...desk.groups[0], label: 7 }] },
    '"expected": "string"',
  ],
])('refuses a reply that %s', (_, wrong, reason) => {
  expect(() => runSteps(jsonInSteps(reply, { desk: wrong }))).toThrow(reason);
});
