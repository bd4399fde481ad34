import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type Actor,
  type AnyStateMachine,
  createActor,
  type EmittedFrom,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type Subscription,
} from 'xstate';
import type { appMachine, Published } from '#machines/app.ts';
import { isUntold } from '#machines/answering/rules/feed.ts';
import { isPerformed, rootOptions } from '#src/effects/emitted.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { useApp, useRuntime } from './runtime.tsx';

/** What the root emits: what is published, and events of its own. */
export type Emitted = EmittedFrom<typeof appMachine>;

/**
 * The actor of a screen: made with it, stopped when it is left. `provide` gives the chart its effects;
 * `input` is read once. `receive`: the event of the actor for what the root emits; null: none.
 */
export function useScreen<L extends AnyStateMachine>(
  provide: (runtime: Runtime) => L,
  input: InputFrom<L>,
  receive: (emitted: Emitted) => EventFromLogic<L> | null = () => null,
): Actor<L> {
  const runtime = useRuntime();
  const [actor] = useState(() =>
    createActor(provide(runtime), {
      input,
      ...rootOptions(runtime),
    }),
  );
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    actor.start();
    return () => {
      isShown.current = false;
      // StrictMode leaves a screen and comes back at once: a stopped actor would have lost its listeners.
      queueMicrotask(() => {
        if (!isShown.current) actor.stop();
      });
    };
  }, [actor]);
  useRelay(useApp(), receive, actor);
  return actor;
}

/** Sends `target` the event that `receive` makes of what `source` emits, for as long as the screen is shown. */
export function useRelay<E extends EventObject, T>(
  source: { readonly on: (type: '*', listener: (emitted: E) => void) => Subscription },
  receive: (emitted: E) => T | null,
  target: { readonly send: (event: T) => void },
): void {
  const relay = useEffectEvent((emitted: E) => {
    const event = receive(emitted);
    if (event !== null) target.send(event);
  });
  useEffect(() => {
    const subscription = source.on('*', (emitted) => relay(emitted));
    return () => subscription.unsubscribe();
  }, [source]);
}

/** What the show, the line and the clock say, as it is. */
export const published = (emitted: Emitted): Published | null =>
  isPerformed(emitted) || emitted.type === 'day.turned' || emitted.type === 'data.unconfirmed'
    ? null
    : emitted;

/** Loads again when a form has been sent. */
export const retried = ({ type }: EventObject) =>
  type === 'submitted' ? ({ type: 'load.retry' } as const) : null;

const REFRESH = { type: 'load.refresh' } as const;
/**
 * Loads again after a line that was lost, or when one of these events comes: what is shown may be old. Who waits for
 * any is told by a bare event of specification §4 too, which says no more.
 */
export const refreshed =
  (...by: readonly Published['type'][]) =>
  (emitted: Emitted): typeof REFRESH | null => {
    const { type } = emitted;
    const isBare =
      by.length > 0 && 'payload' in emitted && isUntold({ name: type, ...emitted.payload });
    const wasLost = emitted.type === 'connection.restored' && emitted.isFirst !== true;
    return wasLost || isBare || by.some((each) => each === type) ? REFRESH : null;
  };
