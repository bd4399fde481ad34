import type { SnapshotFrom } from 'xstate';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { loader } from '#machines/kit/loader.ts';

/* What the server publishes to everybody (decisions §8): the one price for label and amount,
   whether it can be paid, and whether a language model can be asked. */

export const publishedMachine = loader<null, PublicConfig>({
  id: 'published',
  unexpected: MESSAGES.network,
});
type Snapshot = SnapshotFrom<typeof publishedMachine>;

/** Null: not known, or not yet. */
export const selectTakesPayments = ({ context }: Snapshot) =>
  context.value === null ? null : context.value.payments !== 'off';
/** Null: not known, or not yet. */
export const selectHasModel = ({ context }: Snapshot) => context.value?.model ?? null;
/** Null: not known, or not yet. */
export const selectInspectorAccess = ({ context }: Snapshot) => context.value?.inspector ?? null;
/** The server's names in its network, in development; null: not known, or of no use. */
export const selectHosts = ({ context }: Snapshot) => context.value?.hosts ?? null;
/** The title of the show that is live, or has ended last; null: none, or not known. */
export const selectCurrentShow = ({ context }: Snapshot) => context.value?.show ?? null;
/** Why nothing is known; null: it is, or will be. */
export const selectMessage = ({ context }: Snapshot) => context.message;
