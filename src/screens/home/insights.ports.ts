import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { success } from '#machines/contract/outcome.ts';
import {
  decisionForm,
  distributionMachine,
  groupingMachine,
  type InsightsQuery,
  type JoinDecision,
} from '#machines/results/insights.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor, formPort } from '#src/effects/provide/effect.ts';

interface Asked {
  readonly query: InsightsQuery;
}
const TEXTS = { fallback: MESSAGES.unexpected };

export const provideDistribution = ({ call }: Runtime) =>
  distributionMachine.provide({
    actors: {
      load: promiseActor<Asked, readonly DistributionItem[]>(async ({ query: params }, signal) => {
        const answer = await call('answerDistribution', { params }, TEXTS, signal);
        return answer.ok ? success(answer.value.distribution) : answer;
      }),
    },
  });

export const provideGrouping = ({ call }: Runtime) =>
  groupingMachine.provide({
    actors: {
      load: promiseActor<Asked, Grouping>(async ({ query: params }, signal) => {
        const answer = await call('aiGrouping', { params }, TEXTS, signal);
        return answer.ok ? success(answer.value.grouping) : answer;
      }),
    },
  });

export const provideDecision = ({ call }: Runtime) =>
  decisionForm.provide(
    formPort(async (decision: JoinDecision, signal) => {
      const { gameSessionId, joinIds, accepted } = decision;
      const asked = { params: { gameSessionId }, body: { joinIds: [...joinIds], accepted } };
      const texts = { fallback: PRODUCER_MESSAGES.grouping.failed };
      const answer = await call('decideJoins', asked, texts, signal);
      return answer.ok ? success(decision) : answer;
    }),
  );
