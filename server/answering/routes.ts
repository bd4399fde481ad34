import { addressKey } from '#server/http/limits.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { Handlers, RequestOf } from '#server/http/route.ts';
import { myLastAnswer, type OwnAnswerServices, userAnswer } from './own-answers.ts';
import type { OriginOf } from './origin.ts';
import { createSubmit, type SubmitServices } from './submit.ts';

/** Accepts an answer that came over HTTP or a socket. @throws as `createSubmit` says */
export type AcceptAnswer = (
  request: Pick<RequestOf<'submitAnswer'>, 'caller' | 'body' | 'receivedAt' | 'address'>,
) => Promise<ReplyOf<'submitAnswer'>>;

export function createAcceptAnswer(
  services: SubmitServices & { readonly originOf: OriginOf },
): AcceptAnswer {
  const submit = createSubmit(services);
  return async ({ caller, body, receivedAt, address }) => {
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
  };
}

export const answersHandlers = (services: OwnAnswerServices, submitAnswer: AcceptAnswer) =>
  ({
    submitAnswer,
    userAnswer: ({ caller, params }) => userAnswer(services, caller, params),
    myLastAnswer: ({ caller, body }) => myLastAnswer(services, caller, body.questionId ?? null),
  }) satisfies Handlers;
