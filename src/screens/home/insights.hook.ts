import type {
  DecisionActor,
  DistributionActor,
  GroupingActor,
} from '#machines/results/insights.ts';
import { provideDecision, provideDistribution, provideGrouping } from './insights.ports.ts';
import {
  type Emitted,
  refreshOn,
  retryOnSubmit,
  useRelay,
  useScreen,
} from '#src/bindings/screen.ts';

/** How often each text was given to one question, and the groups, kept fresh while they are shown. */
export function useInsights(gameSessionId: string): {
  readonly distribution: DistributionActor;
  readonly grouping: GroupingActor;
  readonly decision: DecisionActor;
} {
  const distribution = useScreen(
    provideDistribution,
    inputOf(gameSessionId),
    aboutAnswersTo(gameSessionId),
  );
  return { distribution, ...useGrouping(gameSessionId) };
}

/** The groups of one question, kept fresh while they are shown, and the producer's decision on joins. */
export function useGrouping(gameSessionId: string): {
  readonly grouping: GroupingActor;
  readonly decision: DecisionActor;
} {
  const grouping = useScreen(
    provideGrouping,
    inputOf(gameSessionId),
    aboutAnswersTo(gameSessionId),
  );
  const decision = useScreen(provideDecision, undefined);
  useRelay(decision, retryOnSubmit, grouping);
  return { grouping, decision };
}

const inputOf = (gameSessionId: string) => ({ query: { gameSessionId }, random: Math.random });

const loadAgain = refreshOn('realtime.answers-counted', 'realtime.boards-updated');
/** Loads again when answers to the question arrived, points changed or the connection is back. */
export const aboutAnswersTo = (gameSessionId: string) => (emitted: Emitted) =>
  'payload' in emitted &&
  'gameSessionId' in emitted.payload &&
  (emitted.payload.gameSessionId ?? gameSessionId) !== gameSessionId
    ? null
    : loadAgain(emitted);
