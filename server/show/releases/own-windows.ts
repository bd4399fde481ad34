import { m } from 'messages';
import type { Transaction } from 'kysely';
import { audienceOf } from '#machines/contract/audience.ts';
import { overAt } from '#machines/answering/rules/own-window.ts';
import { windowState } from '#machines/answering/rules/schedule.ts';
import type { Schema } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import { readGameSession, storeDisclosure } from '#server/answering/feed-store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';

type Tx = Transaction<Schema>;

/**
 * Opens a question that has closed for one person, at once and also at home, and returns the changed record. Its end is
 * announced like a disclosure, so that the result can be locked then. The caller has checked the item's stage.
 * @throws ApiError 404; 409 if the person has answered, or never had the question
 */
export async function openForOne(
  tx: Tx,
  record: QuestionRecord,
  { userId, seconds, at }: { userId: string; seconds: number; at: number },
): Promise<{ readonly record: QuestionRecord; readonly name: string }> {
  const { gameSessionId, showId } = record;
  const person = await tx
    .selectFrom('user')
    .where('id', '=', userId)
    .select(['name', 'role_id as roleId'])
    .executeTakeFirst();
  const audience = person && audienceOf(person.roleId);
  if (person === undefined || audience === undefined || audience === null)
    throw new ApiError(404, m.rundownNoPlayer());
  const state = windowState(windowsOf(record), audience, at);
  if (state !== 'expired') throw new ApiError(409, m.rundownNeverTheirs(), { code: 'guard' });
  const answer = await tx
    .selectFrom('answer')
    .where('game_session_id', '=', gameSessionId)
    .where('user_id', '=', userId)
    .select('id')
    .executeTakeFirst();
  if (answer !== undefined)
    throw new ApiError(409, m.rundownHasAnswered({ name: person.name }), { code: 'guard' });
  const row = { audience, opened_at: at, closes_at: at + seconds * 1_000 };
  await tx
    .insertInto('own_window')
    .values({ game_session_id: gameSessionId, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['game_session_id', 'user_id']).doUpdateSet(row))
    .execute();
  await storeDisclosure(tx, { at: overAt({ closesAt: row.closes_at }), showId, gameSessionId });
  const changed = await readGameSession(tx, gameSessionId);
  if (changed === null) throw new Error('a locked game session is gone');
  return { record: changed, name: person.name };
}

/** Ends the windows of single people, because the question was released again, taken back or voided. */
export async function closeForAll(tx: Tx, record: QuestionRecord): Promise<QuestionRecord> {
  const { openFor, ...others } = record;
  if (openFor === undefined) return record;
  await tx.deleteFrom('own_window').where('game_session_id', '=', record.gameSessionId).execute();
  return others;
}
