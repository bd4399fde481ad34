import { m } from 'messages';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type QueryCreator, sql, type Transaction } from 'kysely';
import type { Result } from '#machines/contract/entities.ts';
import { stillOpenFor } from '#machines/answering/rules/own-window.ts';
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
import { readGameSession, resultOf } from '#server/answering/feed-store.ts';
import { touchStages } from '#server/show/stage/store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** Code of the error reply while answers are still being counted. */
const STILL_COUNTED = 'counting';
/**
 * Delay before another attempt, ms. A recount starts 150 ms after an answer, and recounts that are already waiting may
 * come first.
 */
const ATTEMPT_MS = 150;
const MOST_ATTEMPTS = 20;

/** An act on a result, within the caller's transaction. */
export interface ActOnResult {
  readonly act: ResultAct;
  /** When the act happens, epoch ms. */
  readonly at: number;
  /** The id of the producer; null: the server acts by itself. */
  readonly by: string | null;
  readonly reason: string | null;
}

/** Returns the current result of a game session. */
export async function readResult(db: Reader, gameSessionId: string): Promise<Result> {
  const row = await db
    .selectFrom('result')
    .select(['state', 'version', 'reason'])
    .select(['locked_at as lockedAt', 'published_at as publishedAt', 'corrected_at as correctedAt'])
    .select(['voided_at as voidedAt', 'void_reason as voidReason'])
    .where('game_session_id', '=', gameSessionId)
    .executeTakeFirst();
  return row === undefined ? NEW_RESULT : resultOf(row);
}

/** Returns which of these game sessions have a locked result, or are void, and so accept no more answers. */
export async function readLocked(
  db: QueryCreator<Schema>,
  gameSessionIds: readonly string[],
): Promise<Set<string>> {
  if (gameSessionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('result')
    .where('game_session_id', 'in', gameSessionIds)
    .where((eb) => eb.or([eb('state', '<>', 'counting'), eb('voided_at', 'is not', null)]))
    .select('game_session_id')
    .execute();
  return new Set(rows.map(({ game_session_id }) => game_session_id));
}

/**
 * Returns which of these game sessions have held points: they are void, or their show holds points until they are
 * revealed on air and the result is not published yet.
 */
export async function readHeld(
  db: QueryCreator<Schema>,
  gameSessionIds: readonly string[],
): Promise<Set<string>> {
  if (gameSessionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('rundown_item as i')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .leftJoin('result as r', 'r.game_session_id', 'i.game_session_id')
    .where('i.game_session_id', 'in', gameSessionIds)
    .where((eb) =>
      eb.or([
        eb('r.voided_at', 'is not', null),
        eb.and([
          eb('p.hold_points', '=', 1),
          eb.or([eb('r.state', 'is', null), eb('r.state', 'not in', ['published', 'corrected'])]),
        ]),
      ]),
    )
    .select('i.game_session_id')
    .execute();
  return new Set(rows.map(({ game_session_id }) => game_session_id));
}

/**
 * Requests an update of points after points became visible or held. The next process that checks for uncounted answers
 * does it. Acts need not wait for it, as they do for uncounted answers.
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
 * Acts on a result of a locked show. Until the transaction ends, answers of the game session cannot be stored or
 * regrouped and its result cannot change. The record must be read in this transaction.
 * @returns the record after the act
 * @throws ApiError 409 when a guard holds, 422 without a required reason
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
    throw new ApiError(422, m.resultNoReason(), {
      code: 'reason',
      details: [{ field: 'reason', message: m.resultNoReason() }],
    });
  const why = whyNot(before, act, await readFacts(tx, record, at));
  if (why !== null)
    throw new ApiError(409, why, {
      code: why === m.resultStillCounted() ? STILL_COUNTED : 'guard',
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
  const isVoided = after.voided !== undefined;
  if (isFinal(after) !== isFinal(before) || isVoided !== (before.voided !== undefined))
    await showPoints(tx, [gameSessionId]);
  if (!isFrozen(after)) await thaw(tx, gameSessionId);
  // Read again, because a locked result has a board.
  return (await readGameSession(tx, gameSessionId)) ?? { ...record, result: after };
}

/** Retries an act until the last answers are counted, which takes a moment; in the end throws the act's own error. */
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
 * Keeps answers from being stored until the transaction ends: storing an answer first takes a weaker lock on this row
 * and then checks the result.
 */
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
    isAnswerable:
      isAnswerable(windowsOf(record), at) || stillOpenFor(record.openFor, at).length > 0,
    wasReleased: releases.studio !== null || releases.home !== null,
    isCounted: await isCounted(tx, record.gameSessionId),
  };
}

/** Whether every answer has the points of its stored group. */
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
    // Points are only partly changed, or merges or answers are not counted yet.
    .where((eb) =>
      eb.or([
        eb('g.merges_version', '<>', eb.ref('g.merges_counted')),
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
    voided_at: result.voided?.at ?? null,
    void_reason: result.voided?.reason ?? null,
  };
  await tx
    .insertInto('result')
    .values({ game_session_id: gameSessionId, ...row })
    .onConflict((conflict) => conflict.column('game_session_id').doUpdateSet(row))
    .execute();
}

/** Stores the points from before a correction, so that players can be shown what the correction changed. */
async function keepPublished(tx: Tx, gameSessionId: string): Promise<void> {
  await tx.deleteFrom('published_text').where('game_session_id', '=', gameSessionId).execute();
  await tx
    .insertInto('published_text')
    .columns(['game_session_id', 'text_key', 'representative', 'home_points', 'contestant_points'])
    .expression(
      tx
        .selectFrom('grouped_text as f')
        .innerJoin('answer_group as g', 'g.id', 'f.group_id')
        .where('f.game_session_id', '=', gameSessionId)
        .select(['f.game_session_id', 'f.text_key', 'g.representative'])
        .select(['g.home_points', 'g.contestant_points']),
    )
    .execute();
}

/** After a result was unlocked: hides the revealed groups, and requests that the answers are grouped again. */
async function thaw(tx: Tx, gameSessionId: string): Promise<void> {
  await tx.deleteFrom('published_text').where('game_session_id', '=', gameSessionId).execute();
  const covered = await tx
    .deleteFrom('show_reveal')
    .where('group_id', 'in', (eb) =>
      eb.selectFrom('answer_group').where('game_session_id', '=', gameSessionId).select('id'),
    )
    .executeTakeFirst();
  if (covered.numDeletedRows > 0n) await touchStages(tx, gameSessionId);
  await requestRecount(tx, gameSessionId);
}

/** Less than any number of answers, including zero, so that the groups are always considered outdated. */
const NONE_GROUPED = -1;

/** Requests a recount; the next process that checks for uncounted answers runs it. */
export async function requestRecount(db: Reader, gameSessionId: string): Promise<void> {
  await db
    .updateTable('grouping')
    .set({ answers_grouped: NONE_GROUPED })
    .where('game_session_id', '=', gameSessionId)
    .execute();
}
