import type { AnyStateMachine } from 'xstate';
import { nodesOf } from './graph.ts';

/**
 * What the compiler lets pass and XState misreads at run time: a delay nobody defined elapses at
 * once, an unknown initial state breaks the actor; and by house rule every `invoke` has an
 * id of its own and an `onError`.
 */
export function faultsOf(chart: AnyStateMachine): string[] {
  try {
    return nodesOf(chart.root).flatMap((node) => [
      ...[...node.transitions.keys()].flatMap((type) => unknownDelay(chart, node.id, type)),
      ...(node.type === 'compound' && node.initial.target.length === 0
        ? [`${node.id} starts nowhere`]
        : []),
      ...node.invoke.flatMap(({ id }) => [
        ...(id.includes('.') ? [`${node.id} has an invoke without an id`] : []),
        ...(node.transitions.has(`xstate.error.actor.${id}`) ? [] : [`${id} has no onError`]),
      ]),
    ]);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function unknownDelay(chart: AnyStateMachine, nodeId: string, type: string): string[] {
  const prefix = 'xstate.after.';
  if (!type.startsWith(prefix) || !type.endsWith(`.${nodeId}`)) return [];
  const delay = type.slice(prefix.length, -nodeId.length - 1);
  const isKnown = /^\d+$/.test(delay) || delay in chart.implementations.delays;
  return isKnown ? [] : [`${nodeId} waits for the unknown delay '${delay}'`];
}
