import { ROLE } from '#machines/contract/entities.ts';
import { utcDay } from '#machines/rules/clock.ts';
import type { Database } from '#server/db/client.ts';
import { seedUsers } from '#tests/support/seed.ts';
import { START } from '../answers/fixture.ts';

/**
 * So many people, two thirds of them home viewers, who have answered this question alone: each with two others who have as
 * many points.
 */
export async function addCrowd(db: Database, gameSessionId: string, size: number) {
  const studio = Math.floor(size / 3);
  const home = await seedUsers(db, size - studio, ROLE.home, 'h');
  const people = [...home, ...(await seedUsers(db, studio, ROLE.contestant, 's'))];
  const crowd = people.map(({ id, token }, index) => ({
    id,
    token,
    roleId: index < home.length ? ROLE.home : ROLE.contestant,
    points: Math.floor(((index * 7_919) % size) / 3),
  }));
  for (let first = 0; first < size; first += 400) {
    const some = crowd.slice(first, first + 400);
    const totals = some.map(({ id, roleId, points }) => ({
      scope: 'all',
      user_id: id,
      role_id: roleId,
      points,
      answers: 1,
      first_answered_at: START,
    }));
    const answers = some.map(({ id, roleId, points }) => ({
      id: `a${id}`,
      game_session_id: gameSessionId,
      user_id: id,
      audience: roleId === ROLE.home ? ('home' as const) : ('studio' as const),
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
