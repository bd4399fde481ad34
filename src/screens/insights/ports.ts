import { m } from 'messages';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import {
  distributionMachine,
  groupingMachine,
  type InsightsQuery,
} from '#machines/results/insights.ts';
import {
  paymentsMachine,
  type PaymentsQuery,
  type SessionPayments,
} from '#machines/payment/payments.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

interface Asked {
  readonly query: InsightsQuery;
}
const TEXTS = { fallback: m.unexpected() };

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

export const providePayments = ({ call }: Runtime) =>
  paymentsMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: PaymentsQuery }, SessionPayments>(
        ({ query: params }, signal) => call('adminPayments', { params }, TEXTS, signal),
      ),
    },
  });
