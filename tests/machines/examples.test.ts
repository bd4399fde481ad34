import type { AnyStateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { CHARTS } from '#src/inspector/events/charts.ts';
import { ACCEPTED, CLOCK, LINE, REALTIME } from '#src/inspector/events/shared.ts';
import { chartFiles } from '../../scripts/atlas/charts.ts';
import { nodesOf } from '../../scripts/atlas/coverage.ts';

import { FIXTURES } from '#tests/support/chart-fixtures.ts';

const exported = (await chartFiles()).flatMap(({ name: file, charts }) =>
  charts.map((chart) => ({ file, chart })),
);
const charts = exported.map(({ chart }): [string, AnyStateMachine] => [chart.id, chart]);

/** Told to many charts, of which each listens to what concerns it. */
const TOLD = Object.keys({ ...REALTIME, ...LINE, ...CLOCK, ...ACCEPTED });

const descriptorsOf = (chart: AnyStateMachine): string[] => [
  ...new Set(nodesOf(chart.root).flatMap(({ transitions }) => [...transitions.keys()])),
];
const listensTo = (descriptor: string, type: string): boolean =>
  descriptor.endsWith('*') ? type.startsWith(descriptor.slice(0, -1)) : type === descriptor;

describe('the examples', () => {
  it('are of every chart, each where it says that it is', async () => {
    expect(Object.keys(CHARTS).toSorted()).toEqual(charts.map(([id]) => id).toSorted());
    expect(Object.keys(FIXTURES).toSorted()).toEqual(charts.map(([id]) => id).toSorted());
    const modules = import.meta.glob<Record<string, unknown>>([
      '../../machines/*.ts',
      '../../machines/*/*.ts',
    ]);
    for (const { file, chart } of exported) {
      const entry = CHARTS[chart.id];
      expect(entry?.file).toBe(file);
      expect((await modules[`../../machines/${file}`]?.())?.[entry?.name ?? '']).toBe(entry?.chart);
    }
  });

  it.each(charts)('of %s are as their schemas want them', (id) => {
    for (const { schema, examples } of Object.values(CHARTS[id]?.events ?? {}))
      for (const example of examples) expect(schema.parse(example)).toEqual(example);
  });

  it.each(charts)('of %s are of every event that it listens to, and of no other', (id, chart) => {
    const types = Object.keys(CHARTS[id]?.events ?? {});
    const own = descriptorsOf(chart).filter((descriptor) => !descriptor.startsWith('xstate.'));
    expect(own.filter((each) => !types.some((type) => listensTo(each, type)))).toEqual([]);
    expect(
      types.filter((type) => !TOLD.includes(type) && !own.some((each) => listensTo(each, type))),
    ).toEqual([]);
  });

  it.each(charts)('of %s are of every answer that it waits for, good and bad', (id, chart) => {
    const awaited = nodesOf(chart.root).flatMap(({ invoke, transitions }) =>
      invoke
        .filter((each) => transitions.has(`xstate.done.actor.${each.id}`))
        .map(({ src }) => src)
        .filter((src) => !isChart(chart, src)),
    );
    const answers = FIXTURES[id]?.answers ?? {};
    expect(new Set(awaited)).toEqual(new Set(Object.keys(answers)));
    for (const [first, ...more] of Object.values(answers)) {
      expect(first?.ok).toBe(true);
      expect(more.some(({ ok }) => !ok)).toBe(true);
    }
  });
});

const isChart = (chart: AnyStateMachine, src: unknown): boolean => {
  const logic: unknown = typeof src === 'string' ? chart.implementations.actors[src] : src;
  return typeof logic === 'object' && logic !== null && 'root' in logic;
};
