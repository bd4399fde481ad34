import type { BodyOf } from '#machines/contract/calls.ts';
import { PUBLISHED_AFTER_MS } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { Refused } from '#server/http/route.ts';
import { announceToAdmins, isSeen } from '#server/show/releases/change.ts';
import type { Announcer } from '#server/show/announce.ts';
import type { Publisher } from '#server/show/publisher.ts';
import { actOnResult, onceCounted, readAct } from '#server/results/result-store.ts';
import { lockFeed, readGameSession, storeChange } from '#server/answering/feed-store.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import { readUnpublished } from './store.ts';

export interface ResultServices {
  readonly db: Database;
  readonly now: () => number;
  readonly publish: Publisher['publish'];
  readonly announcer: Announcer;
  /** Points of a game session that were held may be shown, or the other way round. */
  readonly pointsShown: (gameSessionId: string) => void;
}

type Ask = Readonly<BodyOf<'actOnResult'>> & {
  readonly gameSessionId: string;
  /** Who asks. */
  readonly by: string;
};

/**
 * Locks, unlocks or publishes, upon the version that the producer saw; done already, it changes nothing.
 * @throws Refused 404; 409 with what is true now when somebody was faster, or while a guard holds
 */
export const act = (
  services: ResultServices,
  { gameSessionId, act: asked, version, reason, by }: Ask,
): Promise<QuestionRecord> =>
  onceCounted(() =>
    changing(services, gameSessionId, async (tx, record, at) => {
      const { result } = record;
      const isDone =
        result.version === version + 1 &&
        (await readAct(tx, gameSessionId, result.version)) === asked;
      if (isDone) return record;
      if (result.version !== version)
        throw new Refused(409, PRODUCER_MESSAGES.result.outdated, {
          code: 'outdated',
          also: { result },
        });
      return actOnResult(tx, record, { act: asked, at, by, reason: reason ?? null });
    }),
  );

/**
 * Publishes what nobody has published in time, locked or not; what is not due stays as it is.
 * @throws Refused 409 while a guard holds
 */
export const publishByItself = (
  services: ResultServices,
  gameSessionId: string,
): Promise<QuestionRecord> =>
  changing(services, gameSessionId, async (tx, record, at) => {
    // Since it was found due, somebody may have published it, opened it again or put it into a rundown.
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

/** Changes the result in a transaction, and tells of it whoever can see the question. */
async function changing(
  { db, now, publish, announcer, pointsShown }: ResultServices,
  gameSessionId: string,
  fn: (tx: Tx, record: QuestionRecord, at: number) => Promise<QuestionRecord>,
): Promise<QuestionRecord> {
  const doing = async (tx: Tx) => {
    const version = await lockFeed(tx);
    const before = await readGameSession(tx, gameSessionId);
    if (before === null) throw new Refused(404, MESSAGES.notFound);
    const at = now();
    const record = await fn(tx, before, at);
    const isChanged = record.result.version !== before.result.version;
    const event = { type: 'changed', record, windowEvents: {} } as const;
    const change = isChanged && isSeen(record, at) ? await storeChange(tx, at, event) : null;
    return { before, record, version, at, isChanged, change };
  };
  const done = await inTransaction(db, doing, ({ before, record: { result } }) => ({
    name: before.text,
    before: { result: before.result.state },
    after: { result: result.state },
    ...(result.reason !== null && { reason: result.reason }),
  }));
  if (done.change !== null) publish(done.change);
  else if (done.isChanged) announceToAdmins(announcer, done);
  if (done.isChanged) pointsShown(gameSessionId);
  return done.record;
}
