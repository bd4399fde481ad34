import { m } from 'messages';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { BodyOf, ReplyOf } from '#machines/contract/calls.ts';
import type { AuditEntry } from './calls.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { AUDIT_PAGE_SIZE, LIMITS } from '#machines/contract/limits.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { textProblem } from '#machines/contract/text.ts';
import { collection } from '#machines/kit/collection.ts';
import { loader } from '#machines/kit/loader.ts';
import { submission } from '#machines/kit/submission.ts';

/*
 * The charts of /admin: the totals (ADM-1) are a `loader`, the questions (ADM-2) and the audit a `collection` each, the
 * inspector switch and the time zone a `loader` each, with a `submission` for changes.
 */

export type Dashboard = ReplyOf<'adminStats'>;
export type Stats = Dashboard['stats'];
export type QuestionUpdate = BodyOf<'updateQuestion'>;

export const statsMachine = loader<null, Dashboard>({
  id: 'stats',
  unexpected: m.adminStatsFailed(),
});
export type StatsActor = ActorRefFrom<typeof statsMachine>;
type StatsSnapshot = SnapshotFrom<typeof statsMachine>;

const NO_NOTICES: readonly string[] = [];

/** Null: not loaded yet. */
export const selectStats = ({ context }: StatsSnapshot): Stats | null =>
  context.value?.stats ?? null;
/** Warnings for the operator. */
export const selectNotices = ({ context }: StatsSnapshot): readonly string[] =>
  context.value?.notices ?? NO_NOTICES;
export const selectStatsBusy = (snapshot: StatsSnapshot): boolean => snapshot.hasTag('busy');

const checkQuestion = ({ question_text }: QuestionUpdate): Outcome<unknown> => {
  const problem = textProblem(question_text, LIMITS.questionLength, m.generateNoQuestion());
  return problem === null ? success(null) : refusal(problem, { field: 'question_text' });
};

/** All questions are loaded at once; the screen searches and pages them. */
export const questionsAdminMachine = collection<
  null,
  AdminQuestion,
  readonly AdminQuestion[],
  QuestionUpdate
>({
  id: 'questionsAdmin',
  unexpected: { load: m.adminDataFailed(), change: m.networkServer() },
  check: checkQuestion,
});
export type QuestionsAdminActor = ActorRefFrom<typeof questionsAdminMachine>;

export type InspectorState = ReplyOf<'inspector'>;
export const inspectorMachine = loader<null, InspectorState>({
  id: 'inspector',
  unexpected: m.inspectorFailed(),
});
/** The switch that allows inspecting in production. Returns who may inspect now. */
export const inspectorForm = submission<BodyOf<'setInspector'>, InspectorState>({
  id: 'inspectorSwitch',
  check: success,
  done: ({ until }) => (until === null ? m.inspectorOff() : m.inspectorOn()),
  unexpected: m.inspectorSwitchFailed(),
});
export type InspectorActor = ActorRefFrom<typeof inspectorMachine>;
export type InspectorFormActor = ActorRefFrom<typeof inspectorForm>;
type InspectorSnapshot = SnapshotFrom<typeof inspectorMachine>;

/** Null: not loaded yet. */
export const selectInspector = ({ context }: InspectorSnapshot): InspectorState | null =>
  context.value;
export const selectInspectorBusy = (snapshot: InspectorSnapshot): boolean =>
  snapshot.hasTag('busy');

export type TimeZoneState = ReplyOf<'timeZone'>;
export const timeZoneMachine = loader<null, TimeZoneState>({
  id: 'timeZone',
  unexpected: m.timeZoneFailed(),
});
export const timeZoneForm = submission<BodyOf<'setTimeZone'>, TimeZoneState>({
  id: 'timeZoneForm',
  check: success,
  done: () => m.timeZoneChanged(),
  unexpected: m.timeZoneSaveFailed(),
});
export type TimeZoneActor = ActorRefFrom<typeof timeZoneMachine>;
export type TimeZoneFormActor = ActorRefFrom<typeof timeZoneForm>;
type TimeZoneSnapshot = SnapshotFrom<typeof timeZoneMachine>;

/** Null: not loaded yet. */
export const selectTimeZone = ({ context }: TimeZoneSnapshot): TimeZoneState | null =>
  context.value;
export const selectTimeZoneBusy = (snapshot: TimeZoneSnapshot): boolean => snapshot.hasTag('busy');

export interface AuditQuery {
  readonly person: string;
  /** '' for all acts. */
  readonly action: string;
  /** UTC days; '' for open ends. */
  readonly from: string;
  readonly to: string;
  readonly reads: boolean;
  /** Starts at 1. */
  readonly page: number;
}
/** The audit, read-only: the server searches, filters and pages. */
export const auditMachine = collection<AuditQuery, AuditEntry, ReplyOf<'adminAudit'>, null>({
  id: 'audit',
  unexpected: {
    load: m.adminAuditFailed(),
    change: m.adminAuditFailed(),
  },
  check: success,
  isTyped: (before, after) =>
    before.person !== after.person || before.from !== after.from || before.to !== after.to,
});
export type AuditActor = ActorRefFrom<typeof auditMachine>;

export const selectAuditPages = ({ context }: SnapshotFrom<typeof auditMachine>): number =>
  Math.max(1, Math.ceil((context.list?.total ?? 0) / AUDIT_PAGE_SIZE));
