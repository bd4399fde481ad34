import { useEffect } from 'react';
import type { QuestionsAdminActor, StatsActor } from '#machines/admin.ts';
import { provideQuestionsAdmin, provideStats } from '#src/effects/provide/admin.ts';
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
