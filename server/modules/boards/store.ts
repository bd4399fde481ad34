import { type Kysely, sql, type Transaction } from 'kysely';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import type { Rankable } from '#machines/rules/ranking.ts';
import type { Schema } from '#server/db/schema.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** The roles that boards know: admins never appear (decisions §5). */
export const PLAYERS = [ROLE.home, ROLE.contestant] as const;
export type Player = (typeof PLAYERS)[number];

export type Row = Rankable & { role_id: RoleId };

/** The best of a role in a scope (`all` or a UTC day), in the order of the board. */
export const readBest = (db: Reader, scope: string, role: Player, limit: number): Promise<Row[]> =>
  db
    .selectFrom('score as s')
    .innerJoin('user as u', 'u.id', 's.user_id')
    .where('s.scope', '=', scope)
    .where('s.role_id', '=', role)
    .orderBy('s.points', 'desc')
    .orderBy('s.first_answered_at')
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(limit)
    .select(['s.points as total_points', 's.first_answered_at as answeredAt', 's.role_id'])
    .select(['u.name as username', 'u.id as user_id'])
    .execute();

/** The best of one game session, as last counted. */
export const readBestOf = (db: Reader, gameSessionId: string, limit: number): Promise<Row[]> =>
  db
    .selectFrom('answer as a')
    .innerJoin('user as u', 'u.id', 'a.user_id')
    .where('a.game_session_id', '=', gameSessionId)
    .where('u.role_id', 'in', PLAYERS)
    .where('a.points', 'is not', null)
    .orderBy('a.points', 'desc')
    .orderBy('a.received_at')
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(limit)
    .select((eb) => eb.fn.coalesce('a.points', sql.lit(0)).as('total_points'))
    .select(['a.received_at as answeredAt', 'u.role_id'])
    .select(['u.name as username', 'u.id as user_id'])
    .execute();

/** Whether the game session exists and was released to anybody, if only once. */
export async function wasReleased(db: Reader, gameSessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('release')
    .select('audience')
    .where('game_session_id', '=', gameSessionId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function userExists(db: Reader, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** A person's total in a scope; null: no answer in it. */
export async function readScore(
  db: Reader,
  scope: string,
  userId: string,
): Promise<{ points: number; roleId: RoleId } | null> {
  const found = await db
    .selectFrom('score')
    .select(['points', 'role_id as roleId'])
    .where('scope', '=', scope)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found ?? null;
}

/** How many players of a scope have more than `above` and at most `upTo` points (Infinity: any number). */
export async function countBetween(
  db: Reader,
  scope: string,
  { above, upTo }: { above: number; upTo: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('score')
    .where('scope', '=', scope)
    .where('role_id', 'in', PLAYERS)
    .where('points', '>', above)
    .$if(upTo !== Infinity, (query) => query.where('points', '<=', upTo))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The people whose answer to the game session is counted. */
const counted = (tx: Kysely<Schema>, gameSessionId: string) =>
  tx
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .where('user_id', 'is not', null)
    .where('points', 'is not', null);

/**
 * Takes a game session's answers out of every kept total; call it in the transaction that deletes the
 * game session, before it does. Until then no answer to it is stored or counted.
 */
export async function forgetSession(tx: Tx, gameSessionId: string): Promise<void> {
  await tx
    .selectFrom('game_session')
    .select('id')
    .where('id', '=', gameSessionId)
    .forUpdate()
    .execute();
  const people = counted(tx, gameSessionId).select('user_id');
  const days = counted(tx, gameSessionId).select('day');
  await tx
    .deleteFrom('score')
    .where('user_id', 'in', people)
    .where((eb) => eb.or([eb('scope', '=', 'all'), eb('scope', 'in', days)]))
    .execute();
  const rest = tx
    .selectFrom('answer as a')
    .innerJoin('user as u', 'u.id', 'a.user_id')
    .where('a.user_id', 'in', people)
    .where('a.game_session_id', '<>', gameSessionId)
    .where('a.points', 'is not', null)
    .groupBy(['u.id', 'u.role_id']);
  for (const [scope, answers] of [
    [sql<string>`'all'`, rest],
    [sql<string>`a.day`, rest.where('a.day', 'in', days).groupBy('a.day')],
  ] as const)
    await tx
      .insertInto('score')
      .columns(['scope', 'user_id', 'role_id', 'points', 'answers', 'first_answered_at'])
      .expression(
        answers.select((eb) => [
          scope.as('scope'),
          'u.id as user_id',
          'u.role_id',
          eb.fn.sum<number>('a.points').as('points'),
          eb.fn.countAll<number>().as('answers'),
          eb.fn.min('a.received_at').as('first_answered_at'),
        ]),
      )
      .execute();
}
