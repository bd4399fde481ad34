import { m } from 'messages';
import { success } from '#machines/contract/outcome.ts';
import { type MyShow, myShowsMachine } from '#machines/show/my-shows.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

export const provideMyShows = ({ call }: Runtime) =>
  myShowsMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, readonly MyShow[]>(async (_, signal) => {
        const answer = await call('myShows', {}, { fallback: m.joinFailed() }, signal);
        return answer.ok ? success(answer.value.shows) : answer;
      }),
    },
  });
