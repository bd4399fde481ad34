import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_KNOWLEDGE } from 'answer-grouping';
import type { Database } from '#server/db/client.ts';
import { recount } from '#server/results/grouping/recount.ts';
import { createGrouping } from '#server/results/grouping/service.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import type { AnswerUpdates, MovedPoints } from '#server/answering/answer-updates.ts';
import { openPostgresStore } from '#tests/support/databases.ts';
import { postgresIsMissing } from '#tests/support/postgres.ts';
import { until } from '#tests/support/process.ts';
import { SILENT_BROADCASTER, SILENT_ANSWER_UPDATES } from '#tests/support/silent-broadcaster.ts';
import { addQuestion, addUsers, recountServices, storeAnswer } from '../answers/fixture.ts';

/** Records what a process sends: to all processes, and to its own sockets. */
function listening() {
  const said: unknown[][] = [];
  const broadcaster: Broadcaster = {
    ...SILENT_BROADCASTER,
    toAudience: (audience, name) => void said.push([audience, name]),
    toAdmins: (name) => void said.push(['admin', name]),
  };
  const tell = (to: 'everywhere' | 'here') => async (moved: MovedPoints) => {
    for (const { audience, textKeys, points } of moved.answerTexts)
      said.push([to, audience, textKeys.toSorted(), points]);
    return true;
  };
  const answerUpdates: AnswerUpdates = {
    ...SILENT_ANSWER_UPDATES,
    joined: ({ userId, textKey }) => void said.push(['joined', userId, textKey]),
    moved: tell('everywhere'),
    movedHere: tell('here'),
  };
  return { broadcaster, answerUpdates, said };
}

async function startProcess(db: Database) {
  const { broadcaster, answerUpdates, said } = listening();
  const grouping = createGrouping({
    db,
    now: Date.now,
    refining: null,
    broadcaster,
    answerUpdates,
    knowledge: NO_KNOWLEDGE,
    log: { error: (_details, message) => void said.push(['error', message]) },
    regrouped: () => {},
    boards: { whileConsistent: (change) => change() },
  });
  onTestFinished(() => grouping.stop());
  await grouping.start();
  return { ...grouping, said };
}

describe.skipIf(postgresIsMissing !== null)('processes that share PostgreSQL', () => {
  it('send their clients the final state, whichever process has counted', async () => {
    const { db } = await openPostgresStore();
    const [ann = '', ben = ''] = await addUsers(db, 2);
    const { gameSessionId } = await addQuestion(db);
    const counting = await startProcess(db);
    const other = await startProcess(db);
    for (const userId of [ann, ben])
      await storeAnswer(db, { gameSessionId, userId, text: 'Apple', receivedAt: Date.now() });
    counting.answered(gameSessionId);
    await until('the other process has told', () => other.said.length > 2);
    expect(other.said).toEqual(
      expect.arrayContaining([
        ['joined', ann, 'apple'],
        ['joined', ben, 'apple'],
        ['here', 'home', ['apple'], 2],
      ]),
    );
    expect(counting.said).toContainEqual(['everywhere', 'home', ['apple'], 2]);
    expect(other.said).not.toContainEqual(['everywhere', 'home', ['apple'], 2]);
  });

  it('announce once what a killed process has counted', async () => {
    const { db } = await openPostgresStore();
    const [ann = ''] = await addUsers(db, 1);
    const { gameSessionId } = await addQuestion(db);
    await storeAnswer(db, { gameSessionId, userId: ann, text: 'Apple', receivedAt: Date.now() });
    // The work of a process that is killed after its commit.
    await recount({ ...recountServices(db), now: Date.now }, gameSessionId);
    const processes = [await startProcess(db), await startProcess(db)];
    const told = () => processes.flatMap(({ said }) => said);
    await until('everybody has been told', () =>
      told().some(([to, name]) => to === 'admin' && name === 'answers-counted'),
    );
    const count = (...wanted: unknown[]) =>
      told().filter((each) => JSON.stringify(each) === JSON.stringify(wanted)).length;
    expect([count('everywhere', 'home', ['apple'], 1), count('admin', 'answers-counted')]).toEqual([
      1, 1,
    ]);
    expect(told().filter(([what]) => what === 'error')).toEqual([]);
  });
});
