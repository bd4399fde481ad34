import { expect, it } from 'vitest';
import { type Audience, ROLE } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import { groupTexts } from 'answer-grouping';
import { finishMoves, recount, type RecountServices } from '#server/results/grouping/recount.ts';
import { readUncounted } from '#server/results/grouping/recount-backlog.ts';
import { describeStores } from '#tests/support/databases.ts';
import { totalsIn } from '#tests/support/scores.ts';
import {
  addQuestion,
  addUser,
  addUsers,
  processOn,
  recountServices,
  START,
  storeAnswer,
} from '../answers/fixture.ts';

const MINUTE = 60_000;

const groupsOf = (db: Database, gameSessionId: string) =>
  db.read
    .selectFrom('answer_group')
    .select([
      'id',
      'representative',
      'home_count',
      'studio_count',
      'home_points',
      'contestant_points',
    ])
    .where('game_session_id', '=', gameSessionId)
    .orderBy('home_points', 'desc')
    .orderBy('representative')
    .execute();

const scoresOf = (db: Database) =>
  db.read
    .selectFrom('score')
    .selectAll()
    .orderBy('user_id')
    .orderBy('scope', 'desc')
    .orderBy('audience')
    .execute();

/** The totals of a user with one answer. */
const score = (user_id: string, audience: Audience, points: number, first_answered_at: number) =>
  ['all', '2023-11-14'].flatMap((scope) =>
    totalsIn(audience, { scope, user_id, points, answers: 1, first_answered_at }),
  );

const services = (db: Database, more: Partial<RecountServices> = {}): RecountServices => ({
  ...recountServices(db),
  now: () => START + 7,
  ...more,
});

describeStores('a recount', (open) => {
  it('counts points, totals and counts of answers from the groups', async () => {
    const db = await open();
    const [a = '', b = ''] = await addUsers(db, 2);
    const c = await addUser(db, ROLE.contestant);
    const { id: questionId, gameSessionId } = await addQuestion(db);
    const { submit } = processOn(db);
    await submit(a, gameSessionId, 'The Apple');
    await submit(b, gameSessionId, 'apple', START + 1);
    await submit(c, gameSessionId, 'Pear', START + 2);
    const result = await recount(services(db), gameSessionId);
    const groups = await groupsOf(db, gameSessionId);
    expect(result).toEqual({
      gameSessionId,
      questionId,
      answered: { home: 2, studio: 1 },
      groupIds: new Map([
        ['apple', groups[0]?.id],
        ['pear', groups[1]?.id],
      ]),
      groups: expect.any(Array),
      answerTexts: expect.any(Map),
      judgements: [],
      mergesVersion: 0,
      version: 1,
      mustDiffer: expect.any(Function),
      moved: expect.toSatisfy((moved: unknown[]) => moved.length === 2),
    });
    expect(result).toMatchObject({
      moved: expect.arrayContaining([
        { audience: 'home', textKey: 'apple', points: 2 },
        { audience: 'studio', textKey: 'pear', points: 4 },
      ]),
    });
    expect(groups.map(({ id: _id, ...group }) => group)).toEqual([
      {
        representative: 'The Apple',
        home_count: 2,
        studio_count: 0,
        home_points: 2,
        contestant_points: 5,
      },
      {
        representative: 'Pear',
        home_count: 0,
        studio_count: 1,
        home_points: 0,
        contestant_points: 4,
      },
    ]);
    expect(await scoresOf(db)).toEqual([
      ...score(a, 'home', 2, START),
      ...score(b, 'home', 2, START + 1),
      ...score(c, 'studio', 4, START + 2),
    ]);
    expect(await db.read.selectFrom('grouping').selectAll().execute()).toEqual([
      {
        game_session_id: gameSessionId,
        version: 1,
        ai_enabled: 0,
        explanation: JSON.stringify({ isByHand: false, ai: 'none', merged: 0 }),
        updated_at: START + 7,
        answers_counted: 3,
        answers_grouped: 3,
        merges_version: 0,
        merges_counted: 0,
        asked: 0,
        asking_until: null,
        recounting_until: null,
        announced_version: 0,
        to_show: 0,
      },
    ]);
  });

  it('keeps the ids of groups, and returns only changed points', async () => {
    const db = await open();
    const viewers = await addUsers(db, 4);
    const { gameSessionId } = await addQuestion(db);
    const { submit, recount: count } = processOn(db);
    await submit(viewers[0] ?? '', gameSessionId, 'apple');
    await submit(viewers[1] ?? '', gameSessionId, 'pear');
    await count(gameSessionId);
    const before = await groupsOf(db, gameSessionId);
    await submit(viewers[2] ?? '', gameSessionId, 'Apple');
    expect(await count(gameSessionId)).toMatchObject({
      moved: [{ audience: 'home', textKey: 'apple', points: 2 }],
    });
    expect((await groupsOf(db, gameSessionId)).map(({ id }) => id)).toEqual(
      before.map(({ id }) => id),
    );
    expect(await count(gameSessionId)).toMatchObject({ moved: [] });
  });

  it('leaves texts that arrive while it groups to the next recount', async () => {
    const db = await open();
    const [a = '', b = '', c = ''] = await addUsers(db, 3);
    const { gameSessionId } = await addQuestion(db);
    await storeAnswer(db, { gameSessionId, userId: a, text: 'apple' });
    const interrupted = services(db, {
      group: async (texts) => {
        await storeAnswer(db, { gameSessionId, userId: b, text: 'Apple' });
        await storeAnswer(db, { gameSessionId, userId: c, text: 'pear' });
        return groupTexts(texts);
      },
    });
    const points = () =>
      db.read.selectFrom('answer').select(['user_id', 'points']).orderBy('id').execute();
    await recount(interrupted, gameSessionId);
    expect(await points()).toEqual([
      { user_id: a, points: 2 },
      { user_id: b, points: 2 },
      { user_id: c, points: null },
    ]);
    expect(await readUncounted(db.read, START)).toEqual([gameSessionId]);
    await recount(services(db), gameSessionId);
    expect(await points()).toEqual([
      { user_id: a, points: 2 },
      { user_id: b, points: 2 },
      { user_id: c, points: 1 },
    ]);
    expect(await readUncounted(db.read, START)).toEqual([]);
  });

  it.each([
    ['a model has merged texts', { merges_version: 7 }],
    ['points are to be shown', { to_show: 1 }],
  ] as const)('is due again after %s, and no longer once done', async (_, change) => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    await storeAnswer(db, { gameSessionId, userId: await addUser(db), text: 'apple' });
    await recount(services(db), gameSessionId);
    expect(await readUncounted(db.read, START + 7)).toEqual([]);
    // Store the same as a killed process.
    await db.write.updateTable('grouping').set(change).execute();
    expect(await readUncounted(db.read, START + 7)).toEqual([gameSessionId]);
    await recount(services(db), gameSessionId);
    expect(await readUncounted(db.read, START + 7)).toEqual([]);
  });

  it('renames groups if answers with known texts arrived while it grouped, in any process', async () => {
    const db = await open();
    const viewers = await addUsers(db, 3);
    const [a = '', b = '', c = ''] = viewers;
    const { gameSessionId } = await addQuestion(db);
    await storeAnswer(db, { gameSessionId, userId: a, text: 'strawbery' });
    await storeAnswer(db, { gameSessionId, userId: b, text: 'strawberry' });
    const representative = async () => (await groupsOf(db, gameSessionId))[0]?.representative;
    const interrupted = services(db, {
      group: async (texts) => {
        await storeAnswer(db, { gameSessionId, userId: c, text: 'strawbery' });
        return groupTexts(texts);
      },
    });
    await recount(interrupted, gameSessionId);
    expect([await representative(), await readUncounted(db.read, START)]).toEqual([
      'strawberry',
      [],
    ]);
    expect(await readUncounted(db.read, START + 7)).toEqual([gameSessionId]);
    await recount(services(db), gameSessionId);
    expect([await representative(), await readUncounted(db.read, START + 7)]).toEqual([
      'strawbery',
      [],
    ]);
  });

  it('skips a game session that another process is counting', async () => {
    const db = await open();
    const userId = await addUser(db);
    const { gameSessionId } = await addQuestion(db);
    await storeAnswer(db, { gameSessionId, userId, text: 'apple' });
    const meanwhile: unknown[] = [];
    const first = services(db, {
      group: async (texts) => {
        meanwhile.push(await recount(services(db), gameSessionId));
        return groupTexts(texts);
      },
    });
    expect(await recount(first, gameSessionId)).toMatchObject({ gameSessionId });
    expect(meanwhile).toEqual(['leased']);
    expect(await recount(services(db), gameSessionId)).toMatchObject({ gameSessionId });
  });

  it('writes nothing if another process has taken over', async () => {
    const db = await open();
    const userId = await addUser(db);
    const { gameSessionId } = await addQuestion(db);
    await storeAnswer(db, { gameSessionId, userId, text: 'apple' });
    const overtaken = services(db, {
      group: async (texts) => {
        await recount(services(db, { now: () => START + MINUTE }), gameSessionId);
        return groupTexts(texts);
      },
    });
    expect(await recount(overtaken, gameSessionId)).toBe('stale');
    expect(await db.read.selectFrom('grouping').select('version').execute()).toEqual([
      { version: 1 },
    ]);
    expect((await scoresOf(db)).map(({ answers }) => answers)).toEqual([1, 1, 1, 1]);
  });

  it('counts nothing twice if several run at the same time', async () => {
    const db = await open();
    const viewers = await addUsers(db, 20);
    const { gameSessionId } = await addQuestion(db);
    for (const userId of viewers) await storeAnswer(db, { gameSessionId, userId, text: 'apple' });
    const results = await Promise.all(
      Array.from({ length: 4 }, () => recount(services(db), gameSessionId)),
    );
    const written = results.filter((result) => typeof result === 'object');
    expect(await db.read.selectFrom('grouping').select('version').execute()).toEqual([
      { version: written.length },
    ]);
    const all = (await scoresOf(db)).filter(
      ({ scope, audience }) => scope === 'all' && audience === 'all',
    );
    expect(all.map(({ points, answers }) => [points, answers])).toEqual(viewers.map(() => [20, 1]));
  });

  it('does nothing for a deleted game session', async () => {
    const db = await open();
    const userId = await addUser(db);
    const { id, gameSessionId } = await addQuestion(db);
    expect(await recount(services(db), gameSessionId)).toBe('gone');
    await storeAnswer(db, { gameSessionId, userId, text: 'apple' });
    const deleting = services(db, {
      group: async (texts) => {
        await db.write.deleteFrom('question').where('id', '=', id).execute();
        return groupTexts(texts);
      },
    });
    expect(await recount(deleting, gameSessionId)).toBe('gone');
    expect(await scoresOf(db)).toEqual([]);
  });

  it('of many answers is completed after a crash in the middle', async () => {
    const db = await open();
    const viewers = await addUsers(db, 5);
    const { gameSessionId } = await addQuestion(db);
    for (const userId of viewers) await storeAnswer(db, { gameSessionId, userId, text: 'apple' });
    const points = async () =>
      (await db.read.selectFrom('answer').select('points').orderBy('user_id').execute()).map(
        (answer) => answer.points,
      );
    const totals = async () =>
      (await scoresOf(db)).flatMap((row) =>
        row.scope === 'all' && row.audience === 'all' ? row.points : [],
      );
    let slices = 0;
    const crashing = db.write.withPlugin({
      transformQuery: ({ node }) => {
        // Each slice writes its points last; fail in the second slice.
        if (node.kind === 'UpdateQueryNode' && node.from !== undefined && (slices += 1) === 2)
          throw new Error('crash');
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await expect(recount(services({ ...db, write: crashing }), gameSessionId)).rejects.toThrow(
      'crash',
    );
    expect(await points()).toEqual([5, 5, null, null, null]);
    expect(await totals()).toEqual([5, 5]);
    expect(await readUncounted(db.read, START)).toEqual([gameSessionId]);
    await finishMoves(db);
    expect(await points()).toEqual([5, 5, 5, 5, 5]);
    expect(await totals()).toEqual([5, 5, 5, 5, 5]);
    expect(await readUncounted(db.read, START)).toEqual([]);
  });

  it('is not visible before it is complete', async () => {
    const db = await open();
    const viewers = await addUsers(db, 3);
    const { gameSessionId } = await addQuestion(db);
    for (const userId of viewers) await storeAnswer(db, { gameSessionId, userId, text: 'apple' });
    const log: string[] = [];
    const steady: RecountServices['whileConsistent'] = async (write) => {
      log.push(`before ${(await scoresOf(db)).length}`);
      const result = await write();
      log.push(`after ${(await scoresOf(db)).length}`);
      return result;
    };
    await recount(services(db, { whileConsistent: steady }), gameSessionId);
    expect(log).toEqual(['before 0', 'after 12']);
  });
});
