import { existsSync, readFileSync } from 'node:fs';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { z } from 'zod';
import { type KindOfWalk, KINDS_OF_WALK, takenKey } from '../drawn-chart.ts';
import { takenOf } from '../recorder/describe.ts';

/** Letters of the kinds that walked a place, in the order of `KINDS_OF_WALK`. */
const marks = z.record(z.string(), z.string().regex(/^p?j?v?b?$/u));
const chartSchema = z.object({
  /** By id. */
  states: marks,
  /** By `takenKey`. */
  transitions: marks,
});
const schema = z.record(z.string(), chartSchema);
/** By the chart's id. */
export type Coverage = z.infer<typeof schema>;

/** Reads what was measured; empty when nothing was. */
export const readCoverage = (file: string): Coverage =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};

/** Places of a chart that tests can walk; the root counts only if it is the only state. */
export function placesOf(chart: AnyStateMachine): {
  readonly states: string[];
  readonly transitions: string[];
} {
  const nodes = nodesOf(chart.root);
  const states = nodes.filter(({ type }) => type !== 'history');
  return {
    states: (states.length === 1 ? states : states.slice(1)).map(({ id }) => id),
    transitions: nodes.flatMap(transitionsOf).map((each) => takenKey(takenOf(each))),
  };
}

/** A state node with everything below it. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values<AnyStateNode>(node.states).flatMap(nodesOf),
];

/** Transitions that can be taken, without those that only block an event. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] =>
  [...[...node.transitions.values()].flat(), ...(node.always ?? [])].filter(
    ({ target, actions }) => target !== undefined || actions.length > 0,
  );

/** Places that one process walked, by kind and chart. */
const walkSchema = z.object({ states: z.array(z.string()), transitions: z.array(z.string()) });
export const walksSchema = z.partialRecord(z.enum(KINDS_OF_WALK), z.record(z.string(), walkSchema));
export type Walks = z.infer<typeof walksSchema>;

/** Marks every place of every chart; kinds that did not run keep their marks of `before`. */
export function coverageOf(
  charts: readonly AnyStateMachine[],
  walks: readonly Walks[],
  ran: readonly KindOfWalk[],
  before: Coverage,
): Coverage {
  const lettersOf = (chart: string, part: 'states' | 'transitions', place: string): string =>
    KINDS_OF_WALK.filter((kind) =>
      ran.includes(kind)
        ? walks.some((each) => each[kind]?.[chart]?.[part].includes(place))
        : before[chart]?.[part][place]?.includes(kind),
    ).join('');
  return Object.fromEntries(
    charts.map((chart) => {
      const places = placesOf(chart);
      const marked = (part: 'states' | 'transitions') =>
        Object.fromEntries(places[part].map((place) => [place, lettersOf(chart.id, part, place)]));
      return [chart.id, { states: marked('states'), transitions: marked('transitions') }];
    }),
  );
}

/** The states and transitions of charts that no path takes. */
export const notOnPaths = (charts: Coverage): string[] =>
  Object.values(charts).flatMap(({ states, transitions }) =>
    [...Object.entries(states), ...Object.entries(transitions)].flatMap(([place, kinds]) =>
      kinds.includes('p') ? [] : [place],
    ),
  );
