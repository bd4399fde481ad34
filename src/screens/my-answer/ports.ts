import { MESSAGES } from '#machines/contract/messages.ts';
import { playerAnswerMachine } from '#machines/player-answer.ts';
import type { LastAnswer } from '#machines/rules/my-answer.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

export const providePlayerAnswer = ({ call }: Runtime) =>
  playerAnswerMachine.provide({
    actors: {
      loadLastAnswer: promiseActor<undefined, LastAnswer>((_, signal) =>
        call('myLastAnswer', { body: {} }, { fallback: MESSAGES.questions.loadFailed }, signal),
      ),
    },
  });
