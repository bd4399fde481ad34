import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
} from 'xstate';
import type {
  ActorState,
  InspectedEvent,
  InspectionRecord,
  StateJson,
  Taken,
} from '../protocol.ts';
import { takenOf } from '../recorder/describe.ts';
import { createMask } from '../recorder/mask.ts';
import { actorStateOf } from '../recorder/recorder.ts';
import { type Beginning, initialSnapshot, nextSnapshot } from '../recorder/steps.ts';
import type { InspectedApp } from '../app.tsx';
import { asOne, secretsIn, standIns } from './stand-ins.ts';
import type { Trace } from './trace.ts';

/*
 * Replays a trace with the app's own charts. Each chart receives its recorded events in order and nothing else: ports
 * and timers do not run, and `now` returns the time of the step. Promises and callbacks are not replayed, because their
 * events are in the trace.
 */

export interface ReplayedActor {
  readonly actor: string;
  readonly parent: string | null;
  readonly name: string;
  /** The id of the actor's chart. */
  readonly chart: string;
  readonly now: ActorState;
  /** Transitions that the actor took in its last step. */
  readonly taken: readonly Taken[];
  /** Whether the actor's last step led to a different state than recorded. */
  readonly elsewhere: boolean;
}
export interface ReplayStep {
  readonly at: number;
  /** The type of the event, or 'started' or 'stopped' if the actor was started or stopped. */
  readonly title: string;
  /** The actor after this step. */
  readonly after: ReplayedActor;
  /** The event as replayed, with stand-ins for secrets; null if the actor started or was stopped. */
  readonly event: AnyEventObject | null;
  /** The recorded state; null if the actor was stopped or has no states. */
  readonly expected: StateJson | null;
  /** Context fields that differ from the recording; times may differ by a millisecond. */
  readonly differing: readonly string[];
}
export interface Replay {
  /** The actors that already ran when the recording began. */
  readonly found: readonly ReplayedActor[];
  readonly steps: readonly ReplayStep[];
  /** Reasons why steps are missing; empty if none is missing. */
  readonly notes: readonly string[];
}

type Started = Extract<InspectionRecord, { kind: 'started' }>;
type Moved = Extract<InspectionRecord, { kind: 'moved' }>;
interface Life {
  readonly actor: ReplayedActor;
  readonly chart: AnyStateMachine;
  readonly snapshot: AnyMachineSnapshot;
  /** The time that `now` in the actor's input and context returns. */
  readonly clock: Clock;
}
interface Clock {
  time: number;
}

const mask = createMask();
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** Replaces masked functions, actors and errors by working values. */
export function withWorkingValues(value: unknown, now: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => withWorkingValues(item, now));
  if (typeof value !== 'object' || value === null) return value;
  const fields = fieldsOf(value);
  const [key, ...more] = Object.keys(fields);
  // Any function other than `now` is assumed to be `random`, which only spreads delays.
  if (key === 'function' && more.length === 0) return fields[key] === 'now' ? now : () => 0.5;
  if (key === 'actor' && more.length === 0) return createEmptyActor();
  if (key === 'error' && more.length === 1 && typeof fields['message'] === 'string')
    return new Error(fields['message']);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, withWorkingValues(field, now)]),
  );
}

/** How an actor started: with its input, or from its state when the recording began. */
export const beginningOf = (trace: Trace, started: Started, now: () => number): Beginning =>
  trace.found.includes(started)
    ? {
        state: started.now.state ?? {},
        context: withWorkingValues(started.now.context, now),
        children: trace.found.flatMap((other) =>
          other.kind === 'started' && other.parent === started.actor ? [other.name] : [],
        ),
      }
    : { input: withWorkingValues(started.input, now) };

type Machines = InspectedApp['machines'];

/** Starts an actor for the replay; null if the app does not have its chart, or if the actor had already ended. */
function lifeOf(trace: Trace, started: Started, machines: Machines): Life | null {
  const chart = started.chart === null ? undefined : machines[started.chart];
  if (chart === undefined || started.now.status !== 'active') return null;
  const clock = { time: started.at };
  const snapshot = initialSnapshot(
    chart,
    beginningOf(trace, started, () => clock.time),
  );
  const { actor, parent, name } = started;
  const now = actorStateOf(snapshot, mask);
  return {
    actor: { actor, parent, name, chart: chart.id, now, taken: [], elsewhere: false },
    chart,
    snapshot,
    clock,
  };
}

interface Tried {
  readonly snapshot: AnyMachineSnapshot;
  readonly event: AnyEventObject;
  readonly now: ActorState;
  readonly taken: readonly Taken[];
}
/** JSON of a value without the numbers of secrets, which differ between masks. */
const textOf = (value: unknown): string =>
  JSON.stringify(mask(value)).replaceAll(/\(secret \d+\)/gu, '(secret)');
const isAlike = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);
function differingIn(expected: ActorState, got: ActorState): string[] {
  const [before, after] = [fieldsOf(expected.context), fieldsOf(got.context)];
  return Object.keys({ ...before, ...after }).filter((key) => !isAlike(before[key], after[key]));
}

/**
 * Takes a step with the first stand-ins for its secrets that reproduce the recorded step, otherwise with the closest
 * ones.
 */
function taken(life: Life, moved: Moved): Tried {
  life.clock.time = moved.at;
  const secrets = secretsIn(moved.event);
  let best: Tried | null = null;
  for (const standIn of standIns(secrets)) {
    const tried = tryOut(
      life,
      reviveEvent(moved.event, standIn, () => life.clock.time),
    );
    if (isAlike(tried.taken, moved.taken)) {
      if (differingIn(moved.now, tried.now).length === 0) return tried;
      best = best !== null && isAlike(best.taken, moved.taken) ? best : tried;
    }
    best ??= tried;
  }
  return best ?? tryOut(life, moved.event);
}
function reviveEvent(
  event: InspectedEvent,
  standIn: (secret: string) => string,
  now: () => number,
): AnyEventObject {
  return { ...fieldsOf(withWorkingValues(asOne(event, standIn), now)), type: event.type };
}
function tryOut({ snapshot, chart, actor: { now } }: Life, event: AnyEventObject): Tried {
  if (snapshot.status !== 'active') return { snapshot, event, now, taken: [] };
  try {
    const { snapshot: next, noted } = nextSnapshot(chart, snapshot, event);
    return {
      snapshot: next,
      event,
      now: actorStateOf(next, mask),
      taken: noted.taken.map(takenOf),
    };
  } catch (error) {
    // A running actor would end with this error, so the replayed actor does too.
    return { snapshot, event, now: { ...now, status: 'error', error: mask(error) }, taken: [] };
  }
}

/** Whether a step led to a different state than recorded. A chart without states is compared by its context. */
function isElsewhere(expected: ActorState, got: ActorState, differing: readonly string[]): boolean {
  if (expected.status !== got.status || !isAlike(expected.state, got.state)) return true;
  return isAlike(expected.state, {}) && differing.length > 0;
}

/** Replays a trace. */
export function replay(trace: Trace, { machines }: Pick<InspectedApp, 'machines'>): Replay {
  const lives = new Map<string, Life>();
  const unknown = new Set<string>();
  const begin = (started: Started): Life | null => {
    const life = lifeOf(trace, started, machines);
    if (life !== null) lives.set(started.actor, life);
    else if (started.chart !== null) unknown.add(started.chart);
    return life;
  };
  const go = (life: Life, next: Partial<Life>, after: ReplayedActor): void => {
    lives.set(after.actor, { ...life, ...next, actor: after });
  };

  const found = trace.found.flatMap((each) =>
    each.kind === 'started' ? (begin(each)?.actor ?? []) : [],
  );
  const steps = trace.records.flatMap((each): ReplayStep[] => {
    const { at } = each;
    if (each.kind === 'started') {
      const life = begin(each);
      if (life === null) return [];
      const { now } = life.actor;
      const differing = differingIn(each.now, now);
      const after = { ...life.actor, elsewhere: isElsewhere(each.now, now, differing) };
      go(life, {}, after);
      return [{ at, title: 'started', after, event: null, expected: each.now.state, differing }];
    }
    const life = lives.get(each.actor);
    if (life === undefined) return [];
    if (each.kind === 'stopped') {
      const now = { ...life.actor.now, status: 'stopped' as const, accepts: [] };
      const after = { ...life.actor, now, taken: [], elsewhere: false };
      go(life, {}, after);
      return [{ at, title: 'stopped', after, event: null, expected: null, differing: [] }];
    }
    if (each.kind === 'emitted' || each.event.type === 'xstate.init') return [];
    const tried = taken(life, each);
    const { now } = tried;
    const differing = differingIn(each.now, now);
    const elsewhere = isElsewhere(each.now, now, differing);
    const after = { ...life.actor, now, taken: tried.taken, elsewhere };
    go(life, { snapshot: tried.snapshot }, after);
    const title = each.event.type;
    return [{ at, title, after, event: tried.event, expected: each.now.state, differing }];
  });
  return {
    found,
    steps,
    notes: [
      ...[...unknown].map(
        (chart) => `The chart '${chart}' is not known here, or had ended: left out.`,
      ),
      ...(trace.dropped > 0
        ? [`${trace.dropped} records were lost on the way; the end may differ.`]
        : []),
    ],
  };
}

/** Returns every actor after the first `count` steps. */
export function actorsAfter({ found, steps }: Replay, count: number): readonly ReplayedActor[] {
  const actors = new Map(found.map((each) => [each.actor, each]));
  for (const { after } of steps.slice(0, count)) actors.set(after.actor, after);
  return [...actors.values()];
}
