import { type Kysely, sql } from 'kysely';
import type { Audience, MatchReason } from '#machines/contract/entities.ts';
import type { Schema } from '#server/db/schema.ts';
import { formerOfAuthor } from '#server/answering/former-points.ts';
import { type GroupingState, readHowGrouped } from './how-grouped.ts';
import { type RevealDetails, revealDetailsOf, revealNow } from '#server/results/reveal-store.ts';

type Reader = Kysely<Schema>;

/** A distinct text of a game session (`answer.text_key`). */
export interface AnswerText {
  readonly textKey: string;
  /** The most frequent original spelling of the text. */
  readonly text: string;
  readonly count: number;
  /** The group of the last recount; null: not grouped yet. */
  readonly groupId: string | null;
  readonly matchReason: MatchReason | null;
  /** The text that represents the group chosen by matching and model, and its match reason; null: unknown. */
  readonly automatic: string | null;
  readonly automaticMatchReason: MatchReason | null;
}

/** A group with its numbers of answers, and its points for each audience. */
export interface GroupRow {
  readonly id: string;
  readonly representative: string;
  readonly home: number;
  readonly studio: number;
  readonly homePoints: number;
  readonly contestantPoints: number;
  /** The name given by a producer, which then also represents the group; null: none was given. */
  readonly name: string | null;
  readonly isHeld: boolean;
}

/** Returns the texts of a game session, the most frequent first. */
export async function readAnswerTexts(
  db: Reader,
  gameSessionId: string,
  limit?: number,
): Promise<AnswerText[]> {
  const spellings = db
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .groupBy(['game_session_id', 'text_key', 'text'])
    .select([
      'game_session_id',
      'text_key',
      'text',
      sql<number>`sum(count(*)) over (partition by text_key)`.as('total'),
      sql<number>`row_number() over (partition by text_key order by count(*) desc, min(received_at), text)`.as(
        'position',
      ),
    ]);
  const query = db
    .selectFrom(spellings.as('s'))
    .leftJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 's.game_session_id')
        .onRef('f.text_key', '=', 's.text_key'),
    )
    .where('s.position', '=', 1)
    .select(['s.text_key', 's.text', 's.total', 'f.group_id', 'f.match_reason'])
    .select(['f.automatic', 'f.automatic_match_reason'])
    .orderBy('s.total', 'desc')
    .orderBy('s.text_key');
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  return rows.map(
    ({ text_key, text, total, group_id, match_reason, automatic, automatic_match_reason }) => ({
      textKey: text_key,
      text,
      count: total,
      groupId: group_id,
      matchReason: match_reason,
      automatic,
      automaticMatchReason: automatic_match_reason,
    }),
  );
}

/** Returns the groups of a game session, the largest first. */
export async function readGroups(
  db: Reader,
  gameSessionId: string,
  limit?: number,
): Promise<GroupRow[]> {
  const query = db
    .selectFrom('answer_group')
    .selectAll()
    .where('game_session_id', '=', gameSessionId)
    .orderBy((eb) => eb('home_count', '+', eb.ref('studio_count')), 'desc')
    .orderBy('id');
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  return rows.map((row) => ({
    id: row.id,
    representative: row.representative,
    home: row.home_count,
    studio: row.studio_count,
    homePoints: row.home_points,
    contestantPoints: row.contestant_points,
    name: row.name,
    isHeld: row.held === 1,
  }));
}

/** Returns the state of a game session's grouping; null: never grouped. */
export async function readGrouping(
  db: Reader,
  gameSessionId: string,
): Promise<(GroupingState & { readonly aiEnabled: boolean }) | null> {
  const found = await db
    .selectFrom('grouping')
    .select(['version', 'ai_enabled', 'explanation', 'updated_at', 'answers_counted'])
    .where('game_session_id', '=', gameSessionId)
    .executeTakeFirst();
  if (found === undefined || found.version === 0) return null;
  return {
    aiEnabled: found.ai_enabled === 1,
    how: readHowGrouped(found.explanation),
    updatedAt: found.updated_at,
    counted: found.answers_counted,
  };
}

export async function countAnswers(db: Reader, gameSessionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** An answer with the points of the last recount; `userId` is null after the account was deleted. */
export interface CountedAnswer extends RevealDetails {
  readonly userId: string | null;
  readonly audience: Audience;
  readonly textKey: string;
  readonly points: number;
}

/** The points of an answer text in an audience, as the players who gave it may see them. */
type KnownText = Omit<CountedAnswer, 'userId'>;

/** Query of a game session's counted answers, with the former points that Home sees at `now` (epoch ms). */
const known = (db: Reader, gameSessionId: string, now: number) =>
  db
    .selectFrom('answer as a')
    .leftJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .leftJoin('answer_group as g', 'g.id', 'f.group_id')
    .leftJoin('show_reveal as v', 'v.group_id', 'g.id')
    .where('a.game_session_id', '=', gameSessionId)
    .where('a.points', 'is not', null)
    .select(['a.audience', 'a.text_key as textKey', 'a.points', 'a.held'])
    .select(formerOfAuthor(now))
    .select(revealNow);

type KnownRow = Awaited<ReturnType<ReturnType<typeof known>['execute']>>[number];
const toKnown = ({ audience, textKey, points, held, ...row }: KnownRow): KnownText => ({
  audience,
  textKey,
  points: row.formerPoints ?? points ?? 0,
  ...revealDetailsOf({ ...row, audience, held: row.formerHeld ?? held }),
});

export async function readCountedAnswers(
  db: Reader,
  gameSessionId: string,
  now: number,
): Promise<CountedAnswer[]> {
  const rows = await known(db, gameSessionId, now).select('a.user_id as userId').execute();
  return rows.map(({ userId, ...row }) => ({ userId, ...toKnown(row) }));
}

/** Returns the points of Home's texts as visible at `now` (epoch ms), and the version of their recount. */
export async function readHomeTexts(
  db: Reader,
  gameSessionId: string,
  now: number,
): Promise<{ readonly version: number; readonly answerTexts: readonly KnownText[] }> {
  const rows = await known(db, gameSessionId, now)
    .where('a.audience', '=', 'home')
    .distinct()
    .execute();
  const { version = 0 } =
    (await db
      .selectFrom('grouping')
      .where('game_session_id', '=', gameSessionId)
      .select('version')
      .executeTakeFirst()) ?? {};
  return { version, answerTexts: rows.map(toKnown) };
}

/** Returns how many answers the groups include. */
export async function countClaimed(db: Reader, gameSessionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .where('counted', '=', 1)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function countGroups(db: Reader, gameSessionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('answer_group')
    .where('game_session_id', '=', gameSessionId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Query of the counted answers `a` of a game session, each with its text `f`. */
export const countedAnswersWithTexts = (db: Reader, gameSessionId: string) =>
  db
    .selectFrom('answer as a')
    .innerJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .where('a.game_session_id', '=', gameSessionId)
    .where('a.counted', '=', 1);

/**
 * Returns the first answers of each of these groups, at most `limit` per group; answers of deleted users have no name.
 */
export async function readGroupAnswers(
  db: Reader,
  gameSessionId: string,
  groupIds: readonly string[],
  limit: number,
): Promise<{ groupId: string; text: string; userId: string | null; matchReason: MatchReason }[]> {
  if (groupIds.length === 0) return [];
  const numbered = db
    .selectFrom('answer as a')
    .innerJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .where('a.game_session_id', '=', gameSessionId)
    .where('f.group_id', 'in', groupIds)
    .select([
      'f.group_id',
      'a.text',
      'a.user_id',
      'f.match_reason',
      sql<number>`row_number() over (partition by f.group_id order by a.received_at, a.id)`.as(
        'position',
      ),
    ]);
  const rows = await db
    .selectFrom(numbered.as('p'))
    .selectAll()
    .where('p.position', '<=', limit)
    .orderBy('p.group_id')
    .orderBy('p.position')
    .execute();
  return rows.map(({ group_id, text, user_id, match_reason }) => ({
    groupId: group_id,
    text,
    userId: user_id,
    matchReason: match_reason,
  }));
}

/** Returns the largest groups of each game session, at most `limit` per game session, largest first. */
export async function readTopGroups(
  db: Reader,
  gameSessionIds: readonly string[],
  limit: number,
): Promise<{ gameSessionId: string; representative: string; count: number }[]> {
  const numbered = db
    .selectFrom('answer_group')
    .where('game_session_id', 'in', gameSessionIds)
    .select([
      'game_session_id',
      'representative',
      sql<number>`home_count + studio_count`.as('count'),
      sql<number>`row_number() over (partition by game_session_id order by home_count + studio_count desc, id)`.as(
        'position',
      ),
    ]);
  const rows = await db
    .selectFrom(numbered.as('p'))
    .selectAll()
    .where('p.position', '<=', limit)
    .orderBy('p.game_session_id')
    .orderBy('p.position')
    .execute();
  return rows.map(({ game_session_id, representative, count }) => ({
    gameSessionId: game_session_id,
    representative,
    count,
  }));
}

/** Returns the number of each audience's answers, and their points, as of the last recount. */
export async function readAnswered(
  db: Reader,
  gameSessionIds: readonly string[],
): Promise<{ gameSessionId: string; home: number; studio: number; points: number }[]> {
  return db
    .selectFrom('answer_group')
    .where('game_session_id', 'in', gameSessionIds)
    .groupBy('game_session_id')
    .select((eb) => [
      'game_session_id as gameSessionId',
      eb.fn.sum<number>('home_count').as('home'),
      eb.fn.sum<number>('studio_count').as('studio'),
      sql<number>`sum(home_count * home_points + studio_count * contestant_points)`.as('points'),
    ])
    .execute();
}
