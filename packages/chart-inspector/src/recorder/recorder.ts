import type {
  AnyActor,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
  Snapshot,
} from 'xstate';
import {
  type ActorState,
  type InspectedEvent,
  type InspectionRecord,
  type StateJson,
  type Taken,
} from '../protocol.ts';
import { isChart, takenOf } from './describe.ts';
import { createMask, type Mask, type Masked } from './mask.ts';

export interface RecorderOptions {
  /** The clock for `at` of the records, epoch ms. */
  readonly now: () => number;
  readonly send: (record: InspectionRecord) => void;
  /** While this is false, no records are sent, and only the living actors are tracked. Default: always watched. */
  readonly isWatched?: () => boolean;
  /** Masks values in records. Default: a new mask with `SECRETS`. */
  readonly mask?: Mask;
}

export interface Recorder {
  /** The `inspect` option of a root actor. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Starts to record a root actor that already runs. Returns a function that stops it. */
  readonly attach: (actor: AnyActor) => () => void;
  /** Returns every living actor as a 'started' record, parents first. */
  readonly everything: () => InspectionRecord[];
  /** Finds a living actor by its session id. */
  readonly actorOf: (id: string) => AnyActor | null;
}

/** A pending event. Its record is sent once the event has been processed, in the order in which events arrived. */
interface Slot {
  readonly actor: AnyActor;
  readonly event: AnyEventObject;
  readonly from: string | null;
  readonly at: number;
  readonly taken: Taken[];
  record: InspectionRecord | null;
}
interface Entry {
  readonly actor: AnyActor;
  /** The actor's state in its last record. */
  state: StateJson | null;
  /** The actor's pending events, in order. */
  slots: Slot[];
}

/**
 * Records what actors do: one 'moved' record per event, with the transitions of all its microsteps. An actor that ends
 * by itself has its final `status` in its last 'moved' record; 'stopped' means that its parent stopped it.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { now, send, isWatched = () => true, mask = createMask() } = options;
  const entries = new Map<string, Entry>();
  const met = new WeakSet<AnyActor>();
  let waiting: Slot[] = [];
  /** Events for actors that have not started yet. */
  let early: Slot[] = [];
  let isSettling = false;
  /**
   * Actors that are emitting now. They count as senders of the events that their listeners send to other actor systems.
   */
  let emitting: AnyActor[] = [];

  const eventOf = (event: AnyEventObject): InspectedEvent => withType(mask(event), event.type);
  const stateOf = (actor: AnyActor): ActorState => actorStateOf(snapshotOf(actor), mask);
  function startOf({ actor }: Entry): InspectionRecord {
    const { logic }: { readonly logic: unknown } = actor;
    const chart = isChart(logic) ? logic.id : null;
    const { parent } = actor.options;
    return {
      kind: 'started',
      at: now(),
      actor: actor.sessionId,
      parent: isActor(parent) ? parent.sessionId : null,
      name: actor.id === actor.sessionId ? (chart ?? actor.id) : actor.id,
      chart,
      input: mask(actor.options.input),
      now: stateOf(actor),
    };
  }

  /** Sends the complete records up to the first incomplete one, so that the order is kept. */
  function flush(): void {
    for (let slot = waiting[0]; slot?.record; slot = waiting[0]) {
      waiting.shift();
      send(slot.record);
    }
  }
  function add(actor: AnyActor, event: AnyEventObject, from: string | null): Slot {
    const slot: Slot = { actor, event, from, at: now(), taken: [], record: null };
    waiting.push(slot);
    return slot;
  }
  function emitStep(actor: AnyActor, event: AnyEventObject, record: InspectionRecord): void {
    add(actor, event, null).record = record;
    flush();
  }
  function complete(slot: Slot, entry: Entry): void {
    const { actor, event, from, at, taken } = slot;
    const state = stateOf(actor);
    slot.record = {
      kind: 'moved',
      at,
      actor: actor.sessionId,
      from,
      event: eventOf(event),
      before: entry.state,
      taken,
      now: state,
    };
    entry.slots = entry.slots.filter((other) => other !== slot);
    entry.state = state.state;
    flush();
  }
  /** Handles events that were not processed, because their actor threw an error, has ended or has not started. */
  function settle(): void {
    isSettling = false;
    emitting = [];
    for (const slot of waiting.filter(({ record }) => record === null)) {
      const entry = entries.get(slot.actor.sessionId);
      if (entry && snapshotOf(slot.actor).status === 'error') fail(entry);
      else if (!entry && met.has(slot.actor))
        complete(slot, { actor: slot.actor, state: stateNow(slot.actor), slots: [] });
      else if (!entry) early.push(slot);
    }
    waiting = waiting.filter(({ record }) => record !== null);
    flush();
  }
  function settleSoon(): void {
    if (isSettling) return;
    isSettling = true;
    void Promise.resolve().then(settle);
  }

  function forget(actor: AnyActor): void {
    entries.delete(actor.sessionId);
  }
  function meet(actor: AnyActor): Entry {
    const entry: Entry = { actor, state: stateNow(actor), slots: [] };
    entries.set(actor.sessionId, entry);
    met.add(actor);
    return entry;
  }
  /** Assigns the events that were sent to the actor before it started. */
  function catchUp(entry: Entry): void {
    const isIts = (slot: Slot): boolean => slot.actor === entry.actor && slot.record === null;
    const before = early.filter(isIts);
    early = early.filter((slot) => !isIts(slot));
    entry.slots.push(...before, ...waiting.filter(isIts));
    waiting.push(...before);
  }
  /** Records the end of an actor that threw an error; XState reports this only to the parent. */
  function fail(entry: Entry): void {
    forget(entry.actor);
    if (!isWatched()) return;
    const slot = entry.slots[0] ?? add(entry.actor, { type: 'xstate.init' }, null);
    complete(slot, entry);
  }

  function sent(actor: AnyActor, event: AnyEventObject, source: AnyActor | null): void {
    const failed = source === null ? undefined : entries.get(source.sessionId);
    if (failed && snapshotOf(failed.actor).status === 'error') fail(failed);
    if (event.type === 'xstate.init') {
      const entry = meet(actor);
      if (isWatched()) emitStep(actor, event, startOf(entry));
      catchUp(entry);
      return;
    }
    if (!isWatched()) return;
    const slot = add(actor, event, (source ?? emitting.at(-1))?.sessionId ?? null);
    entries.get(actor.sessionId)?.slots.push(slot);
    settleSoon();
  }

  function settled(actor: AnyActor, event: AnyEventObject): void {
    emitting = emitting.filter((other) => other !== actor);
    const entry = entries.get(actor.sessionId);
    if (!entry) return;
    const { status } = snapshotOf(actor);
    if (status !== 'active') forget(actor);
    const slot = entry.slots.find((other) => other.event === event);
    if (event.type === 'xstate.stop') {
      if (isWatched())
        emitStep(actor, event, { kind: 'stopped', at: now(), actor: actor.sessionId });
    } else if (slot) complete(slot, entry);
    else entry.state = stateNow(actor);
  }

  function inspect(event: InspectionEvent): void {
    const { actorRef: actor } = event;
    if (!isActor(actor)) return;
    switch (event.type) {
      case '@xstate.event': {
        const { sourceRef } = event;
        sent(actor, event.event, isActor(sourceRef) ? sourceRef : null);
        return;
      }
      case '@xstate.microstep': {
        const slots = entries.get(actor.sessionId)?.slots;
        // oxlint-disable-next-line no-underscore-dangle -- the only name XState gives the taken transitions
        const { _transitions: transitions } = event;
        for (const transition of transitions) slots?.[0]?.taken.push(takenOf(transition));
        return;
      }
      case '@xstate.action':
        if (event.action.type === 'xstate.emit' && isWatched()) {
          const emitted = eventIn(event.action.params);
          emitting.push(actor);
          if (emitted)
            emitStep(actor, emitted, {
              kind: 'emitted',
              at: now(),
              actor: actor.sessionId,
              event: eventOf(emitted),
            });
        }
        return;
      case '@xstate.snapshot':
        settled(actor, event.event);
        return;
      case '@xstate.actor':
      case '@xstate.transition':
    }
  }

  return {
    inspect,
    attach: (actor) => {
      const subscription = actor.system.inspect(inspect);
      for (const one of withChildren(actor)) {
        const entry = meet(one);
        if (isWatched()) emitStep(one, { type: 'xstate.init' }, startOf(entry));
      }
      return () => {
        subscription.unsubscribe();
        for (const entry of entries.values())
          if (entry.actor.system === actor.system) forget(entry.actor);
      };
    },
    everything: () =>
      [...entries.values()].map((entry) => {
        entry.state = stateNow(entry.actor);
        return startOf(entry);
      }),
    actorOf: (id) => entries.get(id)?.actor ?? null,
  };
}

// Whether a value is an actor. Checks its fields, because an import of XState's classes would move them out of the
// app's first chunk.
const isActor = (value: unknown): value is AnyActor =>
  typeof value === 'object' && value !== null && 'logic' in value && 'sessionId' in value;
/** Whether a snapshot belongs to a chart. */
export const isOfChart = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot;

/** Describes an actor by its snapshot. */
export const actorStateOf = (snapshot: Snapshot<unknown>, mask: Mask): ActorState => ({
  status: snapshot.status,
  ...(isOfChart(snapshot)
    ? {
        state: valueOf(snapshot),
        ...activeStateOf(snapshot),
        tags: [...snapshot.tags],
        ...(snapshot.status === 'active' ? {} : { accepts: [] }),
        context: mask(snapshot.context),
      }
    : { state: null, active: [], tags: [], accepts: [], context: null }),
  ...(snapshot.output === undefined ? {} : { output: mask(snapshot.output) }),
  ...(snapshot.error === undefined ? {} : { error: mask(snapshot.error) }),
});

const snapshotOf = (actor: AnyActor): Snapshot<unknown> => actor.getSnapshot();
const valueOf = (snapshot: AnyMachineSnapshot): StateJson => snapshot.value;
function stateNow(actor: AnyActor): StateJson | null {
  const snapshot = snapshotOf(actor);
  return isOfChart(snapshot) ? valueOf(snapshot) : null;
}

/** An actor and its running descendants, parents first. Empty if the actor has ended. */
function withChildren(actor: AnyActor): AnyActor[] {
  const snapshot = snapshotOf(actor);
  if (snapshot.status !== 'active') return [];
  const children: unknown[] = isOfChart(snapshot) ? Object.values(snapshot.children) : [];
  return [actor, ...children.flatMap((child) => (isActor(child) ? withChildren(child) : []))];
}

/** A masked event with its original type. */
const withType = (shown: Masked, type: string): InspectedEvent =>
  isFields(shown) ? { ...shown, type } : { type };
const isFields = (value: Masked): value is Readonly<Record<string, Masked>> =>
  value instanceof Object && !Array.isArray(value);

type ActiveState = Pick<ActorState, 'active' | 'accepts'>;
/** A cache by chart and active state nodes. */
const statesByChart = new WeakMap<AnyStateMachine, Map<string, ActiveState>>();
// oxlint-disable-next-line no-underscore-dangle -- the only name XState gives the active nodes
function activeStateOf({ machine, _nodes: nodes }: AnyMachineSnapshot): ActiveState {
  const known = statesByChart.get(machine) ?? new Map<string, ActiveState>();
  statesByChart.set(machine, known);
  const key = nodes.map(({ order }) => order).join();
  const before = known.get(key);
  if (before !== undefined) return before;
  const active = nodes.toSorted((one, other) => one.order - other.order);
  const state = { active: active.map(({ id }) => id), accepts: acceptedBy(active) };
  known.set(key, state);
  return state;
}

/** Returns the event of an emit or send action. */
export const eventIn = (params: unknown): AnyEventObject | null =>
  params instanceof Object && 'event' in params && isEvent(params.event) ? params.event : null;
const isEvent = (value: unknown): value is AnyEventObject =>
  value instanceof Object && 'type' in value && typeof value.type === 'string';

/** Events that an active state handles, unless an active state within it blocks them. */
function acceptedBy(active: readonly AnyStateNode[]): string[] {
  const accepted = new Set<string>();
  for (const atom of active) {
    if (atom.type === 'compound' || atom.type === 'parallel') continue;
    const kept = new Set<string>();
    for (let node: AnyStateNode | undefined = atom; node; node = node.parent)
      for (const [descriptor, transitions] of node.transitions) {
        if (kept.has(descriptor) || descriptor.startsWith('xstate.')) continue;
        if (transitions.some((transition) => !isInert(transition))) accepted.add(descriptor);
        if (transitions.some((transition) => isInert(transition) && !transition.guard))
          kept.add(descriptor);
      }
  }
  return [...accepted];
}
/** Whether a transition has no effect except that it blocks an event. */
const isInert = ({ target, actions }: AnyTransitionDefinition): boolean =>
  target === undefined && actions.length === 0;
