import { useEffect } from 'react';
import type {
  InspectorActor,
  InspectorFormActor,
  QuestionsAdminActor,
  StatsActor,
} from '#machines/admin.ts';
import {
  provideInspector,
  provideInspectorForm,
  provideQuestionsAdmin,
  provideStats,
} from '#src/effects/provide/admin.ts';
import { useApp } from './runtime.tsx';
import { useScreen } from './screen.ts';

/** The totals, kept fresh while they are looked at. */
export function useStats(): StatsActor {
  const stats = useScreen(provideStats, { query: null, random: Math.random });
  const app = useApp();
  useEffect(() => {
    const refresh = () => stats.send({ type: 'load.refresh' });
    const subscriptions = [
      app.on('realtime.question-released', refresh),
      app.on('realtime.question-revoked', refresh),
      app.on('realtime.questions-updated', refresh),
      app.on('realtime.boards-updated', refresh),
      app.on('line.back', refresh),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [app, stats]);
  return stats;
}

export const useQuestionsAdmin = (): QuestionsAdminActor =>
  useScreen(provideQuestionsAdmin, { query: null });

/** Who may inspect, looked at again when it was switched and when the line is back. */
export function useInspector(): {
  readonly inspector: InspectorActor;
  readonly change: InspectorFormActor;
} {
  const inspector = useScreen(provideInspector, { query: null, random: Math.random });
  const change = useScreen(provideInspectorForm, undefined);
  const app = useApp();
  useEffect(() => {
    const subscriptions = [
      change.on('submitted', () => inspector.send({ type: 'load.retry' })),
      app.on('line.back', () => inspector.send({ type: 'load.refresh' })),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [app, inspector, change]);
  return { inspector, change };
}
