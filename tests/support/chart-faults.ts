import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { describeChart, type StateDescription, UNNAMED } from 'chart-inspector/recorder/describe';
import { nodesOf } from 'chart-inspector/build/coverage';

/**
 * Mistakes that compile but that XState misreads at run time: an undefined delay elapses at once,
 * an unknown initial state breaks the actor. By house rule every `invoke` has its own id and an
 * `onError` that reports, and every guard and action has a name for the drawings.
 */
export function faultsOf(chart: AnyStateMachine): string[] {
  try {
    const faults = nodesOf(chart.root).flatMap((node) => [
      ...[...node.transitions.keys()].flatMap((type) => unknownDelay(chart, node.id, type)),
      ...(node.type === 'compound' && node.initial.target.length === 0
        ? [`${node.id} starts nowhere`]
        : []),
      ...node.invoke.flatMap(({ id }) => [
        ...unreported(node.id, node.transitions.get(`xstate.error.actor.${id}`) ?? []),
        ...(id.includes('.') ? [`${node.id} has an invoke without an id`] : []),
        ...(node.transitions.has(`xstate.error.actor.${id}`) ? [] : [`${id} has no onError`]),
      ]),
    ]);
    return [...faults, ...unnamed(describeChart(chart).root)];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Errors are logged, however they are handled. */
const unreported = (nodeId: string, transitions: readonly AnyTransitionDefinition[]): string[] =>
  transitions.length === 0 ||
  transitions.some(({ actions }) => actions.some((action) => nameOf(action) === 'report'))
    ? []
    : [`${nodeId} swallows what is thrown`];

const nameOf = (action: unknown): unknown =>
  typeof action === 'object' && action !== null && 'type' in action ? action.type : action;

function unknownDelay(chart: AnyStateMachine, nodeId: string, type: string): string[] {
  const prefix = 'xstate.after.';
  if (!type.startsWith(prefix) || !type.endsWith(`.${nodeId}`)) return [];
  const delay = type.slice(prefix.length, -nodeId.length - 1);
  const isKnown = /^\d+$/.test(delay) || delay in chart.implementations.delays;
  return isKnown ? [] : [`${nodeId} waits for the unknown delay '${delay}'`];
}

const unnamed = (state: StateDescription): string[] => [
  ...[
    ...[...state.entry, ...state.exit].map((name) => ({ name, kind: 'an action' })),
    ...state.transitions.flatMap(({ guard, actions }) => [
      { name: guard ?? '', kind: 'a guard' },
      ...actions.map((name) => ({ name, kind: 'an action' })),
    ]),
  ]
    .filter(({ name }) => name.includes(UNNAMED))
    .map(({ kind }) => `${state.id} has ${kind} without a name`),
  ...state.states.flatMap(unnamed),
];
