import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { z } from 'zod';
import { takenOf } from '#machines/kit/describe.ts';
import { type KindOfWalk, KINDS_OF_WALK, takenKey } from '#machines/kit/drawing.ts';
import { MACHINES } from './charts.ts';

/** Who walks a chart, each by its letter in the file. */
export const KINDS: readonly (readonly [KindOfWalk, string])[] = [
  ['p', 'paths'],
  ['j', 'journeys'],
  ['v', 'views'],
  ['b', 'browser'],
];

/** Of a state or a transition: the letters of the kinds that walked it, in the order of `KINDS`. */
const marks = z.record(z.string(), z.string().regex(/^p?j?v?b?$/u));
const chartSchema = z.object({
  /** By id. */
  states: marks,
  /** By `takenKey`. */
  transitions: marks,
});
export type ChartCoverage = z.infer<typeof chartSchema>;
const schema = z.record(z.string(), chartSchema);
/** By the chart's id. */
export type Coverage = z.infer<typeof schema>;

export const COVERAGE = join(MACHINES, 'coverage.json');
export const readCoverage = async (): Promise<Coverage> =>
  schema.parse(JSON.parse(await readFile(COVERAGE, 'utf8')));

/** What there is to walk in a chart: the root is a place only where it is the only one. */
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

/** But those that only say that an event is not for this state: they cannot be taken. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] =>
  [...[...node.transitions.values()].flat(), ...(node.always ?? [])].filter(
    ({ target, actions }) => target !== undefined || actions.length > 0,
  );

/** How much of a chart a kind has walked: how many, of how many. */
export interface Walked {
  readonly states: readonly [number, number];
  readonly transitions: readonly [number, number];
}
export const walkedOf = ({ states, transitions }: ChartCoverage, kind: KindOfWalk): Walked => ({
  states: count(states, kind),
  transitions: count(transitions, kind),
});
const count = (all: Readonly<Record<string, string>>, kind: KindOfWalk): [number, number] => {
  const letters = Object.values(all);
  return [letters.filter((each) => each.includes(kind)).length, letters.length];
};

/** What one process has walked: by kind and chart, ids of states and keys of transitions. */
const walkSchema = z.object({ states: z.array(z.string()), transitions: z.array(z.string()) });
export const walksSchema = z.partialRecord(z.enum(KINDS_OF_WALK), z.record(z.string(), walkSchema));
export type Walks = z.infer<typeof walksSchema>;

/** The file's content: every place of every chart. Of kinds that did not run now, what they walked `before`. */
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

/** What is wrong with the file, a line each: what is gone or new in a chart, and what no path takes. */
export function coverageFaults(charts: readonly AnyStateMachine[], coverage: Coverage): string[] {
  const known = new Set(charts.map(({ id }) => id));
  return [
    ...Object.keys(coverage).flatMap((id) => (known.has(id) ? [] : [`${id}: no such chart`])),
    ...charts.flatMap((chart) => {
      const places = placesOf(chart);
      const written = coverage[chart.id] ?? { states: {}, transitions: {} };
      return [
        ...placeFaults(places.states, written.states),
        ...placeFaults(places.transitions, written.transitions),
      ].map((fault) => `${chart.id}: ${fault}`);
    }),
  ];
}
const placeFaults = (
  places: readonly string[],
  written: Readonly<Record<string, string>>,
): string[] => [
  ...Object.keys(written).flatMap((key) => (places.includes(key) ? [] : [`${key} is gone`])),
  ...places.flatMap((key) => (written[key]?.includes('p') ? [] : [`no path takes ${key}`])),
];
