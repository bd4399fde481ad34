import { m } from 'messages';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { BodyOf, ReplyOf } from '#machines/contract/calls.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { outcomeOf, success } from '#machines/contract/outcome.ts';
import { textProblem } from '#machines/contract/text.ts';
import { loader } from '#machines/kit/loader.ts';
import { submission } from '#machines/kit/submission.ts';

/* The people of a show and its seats (SEAT-1…3): the list, a form that adds a seat, and a form for acts on a seat. */

export type SeatLink = ReplyOf<'addSeat'>;

export interface PeopleQuery {
  readonly showId: string;
  /** A part of the name, or ''. */
  readonly search: string;
}
/** The people of a show, and its points by hand. */
export type ShowPeople = ReplyOf<'showPeople'>;
/** The list of people (SEAT-1). */
export const peopleMachine = loader<PeopleQuery, ShowPeople>({
  id: 'people',
  unexpected: m.seatsLoadFailed(),
});

export interface SeatValues {
  readonly showId: string;
  readonly name: string;
}
/** Adds a seat (SEAT-2). Returns its link, which is shown once. */
export const seatForm = submission<SeatValues, SeatLink>({
  id: 'seatForm',
  check: ({ name }) => {
    const wrong = textProblem(name, LIMITS.nameLength, m.seatsNoName());
    return outcomeOf(null, wrong === null ? {} : { name: wrong });
  },
  done: ({ name }) => m.showReady({ name }),
  unexpected: m.seatsFailed(),
});

interface OfSeat {
  readonly showId: string;
  readonly userId: string;
}
export type SeatAct =
  | ({ readonly type: 'renew'; readonly body: BodyOf<'renewSeat'> } & OfSeat)
  | ({ readonly type: 'remove' } & OfSeat);
/** Renews or removes a seat (SEAT-3). Returns the new link, or null if the seat was removed. */
export const seatActForm = submission<SeatAct, SeatLink | null>({
  id: 'seatAct',
  check: success,
  done: (link) => (link === null ? m.showSeatRemoved() : m.showHasNewLink({ name: link.name })),
  unexpected: m.seatsFailed(),
});

export type PeopleActor = ActorRefFrom<typeof peopleMachine>;
export type SeatFormActor = ActorRefFrom<typeof seatForm>;
export type SeatActActor = ActorRefFrom<typeof seatActForm>;

/** Null: not loaded yet. */
export const selectPeople = ({ context }: SnapshotFrom<typeof peopleMachine>) => context.value;
