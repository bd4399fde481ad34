import { m } from 'messages';
import { joinMachine } from '#machines/show/join.ts';
import type { BodyOf } from '#machines/contract/calls.ts';
import { success } from '#machines/contract/outcome.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

const TEXTS = { fallback: m.joinFailed() };

export const provideJoin = ({ call, session }: Runtime) =>
  joinMachine.provide({
    actors: {
      find: promiseActor(async (params: { readonly code: string }, signal) => {
        const reply = await call('showToJoin', { params }, TEXTS, signal);
        return reply.ok ? success(reply.value.show) : reply;
      }),
      // Not aborted when the user leaves the screen, so that a guest created by the server gets their session.
      join: promiseActor(async (body: BodyOf<'joinShow'>) => {
        const reply = await call('joinShow', { body }, TEXTS);
        if (!reply.ok) return reply;
        const { session: guest } = reply.value;
        if (guest !== null) session.enterAsGuest(guest.token, guest.user, guest.personalCode);
        return success(null);
      }),
      comeBack: promiseActor(async (body: BodyOf<'returnAsGuest'>) => {
        const reply = await call('returnAsGuest', { body }, TEXTS);
        if (!reply.ok) return reply;
        const { token, user, personalCode } = reply.value.session;
        session.enterAsGuest(token, user, personalCode);
        return success(null);
      }),
    },
  });
