import { expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import { readUncounted } from '#server/results/grouping/recount-backlog.ts';
import { verifyCounts } from '#server/verify.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addQuestion, addUser, addUsers, processOn, START } from '../answers/fixture.ts';

const DAY = 86_400_000;

const scoresOf = (db: Database) =>
  db.read
    .selectFrom('score')
    .selectAll()
    .orderBy('user_id')
    .orderBy('scope')
    .orderBy('audience')
    .execute();
const groupsOf = (db: Database) =>
  db.read.selectFrom('answer_group').selectAll().orderBy('id').execute();
const pointsOf = (db: Database) =>
  db.read.selectFrom('answer').select(['id', 'points']).orderBy('id').execute();

const verify = (db: Database) => verifyCounts(db, new AbortController().signal);

/** A store with three users and two questions on two days, all counted. */
async function played(db: Database) {
  const [ann = '', ben = ''] = await addUsers(db, 2);
  const cem = await addUser(db, ROLE.contestant);
  const process = processOn(db);
  const questions = [await addQuestion(db), await addQuestion(db)];
  for (const [index, { gameSessionId }] of questions.entries()) {
    for (const [userId, text] of [
      [ann, 'Apple'],
      [ben, 'apple'],
      [cem, 'Pear'],
    ] as const)
      await process.submit(userId, gameSessionId, text, START + index * DAY);
    await process.recount(gameSessionId);
  }
  return { ann, ben, cem, questions, process };
}

describeStores('the check of all totals', (open) => {
  it('reports nothing if everything is right', async () => {
    const db = await open();
    await played(db);
    const before = await scoresOf(db);
    expect(before).toHaveLength(18);
    expect(await verify(db)).toEqual({ people: 0, questions: 0 });
    expect(await scoresOf(db)).toEqual(before);
  });

  it.each<[string, (db: Database, people: { ann: string; cem: string }) => Promise<unknown>]>([
    [
      'a total below zero',
      (db, { ann }) =>
        db.write
          .updateTable('score')
          .set({ points: -3 })
          .where('user_id', '=', ann)
          .where('scope', '=', 'all')
          .execute(),
    ],
    [
      'a day that is missing',
      (db, { ann }) =>
        db.write
          .deleteFrom('score')
          .where('user_id', '=', ann)
          .where('scope', '=', '2023-11-15')
          .execute(),
    ],
    [
      'points in another audience',
      (db, { cem }) =>
        db.write
          .updateTable('score')
          .set({ audience: 'home' })
          .where('user_id', '=', cem)
          .where('audience', '=', 'studio')
          .execute(),
    ],
    [
      'a day without an answer',
      (db, { cem }) =>
        db.write
          .insertInto('score')
          .values({
            scope: '2020-01-01',
            audience: 'studio',
            user_id: cem,
            points: 5,
            answers: 1,
            first_answered_at: 1,
          })
          .execute(),
    ],
  ])('repairs %s', async (_, spoil) => {
    const db = await open();
    const people = await played(db);
    const right = await scoresOf(db);
    await spoil(db, people);
    expect(await scoresOf(db)).not.toEqual(right);
    expect(await verify(db)).toEqual({ people: 1, questions: 0 });
    expect(await scoresOf(db)).toEqual(right);
  });

  it.each<[string, (db: Database, gameSessionId: string) => Promise<unknown>]>([
    [
      'a group that is short of an answer',
      (db, id) =>
        db.write
          .updateTable('answer_group')
          .set({ home_count: 1, home_points: 1 })
          .where('game_session_id', '=', id)
          .where('home_count', '=', 2)
          .execute(),
    ],
    [
      'points that are not the group’s',
      (db, id) =>
        db.write
          .updateTable('answer')
          .set({ points: 9 })
          .where('game_session_id', '=', id)
          .execute(),
    ],
  ])('recounts a question with %s', async (_, spoil) => {
    const db = await open();
    const { questions, process } = await played(db);
    const gameSessionId = questions[1]?.gameSessionId ?? '';
    const right = [await groupsOf(db), await pointsOf(db), await scoresOf(db)];
    await spoil(db, gameSessionId);
    expect(await verify(db)).toMatchObject({ questions: 1 });
    expect(await readUncounted(db.read, START)).toEqual([gameSessionId]);
    await process.recount(gameSessionId);
    expect([await groupsOf(db), await pointsOf(db), await scoresOf(db)]).toEqual(right);
    expect(await readUncounted(db.read, START)).toEqual([]);
    expect(await verify(db)).toEqual({ people: 0, questions: 0 });
  });
});
