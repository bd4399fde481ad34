import { TestModel } from '@xstate/graph';
import {
  type ActorLogic,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventFromLogic,
  type InputFrom,
} from 'xstate';
import { takenOf } from 'chart-inspector/recorder/describe';
import { type StepEffects, silentScope } from 'chart-inspector/recorder/steps';
import { nodesOf, transitionsOf } from 'chart-inspector/build/coverage';
import { recordWalk, withoutCoverage } from './chart-coverage.ts';

/** A chart with what is needed to fold it; carries the type of its snapshots. */
interface Foldable<S> {
  getInitialSnapshot(scope: AnyActorScope, input?: unknown): S;
  transition(snapshot: S, event: AnyEventObject, scope: AnyActorScope): S;
}
type Chart<S> = AnyStateMachine & Foldable<S>;
type Step<S extends AnyMachineSnapshot> = Path<S>['steps'][number];
export type Path<S extends AnyMachineSnapshot> = ReturnType<
  Model<S>['test']['getShortestPaths']
>[number];
/** Executors for the events of a path, and checks for the states reached. */
export type Executors<S extends AnyMachineSnapshot> = Required<Parameters<Path<S>['test']>[0]>;

/**
 * A chart to be walked: one or more examples of every event, and the possible outputs of its
 * actors.
 */
export interface ModelOptions<L extends AnyStateMachine, S> {
  readonly input?: InputFrom<L>;
  /** Every event type of the chart, each with the examples that differ in their effect. */
  readonly events: {
    readonly [K in EventFromLogic<L>['type']]: readonly Extract<EventFromLogic<L>, { type: K }>[];
  };
  /** By the id of an `invoke`: the distinct outputs. Errors and delays need no example. */
  readonly done?: Readonly<Record<string, readonly unknown[]>>;
  /**
   * Whether an event is possible there, beyond what the chart says: e.g. a screen has no such
   * button.
   */
  readonly may?: (snapshot: S, event: AnyEventObject) => boolean;
  /** The part of the context by which the walk distinguishes states; none by default. */
  readonly at?: (snapshot: S) => unknown;
}

export interface Model<S extends AnyMachineSnapshot> {
  readonly logic: Chart<S>;
  readonly input: unknown;
  readonly examples: readonly AnyEventObject[];
  readonly takes: (snapshot: S, event: AnyEventObject) => boolean;
  /** The walk treats states with the same name as equal. */
  readonly place: (snapshot: S) => string;
  readonly test: TestModel<S, AnyEventObject, unknown>;
}

/**
 * The model of a chart. Walking it is pure: no actor, effect or timer starts; `done`, `error` and
 * `after` are events like any other.
 */
export function modelOf<L extends AnyStateMachine, S extends AnyMachineSnapshot>(
  logic: L & Chart<S>,
  options: ModelOptions<L, S>,
): Model<S> {
  const { input, events, done = {}, may = () => true, at = () => null } = options;
  const examples: readonly AnyEventObject[] = [
    ...Object.values<readonly AnyEventObject[]>(events).flat(),
    ...Object.entries(done).flatMap(([id, outputs]) =>
      outputs.map((output) => ({ type: `xstate.done.actor.${id}`, actorId: id, output })),
    ),
    ...descriptorsOf(logic)
      .filter((type) => type.startsWith('xstate.after.'))
      .map((type) => ({ type })),
    ...descriptorsOf(logic)
      .filter((type) => type.startsWith('xstate.error.actor.'))
      .map((type) => ({ type, error: new Error('unexpected') })),
  ];
  const takes = (snapshot: S, event: AnyEventObject) =>
    snapshot.status === 'active' && snapshot.can(event) && may(snapshot, event);
  const places = new WeakMap<S, string>();
  const place = (snapshot: S): string => {
    const known = places.get(snapshot) ?? JSON.stringify([snapshot.value, at(snapshot)]);
    places.set(snapshot, known);
    return known;
  };
  const test = new TestModel<S, AnyEventObject, unknown>(inertLogic(logic, input), {
    input,
    // A no-op would only lengthen the walk. The library's own `filterEvents` is ignored by it.
    events: (snapshot) => examples.filter((event) => takes(snapshot, event)),
    // Shortest paths cover states; with the incoming transition as part of the state, they cover
    // transitions.
    serializeState: (snapshot, event, previous) =>
      event && previous
        ? `${place(snapshot)} via ${JSON.stringify(event)} from ${place(previous)}`
        : place(snapshot),
    stateMatcher: (snapshot, key) => snapshot.matches(key),
    limit: 10_000,
  });
  return { logic, input, examples, takes, place, test };
}

/** Shortest paths that together take every transition the examples can take. */
export const pathsOf = <S extends AnyMachineSnapshot>(model: Model<S>): Path<S>[] =>
  model.test.getShortestPaths();

/** What it costs to open a page, in steps. */
const OPENING = 4;
/**
 * Few and short paths that together cover every state, transition and example that all paths cover.
 */
export function sufficient<S extends AnyMachineSnapshot>(
  model: Model<S>,
  paths: readonly Path<S>[],
): Path<S>[] {
  const all = unwalked(model, []);
  const candidates = paths.map((path) => {
    const untaken = new Set(unwalked(model, [path]));
    return {
      path,
      // One transition may handle several events, whose examples look different on the screen.
      taken: [
        ...all.filter((name) => !untaken.has(name)),
        ...eventsOf(path).map((event) => JSON.stringify(event)),
        ...[...path.steps, path].map(({ state }) => JSON.stringify(state.value)),
      ],
    };
  });
  const left = new Set(candidates.flatMap(({ taken }) => taken));
  const chosen: Path<S>[] = [];
  while (left.size > 0) {
    const worth = ({ path, taken }: (typeof candidates)[number]) =>
      taken.filter((name) => left.has(name)).length / (path.steps.length + OPENING);
    const best = candidates.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    chosen.push(best.path);
    for (const name of best.taken) left.delete(name);
  }
  return chosen;
}

/** How many steps a test takes at most. */
const LONGEST = 50;
/**
 * The steps of the paths, each in the same state, in few long paths: common prefixes are walked
 * once. A step without a successor is walked once from each state, with any context: it ends a
 * tour.
 */
export function toursOf<S extends AnyMachineSnapshot>(
  model: Model<S>,
  paths: readonly Path<S>[] = pathsOf(model),
): Path<S>[] {
  const { logic, takes, place, test } = model;
  const passed = new Set(
    paths.flatMap(({ steps }) => steps.slice(0, -1).map(({ state }) => place(state))),
  );
  const keyOf = (from: S, { event, state }: Step<S>) =>
    JSON.stringify(
      passed.has(place(state))
        ? [place(from), event, place(state)]
        : [from.value, event, state.value],
    );
  const stepsFrom = new Map<string, Map<string, Step<S>>>();
  const left = new Map<string, Path<S>>();
  const each = (steps: readonly Step<S>[], visit: (from: S, step: Step<S>) => void) => {
    for (const [index, step] of steps.slice(1).entries()) {
      const from = steps[index]?.state;
      if (from) visit(from, step);
    }
  };
  for (const path of paths)
    each(path.steps, (from, step) => {
      const key = keyOf(from, step);
      const known = stepsFrom.get(place(from)) ?? new Map<string, Step<S>>();
      stepsFrom.set(place(from), known.set(key, step));
      left.set(key, path);
    });

  /** The shortest path from here to a remaining step. */
  const nearest = (start: S): readonly Step<S>[] | null => {
    const ways = new Map<string, readonly Step<S>[]>([[place(start), []]]);
    for (const [at, way] of ways)
      for (const [key, step] of stepsFrom.get(at) ?? []) {
        if (left.has(key)) return [...way, step];
        const to = place(step.state);
        if (!ways.has(to)) ways.set(to, [...way, step]);
      }
    return null;
  };
  /** The next steps of a tour; fewer if details that the walk ignores make them impossible. */
  const takenFrom = (start: S, way: readonly Step<S>[]): Step<S>[] => {
    const taken: Step<S>[] = [];
    let from = start;
    for (const step of way) {
      if (!takes(from, step.event)) break;
      const state = logic.transition(from, step.event, scopeOf());
      taken.push({ event: step.event, state });
      if (place(state) !== place(step.state)) break;
      from = state;
    }
    return taken;
  };

  const tours: Path<S>[] = [];
  const add = (steps: readonly Step<S>[], state: S) => {
    const tour = { steps: [...steps], state, weight: steps.length };
    tours.push({ ...tour, description: '', test: (params) => test.testPath(tour, params) });
    each(steps, (from, step) => left.delete(keyOf(from, step)));
  };
  const [begin] = paths[0]?.steps ?? [];
  if (!begin) return tours;
  while (left.size > 0) {
    let steps: readonly Step<S>[] = [begin];
    let from = begin.state;
    for (;;) {
      const way = from.status === 'active' ? nearest(from) : null;
      if (way === null || (steps.length > 1 && steps.length + way.length > LONGEST)) break;
      const taken = takenFrom(from, way);
      const size = left.size;
      each([{ ...begin, state: from }, ...taken], (at, step) => left.delete(keyOf(at, step)));
      if (left.size === size) {
        // A step without a successor: reached only by its own path.
        const [last, previous = begin] = way.toReversed();
        const own = last && left.get(keyOf(way.length > 1 ? previous.state : from, last));
        if (!own) break;
        add(own.steps, own.state);
      }
      steps = [...steps, ...taken];
      from = taken.at(-1)?.state ?? from;
    }
    if (steps.length > 1) add(steps, from);
  }
  return tours;
}

/** For `it.each`: a readable name for each path. */
export const titled = <P extends Path<AnyMachineSnapshot>>(paths: readonly P[]): [string, P][] =>
  paths.map((path, index) => [
    `${index + 1}: ${path.steps.map(({ event }) => event.type.replace(/^xstate\./, '')).join(' > ')} = ${JSON.stringify(path.state.value)}`,
    path,
  ]);

/** Event types that the chart listens to and the model has no example of. */
export const unexampled = <S extends AnyMachineSnapshot>({ logic, examples }: Model<S>): string[] =>
  descriptorsOf(logic).filter(
    (descriptor) =>
      !descriptor.startsWith('xstate.done.state.') &&
      !examples.some(({ type }) =>
        descriptor.endsWith('*') ? type.startsWith(descriptor.slice(0, -1)) : type === descriptor,
      ),
  );

/** Transitions of the chart, eventless ones included, that no path takes. */
export function unwalked<S extends AnyMachineSnapshot>(
  { logic, input }: Model<S>,
  paths: readonly Path<S>[],
): string[] {
  const taken = new Set<string>();
  for (const path of paths)
    for (const transition of walk(logic, input, eventsOf(path), 'p').taken)
      taken.add(named(transition));
  return nodesOf(logic.root)
    .flatMap(transitionsOf)
    .map(named)
    .filter((name) => !taken.has(name));
}

const eventsOf = <S extends AnyMachineSnapshot>({ steps }: Path<S>): AnyEventObject[] =>
  steps.map(({ event }) => event).filter(({ type }) => type !== 'xstate.init');

/**
 * Missing parts of a path suite: an executor for an event of its paths, or facts for a state that
 * they reach.
 */
export const lacking = <S extends AnyMachineSnapshot>(
  paths: readonly Path<S>[],
  params: { events: Readonly<Record<string, unknown>>; states: Readonly<Record<string, unknown>> },
): string[] => [
  ...new Set(
    paths.flatMap(({ steps }) =>
      steps.flatMap(({ event, state }) => [
        ...(event.type === 'xstate.init' || event.type in params.events ? [] : [event.type]),
        ...(Object.keys(params.states).some((key) => key === '*' || state.matches(key))
          ? []
          : [JSON.stringify(state.value)]),
      ]),
    ),
  ),
];

/**
 * The state after these events from the start: pure, for pinned journeys. `done`, `error` and
 * `after` are written as `outcome(id, output)`, `failure(id)` and `elapsed(delay, state)`.
 */
export const fold = <L extends AnyStateMachine, S extends AnyMachineSnapshot>(
  logic: L & Chart<S>,
  input: InputFrom<L> | undefined,
  events: readonly AnyEventObject[],
): S => walk(logic, input, events, 'j').snapshot;

/** The same, event by event, for a walk with a check after each step. */
export function folding<L extends AnyStateMachine, S extends AnyMachineSnapshot>(
  logic: L & Chart<S>,
  input: InputFrom<L> | undefined,
) {
  let snapshot: S = logic.getInitialSnapshot(scopeOf(), input);
  return {
    take: (event: AnyEventObject): void => {
      snapshot = logic.transition(snapshot, event, scopeOf());
    },
    context: (): S['context'] => snapshot.context,
  };
}

/** The facts that the chart emits on the way. */
export const emittedBy = <L extends AnyStateMachine>(
  logic: L,
  input: InputFrom<L> | undefined,
  events: readonly AnyEventObject[],
): unknown[] => walk(logic, input, events, 'j').emitted;

/** An invoked actor has answered. */
export const outcome = (id: string, output: unknown) => ({
  type: `xstate.done.actor.${id}`,
  actorId: id,
  output,
});
/** An invoked actor has failed unexpectedly. */
export const failure = (id: string, error: unknown = new Error('unexpected')) => ({
  type: `xstate.error.actor.${id}`,
  actorId: id,
  error,
});
/** A named delay of the state node with this id has passed. */
export const elapsed = (delay: string, stateId: string) => ({
  type: `xstate.after.${delay}.${stateId}`,
});

/** The events that the chart sends on the way, to its parent and its children. */
export const sentBy = <L extends AnyStateMachine>(
  logic: L,
  input: InputFrom<L> | undefined,
  events: readonly AnyEventObject[],
): unknown[] => walk(logic, input, events, 'j').sent;

interface Walk<S> extends StepEffects {
  readonly snapshot: S;
}

/** Folds events over the pure chart, noting each transition and each emitted fact. */
function walk<S extends AnyMachineSnapshot>(
  logic: Chart<S>,
  input: unknown,
  events: readonly AnyEventObject[],
  kind: 'p' | 'j',
): Walk<S> {
  const taken: AnyTransitionDefinition[] = [];
  const emitted: unknown[] = [];
  const sent: unknown[] = [];
  const scope = () => scopeOf({ taken, emitted, sent });
  let snapshot = logic.getInitialSnapshot(scope(), input);
  const passed = [snapshot];
  for (const event of events) {
    snapshot = logic.transition(snapshot, event, scope());
    passed.push(snapshot);
  }
  recordWalk(kind, passed, taken);
  return { snapshot, taken, emitted, sent };
}

/**
 * The chart with each step taken in a new system that discards effects, so that no actor starts and ids do not collide.
 */
const inertLogic = <S extends AnyMachineSnapshot>(
  logic: Chart<S>,
  input: unknown,
): ActorLogic<S, AnyEventObject, unknown> => ({
  config: logic.config,
  transition: (snapshot, event) => logic.transition(snapshot, event, scopeOf()),
  getInitialSnapshot: () => logic.getInitialSnapshot(scopeOf(), input),
  getPersistedSnapshot: (snapshot) => snapshot,
});

const scopeOf = (noted?: StepEffects): AnyActorScope => withoutCoverage(() => silentScope(noted));

const descriptorsOf = (logic: AnyStateMachine): string[] => [
  ...new Set(nodesOf(logic.root).flatMap((node) => [...node.transitions.keys()])),
];

function named(transition: AnyTransitionDefinition): string {
  const { source, event, index } = takenOf(transition);
  return `${source} on ${event || '(always)'} [${index}] -> ${transition.target?.map(({ id }) => id).join(', ') ?? '(stays)'}`;
}
