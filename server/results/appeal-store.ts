import type { Kysely, Transaction } from 'kysely';
import type { AdminAppeal, AppealState, Audience } from '#machines/contract/entities.ts';
import type { AppealTable, Schema } from '#server/db/schema.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** Returns a person's appeal to a game session, or null. */
export async function readAppeal(
  db: Reader,
  gameSessionId: string,
  userId: string,
): Promise<{ id: string; wanted: string; groupId: string | null; state: AppealState } | null> {
  const found = await db
    .selectFrom('appeal')
    .where('game_session_id', '=', gameSessionId)
    .where('user_id', '=', userId)
    .select(['id', 'wanted', 'group_id as groupId', 'state'])
    .executeTakeFirst();
  return found ?? null;
}

/** Stores an appeal; returns false if the person already has one. */
export async function insertAppeal(
  tx: Tx,
  appeal: Omit<AppealTable, 'state' | 'settled_at' | 'settled_by'>,
): Promise<boolean> {
  const stored = await tx
    .insertInto('appeal')
    .values({ ...appeal, state: 'open', settled_at: null, settled_by: null })
    .onConflict((conflict) => conflict.columns(['game_session_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

/**
 * Locks a game session against deletion and changes of its result until the transaction ends; returns false if it does
 * not exist.
 */
export async function holdSession(tx: Tx, gameSessionId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('game_session')
    .where('id', '=', gameSessionId)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the text and audience of a person's answer, or null. */
export async function readOwnText(
  db: Reader,
  gameSessionId: string,
  userId: string,
): Promise<{ readonly textKey: string; readonly audience: Audience } | null> {
  const found = await db
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .where('user_id', '=', userId)
    .select(['text_key as textKey', 'audience'])
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Whether the game session has the group and the group is not held back. The group cannot be deleted until the
 * transaction ends.
 */
export async function hasPublicGroup(
  tx: Tx,
  gameSessionId: string,
  groupId: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('answer_group')
    .where('id', '=', groupId)
    .where('game_session_id', '=', gameSessionId)
    .where('held', '=', 0)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns at most `limit` appeals: open appeals first, then in order of receipt. */
export const readAppeals = (
  db: Reader,
  gameSessionId: string,
  limit: number,
): Promise<AdminAppeal[]> =>
  db
    .selectFrom('appeal as p')
    .innerJoin('answer as a', (on) =>
      on.onRef('a.game_session_id', '=', 'p.game_session_id').onRef('a.user_id', '=', 'p.user_id'),
    )
    .where('p.game_session_id', '=', gameSessionId)
    .orderBy((eb) => eb.case().when('p.state', '=', 'open').then(0).else(1).end())
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(limit)
    .select(['p.id', 'a.text as answer_text', 'p.wanted', 'p.group_id as groupId', 'p.state'])
    .select('p.created_at as createdAt')
    .execute();

/** Returns the numbers of open appeals, by game session; game sessions without any are absent. */
export async function countOpenAppeals(
  db: Reader,
  gameSessionIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('appeal')
    .where('game_session_id', 'in', gameSessionIds)
    .where('state', '=', 'open')
    .groupBy('game_session_id')
    .select((eb) => ['game_session_id as id', eb.fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Returns these appeals of a game session, locked until the transaction ends. */
export const lockAppeals = (tx: Tx, gameSessionId: string, ids: readonly string[]) =>
  tx
    .selectFrom('appeal')
    .where('game_session_id', '=', gameSessionId)
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'user_id as userId', 'wanted', 'state'])
    .forUpdate()
    .execute();

export const writeSettled = (
  tx: Tx,
  ids: readonly string[],
  settled: { state: AppealState; at: number; by: string | null },
) =>
  tx
    .updateTable('appeal')
    .set({
      state: settled.state,
      settled_at: settled.state === 'open' ? null : settled.at,
      settled_by: settled.by,
    })
    .where('id', 'in', ids)
    .execute();
