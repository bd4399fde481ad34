import { useActorRef } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type {
  Actor,
  AnyStateMachine,
  EmittedFrom,
  EventFromLogic,
  EventObject,
  InputFrom,
  Subscription,
} from 'xstate';
import type { appMachine, Published } from '#machines/app.ts';
import { hearFacts, isFact } from '#src/effects/facts.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { useApp, useRuntime } from './runtime.tsx';

/** What the root emits: what is published, and facts of its own. */
export type Emitted = EmittedFrom<typeof appMachine>;

/**
 * The actor of a screen: made with it, stopped when it is left. `provide` gives the chart its effects;
 * `input` is read once. `hear`: what the actor is told when the root emits something; null: nothing.
 */
export function useScreen<L extends AnyStateMachine>(
  provide: (runtime: Runtime) => L,
  input: InputFrom<L>,
  hear: (emitted: Emitted) => EventFromLogic<L> | null = () => null,
): Actor<L> {
  const runtime = useRuntime();
  const [logic] = useState(() => provide(runtime));
  const actor = useActorRef(logic, { input, clock: runtime.timers, inspect: hearFacts(runtime) });
  useRelay(useApp(), hear, actor.send);
  return actor;
}

/** Passes on what `source` emits, as `hear` puts it, for as long as the screen is shown. */
export function useRelay<E extends EventObject, T>(
  source: { readonly on: (type: '*', listener: (emitted: E) => void) => Subscription },
  hear: (emitted: E) => T | null,
  pass: (told: T) => void,
): void {
  const relay = useEffectEvent((emitted: E) => {
    const told = hear(emitted);
    if (told !== null) pass(told);
  });
  useEffect(() => {
    const subscription = source.on('*', (emitted) => relay(emitted));
    return () => subscription.unsubscribe();
  }, [source]);
}

/** What the show, the line and the clock say, as it is. */
export const news = (emitted: Emitted): Published | null =>
  isFact(emitted) || emitted.type === 'day.turned' ? null : emitted;

/** Loads again when a form has been sent. */
export const retried = ({ type }: EventObject) =>
  type === 'submitted' ? ({ type: 'load.retry' } as const) : null;

const REFRESH = { type: 'load.refresh' } as const;
/** Loads again after a line that was lost, or when one of `news` comes: what is shown may be old. */
export const refreshed =
  (...by: readonly Published['type'][]) =>
  ({ type }: Emitted): typeof REFRESH | null =>
    type === 'line.back' || by.some((each) => each === type) ? REFRESH : null;
