import {
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  createEmptyActor,
  fromCallback,
} from 'xstate';
import type { StateJson } from '../protocol.ts';
import { eventIn } from './recorder.ts';

/* Runs charts step by step without side effects: starts no actors, effects or timers. */

/** What happened in a step: transitions taken, events emitted, events sent. */
export interface StepEffects {
  readonly taken: AnyTransitionDefinition[];
  readonly emitted: unknown[];
  readonly sent: unknown[];
}

const nobody = fromCallback(() => {});

/** An actor scope without side effects. */
export function silentScope(noted?: StepEffects): AnyActorScope {
  // The actor needs a parent, because some charts send events to their parent.
  const self = createActor(nobody, { parent: createEmptyActor() });
  if (noted)
    self.system.inspect((event) => {
      if (event.type === '@xstate.microstep' && event.actorRef === self)
        // oxlint-disable-next-line no-underscore-dangle -- the only name XState gives the taken transitions
        noted.taken.push(...event._transitions);
    });
  return {
    self,
    id: '',
    sessionId: '',
    system: self.system,
    logger: () => {},
    defer: () => {},
    emit: () => {},
    stopChild: () => {},
    actionExecutor: (action) => {
      if (action.type === 'xstate.emit') noted?.emitted.push(eventIn(action.params));
      if (action.type === 'xstate.sendTo') noted?.sent.push(eventIn(action.params));
    },
  };
}

/** How an actor starts: with its input, or from a recorded state. */
export type Beginning =
  | { readonly input: unknown }
  | {
      readonly state: StateJson;
      readonly context: unknown;
      /** Ids of the actor's children. */
      readonly children: readonly string[];
    };

/** Returns the first snapshot of a chart. */
export function initialSnapshot(chart: AnyStateMachine, beginning: Beginning): AnyMachineSnapshot {
  if ('input' in beginning) return chart.getInitialSnapshot(silentScope(), beginning.input);
  const { state, context, children } = beginning;
  const found: AnyMachineSnapshot = chart.resolveState({ value: state, context });
  return {
    ...found,
    // Placeholders for the children; events that are sent to them are dropped.
    children: Object.fromEntries(children.map((name) => [name, createEmptyActor()])),
  };
}

/** Returns the snapshot after one event, and what happened in this step. */
export function nextSnapshot(
  chart: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
): { readonly snapshot: AnyMachineSnapshot; readonly noted: StepEffects } {
  const noted: StepEffects = { taken: [], emitted: [], sent: [] };
  const next: AnyMachineSnapshot = chart.transition(snapshot, event, silentScope(noted));
  return { snapshot: next, noted };
}

/**
 * Returns the snapshot after a sequence of events, each with its time (epoch ms), which `now` returns during that step.
 * Tests that are saved from a recording use this.
 */
export function foldInTime(
  chart: AnyStateMachine,
  beginning: (now: () => number) => Beginning,
  [beginsAt, ...steps]: readonly [number, ...(readonly [number, AnyEventObject])[]],
): AnyMachineSnapshot {
  let time = beginsAt;
  let snapshot = initialSnapshot(
    chart,
    beginning(() => time),
  );
  for (const [at, event] of steps) {
    time = at;
    ({ snapshot } = nextSnapshot(chart, snapshot, event));
  }
  return snapshot;
}
