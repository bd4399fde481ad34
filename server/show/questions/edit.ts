import { m } from 'messages';
import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import { whyNotDelete } from '#machines/show/rules/rundown.ts';
import { inTransaction } from '#server/db/client.ts';
import { lockScores } from '#server/db/score-lock.ts';
import { ApiError } from '#server/http/route.ts';
import {
  announceToAdmins,
  type Change,
  isSeen,
  mayHavePoints,
  type WindowEvent,
} from '#server/show/releases/change.ts';
import { questionDetails } from '#server/show/questions/audit-details.ts';
import { lockQuestion, lockSessions, storeChange } from '#server/answering/feed-store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';
import { raiseVersion } from '../store.ts';
import type { QuestionServices } from './services.ts';
import { deleteQuestion, updateText } from './store.ts';

/**
 * Changes a question's text and audiences. Setting an audience's flag releases the question without a timer, clearing
 * it revokes the question, and an unchanged flag leaves the window as it is.
 * @throws ApiError 404
 */
export async function edit(
  { db, now, broadcaster, publish, setReleased }: QuestionServices,
  id: string,
  { text, shown }: { text: string; shown: Record<Audience, boolean> },
): Promise<QuestionRecord> {
  const { change, ...edited } = await inTransaction(
    db,
    async (tx) => {
      const before = await lockQuestion(tx, id);
      if (before === null) throw new ApiError(404, m.notFound());
      const at = now();
      await updateText(tx, id, text);
      await raiseVersion(tx, before.showId);
      let record = { ...before, text };
      const windowEvents: Partial<Record<Audience, WindowEvent>> = {};
      for (const audience of AUDIENCES) {
        if (shown[audience] === windowsOf(before)[audience].released) continue;
        record = await setReleased(tx, record, audience, shown[audience], at);
        windowEvents[audience] = shown[audience] ? 'question-released' : 'question-revoked';
      }
      const isPublic = isSeen(before, at) || isSeen(record, at);
      const event = { type: 'changed', record, windowEvents } as const;
      return {
        before,
        record,
        at,
        change: isPublic ? await storeChange(tx, at, event) : null,
      };
    },
    ({ before, record }) => questionDetails(before, record),
  );
  if (change === null) announceToAdmins(broadcaster, edited);
  else publish(change);
  return edited.record;
}

type RemovalServices = Pick<
  QuestionServices,
  'db' | 'now' | 'broadcaster' | 'publish' | 'runningItem' | 'removeAnswers' | 'boardsChanged'
>;

/**
 * Deletes a question with its answers and the points that they gave.
 * @throws ApiError 404; 409 while the question is in play
 */
export async function remove(
  { db, now, broadcaster, publish, runningItem, removeAnswers, boardsChanged }: RemovalServices,
  id: string,
): Promise<void> {
  const { records, at, changes } = await inTransaction(
    db,
    async (tx) => {
      await lockScores(tx, 'alone');
      const sessions = await lockSessions(tx, id);
      if (sessions.length === 0) throw new ApiError(404, m.notFound());
      const instant = now();
      for (const record of sessions) {
        const item = await runningItem(tx, record.gameSessionId);
        const why = whyNotDelete(
          { windows: windowsOf(record), result: record.result },
          item,
          instant,
        );
        if (why !== null) throw new ApiError(409, why, { code: 'guard' });
      }
      for (const { gameSessionId, showId } of sessions) {
        await removeAnswers(tx, gameSessionId);
        await raiseVersion(tx, showId);
      }
      await deleteQuestion(tx, id);
      const announced: Change[] = [];
      for (const record of sessions)
        if (isSeen(record, instant))
          announced.push(await storeChange(tx, instant, { type: 'deleted', record }));
      return { records: sessions, at: instant, changes: announced };
    },
    ({ records: [deleted] }) => ({
      name: deleted?.text ?? '',
      // The export of the show finds the acts on its deleted questions by this.
      before: { text: deleted?.text ?? '', 'show id': deleted?.showId ?? '' },
    }),
  );
  if (records.some(mayHavePoints)) boardsChanged();
  for (const change of changes) publish(change);
  for (const record of records)
    if (!isSeen(record, at)) announceToAdmins(broadcaster, { record, at, isDeleted: true });
}
