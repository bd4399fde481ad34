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
import { isPerformed, rootOptions } from '#src/effects/emitted.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { useApp, useRuntime } from './runtime.tsx';

/** Events that the root actor emits: those of server, connection and clock, and its own. */
export type Emitted = EmittedFrom<typeof appMachine>;

/**
 * Creates the actor of a screen and stops it when the screen is left. `provide` gives the chart its effects; `input` is
 * read once. `receive` maps an event emitted by the root to an event for the actor, or to null.
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
      // Wait, as StrictMode unmounts and remounts at once: a stopped actor would lose its listeners.
      queueMicrotask(() => {
        if (!isShown.current) actor.stop();
      });
    };
  }, [actor]);
  useRelay(useApp(), receive, actor);
  return actor;
}

/** Maps events emitted by `source` through `receive` and sends them to `target` while the screen is shown. */
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

/** Forwards events of server, connection and clock unchanged. */
export const forwardPublished = (emitted: Emitted): Published | null =>
  isPerformed(emitted) || emitted.type === 'day.turned' || emitted.type === 'data.unconfirmed'
    ? null
    : emitted;

/** Reloads after a form was sent. */
export const retryOnSubmit = ({ type }: EventObject) =>
  type === 'submitted' ? ({ type: 'load.retry' } as const) : null;

const REFRESH = { type: 'load.refresh' } as const;
/** Reloads when a lost connection is restored, and on the events `by`, as the data may be outdated. */
export const refreshOn =
  (...by: readonly Published['type'][]) =>
  (emitted: Emitted): typeof REFRESH | null => {
    const { type } = emitted;
    const wasLost = emitted.type === 'connection.restored' && emitted.isFirst !== true;
    return wasLost || by.some((each) => each === type) ? REFRESH : null;
  };
