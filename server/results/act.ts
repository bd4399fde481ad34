import { m } from 'messages';
import { PUBLISHED_AFTER_MS } from '#machines/contract/limits.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { announceToAdmins, isSeen } from '#server/show/releases/change.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import { raiseVersion } from '#server/show/store.ts';
import type { Publisher } from '#server/show/publisher.ts';
import { actOnResult } from '#server/results/result-store.ts';
import { lockGameSession, storeChange } from '#server/answering/feed-store.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import { readUnpublished } from './store.ts';

export interface ResultServices {
  readonly db: Database;
  readonly now: () => number;
  readonly publish: Publisher['publish'];
  readonly broadcaster: Broadcaster;
  /** Called when points of a game session became visible, or are held again. */
  readonly pointsShown: (gameSessionId: string) => void;
}

/**
 * Publishes a result that is overdue, whether or not it is locked; a result that is not due stays unchanged.
 * @throws ApiError 409 while a guard holds
 */
export const publishByItself = (
  services: ResultServices,
  gameSessionId: string,
): Promise<QuestionRecord> =>
  changing(services, gameSessionId, async (tx, record, at) => {
    // The result may have been published or unlocked, or its question added to a rundown, since it was found to be due.
    const due = await readUnpublished(tx, at - PUBLISHED_AFTER_MS, 1, gameSessionId);
    if (due.length === 0) return record;
    const doing = { at, by: null, reason: null };
    const locked =
      record.result.state === 'counting'
        ? await actOnResult(tx, record, { ...doing, act: 'lock' })
        : record;
    return actOnResult(tx, locked, { ...doing, act: 'publish' });
  });

type Tx = Parameters<Parameters<typeof inTransaction>[1]>[0];

/** Changes the result in a transaction and announces the change to those who can see the question. */
async function changing(
  { db, now, publish, broadcaster, pointsShown }: ResultServices,
  gameSessionId: string,
  fn: (tx: Tx, record: QuestionRecord, at: number) => Promise<QuestionRecord>,
): Promise<QuestionRecord> {
  const doing = async (tx: Tx) => {
    const before = await lockGameSession(tx, gameSessionId);
    if (before === null) throw new ApiError(404, m.notFound());
    const at = now();
    const record = await fn(tx, before, at);
    const isChanged = record.result.version !== before.result.version;
    if (isChanged) await raiseVersion(tx, record.showId);
    const event = { type: 'changed', record, windowEvents: {} } as const;
    const change = isChanged && isSeen(record, at) ? await storeChange(tx, at, event) : null;
    return { before, record, at, isChanged, change };
  };
  const done = await inTransaction(db, doing, ({ before, record: { result } }) => ({
    name: before.text,
    before: { result: before.result.state },
    after: { result: result.state },
    ...(result.reason !== null && { reason: result.reason }),
  }));
  if (done.change !== null) publish(done.change);
  else if (done.isChanged) announceToAdmins(broadcaster, done);
  if (done.isChanged) pointsShown(gameSessionId);
  return done.record;
}
