import type { Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Locks the totals until the transaction ends: `shared` lets other transactions add to them, `alone` does not. Changes of
 * roles, accounts or whole game sessions lock `alone`, which also raises the row's version. Always the first lock of a
 * transaction.
 */
export async function lockScores(tx: Transaction<Schema>, how: 'shared' | 'alone'): Promise<void> {
  if (how === 'shared') await tx.selectFrom('score_lock').select('id').forShare().execute();
  else
    await tx
      .updateTable('score_lock')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute();
}
