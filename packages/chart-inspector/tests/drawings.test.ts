import { createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Box, type DrawnState, takenKey } from '../src/drawn-chart.ts';
import { drawn } from '../src/build/drawings.ts';
import { rulesIn } from '../src/build/source-words.ts';

const kettle = createMachine({
  id: 'kettle',
  initial: 'cold',
  states: {
    cold: {
      tags: 'calm',
      on: {
        'kettle.fill': { actions: function pour() {} },
        'kettle.heat': [
          {
            guard: function isFull() {
              return true;
            },
            target: 'hot',
          },
          { target: 'broken' },
        ],
      },
    },
    hot: {
      type: 'parallel',
      invoke: { id: 'whistle', src: createMachine({ id: 'whistling' }) },
      after: { 1000: 'cold' },
      always: { guard: () => false, target: 'broken' },
      states: {
        water: {
          initial: 'still',
          states: { still: { on: { 'kettle.boil': 'boiling' } }, boiling: {} },
        },
        lamp: {},
      },
    },
    broken: { type: 'final' },
  },
});
const code = '/* Boils water (KET-1…3, TEA-7). */';
const drawing = await drawn({ machine: kettle, file: 'kettle.ts', code }, ['kitchen'], null);

const all = (state: DrawnState): DrawnState[] => [state, ...state.states.flatMap(all)];
const states = all(drawing.root);
const stateOf = (id: string) => states.find((state) => state.id === id) ?? expect.fail(id);
const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
const areApart = (one: Box, other: Box): boolean =>
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x ||
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y;

describe('the drawing of a chart', () => {
  it("has the chart's purpose, rules and file, and the charts that start it", () => {
    expect(drawing).toMatchObject({
      id: 'kettle',
      file: 'kettle.ts',
      purpose: 'Boils water (KET-1…3, TEA-7).',
      rules: ['KET-1', 'KET-2', 'KET-3', 'TEA-7'],
      startedBy: ['kitchen'],
    });
    expect(rulesIn('No rule at all (decisions §4).')).toEqual([]);
  });
  it('has every state inside its parent, apart from its neighbours', () => {
    expect(states.map(({ id }) => id)).toEqual([
      'kettle',
      'kettle.cold',
      'kettle.hot',
      'kettle.hot.water',
      'kettle.hot.water.still',
      'kettle.hot.water.boiling',
      'kettle.hot.lamp',
      'kettle.broken',
    ]);
    for (const state of states) {
      expect(state.states.filter((inner) => !isInside(inner, state))).toEqual([]);
      for (const [index, one] of state.states.entries())
        expect(state.states.slice(index + 1).filter((other) => !areApart(one, other))).toEqual([]);
    }
    expect(isInside(drawing.root, { x: 0, y: 0, ...drawing })).toBe(true);
  });
  it('has a labelled arrow for every transition, from state to state', () => {
    const brief = drawing.arrows.map(({ source, target, transitions }) =>
      [source, target, ...transitions.map(({ words }) => words)].join(' | '),
    );
    expect(brief.toSorted()).toEqual([
      'kettle | kettle.cold',
      'kettle.cold | kettle.broken | kettle.heat [else]',
      'kettle.cold | kettle.hot | kettle.heat [isFull]',
      'kettle.hot | kettle.broken | at once [(unnamed)]',
      'kettle.hot | kettle.cold | after 1000 ms',
      'kettle.hot.water | kettle.hot.water.still',
      'kettle.hot.water.still | kettle.hot.water.boiling | kettle.boil',
    ]);
    for (const { points, target } of drawing.arrows) {
      const { x, y, width, height } = stateOf(target);
      const [tip] = points.slice(-1);
      expect(tip).toBeDefined();
      // Allow for rounding, as ELK rounds its positions.
      expect(
        areApart(
          { x: tip?.x ?? 0, y: tip?.y ?? 0, width: 0, height: 0 },
          { x: x - 1, y: y - 1, width: width + 2, height: height + 2 },
        ),
      ).toBe(false);
    }
  });
  it('names transitions as a running actor does', () => {
    const taken = stateOf('kettle.cold').transitions.map(({ source, event, index }) => [
      source,
      event,
      index,
    ]);
    expect(taken).toEqual([
      ['kettle.cold', 'kettle.fill', 0],
      ['kettle.cold', 'kettle.heat', 0],
      ['kettle.cold', 'kettle.heat', 1],
    ]);
    expect(stateOf('kettle.cold').transitions.map(takenKey)).toEqual([
      'kettle.cold kettle.fill 0',
      'kettle.cold kettle.heat 0',
      'kettle.cold kettle.heat 1',
    ]);
    expect(stateOf('kettle.hot').transitions.map(({ event }) => event)).toEqual([
      'xstate.after.1000.kettle.hot',
      '',
    ]);
  });
  it('has lines for internal transitions, tags and actors of a state', () => {
    expect(stateOf('kettle.cold').lines).toMatchObject([
      { kind: 'tags', text: 'calm' },
      { kind: 'stays', text: 'kettle.fill / pour', transition: { event: 'kettle.fill' } },
    ]);
    expect(stateOf('kettle.hot').lines).toMatchObject([{ kind: 'invokes', invoked: 'whistle' }]);
  });
});
