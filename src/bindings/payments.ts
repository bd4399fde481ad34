import { useEffect } from 'react';
import type { EntryFeeActor, PaymentsActor } from '#machines/payments.ts';
import { provideEntryFee, providePayments } from '#src/effects/provide/payments.ts';
import { useApp } from './runtime.tsx';
import { useScreen } from './screen.ts';

/** After a line that was lost, what was loaded may be old, or was not to be had. */
function useFreshness(actor: EntryFeeActor | PaymentsActor): void {
  const app = useApp();
  useEffect(() => {
    const subscription = app.on('line.back', () => actor.send({ type: 'load.refresh' }));
    return () => subscription.unsubscribe();
  }, [app, actor]);
}

/** The entry fee, and for which game sessions the reader has paid it. */
export function useEntryFee(): EntryFeeActor {
  const actor = useScreen(provideEntryFee, { query: null, random: Math.random });
  useFreshness(actor);
  return actor;
}

/** The payments of one game session. */
export function usePayments(gameSessionId: string): PaymentsActor {
  const actor = useScreen(providePayments, { query: { gameSessionId }, random: Math.random });
  useFreshness(actor);
  return actor;
}
