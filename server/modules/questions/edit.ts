import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { inTransaction } from '#server/db/client.ts';
import { lockScores } from '#server/db/score-lock.ts';
import { Refused } from '#server/http/route.ts';
import {
  announceChange,
  announceToAdmins,
  type Happening,
  isSeen,
} from '#server/realtime/change.ts';
import { moveVersion, readQuestion, readSessions } from '#server/realtime/store.ts';
import { type QuestionRecord, windowsOf } from '#server/realtime/view.ts';
import type { QuestionServices } from './services.ts';
import { deleteQuestion, updateText } from './store.ts';

/**
 * Changes the text, and to whom the question is shown: a flag that is newly set releases it without
 * a timer, one that is newly cleared revokes it, one that stays leaves the window as it is.
 * @throws Refused 404
 */
export async function edit(
  { db, now, announcer, setReleased }: QuestionServices,
  id: string,
  { text, shown }: { text: string; shown: Record<Audience, boolean> },
): Promise<QuestionRecord> {
  const { seen, happened, ...change } = await inTransaction(db, async (tx) => {
    await moveVersion(tx, 0);
    const before = await readQuestion(tx, id);
    if (before === null) throw new Refused(404, MESSAGES.notFound);
    const at = now();
    await updateText(tx, id, text);
    let record = { ...before, text };
    const changed: Partial<Record<Audience, Happening>> = {};
    for (const audience of AUDIENCES) {
      if (shown[audience] === windowsOf(before)[audience].released) continue;
      record = await setReleased(tx, record, audience, shown[audience], at);
      changed[audience] = shown[audience] ? 'question-released' : 'question-revoked';
    }
    const isPublic = isSeen(before, at) || isSeen(record, at);
    const version = await moveVersion(tx, isPublic ? 1 : 0);
    return { record, at, version, seen: isPublic, happened: changed };
  });
  if (seen) announceChange(announcer, { ...change, happened });
  else announceToAdmins(announcer, change);
  return change.record;
}

/**
 * Deletes a question with its answers; the points they gave go too.
 * @throws Refused 404
 */
export async function remove(
  { db, now, announcer, removeAnswers, boardsChanged }: QuestionServices,
  id: string,
): Promise<void> {
  const { records, at, version, seen } = await inTransaction(db, async (tx) => {
    await lockScores(tx, 'alone');
    await moveVersion(tx, 0);
    const sessions = await readSessions(tx, id);
    if (sessions.length === 0) throw new Refused(404, MESSAGES.notFound);
    for (const { gameSessionId } of sessions) await removeAnswers(tx, gameSessionId);
    await deleteQuestion(tx, id);
    const instant = now();
    const isPublic = sessions.some((record) => isSeen(record, instant));
    const moved = await moveVersion(tx, isPublic ? 1 : 0);
    return { records: sessions, at: instant, version: moved, seen: isPublic };
  });
  boardsChanged();
  for (const record of records) {
    if (seen) announceChange(announcer, { record, version, at, deleted: true });
    else announceToAdmins(announcer, { record, version, at });
    // Never released: never answered.
    if (AUDIENCES.every((audience) => record.lanes[audience] === null)) continue;
    const boards = { serverTime: at, gameSessionId: record.gameSessionId };
    for (const audience of AUDIENCES) announcer.toAudience(audience, 'boards-updated', boards);
    announcer.toAdmins('boards-updated', boards);
  }
}
