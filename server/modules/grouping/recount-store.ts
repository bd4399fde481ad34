import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import type { Audience, MatchReason } from '#machines/contract/entities.ts';
import type { Flag, Schema } from '#server/db/schema.ts';
import type { GroupRow } from './store.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** Rows of one statement: below the number of parameters that SQLite takes. */
const ROWS_AT_ONCE = 1_000;

/** A form whose answers of one audience are worth something else now. */
export interface MovedForm {
  readonly audience: Audience;
  readonly textKey: string;
  readonly points: number;
}

/** How often the game session was recounted, and what a model joins was changed. */
export interface Versions {
  readonly version: number;
  readonly joinsVersion: number;
}

/** A time for which one process alone recounts the game session; `until` names it, too: the next one ends later. */
export interface Lease {
  readonly until: number;
  readonly now: number;
}

/**
 * Takes the lease, so that processes do not group the same answers side by side and throw all but one result away.
 * 'leased': another process has it. 'gone': there is no such game session.
 */
export async function beginRecount(
  db: Reader,
  gameSessionId: string,
  { until, now }: Lease,
): Promise<Versions | 'leased' | 'gone'> {
  const take = () =>
    db
      .updateTable('grouping')
      .set({ recounting_until: until })
      .where('game_session_id', '=', gameSessionId)
      .where((eb) =>
        eb.or([
          eb('recounting_until', 'is', null),
          eb('recounting_until', '<', now),
          // A clock that was set back must not stretch a lease.
          eb('recounting_until', '>', until),
        ]),
      )
      .returning(['version', 'joins_version as joinsVersion'])
      .executeTakeFirst();
  const taken = await take();
  if (taken !== undefined) return taken;
  if (await hasGrouping(db, gameSessionId)) return 'leased';
  await insertGrouping(db, gameSessionId);
  return (await take()) ?? ((await hasGrouping(db, gameSessionId)) ? 'leased' : 'gone');
}

export async function endRecount(db: Reader, gameSessionId: string, until: number): Promise<void> {
  await db
    .updateTable('grouping')
    .set({ recounting_until: null })
    .where('game_session_id', '=', gameSessionId)
    .where('recounting_until', '=', until)
    .execute();
}

async function hasGrouping(db: Reader, gameSessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('grouping')
    .select('game_session_id')
    .where('game_session_id', '=', gameSessionId)
    .executeTakeFirst();
  return found !== undefined;
}

/** The game session's row, where it has none yet; nothing where the game session is gone. */
async function insertGrouping(db: Reader, gameSessionId: string): Promise<void> {
  await db
    .insertInto('grouping')
    .columns([
      'game_session_id',
      'version',
      'ai_enabled',
      'explanation',
      'updated_at',
      'answers_counted',
      'answers_grouped',
    ])
    .expression((eb) =>
      eb
        .selectFrom('game_session')
        .where('id', '=', gameSessionId)
        .select((session) => [
          'id',
          session.lit(0).as('version'),
          sql.lit<Flag>(0).as('ai_enabled'),
          sql.lit('').as('explanation'),
          session.lit(0).as('updated_at'),
          session.lit(0).as('answers_counted'),
          session.lit(0).as('answers_grouped'),
        ])
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.column('game_session_id').doNothing())
    .execute();
}

/**
 * Lets nobody else recount, join, dismiss or delete in the game session until the transaction ends; null: it
 * is gone. `askingUntil`: the lease of who asks a model.
 */
export async function lock(
  tx: Tx,
  gameSessionId: string,
): Promise<
  (Versions & { readonly questionId: string; readonly askingUntil: number | null }) | null
> {
  const session = await tx
    .selectFrom('game_session')
    .select('question_id')
    .where('id', '=', gameSessionId)
    .forKeyShare()
    .executeTakeFirst();
  if (session === undefined) return null;
  await insertGrouping(tx, gameSessionId);
  const versions = await tx
    .selectFrom('grouping')
    .select(['version', 'joins_version as joinsVersion', 'asking_until as askingUntil'])
    .where('game_session_id', '=', gameSessionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { questionId: session.question_id, ...versions };
}

export async function writeForms(
  tx: Tx,
  gameSessionId: string,
  forms: readonly { textKey: string; groupId: string; reason: MatchReason }[],
): Promise<void> {
  for (const rows of chunks(forms))
    await tx
      .insertInto('answer_form')
      .values(
        rows.map(({ textKey, groupId, reason }) => ({
          game_session_id: gameSessionId,
          text_key: textKey,
          group_id: groupId,
          reason,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['game_session_id', 'text_key']).doUpdateSet((eb) => ({
          group_id: eb.ref('excluded.group_id'),
          reason: eb.ref('excluded.reason'),
        })),
      )
      .execute();
}

export async function writeGroups(
  tx: Tx,
  gameSessionId: string,
  groups: readonly GroupRow[],
): Promise<void> {
  for (const rows of chunks(groups))
    await tx
      .insertInto('answer_group')
      .values(
        rows.map((group) => ({
          id: group.id,
          game_session_id: gameSessionId,
          representative: group.representative,
          home_count: group.home,
          studio_count: group.studio,
          home_points: group.homePoints,
          contestant_points: group.contestantPoints,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          representative: eb.ref('excluded.representative'),
          home_count: eb.ref('excluded.home_count'),
          studio_count: eb.ref('excluded.studio_count'),
          home_points: eb.ref('excluded.home_points'),
          contestant_points: eb.ref('excluded.contestant_points'),
        })),
      )
      .execute();
}

export async function deleteGroups(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids))
    await tx.deleteFrom('answer_group').where('id', 'in', some).execute();
}

const countOf = (audience: Audience) =>
  sql<number>`sum(case when a.audience = ${sql.lit(audience)} then 1 else 0 end)`;

/** From now on the groups have every answer in them whose form is in one; later ones wait for the next recount. */
export async function claimAnswers(tx: Tx, gameSessionId: string): Promise<void> {
  await tx
    .updateTable('answer')
    .set({ counted: 1 })
    .where('game_session_id', '=', gameSessionId)
    .where('counted', '=', 0)
    .where('text_key', 'in', (eb) =>
      eb.selectFrom('answer_form').where('game_session_id', '=', gameSessionId).select('text_key'),
    )
    .execute();
}

/** How many of each audience are in each group: of the claimed answers, by the forms as written. */
export async function countGroups(
  tx: Reader,
  gameSessionId: string,
): Promise<{ groupId: string; home: number; studio: number }[]> {
  return tx
    .selectFrom('answer as a')
    .innerJoin('answer_form as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .where('a.game_session_id', '=', gameSessionId)
    .where('a.counted', '=', 1)
    .groupBy('f.group_id')
    .select(['f.group_id as groupId', countOf('home').as('home'), countOf('studio').as('studio')])
    .execute();
}

/** What an answer is worth: its group's points for its audience (`rules/scoring.ts`). */
const worth = sql<number>`case a.audience when 'studio' then g.contestant_points else g.home_points end`;

/** People of a game session by id: those above `after` (null: from the first) up to `upTo` (null: to the last). */
export interface Slice {
  readonly after: string | null;
  readonly upTo: string | null;
}
export const EVERYBODY: Slice = { after: null, upTo: null };

/** Slices of `size` people each, which make up all who answered; answers without a name are in the first. */
export async function readSlices(
  db: Reader,
  gameSessionId: string,
  size: number,
): Promise<Slice[]> {
  const people = db
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .select(['user_id', sql<number>`row_number() over (order by user_id)`.as('place')])
    .where('user_id', 'is not', null);
  const ends = await db
    .selectFrom(people.as('p'))
    .where(sql<boolean>`place % ${sql.lit(size)} = 0`)
    .orderBy('user_id')
    .select('user_id')
    .execute();
  const bounds = [null, ...ends.map(({ user_id }) => user_id), null];
  return bounds.slice(1).map((upTo, index) => ({ after: bounds[index] ?? null, upTo }));
}

/**
 * The claimed answers that are worth something else than what was counted last. While the game session is locked,
 * answers that arrive between two queries change nothing of it.
 */
const due = (db: Reader, gameSessionId: string, { after, upTo }: Slice) =>
  db
    .selectFrom('answer as a')
    .innerJoin('answer_form as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .innerJoin('answer_group as g', 'g.id', 'f.group_id')
    .where('a.game_session_id', '=', gameSessionId)
    .where('a.counted', '=', 1)
    .where((eb) => eb.or([eb('a.points', 'is', null), eb('a.points', '<>', worth)]))
    .$if(after !== null, (query) => query.where('a.user_id', '>', after))
    .$if(after === null && upTo !== null, (query) =>
      query.where((eb) => eb.or([eb('a.user_id', 'is', null), eb('a.user_id', '<=', upTo)])),
    )
    .$if(after !== null && upTo !== null, (query) => query.where('a.user_id', '<=', upTo));

/** Whether an answer has other points than its group gives. */
export async function hasWrongPoints(db: Reader, gameSessionId: string): Promise<boolean> {
  const found = await due(db, gameSessionId, EVERYBODY)
    .where('a.points', 'is not', null)
    .select('a.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function readMoved(db: Reader, gameSessionId: string): Promise<MovedForm[]> {
  return due(db, gameSessionId, EVERYBODY)
    .select(['a.audience', 'a.text_key as textKey', worth.as('points')])
    .distinct()
    .execute();
}

/** Moves the kept totals of these people by what their answer to the game session has moved. */
export async function addToScores(tx: Tx, gameSessionId: string, slice: Slice): Promise<void> {
  for (const scope of [sql<string>`'all'`, sql<string>`a.day`])
    await tx
      .insertInto('score')
      .columns(['scope', 'user_id', 'role_id', 'points', 'answers', 'first_answered_at'])
      .expression(
        due(tx, gameSessionId, slice)
          .innerJoin('user as u', 'u.id', 'a.user_id')
          .select([
            scope.as('scope'),
            'u.id as user_id',
            'u.role_id',
            sql<number>`${worth} - coalesce(a.points, 0)`.as('points'),
            sql<number>`case when a.points is null then 1 else 0 end`.as('answers'),
            'a.received_at',
          ])
          // Two processes that count the same users must not wait for each other.
          .orderBy('a.user_id'),
      )
      .onConflict((conflict) =>
        conflict.columns(['scope', 'user_id']).doUpdateSet((eb) => ({
          role_id: eb.ref('excluded.role_id'),
          points: eb('score.points', '+', eb.ref('excluded.points')),
          answers: eb('score.answers', '+', eb.ref('excluded.answers')),
          first_answered_at: sql<number>`case when excluded.first_answered_at < score.first_answered_at then excluded.first_answered_at else score.first_answered_at end`,
        })),
      )
      .execute();
}

/** After `addToScores`, which goes by what was counted before. */
export async function writePoints(tx: Tx, gameSessionId: string, slice: Slice): Promise<void> {
  await tx
    .updateTable('answer')
    .from(
      due(tx, gameSessionId, slice)
        .select(['a.id', worth.as('worth')])
        .as('w'),
    )
    .set((eb) => ({ points: eb.ref('w.worth') }))
    .whereRef('answer.id', '=', 'w.id')
    .execute();
}

export async function writeGrouping(
  tx: Tx,
  gameSessionId: string,
  grouping: Versions & {
    readonly aiEnabled: boolean;
    readonly explanation: string;
    readonly updatedAt: number;
    readonly answersCounted: number;
    readonly answersGrouped: number;
  },
): Promise<void> {
  await tx
    .updateTable('grouping')
    .set({
      version: grouping.version,
      joins_counted: grouping.joinsVersion,
      ai_enabled: grouping.aiEnabled ? 1 : 0,
      explanation: grouping.explanation,
      updated_at: grouping.updatedAt,
      answers_counted: grouping.answersCounted,
      answers_grouped: grouping.answersGrouped,
    })
    .where('game_session_id', '=', gameSessionId)
    .execute();
}

export async function writeCounted(tx: Tx, gameSessionId: string, counted: number): Promise<void> {
  await tx
    .updateTable('grouping')
    .set({ answers_counted: counted })
    .where('game_session_id', '=', gameSessionId)
    .execute();
}

/**
 * Game sessions with answers, or with joins of a model, that were not counted although they were there at `by`;
 * or with answers of known texts that were counted but had no say in the groups and their names.
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

/** Whether everything that `readUncounted` looks for is counted in the game session. */
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

/** Whichever process looks next for what is uncounted recounts the game session. */
export async function requestRecount(db: Reader, gameSessionId: string): Promise<void> {
  await db
    .updateTable('grouping')
    .set({ answers_grouped: NONE_GROUPED })
    .where('game_session_id', '=', gameSessionId)
    .execute();
}

/** Below every count of answers, none included. */
const NONE_GROUPED = -1;

/** Joins that were not counted, or answers of known texts that had no say in the groups and their names. */
const isBehind = (eb: ExpressionBuilder<Schema, 'grouping'>) =>
  eb.or([
    eb('joins_version', '<>', eb.ref('joins_counted')),
    eb('answers_grouped', '<', eb.ref('answers_counted')),
  ]);

/** Everybody concerned has been told of this version. */
export async function markTold(db: Reader, gameSessionId: string, version: number): Promise<void> {
  await db
    .updateTable('grouping')
    .set({ told_version: version })
    .where('game_session_id', '=', gameSessionId)
    .where('told_version', '<', version)
    .execute();
}

/** Game sessions that were recounted by then, and nobody has told of it. */
export async function readUntold(db: Reader, by: number): Promise<string[]> {
  const rows = await db
    .selectFrom('grouping')
    .where('told_version', '<', (eb) => eb.ref('version'))
    .where('updated_at', '<=', by)
    .select('game_session_id')
    .execute();
  return rows.map(({ game_session_id }) => game_session_id);
}

/** Who gets an answer tells of the newest version; null: somebody has, or the game session is gone. */
export async function claimUntold(
  db: Reader,
  gameSessionId: string,
): Promise<{ questionId: string; version: number } | null> {
  const claimed = await db
    .updateTable('grouping')
    .from('game_session as s')
    .set((eb) => ({ told_version: eb.ref('grouping.version') }))
    .whereRef('s.id', '=', 'grouping.game_session_id')
    .where('grouping.game_session_id', '=', gameSessionId)
    .where('told_version', '<', (eb) => eb.ref('version'))
    .returning(['s.question_id as questionId', 'grouping.version'])
    .executeTakeFirst();
  return claimed ?? null;
}

/** Game sessions that were recounted since. */
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

/** Every game session that was ever counted. */
export async function readGrouped(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('grouping')
    .orderBy('game_session_id')
    .select('game_session_id')
    .execute();
  return rows.map(({ game_session_id }) => game_session_id);
}

/** Game sessions whose groups have changed, but not all points: how many answers the groups have. */
export async function readHalfMoved(
  db: Reader,
): Promise<{ gameSessionId: string; answers: number }[]> {
  const answers = sql<number>`sum(a.home_count + a.studio_count)`;
  return db
    .selectFrom('grouping as g')
    .innerJoin('answer_group as a', 'a.game_session_id', 'g.game_session_id')
    .groupBy(['g.game_session_id', 'g.answers_counted'])
    .having('g.answers_counted', '<>', answers)
    .select(['g.game_session_id as gameSessionId', answers.as('answers')])
    .execute();
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < items.length; first += ROWS_AT_ONCE)
    yield items.slice(first, first + ROWS_AT_ONCE);
}
