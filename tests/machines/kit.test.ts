import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { collection } from '#machines/kit/collection.ts';
import { describeChart } from 'chart-inspector/recorder/describe';
import { loader } from '#machines/kit/loader.ts';
import { submission } from '#machines/kit/submission.ts';
import { modelOf, pathsOf, unexampled, unwalked } from '#tests/support/graph.ts';
import { machines } from 'virtual:charts';

/* Every path through each chart made by `machines/kit`. Guards for options that a chart does not
   use are inverted, so that every transition drawn is walked. */

interface Taken {
  readonly event: AnyEventObject;
}
/** The example that an event is, for the guards that replace the configured ones. */
const isA =
  (word: string) =>
  ({ event }: Taken): boolean =>
    event['is'] === word;
const refused = refusal('Not now.');
const examples = (...types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, [{ type, item: null, query: 0 }]]));
const answers = (...ids: readonly string[]) =>
  Object.fromEntries(ids.map((id) => [id, [success(null), refused]]));

/** For every form: guards read the values. */
const EMPTY = {
  name: '',
  email: '',
  password: '',
  confirmation: '',
  token: '',
  topic: '',
  question: '',
  wanted: '',
};

interface Family {
  readonly chart: AnyStateMachine;
  readonly input?: unknown;
  /** Each entry is walked separately; together they take every transition. */
  readonly guards: readonly Readonly<Record<string, (taken: Taken) => boolean>>[];
  readonly events: Readonly<Record<string, readonly AnyEventObject[]>>;
  readonly done: Readonly<Record<string, readonly unknown[]>>;
  readonly at: (context: Readonly<Record<string, unknown>>) => unknown;
}
const FAMILIES: Readonly<Record<string, Family>> = {
  loader: {
    chart: loader({ id: 'sample', unexpected: '' }),
    input: { query: 0, random: () => 0.5 },
    guards: [{}],
    events: examples('load.refresh', 'load.retry'),
    done: answers('load'),
    at: ({ isOvertaken }) => isOvertaken,
  },
  submission: {
    chart: submission({ id: 'sample', check: success, done: () => '' }),
    guards: [true, false].map((isLeaving) => ({
      isValid: isA('good'),
      isLeaving: () => isLeaving,
    })),
    events: {
      'form.submit': ['good', 'bad'].map((is) => ({ type: 'form.submit', is, values: EMPTY })),
      ...examples('form.edited', 'form.again'),
    },
    done: answers('submit'),
    at: () => null,
  },
  collection: {
    chart: collection({
      id: 'sample',
      unexpected: { load: '', change: '' },
      check: success,
    }),
    input: { query: 0 },
    guards: [{ isSame: isA('same'), isTyped: isA('typed'), isBroken: isA('bad') }],
    events: {
      'list.query': ['same', 'typed', 'other'].map((is) => ({ type: 'list.query', is, query: 0 })),
      'dialog.submit': ['good', 'bad'].map((is) => ({ type: 'dialog.submit', is, values: {} })),
      ...examples('list.reload', 'dialog.confirm', 'dialog.cancel'),
      ...examples('item.create', 'item.edit', 'item.delete'),
    },
    done: answers('load', 'save', 'remove'),
    at: () => null,
  },
};

/** A chart without its id: equal for charts of one family. */
const structureOf = (chart: AnyStateMachine): string =>
  JSON.stringify(describeChart(chart).root).replaceAll(
    new RegExp(`"${chart.id}(?=[."])`, 'gu'),
    '"',
  );
const made = Object.entries(FAMILIES).flatMap(([name, family]) =>
  Object.values(machines)
    .filter((chart) => structureOf(chart) === structureOf(family.chart))
    .map((chart): [string, string, Family, AnyStateMachine] => [chart.id, name, family, chart]),
);

describe('every path through each chart made by the kit', () => {
  it('finds charts of each kind', () => {
    expect(new Set(made.map(([, name]) => name))).toEqual(new Set(Object.keys(FAMILIES)));
  });
  it.each(made)('%s: %s', (_, _name, { input, guards, events, done, at }, chart) => {
    const missed = guards.map((turned) => {
      const logic: AnyStateMachine = chart.provide({
        guards: turned,
        // Validation and success are specific to each chart.
        actions: { refuse: () => {}, show: () => {} },
      });
      const model = modelOf(logic, { input, events, done, at: ({ context }) => at(context) });
      expect(unexampled(model)).toEqual([]);
      return new Set(unwalked(model, pathsOf(model)));
    });
    const [first, ...rest] = missed;
    expect([...(first ?? [])].filter((name) => rest.every((each) => each.has(name)))).toEqual([]);
  });
});
