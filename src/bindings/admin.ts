import type { QuestionsAdminActor, StatsActor } from '#machines/admin.ts';
import { provideQuestionsAdmin, provideStats } from '#src/effects/provide/admin.ts';
import { useScreen } from './screen.ts';

export const useStats = (): StatsActor =>
  useScreen(provideStats, { query: null, random: Math.random });

export const useQuestionsAdmin = (): QuestionsAdminActor =>
  useScreen(provideQuestionsAdmin, { query: null });
