import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { atEndOfTurn, oncePerTurn } from '#server/end-of-turn.ts';
import { openSqliteStore } from '#tests/support/databases.ts';
import { addQuestion, addUsers, processOn } from './fixture.ts';

/** Counts messages to the store's threads from now on. Waiting for a reply costs a turn of the event loop. */
function messagesToStore() {
  const posting = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => posting.mockRestore());
  return posting.mock.calls;
}

it('stores a batch of answers in three messages: the reads, the answers, the commit', async () => {
  const db = await openSqliteStore();
  const { gameSessionId } = await addQuestion(db);
  const [first = '', ...others] = await addUsers(db, 6);
  const { submit } = processOn(db);
  await submit(first, gameSessionId, 'apple');
  const messages = messagesToStore();
  await Promise.all(others.map((viewer) => submit(viewer, gameSessionId, 'apple')));
  expect(messages).toHaveLength(3);
});

it('calls the store in the turn in which a batch was collected', async () => {
  const db = await openSqliteStore();
  const messages = messagesToStore();
  let asked: Promise<unknown> = Promise.resolve();
  atEndOfTurn(() => {
    asked = db.read.selectFrom('user').select('id').execute();
  });
  await nextTurn();
  expect(messages).toHaveLength(1);
  await asked;
});

it('reads once for all who ask in a turn, and again for the next', async () => {
  let reads = 0;
  const read = oncePerTurn(() => Promise.resolve((reads += 1)));
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(2);
});

it('rejects all who share a read that fails, and reads again for the next', async () => {
  let reads = 0;
  const read = oncePerTurn(() => {
    reads += 1;
    return reads === 1 ? Promise.reject(new Error('busy')) : Promise.resolve(reads);
  });
  expect((await Promise.allSettled([read(), read()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await read()).toBe(2);
});
