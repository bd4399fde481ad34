import { MESSAGES } from '#machines/contract/messages.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { Refused } from '#server/http/route.ts';
import { decideJoins, moveJoins } from './judgement-store.ts';
import { lock } from './recount-lease.ts';

/** What a producer makes of joins. */
export interface Decision {
  readonly gameSessionId: string;
  readonly joinIds: readonly string[];
  readonly accepted: boolean;
}

/**
 * Lets joins count from the next recount on, or not, all of them at once; they may be decided anew. Answers whether
 * that changes anything.
 * @throws Refused 404 when one of them is not there, and none is decided
 */
export async function decide(
  { db }: { readonly db: Pick<Database, 'write' | 'record'> },
  { gameSessionId, joinIds, accepted }: Decision,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isThere = (await lock(tx, gameSessionId)) !== null;
    const outcome = isThere ? await decideJoins(tx, gameSessionId, joinIds, accepted) : null;
    if (outcome === null) throw new Refused(404, MESSAGES.notFound);
    if (outcome === 'changed') await moveJoins(tx, gameSessionId);
    return outcome === 'changed';
  });
}
