import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/**
 * Returns the game sessions with unpublished results whose windows had all ended by `by` (epoch ms), in the order in
 * which they ended. A revoked window ended when it was revoked. Only results of the house show are published
 * automatically (decisions §4). `only`: returns at most this game session.
 */
export async function readUnpublished(
  db: Kysely<Schema>,
  by: number,
  limit: number,
  only?: string,
): Promise<string[]> {
  const ended = sql<number>`max(case when r.released = 1 then coalesce(r.closes_at, ${sql.lit(Number.MAX_SAFE_INTEGER)}) else r.opened_at end)`;
  const rows = await db
    .selectFrom('release as r')
    .innerJoin('rundown_item as i', 'i.game_session_id', 'r.game_session_id')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .leftJoin('result as s', 's.game_session_id', 'r.game_session_id')
    .where('p.kind', '=', 'house')
    .where((eb) => eb.and(only === undefined ? [] : [eb('r.game_session_id', '=', only)]))
    .where('s.voided_at', 'is', null)
    .where((eb) =>
      eb.or([eb('s.state', 'is', null), eb('s.state', 'not in', ['published', 'corrected'])]),
    )
    .groupBy('r.game_session_id')
    .having(ended, '<=', by)
    .orderBy(ended)
    .orderBy('r.game_session_id')
    .limit(limit)
    .select('r.game_session_id')
    .execute();
  return rows.map(({ game_session_id }) => game_session_id);
}
