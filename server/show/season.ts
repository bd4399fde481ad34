import { m } from 'messages';
import type { Transaction } from 'kysely';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import type { Schema } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { lockShows } from '#server/answering/feed-store.ts';

type Tx = Transaction<Schema>;
type Season = Extract<ShowAct, { type: 'season' }>['season'];

/**
 * Puts a show into a season, which is created or renamed for that; null: into none. Deletes seasons without shows. The
 * show must be locked.
 * @throws ApiError 404 if the season with this id does not exist, 409 if another season has the new name
 */
export async function writeSeason(
  tx: Tx,
  showId: string,
  season: Season,
  at: number,
): Promise<void> {
  // Acts on seasons run one after the other, because they change and delete the seasons of other shows.
  await lockShows(tx, [HOUSE_SHOW]);
  const season_id = season && (await seasonOf(tx, season, at));
  await tx.updateTable('show').set({ season_id }).where('id', '=', showId).execute();
  await tx
    .deleteFrom('season')
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('show')
        .where('season_id', 'is not', null)
        .select('season_id')
        .$castTo<{ season_id: string }>(),
    )
    .execute();
}

/** Returns the id of the season with this id, renamed if its name is new, or with this name, created if it is new. */
async function seasonOf(tx: Tx, { id, name }: NonNullable<Season>, at: number): Promise<string> {
  const named = await tx
    .selectFrom('season')
    .where('name', '=', name)
    .select('id')
    .executeTakeFirst();
  if (id === undefined) {
    if (named !== undefined) return named.id;
    const created = { id: newId(at), name };
    await tx.insertInto('season').values(created).execute();
    return created.id;
  }
  if (named !== undefined && named.id !== id)
    throw new ApiError(409, m.rundownSeasonTaken(), { code: 'guard' });
  const { numUpdatedRows } = await tx
    .updateTable('season')
    .set({ name })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ApiError(404, m.notFound());
  return id;
}
