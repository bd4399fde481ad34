import type { Audience } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { Refused } from '#server/http/route.ts';
import { questionDetails } from '#server/realtime/deed.ts';
import type { Publisher } from '#server/realtime/publisher.ts';
import { lockFeed, readQuestion, storeChange } from '#server/realtime/store.ts';
import type { QuestionRecord } from '#server/realtime/view.ts';
import { type Act, restoreEnded, writeRelease } from './store.ts';

export interface ReleaseServices {
  readonly db: Database;
  readonly now: () => number;
  readonly publish: Publisher['publish'];
}

const detailsOf = (done: { before: QuestionRecord; after: QuestionRecord }) =>
  questionDetails(done.before, done.after);

/**
 * Releases a question to one audience, or revokes it; of two at once the later wins as a whole
 * (decisions §4). Revoking what is not released changes nothing and is told to nobody.
 * @throws Refused 404
 */
export async function changeWindow(
  { db, now, publish }: ReleaseServices,
  questionId: string,
  audience: Audience,
  act: Act,
): Promise<QuestionRecord> {
  const { change, ...done } = await inTransaction(
    db,
    async (tx) => {
      await lockFeed(tx);
      const before = await readQuestion(tx, questionId);
      if (before === null) throw new Refused(404, MESSAGES.notFound);
      const instant = now();
      if (act.type === 'revoke' && before.releases[audience]?.window.released !== true)
        return { before, after: before, change: null };
      const after = await writeRelease(tx, before, audience, act, instant);
      const name = act.type === 'release' ? 'question-released' : 'question-revoked';
      const event = { type: 'changed', record: after, windowEvents: { [audience]: name } } as const;
      return { before, after, change: await storeChange(tx, instant, event) };
    },
    detailsOf,
  );
  if (change !== null) publish(change);
  return done.after;
}

/**
 * Restores what was revoked from one audience after its end, or has ended since: it is seen again, and nobody may answer.
 * Told without a noise, since nothing opens.
 * @throws Refused 404; 409 when nothing of that audience was revoked and has ended
 */
export async function restoreWindow(
  { db, now, publish }: ReleaseServices,
  questionId: string,
  audience: Audience,
): Promise<QuestionRecord> {
  const { after, change } = await inTransaction(
    db,
    async (tx) => {
      await lockFeed(tx);
      const before = await readQuestion(tx, questionId);
      if (before === null) throw new Refused(404, MESSAGES.notFound);
      const instant = now();
      const record = await restoreEnded(tx, before, audience, instant);
      if (record === null) throw new Refused(409, MESSAGES.release.nothingLeft);
      const event = { type: 'changed', record, windowEvents: {} } as const;
      return { before, after: record, change: await storeChange(tx, instant, event) };
    },
    detailsOf,
  );
  publish(change);
  return after;
}
