import type { ActorRefFrom } from 'xstate';
import { MESSAGES } from './contract/messages.ts';
import { success } from './contract/outcome.ts';
import { submission } from './kit/submission.ts';

/* Devices in a rehearsal: the producer makes an invitation, and whoever opens it takes part. */

/** Answers the key, which is shown once. */
export const invitationForm = submission<object, string>({
  id: 'invitation',
  check: success,
  done: (key) => key,
});

export interface JoinRehearsalValues {
  /** From the fragment of the address. */
  readonly key: string;
}
/** Answers what the server said; the way on is the player's main screen. */
export const joinRehearsalForm = submission<JoinRehearsalValues, string>({
  id: 'joinRehearsal',
  check: success,
  done: (message) => message,
  unexpected: MESSAGES.network,
});

export type InvitationActor = ActorRefFrom<typeof invitationForm>;
