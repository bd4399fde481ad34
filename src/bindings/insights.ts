import { useEffect } from 'react';
import type { DecisionActor, DistributionActor, GroupingActor } from '#machines/insights.ts';
import {
  provideDecision,
  provideDistribution,
  provideGrouping,
} from '#src/effects/provide/insights.ts';
import { useApp } from './runtime.tsx';
import { useScreen } from './screen.ts';

/** The producer's view of the answers to one question, kept fresh while it is shown. */
export function useInsights(gameSessionId: string): {
  readonly distribution: DistributionActor;
  readonly grouping: GroupingActor;
  readonly decision: DecisionActor;
} {
  const input = { query: { gameSessionId }, random: Math.random };
  const distribution = useScreen(provideDistribution, input);
  const grouping = useScreen(provideGrouping, input);
  const decision = useScreen(provideDecision, undefined);
  const app = useApp();
  useEffect(() => {
    const refresh = () => {
      for (const actor of [distribution, grouping]) actor.send({ type: 'load.refresh' });
    };
    const hear = ({ payload }: { readonly payload: { gameSessionId?: string | undefined } }) => {
      if (payload.gameSessionId === undefined || payload.gameSessionId === gameSessionId) refresh();
    };
    const subscriptions = [
      app.on('realtime.answers-counted', hear),
      app.on('realtime.boards-updated', hear),
      app.on('line.back', refresh),
      decision.on('submitted', () => grouping.send({ type: 'load.retry' })),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [app, distribution, grouping, decision, gameSessionId]);
  return { distribution, grouping, decision };
}
