import { describe, expect, it } from 'vitest';
import { idsIn } from '../src/events/ids.ts';
import { sampleOf, samplesOf } from '../src/events/samples.ts';
import { faultsOf, type Json, type Shape } from '../src/events/shape.ts';

const text: Shape = { kind: 'text' };
const field = (name: string, shape: Shape, isOptional = false) => ({ name, shape, isOptional });
const act: Shape = {
  kind: 'choice',
  options: [
    { kind: 'object', fields: [field('kind', { kind: 'options', values: ['join'] })] },
    {
      kind: 'object',
      fields: [
        field('kind', { kind: 'options', values: ['rename'] }),
        field('names', { kind: 'list', item: text }),
      ],
    },
  ],
};
const order: Shape = {
  kind: 'object',
  fields: [
    field('questionId', text),
    field('endsAt', { kind: 'number' }),
    field('isUrgent', { kind: 'flag' }, true),
    field('act', act),
    field('now', { kind: 'function' }),
  ],
};
const source = {
  idOf: (kind: string) => `${kind}-1`,
  textOf: () => 'Apple',
  now: Date.UTC(2030, 0, 1),
};
const first = {
  questionId: 'question-1',
  endsAt: source.now + 60_000,
  act: { kind: 'join' },
};

describe('samples of a shape', () => {
  it('begin with the simplest', () => {
    expect(sampleOf(order, source)).toEqual(first);
  });
  it('cover every alternative', () => {
    expect(samplesOf(order, source)).toEqual([
      first,
      { ...first, isUrgent: false },
      { ...first, isUrgent: true },
      { ...first, act: { kind: 'rename', names: ['Apple'] } },
      { ...first, act: { kind: 'rename', names: [] } },
    ]);
  });
});

describe('errors in a value', () => {
  it.each<[Json, Readonly<Record<string, string>>]>([
    [first, {}],
    [7, { '': 'Must be an object: { … }.' }],
    [
      { endsAt: '', isUrgent: 1, act: { kind: 'rename', names: [1] } },
      {
        questionId: 'Is missing.',
        endsAt: 'Must be a number.',
        isUrgent: 'Must be yes or no.',
        'act.names.0': 'Must be a text.',
      },
    ],
    [{ ...first, act: { kind: 'rename', names: {} } }, { 'act.names': 'Must be a list: [ … ].' }],
    [{ ...first, act: { kind: 'swap' } }, { 'act.kind': 'Must be join.' }],
  ])('of %j', (value, faults) => {
    expect(Object.fromEntries(faultsOf(order, value))).toEqual(faults);
  });
});

it('ids are offered with their names, by kind', () => {
  const ids = idsIn([
    { questions: [{ id: 'Q1', game_session_id: 'G1', question_text: 'One?' }] },
    { subject: { gameSessionId: 'G2', questionId: 'Q1' } },
  ]);
  expect([...ids].map(([kind, found]) => [kind, [...found]])).toEqual([
    ['question', [['Q1', 'One?']]],
    [
      'gamesession',
      [
        ['G1', 'One?'],
        ['G2', ''],
      ],
    ],
  ]);
});
