import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { BodyOf, ReplyOf } from './contract/calls.ts';
import type { AdminQuestion } from './contract/entities.ts';
import { MESSAGES } from './contract/messages.ts';
import { collection } from './kit/collection.ts';
import { loader } from './kit/loader.ts';

/* /admin: the totals (ADM-1) as a `loader`, the questions (ADM-2) as a `collection`. */

export type Stats = ReplyOf<'adminStats'>['stats'];
export type QuestionValues = BodyOf<'updateQuestion'>;

export const statsMachine = loader<null, Stats>({
  id: 'stats',
  unexpected: MESSAGES.admin.statsFailed,
});
export type StatsActor = ActorRefFrom<typeof statsMachine>;
type StatsSnapshot = SnapshotFrom<typeof statsMachine>;

/** Null: not loaded yet. */
export const selectStats = ({ context }: StatsSnapshot): Stats | null => context.value;
export const selectStatsMessage = ({ context }: StatsSnapshot): string | null => context.message;
export const selectStatsBusy = (snapshot: StatsSnapshot): boolean => snapshot.hasTag('busy');

export const questionsAdminMachine = collection<
  null,
  AdminQuestion,
  readonly AdminQuestion[],
  QuestionValues
>({
  id: 'questionsAdmin',
  unexpected: { load: MESSAGES.admin.dataFailed, change: MESSAGES.networkServer },
});
export type QuestionsAdminActor = ActorRefFrom<typeof questionsAdminMachine>;
type Snapshot = SnapshotFrom<typeof questionsAdminMachine>;

/** Null: not loaded yet. */
export const selectQuestions = ({ context }: Snapshot) => context.list;
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
export const selectNotice = ({ context }: Snapshot): string | null => context.notice;
export const selectRefusal = ({ context }: Snapshot) => context.refusal;
export const selectItem = ({ context }: Snapshot): AdminQuestion | null => context.item;
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
export const selectLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
/** Which dialog is open, or null. */
export const selectDialog = (snapshot: Snapshot): 'form' | 'confirm' | null => {
  if (snapshot.matches({ dialog: 'form' })) return 'form';
  return snapshot.matches({ dialog: 'confirm' }) ? 'confirm' : null;
};
