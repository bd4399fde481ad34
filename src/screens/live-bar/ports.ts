import { m } from 'messages';
import { success } from '#machines/contract/outcome.ts';
import { type LoadedQuestions, queCardsMachine } from '#machines/show/que-cards.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

/** Provides the ports of the que cards' chart. */
export const provideQueCards = (runtime: Runtime) =>
  queCardsMachine.provide({
    actors: {
      load: promiseActor<undefined, LoadedQuestions>(async (_, signal) => {
        const texts = { fallback: m.queCardsFailed(), logIn: m.queCardsLogIn() };
        const answer = await runtime.call('adminQuestions', {}, texts, signal);
        if (!answer.ok) return answer;
        const { questions, connected, versions } = answer.value;
        return success({ questions, connected, versions });
      }),
    },
  });
