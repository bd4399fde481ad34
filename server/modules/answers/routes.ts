import type { Handlers } from '#server/http/route.ts';
import { myLastAnswer, type OwnAnswerServices, userAnswer } from './own-answers.ts';
import { createSubmit, type SubmitServices } from './submit.ts';

export type AnswerServices = SubmitServices & OwnAnswerServices;

export const answersHandlers = (services: AnswerServices) => {
  const submit = createSubmit(services);
  return {
    submitAnswer: async ({ caller, body, receivedAt }) => {
      const answer = await submit({
        userId: caller.id,
        gameSessionId: body.gameSessionId,
        text: body.answerText,
        receivedAt,
      });
      return { awardedPoints: answer.awardedPoints, answer };
    },
    userAnswer: ({ caller, params }) => userAnswer(services, caller, params),
    myLastAnswer: ({ caller, body }) => myLastAnswer(services, caller, body.questionId ?? null),
  } satisfies Handlers;
};
