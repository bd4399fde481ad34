import { m } from 'messages';
import type { SnapshotFrom } from 'xstate';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { loader } from '#machines/kit/loader.ts';

/*
 * The public configuration of the server (decisions §8): the entry fee, whether it can be paid, and whether a language model
 * is set up.
 */

export const publicConfigMachine = loader<null, PublicConfig>({
  id: 'publicConfig',
  unexpected: m.network(),
});
type Snapshot = SnapshotFrom<typeof publicConfigMachine>;

// Each selector returns null while the configuration is unknown.

export const selectTakesPayments = ({ context }: Snapshot) =>
  context.value === null ? null : context.value.payments !== 'off';
export const selectHasModel = ({ context }: Snapshot) => context.value?.model ?? null;
export const selectInspectorAccess = ({ context }: Snapshot) => context.value?.inspector ?? null;
/** The server's names on the local network, only in development. */
export const selectLocalHosts = ({ context }: Snapshot) => context.value?.hosts ?? null;
/** The origin of links that other devices open. */
export const selectJoinOrigin = ({ context }: Snapshot) => context.value?.joinOrigin ?? null;
/** The terms that people accept by joining a show or registering. */
export const selectTerms = ({ context }: Snapshot) => context.value?.terms ?? null;
/** The title of the live show, or of the latest show if none is live; null without any show. */
export const selectCurrentShow = ({ context }: Snapshot) => context.value?.show ?? null;
/** Whether there is a board of a season. */
export const selectHasSeasons = ({ context }: Snapshot) => context.value?.hasSeasons ?? false;
