import { type Kysely, sql } from 'kysely';
import type { TeamEntry } from '#machines/contract/entities.ts';
import { rankTeams } from '#machines/results/rules/teams.ts';
import type { Schema } from '#server/db/schema.ts';
import { readTeams } from '#server/show/joining/teams.ts';
import { type CountedSessions, totalsOf } from './show-store.ts';
import { PLAYERS } from './store.ts';

type Reader = Kysely<Schema>;

/**
 * Returns the board of a show's teams over game sessions: the teams with members, by their score. All members count
 * who are not removed, even without an answer. Null: the show has no teams.
 */
export async function readTeamBoard(
  db: Reader,
  showId: string,
  over: Omit<CountedSessions, 'audience'>,
): Promise<TeamEntry[] | null> {
  if ((await readTeams(db, showId)).length === 0) return null;
  if (over.gameSessionIds.length === 0) return [];
  const teams = await db
    .selectFrom('show_team as t')
    .innerJoin('show_member as m', 'm.team_id', 't.id')
    .innerJoin('user as u', 'u.id', 'm.user_id')
    .leftJoin(totalsOf(db, { ...over, audience: 'home' }).as('p'), 'p.user_id', 'm.user_id')
    .where('t.show_id', '=', showId)
    .where('u.role_id', 'in', PLAYERS)
    .where('m.user_id', 'not in', (eb) =>
      eb.selectFrom('show_removal').where('show_id', '=', showId).select('user_id'),
    )
    .groupBy(['t.id', 't.name', 't.position'])
    .orderBy('t.position')
    .select((eb) => ['t.id', 't.name', eb.fn.countAll<number>().as('members')])
    .select(sql<number>`coalesce(sum(p.total_points), 0)`.as('points'))
    .execute();
  return rankTeams(teams);
}
