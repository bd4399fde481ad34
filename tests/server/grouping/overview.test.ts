import { m } from 'messages';
import { expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { distribution, grouping, summaries } from '#server/results/grouping/overview.ts';
import { describeStores } from '#tests/support/databases.ts';
import {
  addQuestion,
  addUser,
  addUsers,
  processOn,
  START,
  storeAnswer,
} from '../answers/fixture.ts';

describeStores('the overview of answers for admins', (open) => {
  it('has each text once, in its most frequent spelling', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const texts = ['The apple', 'Apple', 'Apple', 'pear', 'zebra\u202E', 'zebra\u202E'];
    for (const [index, userId] of (await addUsers(db, texts.length)).entries())
      await storeAnswer(db, { gameSessionId, userId, text: texts[index] ?? '' });
    expect(await distribution({ db }, gameSessionId)).toEqual([
      { answer_text: 'Apple', count: 3 },
      { answer_text: 'zebra', count: 2 },
      { answer_text: 'pear', count: 1 },
    ]);
  });

  it('has the groups with their texts and match reasons, and whether answers are newer', async () => {
    const db = await open();
    const { gameSessionId, itemId } = await addQuestion(db);
    const [a = '', b = '', gone = '', late = ''] = await addUsers(db, 4);
    const c = await addUser(db, ROLE.contestant);
    const { recount } = processOn(db);
    const give = (userId: string, text: string, after: number, roleId = ROLE.home) =>
      storeAnswer(db, { gameSessionId, userId, text, roleId, receivedAt: START + after });
    await give(a, 'banana', 0);
    await give(b, 'Bananna', 1);
    await give(gone, 'banana', 2);
    await storeAnswer(db, {
      gameSessionId,
      userId: c,
      text: 'pear',
      roleId: ROLE.contestant,
      receivedAt: START + 3,
    });
    await recount(gameSessionId);
    await db.write.deleteFrom('user').where('id', '=', gone).execute();
    await give(late, 'plum', 4);
    expect(await grouping({ db }, gameSessionId)).toEqual({
      showId: 'house',
      itemId,
      aiEnabled: false,
      totalAnswers: 5,
      totalGroups: 2,
      explanation:
        'Grouped by text matching at 22:13:20 UTC. 1 answer is newer and not grouped yet.',
      groupingDetails: [
        {
          groupId: expect.any(String),
          representative: 'banana',
          pointsPerAnswer: 3,
          contestantPoints: 5,
          count: 3,
          madeBy: 'text',
          answers: [
            { originalText: 'banana', userId: a, matchReason: 'exact' },
            { originalText: 'Bananna', userId: b, matchReason: 'spelling' },
            { originalText: 'banana', userId: null, matchReason: 'exact' },
          ],
        },
        {
          groupId: expect.any(String),
          representative: 'pear',
          pointsPerAnswer: 0,
          contestantPoints: 4,
          count: 1,
          madeBy: 'text',
          answers: [{ originalText: 'pear', userId: c, matchReason: 'exact' }],
        },
      ],
      merges: [],
    });
  });

  it('is empty before the first answer, and marked before the first recount', async () => {
    const db = await open();
    const { gameSessionId, itemId } = await addQuestion(db);
    const empty = {
      showId: 'house',
      itemId,
      aiEnabled: false,
      totalGroups: 0,
      groupingDetails: [],
      merges: [],
    };
    expect(await distribution({ db }, gameSessionId)).toEqual([]);
    expect(await grouping({ db }, gameSessionId)).toEqual({
      ...empty,
      totalAnswers: 0,
      explanation: m.questionsNoAnswers(),
    });
    for (const userId of await addUsers(db, 2))
      await storeAnswer(db, { gameSessionId, userId, text: 'apple' });
    expect(await grouping({ db }, gameSessionId)).toEqual({
      ...empty,
      totalAnswers: 2,
      explanation: '2 answers are not grouped yet.',
    });
  });

  it('of an unknown game session is refused', async () => {
    const db = await open();
    const refused = { status: 404, message: m.notFound() };
    await expect(distribution({ db }, 'nothing')).rejects.toMatchObject(refused);
    await expect(grouping({ db }, 'nothing')).rejects.toMatchObject(refused);
  });

  it('has a limited size for any number of answers', async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const userIds = await addUsers(db, 170);
    for (const [index, userId] of userIds.entries()) {
      // Sixty players give the same answer; the others' answers are all different.
      const text = index < 60 ? 'banana' : `number ${index}`;
      await storeAnswer(db, { gameSessionId, userId, text });
    }
    await processOn(db).recount(gameSessionId);
    const { totalGroups, explanation, groupingDetails } = await grouping({ db }, gameSessionId);
    expect(totalGroups).toBe(111);
    expect(explanation).toBe(
      'Grouped by text matching at 22:13:20 UTC. The 100 largest groups are shown.',
    );
    expect(groupingDetails).toHaveLength(100);
    expect(groupingDetails[0]).toMatchObject({ representative: 'banana', count: 60 });
    expect(groupingDetails[0]?.answers).toHaveLength(50);
  });

  it('has the counts and largest groups of many questions at once', async () => {
    const db = await open();
    const [first, second, third] = [
      await addQuestion(db),
      await addQuestion(db),
      await addQuestion(db),
    ];
    const contestant = await addUser(db, ROLE.contestant);
    const { recount } = processOn(db);
    const texts = ['a b c', 'kiwi', 'kiwi', 'plum', 'lemon', 'orange', 'cherry'];
    for (const [index, userId] of (await addUsers(db, texts.length)).entries())
      await storeAnswer(db, {
        gameSessionId: first.gameSessionId,
        userId,
        text: texts[index] ?? '',
      });
    await storeAnswer(db, {
      gameSessionId: second.gameSessionId,
      userId: contestant,
      roleId: ROLE.contestant,
      text: 'plum',
    });
    for (const { gameSessionId } of [first, second, third]) await recount(gameSessionId);
    const ids = [first, second, third].map(({ gameSessionId }) => gameSessionId);
    const found = await summaries({ db }, ids);
    expect([...found.keys()].toSorted()).toEqual(
      [first.gameSessionId, second.gameSessionId].toSorted(),
    );
    const { answered, topGroups = [] } = found.get(first.gameSessionId) ?? {};
    expect(answered).toEqual({ home: 7, studio: 0 });
    expect(topGroups.map(({ count }) => count)).toEqual([2, 1, 1, 1, 1]);
    expect(topGroups[0]).toEqual({ representative: 'kiwi', count: 2 });
    expect(found.get(second.gameSessionId)).toEqual({
      answered: { home: 0, studio: 1 },
      points: 5,
      mergesHeld: 0,
      appeals: 0,
      topGroups: [{ representative: 'plum', count: 1 }],
    });
    expect(await summaries({ db }, [])).toEqual(new Map());
  });
});
