import type { DistributionActor, GroupingActor } from '#machines/results/insights.ts';
import type { PaymentsActor } from '#machines/payment/payments.ts';
import { provideDistribution, provideGrouping, providePayments } from './ports.ts';
import { type Emitted, refreshOn, useScreen } from '#src/bindings/screen.ts';

/** How often each text was given to one question, and the groups, kept fresh while they are shown. */
export const useInsights = (gameSessionId: string) => ({
  distribution: useDistribution(gameSessionId),
  grouping: useGrouping(gameSessionId),
});

const useDistribution = (gameSessionId: string): DistributionActor =>
  useScreen(provideDistribution, inputOf(gameSessionId), aboutAnswersTo(gameSessionId));

/** The groups of one question, kept fresh while they are shown. */
export const useGrouping = (gameSessionId: string): GroupingActor =>
  useScreen(provideGrouping, inputOf(gameSessionId), aboutAnswersTo(gameSessionId));

const inputOf = (gameSessionId: string) => ({ query: { gameSessionId }, random: Math.random });

const loadAgain = refreshOn('realtime.answers-counted', 'realtime.boards-updated');
/** Loads again when answers to the question arrived, points changed or the connection is back. */
export const aboutAnswersTo = (gameSessionId: string) => (emitted: Emitted) =>
  'payload' in emitted &&
  'gameSessionId' in emitted.payload &&
  (emitted.payload.gameSessionId ?? gameSessionId) !== gameSessionId
    ? null
    : loadAgain(emitted);

/** The payments of one game session. */
export const usePayments = (gameSessionId: string): PaymentsActor =>
  useScreen(providePayments, { query: { gameSessionId }, random: Math.random }, refreshOn());
