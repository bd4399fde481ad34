import { m } from 'messages';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { emailProblem } from '#machines/contract/entities.ts';
import { outcomeOf, success } from '#machines/contract/outcome.ts';
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
  unexpected: m.producersLoadFailed(),
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
    isInvited ? m.showHasNoAccountYet({ email }) : m.showCanRunShowNow({ email }),
  unexpected: m.producersFailed(),
});

export interface LostProducer extends ShowProducersQuery {
  /** Of the account, or of the invitation. */
  readonly producerId: string;
}
/** Takes the right back, or withdraws the invitation. */
export const removeProducerForm = submission<LostProducer, null>({
  id: 'removeProducer',
  check: success,
  done: () => m.showRemoved(),
  unexpected: m.producersFailed(),
});

export type ShowProducersActor = ActorRefFrom<typeof showProducersMachine>;
export type AddProducerActor = ActorRefFrom<typeof addProducerForm>;
export type RemoveProducerActor = ActorRefFrom<typeof removeProducerForm>;

/** Null: not loaded yet. */
export const selectProducers = ({ context }: SnapshotFrom<typeof showProducersMachine>) =>
  context.value;
