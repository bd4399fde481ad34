import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { NO_KNOWLEDGE } from 'answer-grouping';
import { type Database, inTransaction } from '#server/db/client.ts';
import { createGrouping } from '#server/results/grouping/service.ts';
import { isBeingCounted } from '#server/show/export/read.ts';
import { showPoints } from '#server/results/result-store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { until } from '#tests/support/process.ts';
import { SILENT_BROADCASTER, SILENT_ANSWER_UPDATES } from '#tests/support/silent-broadcaster.ts';
import { addQuestion, addUsers, processOn, START, storeAnswer } from '../answers/fixture.ts';

const SWEEP_MS = 2_000;
const UNCOUNTED_MS = 4_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A counting process. `counted`: the game sessions that it has recounted. */
async function startCounting(db: Database, now: () => number) {
  const counted: string[] = [];
  const errors: string[] = [];
  const grouping = createGrouping({
    db,
    now,
    refining: null,
    broadcaster: SILENT_BROADCASTER,
    answerUpdates: SILENT_ANSWER_UPDATES,
    knowledge: NO_KNOWLEDGE,
    log: { error: (_details, message) => void errors.push(message) },
    regrouped: (gameSessionId) => void counted.push(gameSessionId),
    boards: { whileConsistent: (change) => change() },
  });
  onTestFinished(() => grouping.stop());
  await grouping.start();
  return { counted, errors, stop: grouping.stop };
}

const pointsIn = async (db: Database, gameSessionId: string) =>
  (
    await db.read
      .selectFrom('answer')
      .where('game_session_id', '=', gameSessionId)
      .select('points')
      .execute()
  ).map(({ points }) => points);

describeStores('answers that a killed process left uncounted', (open) => {
  it('are counted by another process; new answers are left to the process that accepted them', async () => {
    const db = await open();
    const people = await addUsers(db, 3);
    const [left, fresh] = [await addQuestion(db), await addQuestion(db)];
    const clock = { now: START };
    const processes = [
      await startCounting(db, () => clock.now),
      await startCounting(db, () => clock.now),
    ];
    for (const userId of people) {
      await storeAnswer(db, { gameSessionId: left.gameSessionId, userId, text: 'apple' });
      await storeAnswer(db, {
        gameSessionId: fresh.gameSessionId,
        userId,
        text: 'pear',
        receivedAt: START + UNCOUNTED_MS,
      });
    }
    clock.now = START + UNCOUNTED_MS + 1;
    vi.advanceTimersByTime(SWEEP_MS);
    await until(
      'they are counted',
      async () => (await pointsIn(db, left.gameSessionId)).join() === '3,3,3',
    );
    for (const { stop } of processes) await stop();
    expect(await pointsIn(db, fresh.gameSessionId)).toEqual([null, null, null]);
    expect(new Set(processes.flatMap(({ counted }) => counted))).toEqual(
      new Set([left.gameSessionId]),
    );
    expect(processes.flatMap(({ errors }) => errors)).toEqual([]);
    const totals = await db.read
      .selectFrom('score')
      .where('scope', '=', 'all')
      .where('audience', '=', 'all')
      .select(['points', 'answers'])
      .execute();
    expect(totals).toEqual(people.map(() => ({ points: 3, answers: 1 })));
  });

  it('are no longer scanned when the process stops', async () => {
    const db = await open();
    const { stop, errors } = await startCounting(db, () => START);
    await stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('do not exist without answers: released points need no count', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const { recount } = processOn(db);
    await recount(gameSessionId);
    await inTransaction(db, (tx) => showPoints(tx, [gameSessionId]));
    expect(await isBeingCounted(db.read, [gameSessionId])).toBe(true);
    await startCounting(db, () => START + UNCOUNTED_MS + 1);
    await until('nothing is behind', async () => !(await isBeingCounted(db.read, [gameSessionId])));
  });
});
