import { ROLE } from '#machines/contract/entities.ts';
import { utcDay } from '#machines/connection/rules/clock.ts';
import type { Database } from '#server/db/client.ts';
import { totalsIn } from '#tests/support/scores.ts';
import { seedUsers } from '#tests/support/seed.ts';
import { START } from '../answers/fixture.ts';

/**
 * Adds this many users, two thirds of them home viewers, who have answered only this question. Each shares the number
 * of points with two others.
 */
export async function addCrowd(db: Database, gameSessionId: string, size: number) {
  const studio = Math.floor(size / 3);
  const home = await seedUsers(db, size - studio, ROLE.home, 'h');
  const people = [...home, ...(await seedUsers(db, studio, ROLE.contestant, 's'))];
  const crowd = people.map(({ id, token }, index) => ({
    id,
    token,
    ...(index < home.length
      ? ({ roleId: ROLE.home, audience: 'home' } as const)
      : ({ roleId: ROLE.contestant, audience: 'studio' } as const)),
    points: Math.floor(((index * 7_919) % size) / 3),
  }));
  for (let first = 0; first < size; first += 400) {
    const some = crowd.slice(first, first + 400);
    const totals = some.flatMap(({ id, audience, points }) =>
      totalsIn(audience, {
        scope: 'all',
        user_id: id,
        points,
        answers: 1,
        first_answered_at: START,
      }),
    );
    const answers = some.map(({ id, audience, points }) => ({
      id: `a${id}`,
      game_session_id: gameSessionId,
      user_id: id,
      audience,
      text: id,
      text_key: id,
      received_at: START,
      day: utcDay(START),
      points,
    }));
    await db.write.insertInto('score').values(totals).execute();
    await db.write.insertInto('answer').values(answers).execute();
  }
  return crowd;
}
