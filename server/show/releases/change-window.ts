import type { Transaction } from 'kysely';
import type { Audience } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import type { ChangeEvent } from '#server/show/releases/change.ts';
import { raiseVersion } from '../store.ts';
import { questionDetails } from '#server/show/questions/audit-details.ts';
import type { Publisher } from '#server/show/publisher.ts';
import { lockFeed, readQuestion, storeChange } from '#server/answering/feed-store.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import { type Act, restoreEnded, writeRelease } from './store.ts';

export interface ReleaseServices {
  readonly db: Database;
  readonly now: () => number;
  readonly publish: Publisher['publish'];
}

type Changed = Omit<Extract<ChangeEvent, { type: 'changed' }>, 'type'>;

/**
 * Releases a question to one audience, or revokes it; of two at once the later wins as a whole
 * (decisions §4). Revoking a question that is not released changes and announces nothing.
 * @throws ApiError 404
 */
export const changeWindow = (
  services: ReleaseServices,
  questionId: string,
  audience: Audience,
  act: Act,
): Promise<QuestionRecord> =>
  changing(services, questionId, async (tx, before, at) => {
    if (act.type === 'revoke' && before.releases[audience]?.window.released !== true) return null;
    const record = await writeRelease(tx, before, audience, act, at);
    const name = act.type === 'release' ? 'question-released' : 'question-revoked';
    return { record, windowEvents: { [audience]: name } };
  });

/**
 * Shows one audience a revoked question again, after its release would have ended: it stays closed for answers.
 * Announced without a chime, since nothing opens.
 * @throws ApiError 404; 409 when no revoked release of that audience has ended
 */
export const restoreWindow = (
  services: ReleaseServices,
  questionId: string,
  audience: Audience,
): Promise<QuestionRecord> =>
  changing(services, questionId, async (tx, before, at) => {
    const record = await restoreEnded(tx, before, audience, at);
    if (record === null) throw new ApiError(409, MESSAGES.release.nothingLeft);
    return { record, windowEvents: {} };
  });

/** Changes a question in a transaction and announces it; `fn` returns null when nothing changed. */
async function changing(
  { db, now, publish }: ReleaseServices,
  questionId: string,
  fn: (tx: Transaction<Schema>, before: QuestionRecord, at: number) => Promise<Changed | null>,
): Promise<QuestionRecord> {
  const { after, change } = await inTransaction(
    db,
    async (tx) => {
      await lockFeed(tx);
      const before = await readQuestion(tx, questionId);
      if (before === null) throw new ApiError(404, MESSAGES.notFound);
      const at = now();
      const changed = await fn(tx, before, at);
      if (changed === null) return { before, after: before, change: null };
      await raiseVersion(tx, before.showId);
      const event = { type: 'changed', ...changed } as const;
      return { before, after: changed.record, change: await storeChange(tx, at, event) };
    },
    (done) => questionDetails(done.before, done.after),
  );
  if (change !== null) publish(change);
  return after;
}
