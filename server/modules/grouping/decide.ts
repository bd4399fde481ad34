import type { Transaction } from 'kysely';
import { MESSAGES } from '#machines/contract/messages.ts';
import { isFrozen } from '#machines/rules/result.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { Refused } from '#server/http/route.ts';
import type { Change } from '#server/realtime/change.ts';
import { correctIfPublished, readResult } from '#server/realtime/result-store.ts';
import { moveJoins, readStates, writeState } from './judgement-store.ts';
import { lock } from './recount-lease.ts';

/** What a producer makes of joins. */
export interface Decision {
  readonly gameSessionId: string;
  readonly joinIds: readonly string[];
  readonly accepted: boolean;
  /** Of what is published. */
  readonly reason?: string | null;
  readonly by?: string | null;
}

export interface DecideServices {
  readonly db: Pick<Database, 'write' | 'record'>;
  readonly now: () => number;
  readonly publish: (change: Change) => void;
}

/**
 * Lets joins count from the next recount on, or not, all of them at once; they may be decided anew. Answers whether
 * that changes anything.
 * @throws Refused 404 when one of them is not there; 409 for one that was joined when the result was locked; 422 without
 * the reason that a correction needs; then none is decided
 */
export async function decide(
  { db, now, publish }: DecideServices,
  { gameSessionId, joinIds, accepted, reason = null, by = null }: Decision,
): Promise<boolean> {
  const doing = async (tx: Transaction<Schema>) => {
    const at = now();
    const correction = await correctIfPublished(tx, gameSessionId, { at, by, reason });
    if ((await lock(tx, gameSessionId)) === null) throw new Refused(404, MESSAGES.notFound);
    const joins = await readStates(tx, gameSessionId, joinIds);
    if (joins.length < new Set(joinIds).size) throw new Refused(404, MESSAGES.notFound);
    const status = accepted ? 'accepted' : 'dismissed';
    const others = joins.filter((join) => join.status !== status);
    const { lockedAt, ...result } = await readResult(tx, gameSessionId);
    const isPartOfLocked = ({ status: was, decidedAt }: (typeof joins)[number]) =>
      was === 'joined' || (was === 'accepted' && (decidedAt ?? -1) < (lockedAt ?? 0));
    if (isFrozen(result) && others.some(isPartOfLocked))
      throw new Refused(409, MESSAGES.result.frozenJoin);
    if (others.length > 0) {
      const ids = others.map(({ id }) => id);
      await writeState(tx, ids, { status, at });
      await moveJoins(tx, gameSessionId);
    }
    return { isChanged: others.length > 0, change: correction };
  };
  const { isChanged, change } = await inTransaction(db, doing, () => ({
    ...(reason !== null && { reason }),
  }));
  if (change !== null) publish(change);
  return isChanged;
}
