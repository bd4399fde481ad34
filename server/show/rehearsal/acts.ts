import type { Rundown } from '#machines/contract/rundown.ts';
import { storeChange } from '#server/answering/feed-store.ts';
import { forgetSession } from '#server/results/boards/store.ts';
import {
  type Acts,
  becomes,
  type Effect,
  recordsOf,
  type RundownDoing,
  sessionOf,
} from '#server/show/act-effects.ts';
import { insertPlanned } from '#server/show/add-questions.ts';
import { deleteQuestion } from '#server/show/questions/store.ts';
import { type Change, wasReleased } from '#server/show/releases/change.ts';
import { recordOf, rundownOf, type ShowsServices } from '#server/show/services.ts';
import { writeScene } from '#server/show/stage/store.ts';
import { keepItems, replaceSession, restoreItems } from '#server/show/store.ts';
import { beginRehearsal, endRehearsal, markSessions } from './store.ts';

/** Acts that begin and clear a rehearsal. */
export const REHEARSAL_ACTS: Acts<'rehearse' | 'clear'> = {
  rehearse: ({ players }) => ({
    perform: async ({ tx, at, rundown: { id, items } }) => {
      await beginRehearsal(tx, id, players, at);
      await keepItems(tx, id, items);
      await markSessions(tx, items.map(sessionOf), true);
      return { added: await recordsOf(tx, items) };
    },
    after: becomes('rehearsal'),
    notify: rehearsalChanged,
  }),
  clear: () => ({
    locksScores: true,
    perform: clearRehearsal,
    after: becomes('draft'),
    notify: rehearsalChanged,
  }),
};

export function rehearsalChanged(services: ShowsServices, { id }: Rundown): void {
  services.touch(id);
  services.rehearsalChanged();
}

/**
 * Clears the rehearsal: players lose its questions, and each released item gets a new question with the same text.
 * Items return to their former state, except for changed texts and notes; added items stay at the end.
 */
export async function clearRehearsal(doing: RundownDoing): Promise<Effect> {
  const {
    tx,
    at,
    rundown: { id, items },
  } = doing;
  const changes: Change[] = [];
  for (const item of items) {
    const record = await recordOf(tx, item);
    if (!wasReleased(record)) continue;
    const { gameSessionId } = await insertPlanned(doing, record.text, {
      showId: id,
      presets: null,
    });
    await replaceSession(tx, item.id, gameSessionId);
    await forgetSession(tx, record.gameSessionId);
    await deleteQuestion(tx, record.id);
    changes.push(await storeChange(tx, at, { type: 'deleted', record }));
  }
  const { items: now } = await rundownOf(tx, id);
  await markSessions(tx, now.map(sessionOf), false);
  await restoreItems(tx, id, now);
  await endRehearsal(tx, id);
  await writeScene(tx, id, 'idle', { at });
  return { added: await recordsOf(tx, now), changes };
}
