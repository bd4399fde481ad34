import type { Audience } from '#machines/contract/entities.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { insertQuestion } from '#server/show/questions/store.ts';
import { insertShow } from '#server/show/store.ts';
import { makeItems } from '#tests/support/make-items.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import { announceChange, type Change } from '#server/show/releases/change.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import { SILENT_BROADCASTER } from '#tests/support/silent-broadcaster.ts';

/** One event to a room. */
export interface SentEvent {
  readonly to: Audience | 'admin' | 'user';
  readonly name: string;
  readonly payload: unknown;
}

/** A broadcaster that records its events, and a function that publishes changes by it. */
export function recorder() {
  const told: SentEvent[] = [];
  const broadcaster: Broadcaster = {
    ...SILENT_BROADCASTER,
    toAudience: (to, name, payload) => told.push({ to, name, payload }),
    toAdmins: (name, payload) => told.push({ to: 'admin', name, payload }),
    toUser: (_userId, name, payload) => told.push({ to: 'user', name, payload }),
  };
  const publish = (change: Change): void => announceChange(broadcaster, change);
  return { broadcaster, told, publish };
}

/** A question planned from `startAt` to `endAt` (epoch ms), never released. */
export const plan = (
  db: Database,
  { startAt, endAt }: { startAt: number; endAt: number },
): Promise<QuestionRecord> =>
  inTransaction(db, (tx) =>
    insertQuestion(tx, { text: 'A fruit?', startAt, endAt, createdAt: startAt, createdBy: null }),
  );

/**
 * From now on Home gets the question this much later: it is in the rundown of a show with that
 * delay.
 */
export const setHomeDelay = (
  db: Database,
  gameSessionId: string,
  homeDelaySeconds: number,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const id = `show of ${gameSessionId}`;
    const known = await tx
      .updateTable('show')
      .set({ home_delay_s: homeDelaySeconds })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (known === undefined) await insertShow(tx, { id, title: 'Friday', homeDelaySeconds }, 0);
    await makeItems(tx, id, [gameSessionId]);
  });
