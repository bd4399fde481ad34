import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/* Queries of game sessions that must be recounted, and of recounts that are not announced yet. */

type Reader = Kysely<Schema>;

/**
 * Returns the game sessions that have been waiting for a recount since before `by`: with uncounted answers, changed
 * merges, or answers of known texts that the groups and their names do not reflect yet.
 */
export async function readUncounted(db: Reader, by: number): Promise<string[]> {
  const rows = await db
    .selectFrom('answer')
    .where('points', 'is', null)
    .where('received_at', '<=', by)
    .select('game_session_id')
    .union(
      db
        .selectFrom('grouping')
        .where(isBehind)
        .where('updated_at', '<=', by)
        .select('game_session_id'),
    )
    .execute();
  return rows.map(({ game_session_id }) => game_session_id);
}

/** Whether the game session needs no recount by the rules of `readUncounted`. */
export async function isSettled(db: Reader, gameSessionId: string): Promise<boolean> {
  const uncounted = await db
    .selectFrom('answer')
    .where('points', 'is', null)
    .where('game_session_id', '=', gameSessionId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (uncounted !== undefined) return false;
  const behind = await db
    .selectFrom('grouping')
    .where('game_session_id', '=', gameSessionId)
    .where(isBehind)
    .select('game_session_id')
    .executeTakeFirst();
  return behind === undefined;
}

/**
 * Whether a recount must still apply something: changed merges, answers of known texts, or points that became visible
 * or held.
 */
const isBehind = (eb: ExpressionBuilder<Schema, 'grouping'>) =>
  eb.or([
    eb('merges_version', '<>', eb.ref('merges_counted')),
    eb('answers_grouped', '<', eb.ref('answers_counted')),
    eb('to_show', '=', 1),
  ]);

/** Returns every game session that was ever recounted. */
export async function readGrouped(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('grouping')
    .orderBy('game_session_id')
    .select('game_session_id')
    .execute();
  return rows.map(({ game_session_id }) => game_session_id);
}

/** Marks this version of the grouping as announced to all clients. */
export async function markRecountAnnounced(
  db: Reader,
  gameSessionId: string,
  version: number,
): Promise<void> {
  await db
    .updateTable('grouping')
    .set({ announced_version: version })
    .where('game_session_id', '=', gameSessionId)
    .where('announced_version', '<', version)
    .execute();
}

/** Returns the game sessions whose recount is from before `by` and not announced. */
export async function readUnannouncedRecounts(db: Reader, by: number): Promise<string[]> {
  const rows = await db
    .selectFrom('grouping')
    .where('announced_version', '<', (eb) => eb.ref('version'))
    .where('updated_at', '<=', by)
    .select('game_session_id')
    .execute();
  return rows.map(({ game_session_id }) => game_session_id);
}

/** Claims the right to announce the newest version; null: another process has it, or the game session was deleted. */
export async function claimUnannounced(
  db: Reader,
  gameSessionId: string,
): Promise<{ questionId: string; version: number } | null> {
  const claimed = await db
    .updateTable('grouping')
    .from('game_session as s')
    .set((eb) => ({ announced_version: eb.ref('grouping.version') }))
    .whereRef('s.id', '=', 'grouping.game_session_id')
    .where('grouping.game_session_id', '=', gameSessionId)
    .where('announced_version', '<', (eb) => eb.ref('version'))
    .returning(['s.question_id as questionId', 'grouping.version'])
    .executeTakeFirst();
  return claimed ?? null;
}

/** Returns game sessions that were recounted after `since`. */
export async function readRecounted(
  db: Reader,
  since: number,
): Promise<{ gameSessionId: string; version: number; updatedAt: number }[]> {
  return db
    .selectFrom('grouping')
    .where('updated_at', '>', since)
    .select(['game_session_id as gameSessionId', 'version', 'updated_at as updatedAt'])
    .execute();
}
