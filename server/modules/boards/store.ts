import {
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';
import { type Audience, ROLE, type RoleId } from '#machines/contract/entities.ts';
import { existsFrom } from '#machines/rules/disclosure.ts';
import type { Rankable } from '#machines/rules/ranking.ts';
import { airedName } from '#server/db/aired-names.ts';
import type { Schema } from '#server/db/schema.ts';
import { formerPoints, heldOf, pointsOf } from '#server/realtime/former-points.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** The roles that boards know: admins never appear (decisions §5). */
export const PLAYERS = [ROLE.home, ROLE.contestant] as const;
export type Player = (typeof PLAYERS)[number];

export type Row = Rankable & { role_id: RoleId };

/** What the boards of a scope (`all` or a day) are made of. */
const totalsIn = (db: Reader, scope: string) =>
  db
    .selectFrom('score as s')
    .innerJoin('user as u', 'u.id', 's.user_id')
    .where('s.scope', '=', scope)
    .select(['s.points as total_points', 's.first_answered_at as answeredAt', 's.role_id'])
    .select([airedName('u').as('username'), 'u.id as user_id']);

/** The top of a role's board in a scope, in order; with `homeAt` without people who have `HiddenPoints` then. */
export const readBest = (
  db: Reader,
  scope: string,
  role: Player,
  { limit, homeAt = null }: { readonly limit: number; readonly homeAt?: number | null },
): Promise<Row[]> =>
  totalsIn(db, scope)
    .where('s.role_id', '=', role)
    .$if(homeAt !== null, (query) =>
      query.where('s.user_id', 'not in', hiddenPoints(db, scope, homeAt ?? 0).select('a.user_id')),
    )
    .orderBy('s.points', 'desc')
    .orderBy('s.first_answered_at')
    .orderBy(airedName('u'))
    .orderBy('u.id')
    .limit(limit)
    .execute();

/** One person's row of a scope, where they have one of these roles. */
export const readOwn = (
  db: Reader,
  scope: string,
  roles: readonly Player[],
  userId: string,
): Promise<Row | undefined> =>
  totalsIn(db, scope)
    .where('s.user_id', '=', userId)
    .where('s.role_id', 'in', roles)
    .executeTakeFirst();

/** Points in a scope that are still hidden from Home at `homeAt` (epoch ms). */
const hiddenPoints = (db: Reader, scope: string, homeAt: number) =>
  db
    .selectFrom('answer as a')
    .innerJoin(formerPoints(db, homeAt).as('w'), (on) =>
      on
        .onRef('w.game_session_id', '=', 'a.game_session_id')
        .onRef('w.audience', '=', 'a.audience')
        .onRef('w.text_key', '=', 'a.text_key'),
    )
    .where('a.user_id', 'is not', null)
    .where('a.points', 'is not', null)
    .where('a.game_session_id', 'not in', rehearsed(db))
    .$if(scope !== 'all', (query) => query.where('a.day', '=', scope))
    .groupBy('a.user_id')
    .having(hiddenSum, '<>', 0);
const hiddenSum = sql<number>`sum(a.points - w.points)`;

/** A row of a board, with its points that are hidden from Home. */
export type HiddenPoints = Row & { readonly hidden: number };

export const readHidden = (db: Reader, scope: string, homeAt: number): Promise<HiddenPoints[]> =>
  totalsIn(db, scope)
    .innerJoin(
      hiddenPoints(db, scope, homeAt)
        .select(['a.user_id', hiddenSum.as('hidden')])
        .as('h'),
      'h.user_id',
      's.user_id',
    )
    .select('h.hidden')
    .execute();

/** The answers of a game session's board, as last counted; with `homeAt` (epoch ms) as visible to Home then. */
const rowsOf = (db: Reader, gameSessionId: string, homeAt: number | null) =>
  db
    .selectFrom('answer as a')
    .innerJoin('user as u', 'u.id', 'a.user_id')
    .where('a.game_session_id', '=', gameSessionId)
    .where('u.role_id', 'in', PLAYERS)
    .where('a.points', 'is not', null)
    .where(heldOf(homeAt), '=', 0)
    .select(pointsOf(homeAt).as('total_points'))
    .select(['a.received_at as answeredAt', roleThen])
    .select([airedName('u').as('username'), 'u.id as user_id']);

/** The role of the audience that an answer was given in. */
const roleThen =
  sql<RoleId>`case when a.audience = 'studio' then ${sql.lit(ROLE.contestant)} else ${sql.lit(ROLE.home)} end`.as(
    'role_id',
  );

/** The best of one game session. */
export const readBestOf = (
  db: Reader,
  gameSessionId: string,
  { limit, homeAt }: { readonly limit: number; readonly homeAt: number | null },
): Promise<Row[]> =>
  rowsOf(db, gameSessionId, homeAt)
    .orderBy('total_points', 'desc')
    .orderBy('a.received_at')
    .orderBy(airedName('u'))
    .orderBy('u.id')
    .limit(limit)
    .execute();

/** One person's row of a game session. */
export const readOwnOf = (
  db: Reader,
  gameSessionId: string,
  { userId, homeAt }: { readonly userId: string; readonly homeAt: number | null },
): Promise<Row | undefined> =>
  rowsOf(db, gameSessionId, homeAt).where('a.user_id', '=', userId).executeTakeFirst();

/** So many have so many points. */
export interface Tally {
  readonly total_points: number;
  readonly people: number;
}

/** How many have how many points of one game session: who is no player is left out, rather than every player looked up. */
export const readTally = (
  db: Reader,
  gameSessionId: string,
  homeAt: number | null,
): Promise<Tally[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('answer as a')
        .where('a.game_session_id', '=', gameSessionId)
        .where('a.points', 'is not', null)
        .where(heldOf(homeAt), '=', 0)
        .where('a.user_id', 'is not', null)
        .where('a.user_id', 'not in', (users) =>
          users.selectFrom('user').where('role_id', '=', ROLE.admin).select('id'),
        )
        .select(pointsOf(homeAt).as('total_points'))
        .as('t'),
    )
    .groupBy('t.total_points')
    .select((eb) => ['t.total_points', eb.fn.countAll<number>().as('people')])
    .execute();

/** How many players have how many points in these scopes. */
export const readTotals = (
  db: Reader,
  scopes: readonly string[],
): Promise<(Tally & { scope: string; role_id: RoleId })[]> =>
  db
    .selectFrom('score')
    .where('scope', 'in', scopes)
    .where('role_id', 'in', PLAYERS)
    .groupBy(['scope', 'role_id', 'points'])
    .select((eb) => [
      'scope',
      'role_id',
      'points as total_points',
      eb.fn.countAll<number>().as('people'),
    ])
    .execute();

/** These people's totals in these scopes; none for a scope without an answer of theirs. */
export const readScores = (
  db: Reader,
  scopes: readonly string[],
  userIds: readonly string[],
): Promise<{ scope: string; user_id: string; role_id: RoleId; points: number }[]> =>
  db
    .selectFrom('score')
    .where('user_id', 'in', userIds)
    .where('scope', 'in', scopes)
    .select(['scope', 'user_id', 'role_id', 'points'])
    .execute();

/** Whether the game session was released to anybody, if only once, and is no rehearsal: that has no board and no fee. */
export const wasReleased = async (db: Reader, gameSessionId: string): Promise<boolean> =>
  (await readHomeKnowsFrom(db, gameSessionId)) !== null;

/** When the game session becomes visible to Home, epoch ms; null: it was never released, or is a rehearsal. */
export async function readHomeKnowsFrom(db: Reader, gameSessionId: string): Promise<number | null> {
  const found = await db
    .selectFrom('release as r')
    .innerJoin('game_session as s', 's.id', 'r.game_session_id')
    .leftJoin('rundown_item as i', 'i.game_session_id', 's.id')
    .leftJoin('show_plan as p', 'p.id', 'i.show_id')
    .where('r.game_session_id', '=', gameSessionId)
    .where('s.rehearsal', '=', 0)
    .select(['r.audience', 'r.first_released_at as firstReleasedAt'])
    .select(['r.unseen_until as unseenUntil', 'p.home_delay_s as delayS'])
    .execute();
  if (found.length === 0) return null;
  const releaseTo = (audience: Audience) => found.find((row) => row.audience === audience) ?? null;
  const homeDelayMs = Math.max(...found.map(({ delayS }) => delayS ?? 0)) * 1_000;
  const releases = { studio: releaseTo('studio'), home: releaseTo('home') };
  return existsFrom({ releases, homeDelayMs }, 'home');
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

/** How many of a role in a scope have more than `above` and at most `upTo` points (Infinity: no limit). */
export async function countBetween(
  db: Reader,
  scope: string,
  role: Player,
  { above, upTo }: { above: number; upTo: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('score')
    .where('scope', '=', scope)
    .where('role_id', '=', role)
    .where('points', '>', above)
    .$if(upTo !== Infinity, (query) => query.where('points', '<=', upTo))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Ids, or a query of them. */
type People = readonly string[] | SelectQueryBuilder<Schema, 'answer', { user_id: string | null }>;

const COLUMNS = ['scope', 'user_id', 'role_id', 'points', 'answers', 'first_answered_at'] as const;

/** The game sessions of the rehearsal. */
export const rehearsed = (db: Reader) =>
  db.selectFrom('game_session').where('rehearsal', '=', 1).select('id');

/** What the totals of these people are by their answers, those to `except` left out. */
function derivedScores(db: Reader, people: People, except: string | null = null) {
  const answers = db
    .selectFrom('answer as a')
    .innerJoin('user as u', 'u.id', 'a.user_id')
    .where('a.user_id', 'in', people)
    .where('a.points', 'is not', null)
    .where('a.game_session_id', 'not in', rehearsed(db))
    .$if(except !== null, (query) => query.where('a.game_session_id', '<>', except))
    .groupBy(['u.id', 'u.role_id']);
  const totals = (query: typeof answers, scope: RawBuilder<string>) =>
    query.select((eb) => [
      scope.as('scope'),
      'u.id as user_id',
      'u.role_id',
      eb.fn.sum<number>('a.points').as('points'),
      eb.fn.countAll<number>().as('answers'),
      eb.fn.min('a.received_at').as('first_answered_at'),
    ]);
  const byDay = totals(answers.groupBy('a.day'), sql<string>`a.day`);
  return totals(answers, sql<string>`'all'`).unionAll(byDay);
}

/** Makes the totals of these people anew; nobody else may add to them meanwhile (`lockScores`). */
export async function rewriteScores(
  tx: Tx,
  people: People,
  except: string | null = null,
): Promise<void> {
  await tx.deleteFrom('score').where('user_id', 'in', people).execute();
  await tx
    .insertInto('score')
    .columns(COLUMNS)
    .expression(derivedScores(tx, people, except))
    .execute();
}

/**
 * Takes a game session's answers out of every kept total; call it in the transaction that deletes the
 * game session, before it does, and under `lockScores`. Until then no answer to it is stored or counted.
 */
export async function forgetSession(tx: Tx, gameSessionId: string): Promise<void> {
  await tx
    .selectFrom('game_session')
    .select('id')
    .where('id', '=', gameSessionId)
    .forUpdate()
    .execute();
  const people = tx
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .where('user_id', 'is not', null)
    .where('points', 'is not', null)
    .select('user_id');
  await rewriteScores(tx, people, gameSessionId);
}

/** Those of these people whose totals are not what their answers say: one query, so of one moment. */
export async function readMistaken(db: Reader, people: readonly string[]): Promise<string[]> {
  const derived = db.selectFrom(derivedScores(db, people).as('d')).select(COLUMNS);
  const kept = db.selectFrom('score').where('user_id', 'in', people).select(COLUMNS);
  const rows = await db
    .selectFrom(derived.except(kept).as('missing'))
    .select('user_id')
    .union(db.selectFrom(kept.except(derived).as('wrong')).select('user_id'))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The next `limit` people after one, by id; '' for the first. */
export async function readPeople(db: Reader, after: string, limit: number): Promise<string[]> {
  const people = await db
    .selectFrom('user')
    .where('id', '>', after)
    .where('simulated', '=', 0)
    .orderBy('id')
    .limit(limit)
    .select('id')
    .execute();
  return people.map(({ id }) => id);
}
