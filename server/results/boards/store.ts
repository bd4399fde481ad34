import { type Kysely, type NotNull, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { type Audience, AUDIENCES, ROLE, type RoleId } from '#machines/contract/entities.ts';
import { questionVisibleFrom } from '#machines/answering/rules/disclosure.ts';
import type { Rankable } from '#machines/results/rules/ranking.ts';
import { airedName } from '#server/db/aired-names.ts';
import { answerTotals, totalAudience, totalScope } from '#server/db/answer-totals.ts';
import type { Flag, Schema, ScoreTable } from '#server/db/schema.ts';
import { formerPoints, heldOf, pointsOf } from '#server/answering/former-points.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** The roles that appear on boards; admins never do (decisions §5). */
export const PLAYERS = [ROLE.home, ROLE.contestant] as const;

export type Row = Rankable & { role_id: RoleId };

/** A board of a day or of all time (scope `all`), of one audience or of both together (audience `all`). */
export type PeriodBoard = Readonly<Pick<ScoreTable, 'scope' | 'audience'>>;

export const boardKeyOf = ({ scope, audience }: PeriodBoard): string => `${scope} ${audience}`;

/**
 * Query of the totals on a board, of people who are not listed on it, too. On a board of both audiences, players have
 * their current role.
 */
const totalsOn = (db: Reader, { scope, audience }: PeriodBoard) =>
  db
    .selectFrom('score as s')
    .innerJoin('user as u', 'u.id', 's.user_id')
    .where('s.scope', '=', scope)
    .where('s.audience', '=', audience)
    .select(['s.points as total_points', 's.first_answered_at as answeredAt'])
    .select([roleIn('s.audience').as('role_id'), airedName('u').as('username'), 'u.id as user_id']);

/** Query of the rows of a board. */
const rowsOn = (db: Reader, board: PeriodBoard) => totalsOn(db, board).where(isListed('s'));

/** Whether an answer `a` counts on the boards of its show, because its author was not removed from the show. */
export const isKept = sql<boolean>`(a.game_session_id, a.user_id) not in (
    select i.game_session_id, r.user_id from show_removal as r
    inner join rundown_item as i on i.show_id = r.show_id)`;

/** Query of the people who were removed from the show that is live or ended last. */
export const removedNow = sql<string>`(select user_id from show_removal where show_id = (
  select id from show where kind = 'show' and state in ('live', 'ended')
  order by case state when 'live' then 0 else 1 end, coalesce(ended_at, created_at) desc, id desc limit 1))`;

/**
 * Query of the people who are on no board of a day or of all time: admins, removed people, and guests of members-only
 * shows, who are only on their show's board.
 */
const unlisted = sql<string>`(select id from "user" where role_id = ${sql.lit(ROLE.admin)} union all select user_id from ${removedNow} as removed
  union all select g.id from "user" as g inner join show as p on p.id = g.guest_of where p.is_open = 0)`;

/** Query of the guests, who are not on the boards of all time. */
const guests = sql<string>`(select id from "user" where guest_of is not null)`;

/** Whether a row of `score` is listed on its board. */
const isListed = (score: 's' | 'score') =>
  sql<boolean>`${sql.ref(`${score}.user_id`)} not in ${unlisted}
    and (${sql.ref(`${score}.scope`)} <> 'all' or ${sql.ref(`${score}.user_id`)} not in ${guests})`;

const admins = sql<string>`(select id from "user" where role_id = ${sql.lit(ROLE.admin)})`;

/** SQL for the role of an audience; for both audiences, the current role of user `u`. */
const roleIn = (audience: 's.audience' | 'a.audience') =>
  sql<RoleId>`case ${sql.ref(audience)} when 'studio' then ${sql.lit(ROLE.contestant)} when 'home' then ${sql.lit(ROLE.home)} else u.role_id end`;

/** Returns the top of a board, in order; with `homeAt`, without the people who have `HiddenPoints` at that time. */
export const readTop = (
  db: Reader,
  board: PeriodBoard,
  { limit, homeAt = null }: { readonly limit: number; readonly homeAt?: number | null },
): Promise<Row[]> =>
  rowsOn(db, board)
    .$if(homeAt !== null, (query) =>
      query.where('s.user_id', 'not in', hiddenPoints(db, board, homeAt ?? 0).select('a.user_id')),
    )
    .orderBy('s.points', 'desc')
    .orderBy('s.first_answered_at')
    .orderBy(airedName('u'))
    .orderBy('u.id')
    .limit(limit)
    .execute();

/** Returns one person's row of a board. */
export const readOwn = (db: Reader, board: PeriodBoard, userId: string): Promise<Row | undefined> =>
  rowsOn(db, board).where('s.user_id', '=', userId).executeTakeFirst();

/** Points on a board that are still hidden from Home at `homeAt` (epoch ms). */
const hiddenPoints = (db: Reader, board: PeriodBoard, homeAt: number) =>
  db
    .selectFrom(
      hiddenOfAnswers(db, board, homeAt)
        .unionAll(hiddenByHand(db, board, homeAt))
        .as('a'),
    )
    .where('a.user_id', 'is not', null)
    .groupBy('a.user_id')
    .having(hiddenSum, '<>', 0);
const hiddenSum = sql<number>`sum(a.points)`;

const hiddenOfAnswers = (db: Reader, { scope, audience }: PeriodBoard, homeAt: number) =>
  db
    .selectFrom('answer as a')
    .innerJoin(formerPoints(db, homeAt).as('w'), (on) =>
      on
        .onRef('w.game_session_id', '=', 'a.game_session_id')
        .onRef('w.audience', '=', 'a.audience')
        .onRef('w.text_key', '=', 'a.text_key'),
    )
    .where('a.points', 'is not', null)
    .where('a.game_session_id', 'not in', rehearsed(db))
    .$if(scope !== 'all', (query) => query.where('a.day', '=', scope))
    .where('a.audience', 'in', audience === 'all' ? AUDIENCES : [audience])
    .select(['a.user_id', sql<number>`a.points - w.points`.as('points')]);

const hiddenByHand = (db: Reader, { scope, audience }: PeriodBoard, homeAt: number) =>
  db
    .selectFrom('adjustment as j')
    .where('j.undone_at', 'is', null)
    .where('j.home_at', '>', homeAt)
    .$if(scope !== 'all', (query) => query.where('j.day', '=', scope))
    .where('j.audience', 'in', audience === 'all' ? AUDIENCES : [audience])
    .select(['j.user_id', 'j.points']);

/** A total, and how many of its points are hidden from Home. */
export type HiddenPoints = Row & { readonly hidden: number; readonly isListed: Flag };

export const readHidden = (
  db: Reader,
  board: PeriodBoard,
  homeAt: number,
): Promise<HiddenPoints[]> =>
  totalsOn(db, board)
    .innerJoin(
      hiddenPoints(db, board, homeAt)
        .select(['a.user_id', hiddenSum.as('hidden')])
        .as('h'),
      'h.user_id',
      's.user_id',
    )
    .select('h.hidden')
    .select(sql<Flag>`case when ${isListed('s')} then 1 else 0 end`.as('isListed'))
    .execute();

/**
 * Query of the answers on a game session's board, as last counted; with `homeAt` (epoch ms), as Home sees them then.
 */
const rowsOf = (db: Reader, gameSessionId: string, homeAt: number | null) =>
  db
    .selectFrom('answer as a')
    .innerJoin('user as u', 'u.id', 'a.user_id')
    .where('a.game_session_id', '=', gameSessionId)
    .where('u.role_id', 'in', PLAYERS)
    .where('a.points', 'is not', null)
    .where(isKept)
    .where(heldOf(homeAt), '=', 0)
    .select(pointsOf(homeAt).as('total_points'))
    .select(['a.received_at as answeredAt', roleIn('a.audience').as('role_id')])
    .select([airedName('u').as('username'), 'u.id as user_id']);

/** Returns the top of one game session's board. */
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

/** Returns one person's row of a game session's board. */
export const readOwnOf = (
  db: Reader,
  gameSessionId: string,
  { userId, homeAt }: { readonly userId: string; readonly homeAt: number | null },
): Promise<Row | undefined> =>
  rowsOf(db, gameSessionId, homeAt).where('a.user_id', '=', userId).executeTakeFirst();

/** An entry of a histogram: the number of people with this total. */
export interface HistogramEntry {
  readonly total_points: number;
  readonly people: number;
}

/**
 * Returns the number of people for each total of one game session. Filters non-players out, which is cheaper than
 * looking up every player.
 */
export const readHistogram = (
  db: Reader,
  gameSessionId: string,
  homeAt: number | null,
): Promise<HistogramEntry[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('answer as a')
        .where('a.game_session_id', '=', gameSessionId)
        .where('a.points', 'is not', null)
        .where(heldOf(homeAt), '=', 0)
        .where('a.user_id', 'is not', null)
        .where('a.user_id', 'not in', admins)
        .where(isKept)
        .select(pointsOf(homeAt).as('total_points'))
        .as('t'),
    )
    .groupBy('t.total_points')
    .select((eb) => ['t.total_points', eb.fn.countAll<number>().as('people')])
    .execute();

/** Returns the number of people for each total, on each board of these scopes. */
export const readTotals = (
  db: Reader,
  scopes: readonly string[],
): Promise<(HistogramEntry & PeriodBoard)[]> =>
  db
    .selectFrom('score')
    .where('scope', 'in', scopes)
    .where(isListed('score'))
    .groupBy(['scope', 'audience', 'points'])
    .select((eb) => [
      'scope',
      'audience',
      'points as total_points',
      eb.fn.countAll<number>().as('people'),
    ])
    .execute();

/**
 * A person's totals on the boards of a day and of all time, of their current audience and of both together; null if no
 * answer of theirs counts there. Admins have no audience.
 */
export interface OwnTotals {
  readonly user_id: string;
  readonly role_id: RoleId;
  readonly dayOwn: number | null;
  readonly dayBoth: number | null;
  readonly everOwn: number | null;
  readonly everBoth: number | null;
  /** Whether the person is on no board. */
  readonly isUnlisted: Flag;
  /** Whether the person is not on the boards of all time. */
  readonly isGuest: Flag;
  /** The id of the members-only show that has the person as a guest; null: none has. */
  readonly guestOf: string | null;
}

/**
 * Returns the totals of these people, with one row for each, because thousands are read at a time. People without a
 * counted answer are absent.
 */
export function readOwnTotals(
  db: Reader,
  day: string,
  userIds: readonly string[],
): Promise<OwnTotals[]> {
  const own = sql`case u.role_id when ${sql.lit(ROLE.contestant)} then 'studio' when ${sql.lit(ROLE.home)} then 'home' end`;
  const totalOf = (scope: string, audience: typeof own) =>
    sql<
      number | null
    >`max(case when s.scope = ${scope} and s.audience = ${audience} then s.points end)`;
  const both = sql`'all'`;
  return db
    .selectFrom('score as s')
    .innerJoin('user as u', 'u.id', 's.user_id')
    .where('s.user_id', 'in', userIds)
    .where('s.scope', 'in', [day, 'all'])
    .groupBy('u.id')
    .select(['u.id as user_id', 'u.role_id'])
    .select([totalOf(day, own).as('dayOwn'), totalOf(day, both).as('dayBoth')])
    .select([totalOf('all', own).as('everOwn'), totalOf('all', both).as('everBoth')])
    .select(flagOf(unlisted).as('isUnlisted'))
    .select(flagOf(guests).as('isGuest'))
    .select((eb) =>
      eb
        .selectFrom('show as p')
        .whereRef('p.id', '=', 'u.guest_of')
        .where('p.is_open', '=', 0)
        .select('p.id')
        .as('guestOf'),
    )
    .execute();
}

/** SQL that says whether user `u` is among these people. */
const flagOf = (people: typeof guests) => sql<Flag>`case when u.id in ${people} then 1 else 0 end`;

/** Who may see a game session. */
export interface Visibility {
  /** From when Home may see it, epoch ms. */
  readonly homeKnowsFrom: number;
  /** The id of its show if that is open only to members; otherwise null. */
  readonly membersOf: string | null;
}

/** Returns who may see a game session; null: it was never released, or is a rehearsal. */
export async function readVisibility(
  db: Reader,
  gameSessionId: string,
): Promise<Visibility | null> {
  const found = await db
    .selectFrom('release as r')
    .innerJoin('game_session as s', 's.id', 'r.game_session_id')
    .innerJoin('rundown_item as i', 'i.game_session_id', 's.id')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .where('r.game_session_id', '=', gameSessionId)
    .where('s.rehearsal', '=', 0)
    .select(['r.audience', 'r.first_released_at as firstReleasedAt'])
    .select(['r.unseen_until as unseenUntil', 'p.home_delay_s as delayS'])
    .select(['p.id as showId', 'p.is_open as isOpen'])
    .execute();
  if (found.length === 0) return null;
  const releaseTo = (audience: Audience) => found.find((row) => row.audience === audience) ?? null;
  const homeDelayMs = (found[0]?.delayS ?? 0) * 1_000;
  const releases = { studio: releaseTo('studio'), home: releaseTo('home') };
  return {
    homeKnowsFrom: questionVisibleFrom({ releases, homeDelayMs }, 'home'),
    membersOf: found[0]?.isOpen === 0 ? found[0].showId : null,
  };
}

export async function userExists(db: Reader, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the number of people on a board with more than `above` and at most `upTo` points (infinite: no limit). */
export async function countBetween(
  db: Reader,
  { scope, audience }: PeriodBoard,
  { above, upTo }: { above: number; upTo: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('score')
    .where('scope', '=', scope)
    .where('audience', '=', audience)
    .$if(above !== -Infinity, (query) => query.where('points', '>', above))
    .$if(upTo !== Infinity, (query) => query.where('points', '<=', upTo))
    .where(isListed('score'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** User ids, or a query of them. */
type People = readonly string[] | SelectQueryBuilder<Schema, 'answer', { user_id: string | null }>;

const COLUMNS = ['scope', 'audience', 'user_id', 'points', 'answers', 'first_answered_at'] as const;

/** Query of the game sessions that are, or are not, of rehearsals. */
const sessionsIn = (db: Reader, { isRehearsal }: { readonly isRehearsal: boolean }) =>
  db
    .selectFrom('game_session')
    .where('rehearsal', '=', isRehearsal ? 1 : 0)
    .select('game_session.id');

const rehearsed = (db: Reader) => sessionsIn(db, { isRehearsal: true });

/** Returns the game sessions of a show, either of its rehearsal or all others. */
export async function readSessionsOf(
  db: Reader,
  showId: string,
  which: { readonly isRehearsal: boolean },
): Promise<string[]> {
  const rows = await sessionsIn(db, which)
    .innerJoin('rundown_item as i', 'i.game_session_id', 'game_session.id')
    .where('i.show_id', '=', showId)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Query of these people's totals, computed from their answers except answers to the game session `except`, and from
 * their points by hand.
 */
const derivedScores = (db: Reader, people: People, except: string | null = null) =>
  db
    .selectFrom(
      db
        .selectFrom('answer')
        .where('user_id', 'in', people)
        .where('points', 'is not', null)
        .$narrowType<{ points: NotNull }>()
        .where('game_session_id', 'not in', rehearsed(db))
        .$if(except !== null, (query) => query.where('game_session_id', '<>', except))
        .select(['user_id', 'audience', 'day', 'points', 'received_at as at'])
        .select(sql<Flag>`1`.as('is_answer'))
        .unionAll(
          db
            .selectFrom('adjustment')
            .where('user_id', 'in', people)
            .where('undone_at', 'is', null)
            .select(['user_id', 'audience', 'day', 'points', 'at'])
            .select(sql<Flag>`0`.as('is_answer')),
        )
        .as('a'),
    )
    .crossJoin(answerTotals)
    .groupBy([totalScope, totalAudience, 'a.user_id'])
    .select((eb) => [
      totalScope.as('scope'),
      totalAudience.as('audience'),
      'a.user_id',
      eb.fn.sum<number>('a.points').as('points'),
      eb.fn.sum<number>('a.is_answer').as('answers'),
      eb.fn.min('a.at').as('first_answered_at'),
    ])
    .$narrowType<{ user_id: NotNull }>();

/** Recomputes the totals of these people. The caller must hold `lockScores`, so that no other process adds to them. */
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
 * Subtracts a game session's answers from all stored totals. Must be called before the game session is deleted, in the
 * same transaction and under `lockScores`. Until the transaction ends, no answer to it can be stored or counted.
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

/** Returns the people whose totals differ from the sum of their answers. It is one query, so that it sees one state. */
export async function findWrongTotals(db: Reader, people: readonly string[]): Promise<string[]> {
  const derived = db.selectFrom(derivedScores(db, people).as('d')).select(COLUMNS);
  const kept = db.selectFrom('score').where('user_id', 'in', people).select(COLUMNS);
  const rows = await db
    .selectFrom(derived.except(kept).as('missing'))
    .select('user_id')
    .union(db.selectFrom(kept.except(derived).as('wrong')).select('user_id'))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Returns the next `limit` people in order of id after `after`; '' returns the first people. */
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
