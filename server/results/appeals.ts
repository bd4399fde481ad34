import { m } from 'messages';
import type { Transaction } from 'kysely';
import type { AdminAppeal, Appeal, AppealState } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { disclosure } from '#machines/answering/rules/disclosure.ts';
import { whyNoAppeal } from '#machines/results/rules/points-explanation.ts';
import { isAnswerable } from '#machines/results/rules/ranked-groups.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import { readGameSession, readShowOf } from '#server/answering/feed-store.ts';
import { windowsOf } from '#server/answering/view.ts';
import { summaries } from './grouping/overview.ts';
import {
  hasPublicGroup,
  holdSession,
  insertAppeal,
  lockAppeals,
  readAppeal,
  readAppeals,
  readOwnText,
  writeSettled,
} from './appeal-store.ts';

export interface AppealServices {
  readonly db: Database;
  readonly now: () => number;
  readonly broadcaster: Broadcaster;
}

/** Appeals that were settled and must be announced after the transaction. */
export interface SettledAppeals {
  readonly gameSessionId: string;
  readonly appeals: readonly (Appeal & { readonly userId: string })[];
}

/**
 * Stores a player's appeal that their answer means the same as another answer; a player has only one. The same appeal
 * again returns the stored one.
 * @throws ApiError 404; 403 for a producer of the show; 409 without an answer, too early, too late, or after a different
 * appeal
 */
export async function makeAppeal(
  services: AppealServices,
  asked: {
    gameSessionId: string;
    userId: string;
    wanted: string;
    groupId: string | null;
    /** The ids of the shows that the player produces. */
    produces?: readonly string[] | undefined;
  },
): Promise<Appeal> {
  const { db, now } = services;
  const { gameSessionId, userId, wanted, groupId } = asked;
  const made = await inTransaction(db, async (tx) => {
    const isThere = await holdSession(tx, gameSessionId);
    const record = isThere ? await readGameSession(tx, gameSessionId) : null;
    if (record === null) throw new ApiError(404, m.notFound());
    if (asked.produces?.includes(record.showId) === true)
      throw new ApiError(403, m.producersNeverPlays());
    const own = await readOwnText(tx, gameSessionId, userId);
    if (own === null) throw new ApiError(409, m.appealNotAnswered());
    const first = await readAppeal(tx, gameSessionId, userId);
    if (first !== null) return { appeal: sameOf(first, asked), isNew: false };
    const at = now();
    const open = isAnswerable(windowsOf(record), at);
    const { result } = disclosure(record, own.audience, at);
    const why = whyNoAppeal(result, { isAnswerable: open, now: at });
    if (why !== null) throw new ApiError(409, why);
    // The refusal must not disclose whether a group exists that is not revealed.
    const isKnown =
      groupId === null || (isFinal(result) && (await hasPublicGroup(tx, gameSessionId, groupId)));
    if (!isKnown) throw new ApiError(409, m.appealNoGroup());
    const isNew = await insertAppeal(tx, {
      id: newId(at),
      game_session_id: gameSessionId,
      user_id: userId,
      text_key: own.textKey,
      wanted,
      group_id: groupId,
      created_at: at,
    });
    const stored = await readAppeal(tx, gameSessionId, userId);
    if (stored === null) throw new Error('an appeal was not stored');
    return { appeal: sameOf(stored, asked), isNew };
  });
  if (made.isNew) await announceOpen(services, gameSessionId);
  return { wanted: made.appeal.wanted, state: made.appeal.state };
}

/** Lists players' appeals, open appeals first. */
export const listAppeals = (
  { db }: Pick<AppealServices, 'db'>,
  gameSessionId: string,
): Promise<AdminAppeal[]> => readAppeals(db.read, gameSessionId, LIMITS.appeals);

/**
 * Settles appeals, or opens them again, in the transaction of the decision about them; call `announceSettled` after it.
 * @throws ApiError 404 if an appeal does not exist; then no appeal is settled
 */
export async function settleAppeals(
  tx: Transaction<Schema>,
  {
    gameSessionId,
    appealIds,
    state,
    by,
    at,
  }: {
    readonly gameSessionId: string;
    readonly appealIds: readonly string[];
    readonly state: AppealState;
    readonly by: string | null;
    readonly at: number;
  },
): Promise<SettledAppeals> {
  const found = await lockAppeals(tx, gameSessionId, appealIds);
  if (found.length < new Set(appealIds).size) throw new ApiError(404, m.notFound());
  const moved = found.filter((appeal) => appeal.state !== state);
  if (moved.length > 0)
    await writeSettled(
      tx,
      moved.map(({ id }) => id),
      { state, at, by },
    );
  return {
    gameSessionId,
    appeals: moved.map(({ userId, wanted }) => ({ userId, wanted, state })),
  };
}

/** Sends players the state of their appeals, and producers the number of open ones. */
export async function announceSettled(
  services: Pick<AppealServices, 'db' | 'now' | 'broadcaster'>,
  { gameSessionId, appeals }: SettledAppeals,
): Promise<void> {
  const { now, broadcaster } = services;
  const serverTime = now();
  for (const { userId, ...appeal } of appeals)
    broadcaster.toUser(userId, 'answer-updated', { serverTime, gameSessionId, userId, appeal });
  if (appeals.length > 0) await announceOpen(services, gameSessionId);
}

async function announceOpen(
  { db, now, broadcaster }: Pick<AppealServices, 'db' | 'now' | 'broadcaster'>,
  gameSessionId: string,
): Promise<void> {
  const summary = (await summaries({ db }, [gameSessionId])).get(gameSessionId);
  if (summary === undefined) return;
  const connected = broadcaster.connected();
  const payload = { serverTime: now(), gameSessionId, ...summary, connected };
  broadcaster.toAdmins('answers-counted', payload, await readShowOf(db.read, gameSessionId));
}

function sameOf<A extends { readonly wanted: string; readonly groupId: string | null }>(
  first: A,
  { wanted, groupId }: { readonly wanted: string; readonly groupId: string | null },
): A {
  const isSame = first.wanted === wanted && (groupId === null || first.groupId === groupId);
  if (!isSame) throw new ApiError(409, m.appealAlready(), { code: 'already' });
  return first;
}
