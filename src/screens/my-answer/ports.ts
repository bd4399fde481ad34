import { waitFor } from 'xstate';
import { MESSAGES } from '#machines/contract/messages.ts';
import { success } from '#machines/contract/outcome.ts';
import { type LastAnswerAsked, playerAnswerMachine } from '#machines/player-answer.ts';
import {
  type QuestionsActor,
  selectHeld,
  selectIsLoading,
  selectIsVersioned,
} from '#machines/questions.ts';
import { audienceOf } from '#machines/rules/audience.ts';
import type { LastAnswer } from '#machines/rules/my-answer.ts';
import { lastAnswer } from '#src/effects/other-backends.ts';
import { loadList } from '#src/effects/provide/app.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

/** `questions`: by them it is known which backend there is, and what was released. Ours knows one's newest question itself. */
export const providePlayerAnswer = (runtime: Runtime, questions: QuestionsActor | null) =>
  playerAnswerMachine.provide({
    actors: {
      loadLastAnswer: promiseActor<LastAnswerAsked, LastAnswer>(async ({ released }, signal) => {
        const list =
          questions && (await waitFor(questions, (each) => !selectIsLoading(each), { signal }));
        if (list !== null && selectIsVersioned(list) === false) {
          const { role_id: roleId } = list.context.user;
          const audience = audienceOf(roleId);
          if (audience === null) return success({ question: null, answer: null });
          const all = await loadList(runtime, { filter: 'all', roleId }, signal);
          return all.ok ? lastAnswer(runtime, all.value.questions, audience, signal) : all;
        }
        const held = list && released && selectHeld(list, released);
        if (held) return success(held);
        const texts = { fallback: MESSAGES.questions.loadFailed };
        return runtime.call('myLastAnswer', { body: {} }, texts, signal);
      }),
    },
  });
