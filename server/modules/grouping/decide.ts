import { MESSAGES } from '#machines/contract/messages.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { Refused } from '#server/http/route.ts';
import { decideJoin, moveJoins } from './judgement-store.ts';
import { lock } from './recount-store.ts';

/** What a producer makes of a join. */
export interface Decision {
  readonly gameSessionId: string;
  readonly joinId: string;
  readonly accepted: boolean;
}

/**
 * Lets a join count from the next recount on, or not; it may be decided anew. Answers whether that changes anything.
 * @throws Refused 404
 */
export async function decide(
  { db }: { readonly db: Pick<Database, 'write'> },
  { gameSessionId, joinId, accepted }: Decision,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isThere = (await lock(tx, gameSessionId)) !== null;
    const outcome = isThere ? await decideJoin(tx, joinId, gameSessionId, accepted) : null;
    if (outcome === null) throw new Refused(404, MESSAGES.notFound);
    if (outcome === 'changed') await moveJoins(tx, gameSessionId);
    return outcome === 'changed';
  });
}
