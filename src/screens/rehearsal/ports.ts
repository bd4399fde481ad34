import { joinRehearsalForm, type JoinRehearsalValues } from '#machines/invitation.ts';
import { formPort, serverMessage } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

const TEXTS = { fallback: 'Could not join the rehearsal. Please try again.' };

export const provideJoinRehearsal = ({ call }: Runtime) =>
  joinRehearsalForm.provide(
    formPort(async (body: JoinRehearsalValues, signal) =>
      serverMessage(await call('joinRehearsal', { body }, TEXTS, signal)),
    ),
  );
