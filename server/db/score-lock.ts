import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Locks the totals until the transaction ends: `shared` lets others add to them too, `alone` lets no other transaction.
 * What changes roles, accounts or whole game sessions takes it alone, which moves the row's version. It is the first lock of
 * its transaction.
 */
export async function lockScores(tx: Transaction<Schema>, how: 'shared' | 'alone'): Promise<void> {
  if (how === 'shared') await tx.selectFrom('score_lock').select('id').forShare().execute();
  else
    await tx
      .updateTable('score_lock')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute();
}
