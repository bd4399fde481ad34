import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Locks the totals until the transaction ends. `shared`: other transactions may also add to the totals; `alone`: they
 * may not. Changes of roles, accounts or whole game sessions lock `alone`, which also raises the row's version. Must be
 * the first lock that a transaction takes.
 */
export async function lockScores(tx: Transaction<Schema>, how: 'shared' | 'alone'): Promise<void> {
  if (how === 'shared') await tx.selectFrom('score_lock').select('id').forShare().execute();
  else
    await tx
      .updateTable('score_lock')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute();
}
