import { existsSync, readFileSync } from 'node:fs';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { z } from 'zod';
import { type KindOfWalk, KINDS_OF_WALK, takenKey } from '../drawn-chart.ts';
import { takenOf } from '../recorder/describe.ts';

/** For each state or transition, the letters of the kinds of tests that walked it, in the order of `KINDS_OF_WALK`. */
const marks = z.record(z.string(), z.string().regex(/^p?j?v?b?$/u));
const chartSchema = z.object({
  /** States by id. */
  states: marks,
  /** Transitions by `takenKey`. */
  transitions: marks,
});
const schema = z.record(z.string(), chartSchema);
/** Coverage by chart id. */
export type Coverage = z.infer<typeof schema>;

/** Reads the measured coverage; empty if nothing was measured. */
export const readCoverage = (file: string): Coverage =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};

/**
 * Returns the states and transitions of a chart that tests can walk. The root is included only if it is the only state.
 */
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

/** A state node with all its descendants. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values<AnyStateNode>(node.states).flatMap(nodesOf),
];

/** Transitions of a node, without transitions that only block an event. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] =>
  [...[...node.transitions.values()].flat(), ...(node.always ?? [])].filter(
    ({ target, actions }) => target !== undefined || actions.length > 0,
  );

/** The states and transitions that one process walked, by kind of test and chart. */
const walkSchema = z.object({ states: z.array(z.string()), transitions: z.array(z.string()) });
export const walksSchema = z.partialRecord(z.enum(KINDS_OF_WALK), z.record(z.string(), walkSchema));
export type Walks = z.infer<typeof walksSchema>;

/** Computes the coverage of every chart. Kinds of tests that did not run keep their marks of `before`. */
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

/** The states and transitions that no path test walks. */
export const notOnPaths = (charts: Coverage): string[] =>
  Object.values(charts).flatMap(({ states, transitions }) =>
    [...Object.entries(states), ...Object.entries(transitions)].flatMap(([place, kinds]) =>
      kinds.includes('p') ? [] : [place],
    ),
  );
