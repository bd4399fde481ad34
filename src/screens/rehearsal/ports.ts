import { m } from 'messages';
import { joinRehearsalForm, type JoinRehearsalValues } from '#machines/show/invitation.ts';
import { formPort, serverMessage } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

const TEXTS = { fallback: m.rehearsalCouldNotJoinRehearsal() };

/** Ignores the abort signal: a login on this screen leads to the questions at once, and the call must continue. */
export const provideJoinRehearsal = ({ call }: Runtime) =>
  joinRehearsalForm.provide(
    formPort(async (body: JoinRehearsalValues) =>
      serverMessage(await call('joinRehearsal', { body }, TEXTS)),
    ),
  );
