import { addressKey } from '#server/http/limits.ts';
import type { Handlers } from '#server/http/route.ts';
import { myLastAnswer, type OwnAnswerServices, userAnswer } from './own-answers.ts';
import type { OriginOf } from './origin.ts';
import { createSubmit, type SubmitServices } from './submit.ts';

export type AnswerServices = SubmitServices & OwnAnswerServices & { readonly originOf: OriginOf };

export const answersHandlers = (services: AnswerServices) => {
  const submit = createSubmit(services);
  return {
    submitAnswer: async ({ caller, body, receivedAt, address }) => {
      const { gameSessionId } = body;
      const { email } = caller;
      const answer = await submit({
        userId: caller.id,
        version: caller.version,
        gameSessionId,
        origin:
          caller.isSimulated === true
            ? null
            : services.originOf({ gameSessionId, network: addressKey(address), email }),
        text: body.answerText,
        receivedAt,
      });
      return { awardedPoints: answer.awardedPoints, answer };
    },
    userAnswer: ({ caller, params }) => userAnswer(services, caller, params),
    myLastAnswer: ({ caller, body }) => myLastAnswer(services, caller, body.questionId ?? null),
  } satisfies Handlers;
};
