import { useEffect } from 'react';
import type { DecisionActor, DistributionActor, GroupingActor } from '#machines/insights.ts';
import {
  provideDecision,
  provideDistribution,
  provideGrouping,
} from '#src/effects/provide/insights.ts';
import { useApp } from './runtime.tsx';
import { useScreen } from './screen.ts';

/** How often each text was given to one question, and the groups, kept fresh while they are shown. */
export function useInsights(gameSessionId: string): {
  readonly distribution: DistributionActor;
  readonly grouping: GroupingActor;
  readonly decision: DecisionActor;
} {
  const distribution = useScreen(provideDistribution, inputOf(gameSessionId));
  useRefresh(gameSessionId, distribution);
  return { distribution, ...useGrouping(gameSessionId) };
}

/** The groups of one question, kept fresh while they are shown, and the producer's word on joins. */
export function useGrouping(gameSessionId: string): {
  readonly grouping: GroupingActor;
  readonly decision: DecisionActor;
} {
  const grouping = useScreen(provideGrouping, inputOf(gameSessionId));
  const decision = useScreen(provideDecision, undefined);
  useRefresh(gameSessionId, grouping);
  useEffect(() => {
    const subscription = decision.on('submitted', () => grouping.send({ type: 'load.retry' }));
    return () => subscription.unsubscribe();
  }, [grouping, decision]);
  return { grouping, decision };
}

const inputOf = (gameSessionId: string) => ({ query: { gameSessionId }, random: Math.random });

/** Asks again when answers to the question came in, points moved or the line is back. */
function useRefresh(gameSessionId: string, actor: DistributionActor | GroupingActor): void {
  const app = useApp();
  useEffect(() => {
    const refresh = () => actor.send({ type: 'load.refresh' });
    const hear = ({ payload }: { readonly payload: { gameSessionId?: string | undefined } }) => {
      if (payload.gameSessionId === undefined || payload.gameSessionId === gameSessionId) refresh();
    };
    const subscriptions = [
      app.on('realtime.answers-counted', hear),
      app.on('realtime.boards-updated', hear),
      app.on('line.back', refresh),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [app, actor, gameSessionId]);
}
