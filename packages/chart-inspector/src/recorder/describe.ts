import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Taken } from '../protocol.ts';

/* Describes charts as plain JSON data, without running them. */

/** What triggers a transition. */
export interface Trigger {
  /** `done` and `failed`: the invoked actor `name` ended. `completed`: all child states reached a final state. */
  readonly kind: 'event' | 'after' | 'always' | 'done' | 'failed' | 'completed';
  /** The event, the delay (its name or ms) or the invoked actor; empty for other kinds. */
  readonly name: string;
}
export interface TransitionDescription {
  readonly trigger: Trigger;
  /** Null if the transition has no guard. */
  readonly guard: string | null;
  /** Ids of the target states; empty if the state does not change. */
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  readonly reenter: boolean;
}
export interface StateDescription {
  readonly id: string;
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Whether this is a deep history state. */
  readonly isDeep: boolean;
  /** Id of the initial state, for compound states. */
  readonly initial: string | null;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly { readonly id: string; readonly src: string }[];
  readonly transitions: readonly TransitionDescription[];
  readonly states: readonly StateDescription[];
}
export interface ChartDescription {
  readonly id: string;
  /** Ids of the charts that this chart starts. */
  readonly charts: readonly string[];
  /** Names of the implementations that the app provides: actors other than charts, and actions with effects. */
  readonly ports: readonly string[];
  readonly root: StateDescription;
}

export function describeChart(chart: AnyStateMachine): ChartDescription {
  const actors = Object.entries<unknown>(chart.implementations.actors);
  const actions = Object.entries<unknown>(chart.implementations.actions);
  return {
    id: chart.id,
    charts: actors.flatMap(([, logic]) => (isChart(logic) ? [logic.id] : [])),
    ports: [
      ...actors.flatMap(([name, logic]) => (isChart(logic) ? [] : [name])),
      // Built-in actions (assign, emit, sendTo) have a type; other functions are effects.
      ...actions.flatMap(([name, action]) => (typeOf(action) === null ? [name] : [])),
    ],
    root: describeState(chart.root),
  };
}

export const isChart = (logic: unknown): logic is { readonly id: string } =>
  typeof logic === 'object' &&
  logic !== null &&
  'root' in logic &&
  'id' in logic &&
  typeof logic.id === 'string';

const describeState = (node: AnyStateNode): StateDescription => ({
  id: node.id,
  key: node.key,
  type: node.type,
  isDeep: node.history === 'deep',
  initial: node.initial.target[0]?.id ?? null,
  tags: [...node.tags],
  entry: actionNames(node.entry),
  exit: actionNames(node.exit),
  invokes: node.invoke.map(({ id, src }) => ({ id, src: nameOf(src) })),
  transitions: [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(
    (transition) => describeTransition(node, transition),
  ),
  states: Object.values<AnyStateNode>(node.states).map(describeState),
});

const describeTransition = (
  node: AnyStateNode,
  { eventType, guard, target, actions, reenter }: AnyTransitionDefinition,
): TransitionDescription => ({
  trigger: triggerOf(eventType, node.id),
  guard: guard === undefined ? null : guardName(guard),
  targets: (target ?? []).map(({ id }) => id),
  actions: actionNames(actions),
  reenter,
});

/** Returns the key by which records name a transition. */
export const takenOf = (transition: AnyTransitionDefinition): Taken => {
  const { source, eventType } = transition;
  const alike = eventType === '' ? source.always : source.transitions.get(eventType);
  return { source: source.id, event: eventType, index: alike?.indexOf(transition) ?? -1 };
};

/** Returns the trigger that XState's internal event type stands for. */
function triggerOf(eventType: string, stateId: string): Trigger {
  if (eventType === '') return { kind: 'always', name: '' };
  if (eventType === `xstate.done.state.${stateId}`) return { kind: 'completed', name: '' };
  const found =
    /^xstate\.(?:(?<after>after)|(?<done>done)\.actor|(?<failed>error)\.actor)\.(?<name>.+)$/u.exec(
      eventType,
    )?.groups;
  const name = found?.['name'];
  if (found === undefined || name === undefined) return { kind: 'event', name: eventType };
  if (found['after'] !== undefined)
    return { kind: 'after', name: name.slice(0, -`.${stateId}`.length) };
  return { kind: found['done'] === undefined ? 'failed' : 'done', name };
}

/** Name of a guard; combined guards list the names of their parts. */
function guardName(guard: unknown): string {
  if (typeof guard !== 'function') return nameOf(guard);
  if (!('guards' in guard) || !Array.isArray(guard.guards)) return functionName(guard);
  const names = guard.guards.map(guardName);
  return guard.name === 'not' ? `not ${names.join()}` : names.join(` ${guard.name} `);
}

const actionNames = (actions: readonly unknown[]): string[] =>
  actions.filter((action) => !isOfDelay(action)).map(actionName);

function actionName(action: unknown): string {
  if (typeof action !== 'function') return nameOf(action);
  const made = typeOf(action);
  if (made === null) return functionName(action);
  const raised = 'event' in action ? typeOf(action.event) : null;
  return [made.replace(/^xstate\./u, ''), ...(raised === null ? [] : [raised])].join(' ');
}

/** Whether an action belongs to the timers by which XState implements `after`. */
function isOfDelay(action: unknown): boolean {
  if (typeof action !== 'function') return false;
  const timer = 'sendId' in action ? action.sendId : 'event' in action && typeOf(action.event);
  return typeof timer === 'string' && timer.startsWith('xstate.after.');
}

/** Shown as the name of an inline guard or action. */
export const UNNAMED = '(unnamed)';
/** The name of a function. Inline functions have the name of their key, so they count as unnamed. */
const functionName = ({ name }: { readonly name: string }): string =>
  ['', 'guard', 'actions', 'entry', 'exit', 'stateIn'].includes(name) ? UNNAMED : name;
/** Name of a reference into `setup`. */
const nameOf = (reference: unknown): string =>
  typeof reference === 'string' ? reference : (typeOf(reference) ?? UNNAMED);
/** The `type` of a built-in action or an event. */
const typeOf = (value: unknown): string | null =>
  (typeof value === 'object' || typeof value === 'function') &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string'
    ? value.type
    : null;
