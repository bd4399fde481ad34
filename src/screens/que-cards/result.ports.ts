import type { ShowAct } from '#machines/show/calls.ts';
import type { Result } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { success } from '#machines/contract/outcome.ts';
import { type ResultAsked, resultMachine } from '#machines/results/result.ts';
import { newId } from '#src/effects/random.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

const TEXTS = { fallback: PRODUCER_MESSAGES.result.failed, network: MESSAGES.network };

const actOf = ({ act, itemId, reason }: ResultAsked): ShowAct =>
  act === 'unlock' ? { type: act, itemId, reason: reason ?? '' } : { type: act, itemId };

/** Locks, unlocks and publishes. */
export const provideResult = ({ call }: Runtime) =>
  resultMachine.provide({
    actors: {
      act: promiseActor<ResultAsked, Result | null>(async (asked, signal) => {
        const body = { act: actOf(asked), requestId: newId() };
        const answer = await call(
          'actOnShow',
          { params: { id: asked.showId }, body },
          TEXTS,
          signal,
        );
        if (!answer.ok) return answer;
        const { items } = answer.value.show.rundown;
        return success(items.find(({ id }) => id === asked.itemId)?.result ?? null);
      }),
    },
  });
