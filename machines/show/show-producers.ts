import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { emailProblem } from '#machines/contract/entities.ts';
import { outcomeOf, success } from '#machines/contract/outcome.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { loader } from '#machines/kit/loader.ts';
import { submission } from '#machines/kit/submission.ts';
import type { ShowProducer } from './show-producers-calls.ts';

/* People who may run one show only: the list, and two forms that let a person in and take the right back. */

export interface ShowProducersQuery {
  readonly showId: string;
}
/** The producers of a show, and the invited ones. */
export const showProducersMachine = loader<ShowProducersQuery, readonly ShowProducer[]>({
  id: 'showProducers',
  unexpected: PRODUCER_MESSAGES.producers.loadFailed,
});

export interface NewProducer extends ShowProducersQuery {
  readonly email: string;
}
/** Lets the owner of an address run the show. Returns whether they are only invited, as they have no account. */
export const addProducerForm = submission<
  NewProducer,
  { readonly email: string; readonly isInvited: boolean }
>({
  id: 'addProducer',
  check: ({ email }) => {
    const wrong = emailProblem(email);
    return outcomeOf(null, wrong === null ? {} : { email: wrong });
  },
  done: ({ email, isInvited }) =>
    isInvited
      ? `${email} has no account yet. We sent an invitation.`
      : `${email} can run this show now. We sent an email.`,
  unexpected: PRODUCER_MESSAGES.producers.failed,
});

export interface LostProducer extends ShowProducersQuery {
  /** Of the account, or of the invitation. */
  readonly producerId: string;
}
/** Takes the right back, or withdraws the invitation. */
export const removeProducerForm = submission<LostProducer, null>({
  id: 'removeProducer',
  check: success,
  done: () => 'Removed',
  unexpected: PRODUCER_MESSAGES.producers.failed,
});

export type ShowProducersActor = ActorRefFrom<typeof showProducersMachine>;
export type AddProducerActor = ActorRefFrom<typeof addProducerForm>;
export type RemoveProducerActor = ActorRefFrom<typeof removeProducerForm>;

/** Null: not loaded yet. */
export const selectProducers = ({ context }: SnapshotFrom<typeof showProducersMachine>) =>
  context.value;
/** Why the list could not be loaded or refreshed. */
export const selectProducersMessage = ({ context }: SnapshotFrom<typeof showProducersMachine>) =>
  context.message;
