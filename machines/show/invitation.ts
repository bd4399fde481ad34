import { m } from 'messages';
import type { ActorRefFrom } from 'xstate';
import { success } from '#machines/contract/outcome.ts';
import { submission } from '#machines/kit/submission.ts';

/* Invitations to a rehearsal: the producer makes a link, and people who open it take part. */

export interface InvitationValues {
  /** The show that is rehearsed. */
  readonly showId: string;
}
/** Creates an invitation; returns its key, which is shown once. */
export const invitationForm = submission<InvitationValues, string>({
  id: 'invitation',
  check: success,
  done: (key) => key,
});

export interface JoinRehearsalValues {
  /** Key from the fragment of the address. */
  readonly key: string;
}
/** Joins the rehearsal; returns the server's message. The player's main screen comes next. */
export const joinRehearsalForm = submission<JoinRehearsalValues, string>({
  id: 'joinRehearsal',
  check: success,
  done: (message) => message,
  unexpected: m.network(),
});

export type InvitationActor = ActorRefFrom<typeof invitationForm>;
