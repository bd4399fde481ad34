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
} from './ports.ts';
import { refreshed, retried, useRelay, useScreen } from '#src/bindings/screen.ts';

/** The totals, kept fresh while they are looked at. */
export const useStats = (): StatsActor =>
  useScreen(
    provideStats,
    { query: null, random: Math.random },
    refreshed(
      'realtime.question-released',
      'realtime.question-revoked',
      'realtime.questions-updated',
      'realtime.boards-updated',
    ),
  );

export const useQuestionsAdmin = (): QuestionsAdminActor =>
  useScreen(provideQuestionsAdmin, { query: null });

/** Who may inspect, looked at again when it was switched and when the line is back. */
export function useInspector(): {
  readonly inspector: InspectorActor;
  readonly change: InspectorFormActor;
} {
  const inspector = useScreen(provideInspector, { query: null, random: Math.random }, refreshed());
  const change = useScreen(provideInspectorForm, undefined);
  useRelay(change, retried, inspector);
  return { inspector, change };
}
