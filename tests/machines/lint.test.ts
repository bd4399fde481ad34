import { type AnyStateMachine, createMachine, StateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '#tests/support/chart-faults.ts';

/** Every chart exported by a file of `machines/`. */
const charts = Object.entries(
  import.meta.glob<Record<string, unknown>>(['../../machines/*.ts', '../../machines/*/*.ts'], {
    eager: true,
  }),
).flatMap(([file, exports]) =>
  Object.values(exports)
    .filter((value): value is AnyStateMachine => value instanceof StateMachine)
    .map((chart): [string, AnyStateMachine] => [`${file.split('/').at(-1)}: ${chart.id}`, chart]),
);

describe('every chart', () => {
  it('is found', () => {
    expect(charts.map(([name]) => name)).toContain('auth.ts: auth');
  });
  it.each(charts)('%s has nothing that XState would silently misread', (_, chart) => {
    expect(faultsOf(chart)).toEqual([]);
  });
});

const chart = (config: object) => faultsOf(createMachine({ id: 'c', ...config }));

describe('the check itself', () => {
  it('finds each kind of mistake', () => {
    expect(chart({ after: { soon: {} } })).toEqual(["c waits for the unknown delay 'soon'"]);
    expect(chart({ after: { 10: {} } })).toEqual([]);
    expect(chart({ initial: 'nowhere', states: { a: {} } })).toHaveLength(1);
    expect(chart({ invoke: { src: 'y' } })).toEqual([
      'c has an invoke without an id',
      '0.c has no onError',
    ]);
    const invoked = (onError: object) => chart({ invoke: { id: 'y', src: 'y', onError } });
    expect(invoked({})).toEqual(['c swallows what is thrown']);
    expect(invoked({ actions: ['mend', 'report'] })).toEqual([]);
    expect(invoked({ actions: { type: 'report' } })).toEqual([]);
    expect(chart({ on: { go: { guard: () => true, actions: () => {} } } })).toEqual([
      'c has a guard without a name',
      'c has an action without a name',
    ]);
    expect(chart({ on: { go: { guard: 'isFine', actions: 'act' } } })).toEqual([]);
  });
});
