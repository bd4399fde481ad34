import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Until the transaction ends: `shared` lets others add to totals too, `alone` lets nobody. Whoever changes what totals
 * are kept of (roles, accounts, whole game sessions) takes it alone. It is the first lock of its transaction.
 */
export async function lockScores(tx: Transaction<Schema>, how: 'shared' | 'alone'): Promise<void> {
  await tx
    .selectFrom('score_lock')
    .select('id')
    .$if(how === 'shared', (query) => query.forShare())
    .$if(how === 'alone', (query) => query.forUpdate())
    .execute();
}
