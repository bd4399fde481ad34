import { m } from 'messages';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { success } from '#machines/contract/outcome.ts';
import { loader } from '#machines/kit/loader.ts';
import { submission } from '#machines/kit/submission.ts';

/* The run sheet of a show, and the two forms that make and end the link that shares it. */

/** A producer's own show, or the key of a link. */
export type RunSheetQuery = { readonly showId: string } | { readonly key: string };
/** `sharedAt` undefined: the sheet was opened by a link. */
export type LoadedRunSheet = Pick<ReplyOf<'runSheet'>, 'sheet'> &
  Partial<Pick<ReplyOf<'runSheet'>, 'sharedAt'>>;

export const runSheetMachine = loader<RunSheetQuery, LoadedRunSheet>({
  id: 'runSheet',
  unexpected: m.runSheetFailed(),
});

export interface ShareValues {
  readonly showId: string;
}
/** Makes a link, which replaces the last one; returns its key, which is shown once. */
export const shareForm = submission<ShareValues, string>({
  id: 'shareRunSheet',
  check: success,
  done: (key) => key,
  unexpected: m.runSheetFailed(),
});
/** Ends the link; returns the server's message. */
export const unshareForm = submission<ShareValues, string>({
  id: 'unshareRunSheet',
  check: success,
  done: (message) => message,
  unexpected: m.runSheetFailed(),
});

export type RunSheetActor = ActorRefFrom<typeof runSheetMachine>;
export type ShareActor = ActorRefFrom<typeof shareForm>;
export type UnshareActor = ActorRefFrom<typeof unshareForm>;

type Snapshot = SnapshotFrom<typeof runSheetMachine>;
/** Null: not loaded yet. */
export const selectRunSheet = ({ context }: Snapshot): LoadedRunSheet | null => context.value;
