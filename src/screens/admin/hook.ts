import type {
  AuditActor,
  AuditQuery,
  InspectorActor,
  InspectorFormActor,
  QuestionsAdminActor,
  StatsActor,
  TimeZoneActor,
  TimeZoneFormActor,
} from '#machines/admin/admin.ts';
import {
  provideAudit,
  provideInspector,
  provideInspectorForm,
  provideQuestionsAdmin,
  provideStats,
  provideTimeZone,
  provideTimeZoneForm,
} from './ports.ts';
import { pageIn, useUrlChoice, useUrlState } from '#src/bindings/url-state.ts';
import { refreshOn, retryOnSubmit, useRelay, useScreen } from '#src/bindings/screen.ts';

/** The totals, kept fresh while shown. */
export const useStats = (): StatsActor =>
  useScreen(
    provideStats,
    { query: null, random: Math.random },
    refreshOn(
      'realtime.question-released',
      'realtime.question-revoked',
      'realtime.questions-updated',
      'realtime.feed-moved',
      'realtime.question-list-updated',
      'realtime.boards-updated',
    ),
  );

export const useQuestionsAdmin = (): QuestionsAdminActor =>
  useScreen(provideQuestionsAdmin, { query: null });

/** Who may inspect; reloads after the switch and after a lost connection. */
export function useInspector(): {
  readonly inspector: InspectorActor;
  readonly change: InspectorFormActor;
} {
  const inspector = useScreen(provideInspector, { query: null, random: Math.random }, refreshOn());
  const change = useScreen(provideInspectorForm, undefined);
  useRelay(change, retryOnSubmit, inspector);
  return { inspector, change };
}

/** The time zone; reloads after a change and after a lost connection. */
export function useTimeZone(): {
  readonly timeZone: TimeZoneActor;
  readonly change: TimeZoneFormActor;
} {
  const timeZone = useScreen(provideTimeZone, { query: null, random: Math.random }, refreshOn());
  const change = useScreen(provideTimeZoneForm, undefined);
  useRelay(change, retryOnSubmit, timeZone);
  return { timeZone, change };
}

export const useAudit = (query: AuditQuery): AuditActor => useScreen(provideAudit, { query });

/** The audit query in the URL. */
export function useAuditQuery() {
  const [person, setPerson] = useUrlState('person');
  const [action, setAction] = useUrlState('act');
  const [from, setFrom] = useUrlState('from');
  const [to, setTo] = useUrlState('to');
  const [kind, setKind] = useUrlChoice('kind', ['changes', 'all']);
  const [page, setPage] = useUrlState('page', '1');
  const query: AuditQuery = {
    person: person.trim(),
    action,
    from,
    to,
    reads: kind === 'all',
    page: pageIn(page),
  };
  return { query, person, setPerson, setAction, setFrom, setTo, kind, setKind, setPage };
}
