import { useActorRef } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { Actor, AnyStateMachine, InputFrom } from 'xstate';
import type { Published } from '#machines/app.ts';
import { hearFacts } from '#src/effects/facts.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { useApp, useRuntime } from './runtime.tsx';

/**
 * The actor of a screen: made with it, stopped when it is left. `provide` gives the chart its effects;
 * `input` is read once.
 */
export function useScreen<L extends AnyStateMachine>(
  provide: (runtime: Runtime) => L,
  input: InputFrom<L>,
): Actor<L> {
  const runtime = useRuntime();
  const [logic] = useState(() => provide(runtime));
  return useActorRef(logic, { input, clock: runtime.timers, inspect: hearFacts(runtime) });
}

const PUBLISHED = /^(?:realtime|line|clock|answer)\./;
/** The root emits facts of its own too. */
const isPublished = (emitted: { readonly type: string }): emitted is Published =>
  PUBLISHED.test(emitted.type);

/** Lets the actor of a screen hear what the show, the line and the clock say. */
export function useNews(actor: { send(event: Published): void }): void {
  const app = useApp();
  useEffect(() => {
    const subscription = app.on('*', (emitted) => {
      if (isPublished(emitted)) actor.send(emitted);
    });
    return () => subscription.unsubscribe();
  }, [app, actor]);
}
