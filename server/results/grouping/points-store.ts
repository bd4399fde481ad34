import { type Kysely, sql, type Transaction } from 'kysely';
import type { Audience } from '#machines/contract/entities.ts';
import { changeVisibleFrom, revealVisibleFrom } from '#machines/answering/rules/disclosure.ts';
import { answerTotals, totalAudience, totalScope } from '#server/db/answer-totals.ts';
import type { Flag, Schema } from '#server/db/schema.ts';
import { readFormerPoints } from '#server/answering/former-points.ts';
import { type RevealDetails, revealDetailsOf, revealNow } from '#server/results/reveal-store.ts';
import { storeDisclosure } from '#server/answering/feed-store.ts';
import { chunks } from './chunks.ts';

/* Updates the points of answers and the totals of people to the groups that a recount writes. */

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** A text with changed points for one audience. */
export interface MovedText extends RevealDetails {
  readonly audience: Audience;
  readonly textKey: string;
  readonly points: number;
}

/**
 * SQL that is 1 while points are held: the question is void; or the show holds points, the result is not published, and
 * the group was not revealed on air.
 */
const heldNow = (gameSessionId: string) => sql<Flag>`case when exists (
    select 1 from result where game_session_id = ${gameSessionId} and voided_at is not null
  ) or exists (
    select 1 from rundown_item i
    join show p on p.id = i.show_id
    left join result r on r.game_session_id = i.game_session_id
    where i.game_session_id = ${gameSessionId} and p.hold_points = 1
      and coalesce(r.state, 'counting') not in ('published', 'corrected')
  ) and not (
    exists (select 1 from result r where r.game_session_id = ${gameSessionId} and r.state = 'revealed')
    and g.id in (select group_id from show_reveal)
  ) then 1 else 0 end`;

/** SQL for the points of an answer: its group's points for its audience (`rules/scoring.ts`), 0 while they are held. */
const worthNow = (gameSessionId: string) =>
  sql<number>`case when ${heldNow(gameSessionId)} = 1 then 0 when a.audience = 'studio' then g.contestant_points else g.home_points end`;

/** The people of a game session whose ids are above `after` (null: no limit) and at most `upTo` (null: no limit). */
export interface PlayerSlice {
  readonly after: string | null;
  readonly upTo: string | null;
}
export const ALL_PLAYERS: PlayerSlice = { after: null, upTo: null };

/**
 * Returns slices of `size` people each that together cover all authors. Answers without a name are in the first slice.
 */
export async function readSlices(
  db: Reader,
  gameSessionId: string,
  size: number,
): Promise<PlayerSlice[]> {
  const people = db
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .select(['user_id', sql<number>`row_number() over (order by user_id)`.as('position')])
    .where('user_id', 'is not', null);
  const ends = await db
    .selectFrom(people.as('p'))
    .where(sql<boolean>`position % ${sql.lit(size)} = 0`)
    .orderBy('user_id')
    .select('user_id')
    .execute();
  const bounds = [null, ...ends.map(({ user_id }) => user_id), null];
  return bounds.slice(1).map((upTo, index) => ({ after: bounds[index] ?? null, upTo }));
}

/**
 * Query of the answers with outdated points, among the answers that a recount has included: an answer that arrives
 * between two such queries is left to the next recount.
 */
const due = (db: Reader, gameSessionId: string, { after, upTo }: PlayerSlice) =>
  db
    .selectFrom('answer as a')
    .innerJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .innerJoin('answer_group as g', 'g.id', 'f.group_id')
    .where('a.game_session_id', '=', gameSessionId)
    .where('a.counted', '=', 1)
    .where((eb) =>
      eb.or([
        eb('a.points', 'is', null),
        eb('a.points', '<>', worthNow(gameSessionId)),
        eb('a.held', '<>', heldNow(gameSessionId)),
      ]),
    )
    .$if(after !== null, (query) => query.where('a.user_id', '>', after))
    .$if(after === null && upTo !== null, (query) =>
      query.where((eb) => eb.or([eb('a.user_id', 'is', null), eb('a.user_id', '<=', upTo)])),
    )
    .$if(after !== null && upTo !== null, (query) => query.where('a.user_id', '<=', upTo));

/** Whether any answer has points other than its group's. */
export async function hasWrongPoints(db: Reader, gameSessionId: string): Promise<boolean> {
  const found = await due(db, gameSessionId, ALL_PLAYERS)
    .where('a.points', 'is not', null)
    .select('a.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function readMoved(db: Reader, gameSessionId: string): Promise<MovedText[]> {
  const rows = await due(db, gameSessionId, ALL_PLAYERS)
    .leftJoin('show_reveal as v', 'v.group_id', 'g.id')
    .select(['a.audience', 'a.text_key as textKey', worthNow(gameSessionId).as('points')])
    .select(heldNow(gameSessionId).as('held'))
    .select(revealNow)
    .distinct()
    .execute();
  return rows.map(({ audience, textKey, points, ...row }) => ({
    audience,
    textKey,
    points,
    ...revealDetailsOf({ ...row, audience }),
  }));
}

/**
 * Keeps the former points of texts, which Home sees until it may see the new ones. Points that become held are hidden
 * at once. Must be called before the points change, and only for a locked result: before that, points reveal nothing.
 */
export async function keepFormerPoints(
  tx: Tx,
  gameSessionId: string,
  { version, now }: { readonly version: number; readonly now: number },
): Promise<void> {
  const { showId, homeDelayMs } = await readShow(tx, gameSessionId);
  if (homeDelayMs === 0) return;
  const { published_at: publishedAt = null, corrected_at: correctedAt = null } =
    (await tx
      .selectFrom('result')
      .where('game_session_id', '=', gameSessionId)
      .select(['published_at', 'corrected_at'])
      .executeTakeFirst()) ?? {};
  const moving = await due(tx, gameSessionId, ALL_PLAYERS)
    .leftJoin('show_reveal as v', 'v.group_id', 'g.id')
    .select(['a.audience', 'a.text_key as textKey', 'a.points', 'a.held as wasHeld'])
    .select(heldNow(gameSessionId).as('held'))
    .select(revealNow)
    .distinct()
    .execute();
  const rows = moving.flatMap(({ audience, textKey, points, wasHeld, held, ...shown }) => {
    if (held === 1) return [];
    const { revealedAt, position } = shown;
    const isRevealed = wasHeld === 1 && revealedAt !== null && position !== null;
    const movedAt = (wasHeld === 1 ? publishedAt : correctedAt) ?? now;
    const until = isRevealed
      ? revealVisibleFrom('home', { at: revealedAt, position, homeDelayMs })
      : changeVisibleFrom('home', movedAt, homeDelayMs);
    return { audience, text_key: textKey, points: points ?? 0, held: wasHeld, until };
  });
  for (const some of chunks(rows))
    await tx
      .insertInto('former_points')
      .values(some.map((row) => ({ ...row, game_session_id: gameSessionId, version })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const at of new Set(rows.map(({ until }) => until)))
    await storeDisclosure(tx, { at, showId, gameSessionId });
}

/** Returns the changed texts with new points that their audience may already see at `now` (epoch ms). */
export async function withoutFormer(
  db: Reader,
  gameSessionId: string,
  moved: readonly MovedText[],
  now: number,
): Promise<readonly MovedText[]> {
  const former = await readFormerPoints(db, gameSessionId, now);
  if (former.length === 0) return moved;
  const hidden = new Set(
    former.flatMap(({ audience, textKey }) => (audience === 'home' ? [textKey] : [])),
  );
  return moved.filter(({ audience, textKey }) => audience !== 'home' || !hidden.has(textKey));
}

async function readShow(
  db: Reader,
  gameSessionId: string,
): Promise<{ readonly showId: string; readonly homeDelayMs: number }> {
  const { delayS, showId } = await db
    .selectFrom('rundown_item as i')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .where('i.game_session_id', '=', gameSessionId)
    .select(['p.id as showId', 'p.home_delay_s as delayS'])
    .executeTakeFirstOrThrow();
  return { showId, homeDelayMs: delayS * 1_000 };
}

/** Adds the changes of these people's points to their stored totals. A rehearsal changes no totals. */
export async function addToScores(
  tx: Tx,
  gameSessionId: string,
  slice: PlayerSlice,
): Promise<void> {
  const moved = due(tx, gameSessionId, slice)
    .crossJoin(answerTotals)
    .innerJoin('game_session as s', 's.id', 'a.game_session_id')
    .where('s.rehearsal', '=', 0)
    .where('a.user_id', 'is not', null)
    .select([
      totalScope.as('scope'),
      totalAudience.as('audience'),
      'a.user_id',
      sql<number>`${worthNow(gameSessionId)} - coalesce(a.points, 0)`.as('points'),
      sql<number>`case when a.points is null then 1 else 0 end`.as('answers'),
      'a.received_at as first_answered_at',
    ])
    // The fixed order prevents deadlocks between processes that count answers of the same users.
    .orderBy('a.user_id')
    .orderBy('scope')
    .orderBy('audience');
  await tx
    .insertInto('score')
    .columns(['scope', 'audience', 'user_id', 'points', 'answers', 'first_answered_at'])
    .expression(moved)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'scope', 'audience']).doUpdateSet((eb) => ({
        points: eb('score.points', '+', eb.ref('excluded.points')),
        answers: eb('score.answers', '+', eb.ref('excluded.answers')),
        first_answered_at: sql<number>`case when excluded.first_answered_at < score.first_answered_at then excluded.first_answered_at else score.first_answered_at end`,
      })),
    )
    .execute();
}

/**
 * Writes the new points of these people's answers. Must be called after `addToScores`, which needs the former points.
 */
export async function writePoints(
  tx: Tx,
  gameSessionId: string,
  slice: PlayerSlice,
): Promise<void> {
  await tx
    .updateTable('answer')
    .from(
      due(tx, gameSessionId, slice)
        .select(['a.id', worthNow(gameSessionId).as('worth'), heldNow(gameSessionId).as('is_held')])
        .as('w'),
    )
    .set((eb) => ({ points: eb.ref('w.worth'), held: eb.ref('w.is_held') }))
    .whereRef('answer.id', '=', 'w.id')
    .execute();
}

/**
 * Returns the game sessions whose points have only partly been changed to the new groups, and the number of their
 * grouped answers.
 */
export async function readUnfinishedMoves(
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
