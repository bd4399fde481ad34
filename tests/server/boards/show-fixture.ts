import { audienceOf } from '#machines/contract/audience.ts';
import type { Database } from '#server/db/client.ts';
import { insertShow } from '#server/show/store.ts';
import { makeItems } from '#tests/support/make-items.ts';
import { addQuestion, START } from '../answers/fixture.ts';

/** A live show with a question for each item. */
export async function showOn(db: Database, id: string, items: number, createdAt = START) {
  const sessions: string[] = [];
  for (let item = 0; item < items; item += 1) sessions.push((await addQuestion(db)).gameSessionId);
  await db.write.transaction().execute(async (tx) => {
    await insertShow(tx, { id, title: `Show ${id}` }, createdAt);
    await makeItems(tx, id, sessions);
  });
  const setState = (state: 'draft' | 'live' | 'ended', endedAt: number | null = null) =>
    db.write.updateTable('show').set({ state, ended_at: endedAt }).where('id', '=', id).execute();
  await setState('live');
  return { id, sessions, setState };
}

let answers = 0;
/** Stores an answer with points, in the audience of its player's current role. */
export async function score(
  db: Database,
  gameSessionId: string,
  userId: string,
  points: number,
  at = 0,
) {
  answers += 1;
  const { role_id } = await db.read
    .selectFrom('user')
    .select('role_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await db.write
    .insertInto('answer')
    .values({
      id: `answer-${answers}`,
      game_session_id: gameSessionId,
      user_id: userId,
      audience: audienceOf(role_id) ?? 'home',
      text: 'x',
      text_key: 'x',
      received_at: START + at,
      day: '2023-11-14',
      points,
    })
    .execute();
}

let published = 0;
/** Publishes the result of a game session, later than the ones before. */
export async function publish(db: Database, gameSessionId: string) {
  published += 1;
  await db.write
    .insertInto('result')
    .values({
      game_session_id: gameSessionId,
      state: 'published',
      version: 2,
      locked_at: START,
      published_at: START + published,
      corrected_at: null,
      reason: null,
    })
    .execute();
}
