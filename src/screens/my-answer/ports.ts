import { m } from 'messages';
import { waitFor } from 'xstate';
import { success } from '#machines/contract/outcome.ts';
import { type LastAnswerRequest, playerAnswerMachine } from '#machines/answering/player-answer.ts';
import {
  type QuestionsActor,
  selectCachedQuestion,
  selectIsLoading,
} from '#machines/answering/questions.ts';
import type { LastAnswer } from '#machines/answering/rules/my-answer.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

/** `questions`: used for a question that was just released; anything else is requested from the server. */
export const providePlayerAnswer = (runtime: Runtime, questions: QuestionsActor | null) =>
  playerAnswerMachine.provide({
    actors: {
      loadLastAnswer: promiseActor<LastAnswerRequest, LastAnswer>(async ({ released }, signal) => {
        const list =
          questions && (await waitFor(questions, (each) => !selectIsLoading(each), { signal }));
        const held = list && released && selectCachedQuestion(list, released);
        if (held) return success(held);
        const texts = { fallback: m.questionsLoadFailed() };
        return runtime.call('myLastAnswer', { body: {} }, texts, signal);
      }),
    },
  });
