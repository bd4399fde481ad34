import { MESSAGES } from '#machines/contract/messages.ts';
import { playerAnswerMachine } from '#machines/player-answer.ts';
import type { LastAnswer } from '#machines/rules/my-answer.ts';
import type { Runtime } from '../runtime.ts';
import { effect } from './effect.ts';

export const providePlayerAnswer = ({ call }: Runtime) =>
  playerAnswerMachine.provide({
    actors: {
      loadLastAnswer: effect<undefined, LastAnswer>((_, signal) =>
        call('myLastAnswer', { body: {} }, { fallback: MESSAGES.questions.loadFailed }, signal),
      ),
    },
  });
