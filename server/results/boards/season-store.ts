import type { Kysely } from 'kysely';
import type { Season, SeasonBoard } from '#machines/contract/entities.ts';
import type { Schema } from '#server/db/schema.ts';
import { begunShows } from './show-store.ts';

/** A season and its shows that are live or have ended. */
export type SeasonShows = Season & NonNullable<SeasonBoard['season']>;

/**
 * Returns the seasons that a reader may see, first the one of the newest show. A season is for everybody, except while a
 * show of it is live that is only for members: then it is for those who are members of each such show. `joined`: the ids
 * of the members-only shows that the reader is a member of; 'all': for a producer.
 */
export async function readSeasons(
  db: Kysely<Schema>,
  joined: readonly string[] | 'all',
): Promise<SeasonShows[]> {
  const rows = await begunShows(db)
    .innerJoin('season as e', 'e.id', 'show.season_id')
    .select(['e.id as seasonId', 'e.name', 'show.is_open as isOpen'])
    .execute();
  const mayRead = ({ id, state, isOpen }: (typeof rows)[number]): boolean =>
    joined === 'all' || state === 'ended' || isOpen === 1 || joined.includes(id);
  return [...new Set(rows.map(({ seasonId }) => seasonId))].flatMap((id) => {
    const shows = rows.filter(({ seasonId }) => seasonId === id);
    return shows.every(mayRead)
      ? [
          {
            id,
            name: shows[0]?.name ?? '',
            shows: shows.map((show) => ({ id: show.id, title: show.title, state: show.state })),
          },
        ]
      : [];
  });
}

/** Returns the season of a show, also of one that has not begun, for its producers; null: it is in none. */
export async function readSeasonOf(
  db: Kysely<Schema>,
  showId: string,
): Promise<SeasonShows | null> {
  const season = await db
    .selectFrom('show')
    .innerJoin('season as e', 'e.id', 'show.season_id')
    .where('show.id', '=', showId)
    .select(['e.id', 'e.name'])
    .executeTakeFirst();
  if (season === undefined) return null;
  const begun = (await readSeasons(db, 'all')).find(({ id }) => id === season.id);
  return begun ?? { ...season, shows: [] };
}

/**
 * Returns the season of a show for its screens, also for a draft; null: it is in none. Leaves out other live shows for
 * members only, because these viewers may not see their points.
 */
export async function readSeasonOnStage(
  db: Kysely<Schema>,
  showId: string,
): Promise<SeasonShows | null> {
  const season = await readSeasonOf(db, showId);
  if (season === null) return null;
  const rows = await db
    .selectFrom('show')
    .where('season_id', '=', season.id)
    .where('state', '=', 'live')
    .where('is_open', '=', 0)
    .where('id', '!=', showId)
    .select('id')
    .execute();
  const hidden = new Set(rows.map(({ id }) => id));
  return { ...season, shows: season.shows.filter(({ id }) => !hidden.has(id)) };
}
