import type { Result } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { success } from '#machines/contract/outcome.ts';
import { type ResultAsked, resultMachine } from '#machines/results/result.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

const TEXTS = { fallback: PRODUCER_MESSAGES.result.failed, network: MESSAGES.network };

/** Locks, unlocks and publishes. */
export const provideResult = ({ call }: Runtime) =>
  resultMachine.provide({
    actors: {
      act: promiseActor<ResultAsked, Result | null>(async ({ gameSessionId, ...body }, signal) => {
        const answer = await call(
          'actOnResult',
          { params: { gameSessionId }, body },
          TEXTS,
          signal,
        );
        return answer.ok ? success(answer.value.question?.result ?? null) : answer;
      }),
    },
  });
