import { m } from 'messages';
import type { SnapshotFrom } from 'xstate';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { loader } from '#machines/kit/loader.ts';

/* The shows that a player is in. */

export type MyShow = ReplyOf<'myShows'>['shows'][number];

export const myShowsMachine = loader<null, readonly MyShow[]>({
  id: 'myShows',
  unexpected: m.joinFailed(),
});

/** The shows that the player is in; empty until they are loaded. */
export const selectMyShows = ({
  context,
}: SnapshotFrom<typeof myShowsMachine>): readonly MyShow[] => context.value ?? [];
