import type { Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** Moves game sessions from the house show into another show, in this order. */
export async function makeItems(
  tx: Transaction<Schema>,
  showId: string,
  gameSessionIds: readonly string[],
): Promise<void> {
  for (const [position, id] of gameSessionIds.entries())
    await tx
      .updateTable('rundown_item')
      .set({ show_id: showId, position })
      .where('game_session_id', '=', id)
      .execute();
}
