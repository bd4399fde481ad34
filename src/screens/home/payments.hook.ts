import type { EntryFeeActor, PaymentsActor } from '#machines/payment/payments.ts';
import { provideEntryFee, providePayments } from './payments.ports.ts';
import { refreshOn, useScreen } from '#src/bindings/screen.ts';

/** The entry fee, and the game sessions for which the reader has paid it. */
export const useEntryFee = (): EntryFeeActor =>
  useScreen(provideEntryFee, { query: null, random: Math.random }, refreshOn());

/** The payments of one game session. */
export const usePayments = (gameSessionId: string): PaymentsActor =>
  useScreen(providePayments, { query: { gameSessionId }, random: Math.random }, refreshOn());
