import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { loader } from '#machines/kit/loader.ts';

/* What has been paid: by oneself, so that nobody is asked twice, and for a game session, for the producer. */

/** The entry fee as one reader meets it. */
export interface EntryFee {
  /** As it is shown, e.g. '$0.50'; null: nothing can be paid. */
  readonly label: string | null;
  /** The game sessions for which the reader has paid. */
  readonly paid: readonly string[];
}
export const entryFeeMachine = loader<null, EntryFee>({
  id: 'entryFee',
  unexpected: MESSAGES.network,
});
export type EntryFeeActor = ActorRefFrom<typeof entryFeeMachine>;

export interface PaymentsQuery {
  readonly gameSessionId: string;
}
export type SessionPayments = ReplyOf<'adminPayments'>;
export const paymentsMachine = loader<PaymentsQuery, SessionPayments>({
  id: 'payments',
  unexpected: MESSAGES.network,
});
export type PaymentsActor = ActorRefFrom<typeof paymentsMachine>;

/** Null: not loaded yet. */
export const selectEntryFee = ({ context }: SnapshotFrom<typeof entryFeeMachine>) => context.value;
/** Null: not loaded yet. */
export const selectPayments = ({ context }: SnapshotFrom<typeof paymentsMachine>) => context.value;
/** Why there is nothing, or nothing newer; 'Try Again' sends `load.retry`. */
export const selectMessage = ({
  context,
}: SnapshotFrom<typeof entryFeeMachine> | SnapshotFrom<typeof paymentsMachine>) => context.message;
