import type { AnyActor, AnyStateNode, AnyTransitionDefinition, assign } from 'xstate';
import type { StateJson } from '../protocol.ts';
import type { Mask } from '../recorder/mask.ts';
import { isOfChart } from '../recorder/recorder.ts';

/** A snapshot as an inspector has it: its context is masked. */
export interface EditedSnapshot {
  readonly state: StateJson;
  readonly context: unknown;
}

/** XState's own: imported here, its code would be cut out of what every page loads first. */
export type Assign = typeof assign;
interface RestorePorts {
  readonly mask: Mask;
  readonly assign: Assign;
}

let restored = 0;

/**
 * Lets an actor of a chart go on from an edited snapshot. XState itself takes it there, by a transition that its
 * chart has for that moment: invocations and timers of states that are left end, those of states that are entered
 * begin. What was not edited stays what it is, masked or not. Answers why not; null: it went.
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
  // XState remembers what it has found for a type: each restoring has its own.
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

/** The innermost states of a value; null: there is none such. */
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

/** What was edited, and where it is as it was shown what really stands there. */
function merged(edited: unknown, shown: unknown, real: unknown): unknown {
  if (JSON.stringify(edited) === JSON.stringify(shown)) return real;
  if (Array.isArray(edited) && Array.isArray(shown) && Array.isArray(real))
    return edited.map((item, index) => merged(item, shown[index], real[index]));
  if (!isObject(edited) || !isObject(shown) || !isObject(real)) return edited;
  return Object.fromEntries(
    Object.entries(edited).map(([key, field]) => [key, merged(field, shown[key], real[key])]),
  );
}
