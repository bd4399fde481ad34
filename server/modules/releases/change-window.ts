import type { Audience } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { Refused } from '#server/http/route.ts';
import type { Announcer } from '#server/realtime/announce.ts';
import { announceChange } from '#server/realtime/change.ts';
import { moveVersion, readQuestion } from '#server/realtime/store.ts';
import type { QuestionRecord } from '#server/realtime/view.ts';
import { type Act, writeRelease } from './store.ts';

export interface ReleaseServices {
  readonly db: Database;
  readonly now: () => number;
  readonly announcer: Announcer;
}

/**
 * Releases a question to one audience, or revokes it; of two at once the later wins as a whole
 * (decisions §4). Revoking what is not released changes nothing and is told to nobody.
 * @throws Refused 404
 */
export async function changeWindow(
  { db, now, announcer }: ReleaseServices,
  questionId: string,
  audience: Audience,
  act: Act,
): Promise<QuestionRecord> {
  const { record, at, version } = await inTransaction(db, async (tx) => {
    await moveVersion(tx, 0);
    const before = await readQuestion(tx, questionId);
    if (before === null) throw new Refused(404, MESSAGES.notFound);
    const instant = now();
    if (act.type === 'revoke' && before.lanes[audience]?.window.released !== true)
      return { record: before, at: instant, version: null };
    return {
      record: await writeRelease(tx, before, audience, act, instant),
      at: instant,
      version: await moveVersion(tx),
    };
  });
  if (version === null) return record;
  const name = act.type === 'release' ? 'question-released' : 'question-revoked';
  announceChange(announcer, { record, version, at, happened: { [audience]: name } });
  return record;
}
