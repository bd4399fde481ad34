import { m } from 'messages';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { loader } from '#machines/kit/loader.ts';

/* Paid entry fees: those of the reader, to prevent paying twice, and those of a game session, for the producer. */

/** The entry fee for one reader. */
export interface EntryFee {
  /** The price as shown, e.g. '$0.50'; null if payments are off. */
  readonly label: string | null;
  /** The game sessions that the reader has paid for. */
  readonly paid: readonly string[];
}
export const entryFeeMachine = loader<null, EntryFee>({
  id: 'entryFee',
  unexpected: m.network(),
});
export type EntryFeeActor = ActorRefFrom<typeof entryFeeMachine>;

export interface PaymentsQuery {
  readonly gameSessionId: string;
}
export type SessionPayments = ReplyOf<'adminPayments'>;
export const paymentsMachine = loader<PaymentsQuery, SessionPayments>({
  id: 'payments',
  unexpected: m.network(),
});
export type PaymentsActor = ActorRefFrom<typeof paymentsMachine>;

/** Null: not loaded yet. */
export const selectEntryFee = ({ context }: SnapshotFrom<typeof entryFeeMachine>) => context.value;
/** Null: not loaded yet. */
export const selectPayments = ({ context }: SnapshotFrom<typeof paymentsMachine>) => context.value;
