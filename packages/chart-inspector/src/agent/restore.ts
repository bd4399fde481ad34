import type { AnyActor, AnyStateNode, AnyTransitionDefinition, assign } from 'xstate';
import type { StateJson } from '../protocol.ts';
import type { Mask } from '../recorder/mask.ts';
import { isOfChart } from '../recorder/recorder.ts';

/** A snapshot from an inspector; its context is masked. */
export interface EditedSnapshot {
  readonly state: StateJson;
  readonly context: unknown;
}

/** XState's `assign`, passed in because an import here would move it out of the app's first chunk. */
export type Assign = typeof assign;
interface RestorePorts {
  readonly mask: Mask;
  readonly assign: Assign;
}

let restored = 0;

/**
 * Moves an actor to an edited snapshot by a temporary transition of its chart, so that XState itself stops and starts
 * invocations and timers. Values that were not edited keep their real value, also masked ones. Returns why the snapshot
 * was refused, or null.
 */
export function restore(
  actor: AnyActor,
  edited: EditedSnapshot,
  ports: RestorePorts,
): string | null {
  const snapshot: unknown = actor.getSnapshot();
  if (!isOfChart(snapshot)) return 'This actor is no chart: it has no snapshot to restore.';
  const { root } = snapshot.machine;
  const target = targetsIn(root, edited.state);
  if (target === null) return `${root.id} has no state ${JSON.stringify(edited.state)}.`;
  const context = merged(edited.context, ports.mask(snapshot.context), snapshot.context);
  if (!isObject(context)) return 'A context is an object: { … }.';
  // XState caches transitions by event type, so each restore needs a new type.
  restored += 1;
  const eventType = `inspector.restore.${restored}`;
  const transition: AnyTransitionDefinition = {
    source: root,
    target,
    reenter: false,
    actions: [ports.assign(() => context)],
    eventType,
    toJSON: () => ({ source: root.id, target: target.map(({ id }) => id), actions: [], eventType }),
  };
  root.transitions.set(eventType, [transition]);
  actor.send({ type: eventType });
  root.transitions.delete(eventType);
  return null;
}

/** Returns the innermost states of a state value; null if the chart has no such state. */
function targetsIn(node: AnyStateNode, state: StateJson): AnyStateNode[] | null {
  const inner = typeof state === 'string' ? { [state]: {} } : state;
  const targets = Object.entries(inner).map(([key, value]) => {
    const child = node.states[key];
    return child === undefined ? null : targetsIn(child, value);
  });
  if (targets.includes(null)) return null;
  return targets.length === 0 ? [node] : targets.flatMap((each) => each ?? []);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the edited value with the real values wherever the shown value was not edited. */
function merged(edited: unknown, shown: unknown, real: unknown): unknown {
  if (JSON.stringify(edited) === JSON.stringify(shown)) return real;
  if (Array.isArray(edited) && Array.isArray(shown) && Array.isArray(real))
    return edited.map((item, index) => merged(item, shown[index], real[index]));
  if (!isObject(edited) || !isObject(shown) || !isObject(real)) return edited;
  return Object.fromEntries(
    Object.entries(edited).map(([key, field]) => [key, merged(field, shown[key], real[key])]),
  );
}
