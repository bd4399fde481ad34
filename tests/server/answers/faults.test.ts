import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, inTransaction } from '#server/db/client.ts';
import { lockScores } from '#server/db/score-lock.ts';
import { StoreUnavailable } from '#server/db/errors.ts';
import { forgetSession } from '#server/results/boards/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addQuestion, addUser, addUsers, fate, processOn, START } from './fixture.ts';

const stored = (db: Database) => db.read.selectFrom('answer').select('user_id').execute();

describeStores('answers in trouble', (open) => {
  it('are stored even if their points cannot be determined', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const viewer = await addUser(db);
    const blind = processOn({
      ...db,
      read: db.read.withPlugin({
        transformQuery: () => {
          throw new Error('no reading');
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
    });
    expect((await blind.submit(viewer, gameSessionId, 'apple')).awardedPoints).toBe(0);
    expect(blind.warnings).toEqual(['answers could not be scored yet']);
    expect(blind.answered).toEqual([gameSessionId, gameSessionId]);
    expect(await stored(db)).toHaveLength(1);
  });

  it('are acknowledged only when stored, whichever store call fails [R5.answer-durable]', async () => {
    const db = await open();
    const viewers = await addUsers(db, 3);
    const { gameSessionId: earlier } = await addQuestion(db);
    await processOn(db).submit(viewers[0] ?? '', earlier, 'apple');
    let failures = 0;
    for (let n = 1; failures === n - 1; n += 1) {
      const { gameSessionId } = await addQuestion(db);
      const { submit } = processOn({ ...db, write: db.write.withPlugin(failingAt(n)) });
      const results = await Promise.allSettled([
        ...viewers.map((viewer) => submit(viewer, gameSessionId, 'apple')),
        submit(viewers[0] ?? '', earlier, 'apple'),
      ]);
      const rows = await db.read
        .selectFrom('answer')
        .select('id')
        .where('game_session_id', '=', gameSessionId)
        .execute();
      const fates = results.map((result) =>
        result.status === 'rejected' && result.reason instanceof StoreUnavailable
          ? 'unavailable'
          : result.status,
      );
      const hasFailed = fates.includes('unavailable');
      if (hasFailed) failures += 1;
      expect({ fates, rows: rows.length }).toEqual({
        fates: results.map(() => (hasFailed ? 'unavailable' : 'fulfilled')),
        rows: hasFailed ? 0 : viewers.length,
      });
    }
    // One failure for each statement: windows, roles, earlier answers, held points, and the new answers.
    expect(failures).toBe(6);
  });

  it('to a question or by an account being deleted are stored without a name or refused, and nothing breaks', async () => {
    const db = await open();
    for (let round = 0; round < 8; round += 1) {
      const viewers = await addUsers(db, 6);
      const { id, gameSessionId } = await addQuestion(db);
      const here = processOn(db);
      const there = processOn(db);
      const deleteUser = (user = '') =>
        db.write.deleteFrom('user').where('id', '=', user).execute();
      const answering = viewers.map((viewer, index) =>
        fate((index % 2 === 0 ? here : there).submit(viewer, gameSessionId, 'apple')),
      );
      const deleting = inTransaction(db, async (tx) => {
        await lockScores(tx, 'alone');
        await forgetSession(tx, gameSessionId);
        await tx.deleteFrom('question').where('id', '=', id).execute();
      });
      await Promise.all([
        deleteUser(viewers[0]),
        deleteUser(viewers[1]),
        here.recount(gameSessionId),
        deleting,
      ]);
      const fates = (await Promise.all(answering)).map((each) =>
        'status' in each ? each.status : 201,
      );
      for (const status of fates) expect([201, 401, 404]).toContain(status);
      expect(await db.read.selectFrom('answer').select('id').execute()).toEqual([]);
      expect(await db.read.selectFrom('score').select('user_id').execute()).toEqual([]);
    }
  });

  it('get the same reply on a retry after a lost acknowledgement [R5.answer-repeated]', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const viewer = await addUser(db);
    const write = Object.create(db.write, {
      transaction: {
        value: () => ({
          execute: async (work: Parameters<typeof inTransaction>[1]) => {
            await db.write.transaction().execute(work);
            throw new StoreUnavailable('the line broke at the commit');
          },
        }),
      },
    });
    const broken = processOn({ ...db, write });
    await expect(broken.submit(viewer, gameSessionId, 'apple')).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    const { submit } = processOn(db);
    expect(await submit(viewer, gameSessionId, 'apple', START + 1)).toEqual({
      gameSessionId,
      answer_text: 'apple',
      awardedPoints: 1,
      answeredAt: START,
    });
  });
});

/** Makes the n-th statement fail, as if the store were down. */
function failingAt(n: number): KyselyPlugin {
  let statements = 0;
  return {
    transformQuery: ({ node }) => {
      statements += 1;
      if (statements === n) throw new StoreUnavailable('gone');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
