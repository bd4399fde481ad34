import { joinRehearsalForm, type JoinRehearsalValues } from '#machines/show/invitation.ts';
import { formPort, serverMessage } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

const TEXTS = { fallback: 'Could not join the rehearsal. Please try again.' };

/** The call continues after the screen is left, because a login on this screen leads to the questions at once. */
export const provideJoinRehearsal = ({ call }: Runtime) =>
  joinRehearsalForm.provide(
    formPort(async (body: JoinRehearsalValues) =>
      serverMessage(await call('joinRehearsal', { body }, TEXTS)),
    ),
  );
