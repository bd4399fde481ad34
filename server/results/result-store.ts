import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type QueryCreator, sql, type Transaction } from 'kysely';
import type { Result } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { isAnswerable } from '#machines/results/rules/ranked-groups.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import {
  isFrozen,
  needsReason,
  NEW_RESULT,
  type ResultAct,
  type ResultFacts,
  resultAfter,
  whyNot,
} from '#machines/results/rules/result.ts';
import type { Schema } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import type { Change } from '#server/show/releases/change.ts';
import { lockGameSession, storeChange } from '#server/answering/feed-store.ts';
import { touchStages } from '#server/show/stage/store.ts';
import { raiseVersion } from '#server/show/store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** The code of the refusal while answers are being counted. */
const STILL_COUNTED = 'counting';
/** A recount begins 150 ms after an answer, and others of the game session may be before it, ms. */
const ATTEMPT_MS = 150;
const MOST_ATTEMPTS = 20;

/** Something is done to a result, within the transaction of whatever else it does. */
export interface ActOnResult {
  readonly act: ResultAct;
  /** Epoch ms. */
  readonly at: number;
  /** Null: it happens by itself. */
  readonly by: string | null;
  readonly reason: string | null;
}

/** The result of a game session as it is. */
export async function readResult(db: Reader, gameSessionId: string): Promise<Result> {
  const row = await db
    .selectFrom('result')
    .select(['state', 'version', 'reason'])
    .select(['locked_at as lockedAt', 'published_at as publishedAt', 'corrected_at as correctedAt'])
    .where('game_session_id', '=', gameSessionId)
    .executeTakeFirst();
  return row ?? NEW_RESULT;
}

/** Which of these game sessions take no answers any more: their results are locked. */
export async function readLocked(
  db: QueryCreator<Schema>,
  gameSessionIds: readonly string[],
): Promise<Set<string>> {
  if (gameSessionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('result')
    .where('game_session_id', 'in', gameSessionIds)
    .where('state', '<>', 'counting')
    .select('game_session_id')
    .execute();
  return new Set(rows.map(({ game_session_id }) => game_session_id));
}

/** Which of these game sessions belong to a show whose points wait for the air, and are not published yet. */
export async function readHeld(
  db: QueryCreator<Schema>,
  gameSessionIds: readonly string[],
): Promise<Set<string>> {
  if (gameSessionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('rundown_item as i')
    .innerJoin('show_plan as p', 'p.id', 'i.show_id')
    .leftJoin('result as r', 'r.game_session_id', 'i.game_session_id')
    .where('i.game_session_id', 'in', gameSessionIds)
    .where('p.suspense', '=', 1)
    .where((eb) =>
      eb.or([eb('r.state', 'is', null), eb('r.state', 'not in', ['published', 'corrected'])]),
    )
    .select('i.game_session_id')
    .execute();
  return new Set(rows.map(({ game_session_id }) => game_session_id));
}

/**
 * What is held of these game sessions may have changed: whichever process looks next for what is uncounted moves their
 * points. Nothing has to wait for it, unlike for answers that are not counted.
 */
export async function showPoints(tx: Tx, gameSessionIds: readonly string[]): Promise<void> {
  if (gameSessionIds.length === 0) return;
  await tx
    .updateTable('grouping')
    .set({ to_show: 1 })
    .where('game_session_id', 'in', gameSessionIds)
    .execute();
}

/**
 * Does something to a result of a locked show. Until the transaction ends nobody stores answers of the game session, regroups it
 * or does anything else to it. The record that is passed must be as read in this transaction.
 * @returns the record after it
 * @throws ApiError 409 when a guard holds, 422 without the reason that it needs
 */
export async function actOnResult(
  tx: Tx,
  record: QuestionRecord,
  { act, at, by, reason }: ActOnResult,
): Promise<QuestionRecord> {
  const { gameSessionId } = record;
  await holdGameSession(tx, gameSessionId);
  const before = await readResult(tx, gameSessionId);
  if (needsReason(act) && reason === null)
    throw new ApiError(422, PRODUCER_MESSAGES.result.noReason, {
      code: 'reason',
      details: [{ field: 'reason', message: PRODUCER_MESSAGES.result.noReason }],
    });
  const why = whyNot(before, act, await readFacts(tx, record, at));
  if (why !== null)
    throw new ApiError(409, why, {
      code: why === PRODUCER_MESSAGES.result.stillCounted ? STILL_COUNTED : 'guard',
      also: { result: before },
    });
  const after = resultAfter(before, act, { at, reason });
  if (after === before) return { ...record, result: before };
  if (act === 'correct') await keepPublished(tx, gameSessionId);
  await writeResult(tx, gameSessionId, after);
  await tx
    .insertInto('result_act')
    .values({
      game_session_id: gameSessionId,
      version: after.version,
      at,
      user_id: by,
      act,
      state_before: before.state,
      state_after: after.state,
      reason,
    })
    .execute();
  if (isFinal(after) !== isFinal(before)) await showPoints(tx, [gameSessionId]);
  if (!isFrozen(after)) await thaw(tx, gameSessionId);
  const acts = record.homeDelayMs > 0 ? [...record.acts, { act, at, reason }] : [];
  return { ...record, result: after, acts };
}

/** Does what must wait for the last answers to be counted, as soon as they are; they are within a moment, or it is refused. */
export async function onceCounted<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      const isEarly = error instanceof ApiError && error.more.code === STILL_COUNTED;
      if (!isEarly || attempt === MOST_ATTEMPTS) throw error;
      await delay(ATTEMPT_MS);
    }
  }
}

/**
 * Comes first in a transaction that changes groups by a producer's decision: what is published is corrected by it, for a
 * reason.
 * @returns what is to be published once the transaction has ended; null: nothing
 * @throws ApiError 404; 422 without the reason that a correction needs
 */
export async function correctIfPublished(
  tx: Tx,
  gameSessionId: string,
  act: Omit<ActOnResult, 'act'>,
): Promise<Change | null> {
  const record = await lockGameSession(tx, gameSessionId);
  if (record === null) throw new ApiError(404, MESSAGES.notFound);
  if (!isFinal(record.result)) return null;
  const corrected = await actOnResult(tx, record, { ...act, act: 'correct' });
  await raiseVersion(tx, record.showId);
  return storeChange(tx, act.at, { type: 'changed', record: corrected, windowEvents: {} });
}

/** No answer is stored from now on: whoever stores one holds the row weaker, and looks at the result once it has it. */
async function holdGameSession(tx: Tx, gameSessionId: string): Promise<void> {
  await tx
    .selectFrom('game_session')
    .where('id', '=', gameSessionId)
    .select('id')
    .forUpdate()
    .execute();
  await tx
    .selectFrom('grouping')
    .where('game_session_id', '=', gameSessionId)
    .select('version')
    .forUpdate()
    .execute();
}

async function readFacts(tx: Tx, record: QuestionRecord, at: number): Promise<ResultFacts> {
  const { releases } = record;
  return {
    isAnswerable: isAnswerable(windowsOf(record), at),
    wasReleased: releases.studio !== null || releases.home !== null,
    isCounted: await isCounted(tx, record.gameSessionId),
  };
}

/** Whether every answer has its points by the groups as they are written. */
async function isCounted(tx: Tx, gameSessionId: string): Promise<boolean> {
  const waiting = await tx
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .where((eb) => eb.or([eb('points', 'is', null), eb('counted', '=', 0)]))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (waiting !== undefined) return false;
  const behind = await tx
    .selectFrom('grouping as g')
    .where('g.game_session_id', '=', gameSessionId)
    // Half of the points have moved, or what is known of the answers has not been counted.
    .where((eb) =>
      eb.or([
        eb('g.joins_version', '<>', eb.ref('g.joins_counted')),
        eb('g.answers_grouped', '<', eb.ref('g.answers_counted')),
        eb(
          'g.answers_counted',
          '<>',
          eb
            .selectFrom('answer_group as a')
            .whereRef('a.game_session_id', '=', 'g.game_session_id')
            .select(sql<number>`coalesce(sum(a.home_count + a.studio_count), 0)`.as('answers')),
        ),
      ]),
    )
    .select('g.version')
    .executeTakeFirst();
  return behind === undefined;
}

async function writeResult(tx: Tx, gameSessionId: string, result: Result): Promise<void> {
  const row = {
    state: result.state,
    version: result.version,
    locked_at: result.lockedAt,
    published_at: result.publishedAt,
    corrected_at: result.correctedAt,
    reason: result.reason,
  };
  await tx
    .insertInto('result')
    .values({ game_session_id: gameSessionId, ...row })
    .onConflict((conflict) => conflict.column('game_session_id').doUpdateSet(row))
    .execute();
}

/** What was worth how much before a correction, so that players can be told what it has changed. */
async function keepPublished(tx: Tx, gameSessionId: string): Promise<void> {
  await tx.deleteFrom('published_form').where('game_session_id', '=', gameSessionId).execute();
  await tx
    .insertInto('published_form')
    .columns(['game_session_id', 'text_key', 'representative', 'home_points', 'contestant_points'])
    .expression(
      tx
        .selectFrom('answer_form as f')
        .innerJoin('answer_group as g', 'g.id', 'f.group_id')
        .where('f.game_session_id', '=', gameSessionId)
        .select(['f.game_session_id', 'f.text_key', 'g.representative'])
        .select(['g.home_points', 'g.contestant_points']),
    )
    .execute();
}

/** Covers what was revealed, and has the answers grouped anew. */
async function thaw(tx: Tx, gameSessionId: string): Promise<void> {
  await tx.deleteFrom('published_form').where('game_session_id', '=', gameSessionId).execute();
  const covered = await tx
    .deleteFrom('show_reveal')
    .where('group_id', 'in', (eb) =>
      eb.selectFrom('answer_group').where('game_session_id', '=', gameSessionId).select('id'),
    )
    .executeTakeFirst();
  if (covered.numDeletedRows > 0n) await touchStages(tx, gameSessionId);
  await requestRecount(tx, gameSessionId);
}

/** Below every count of answers, that of no answers included: the groups are behind. */
const NONE_GROUPED = -1;

/** Whichever process looks next for what is uncounted recounts the game session. */
export async function requestRecount(db: Reader, gameSessionId: string): Promise<void> {
  await db
    .updateTable('grouping')
    .set({ answers_grouped: NONE_GROUPED })
    .where('game_session_id', '=', gameSessionId)
    .execute();
}
