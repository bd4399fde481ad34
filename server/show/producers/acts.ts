import { m } from 'messages';
import { ROLE } from '#machines/contract/roles.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import type { Database } from '#server/db/client.ts';
import { ApiError, type Caller } from '#server/http/route.ts';
import { readPlayerOf } from './store.ts';

/**
 * Refuses the acts of a producer of one show that concern more than this show: seasons, the names of accounts, and
 * people who do not play in it.
 * @throws ApiError 403; 404 if the person does not play in the show
 */
export async function refuseBeyondShow(
  { db }: { readonly db: Pick<Database, 'read'> },
  showId: string,
  act: ShowAct,
  { roleId }: Pick<Caller, 'roleId'>,
): Promise<void> {
  if (roleId === ROLE.admin) return;
  if (act.type === 'season') throw new ApiError(403, m.producersNoSeason());
  const userId = playerIn(act);
  if (userId === null) return;
  const player = await readPlayerOf(db.read, showId, userId);
  if (player === undefined) throw new ApiError(404, m.notFound());
  if (act.type === 'renamePlayer' && player.guestOf !== showId)
    throw new ApiError(403, m.producersNoRename());
}

/** The player that an act is about, or null. */
function playerIn(act: ShowAct): string | null {
  if ('userId' in act) return act.userId;
  return act.type === 'givePoints' && 'userId' in act.to ? act.to.userId : null;
}
