import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { type Counted, totalsOf } from './show-store.ts';

/**
 * Returns who wins the first place of a board that several people share with `points`: of those, who answered the last
 * question that any of them answered first. Null: the show lets them share it, they answered in the same millisecond,
 * or the questions belong to several shows. `over.gameSessionIds` are in order of publication.
 */
export async function readTieWinner(
  db: Kysely<Schema>,
  over: Counted,
  points: number,
): Promise<string | null> {
  if (over.gameSessionIds.length === 0) return null;
  const shows = await db
    .selectFrom('rundown_item as i')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .where('i.game_session_id', 'in', over.gameSessionIds)
    .select(['p.id', 'p.tie_break'])
    .distinct()
    .execute();
  if (shows.length !== 1 || shows[0]?.tie_break !== 'earlier') return null;
  for (const gameSessionId of over.gameSessionIds.toReversed()) {
    const [first, second] = await db
      .selectFrom('answer as a')
      .where('a.game_session_id', '=', gameSessionId)
      .where('a.audience', '=', over.audience)
      .where('a.points', 'is not', null)
      .where('a.user_id', 'in', (eb) =>
        eb
          .selectFrom(totalsOf(db, over).as('t'))
          .where('t.total_points', '=', points)
          .select('t.user_id'),
      )
      .orderBy('a.received_at')
      .select(['a.user_id as id', 'a.received_at as at'])
      .limit(2)
      .execute();
    if (first !== undefined) return first.at === second?.at ? null : first.id;
  }
  return null;
}

/** Whether the best of a board is ahead of others with the same points by a tie-break. */
export const isTieBroken = ([first, second]: readonly {
  readonly rank: number;
  readonly total_points: number;
}[]): boolean => second?.rank === 2 && second.total_points === first?.total_points;
