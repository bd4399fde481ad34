import type { EntryFeeActor } from '#machines/payment/payments.ts';
import { provideEntryFee } from './entry-fee.ports.ts';
import { refreshOn, useScreen } from '#src/bindings/screen.ts';

/** The entry fee, and the game sessions for which the reader has paid it. */
export const useEntryFee = (): EntryFeeActor =>
  useScreen(provideEntryFee, { query: null, random: Math.random }, refreshOn());
