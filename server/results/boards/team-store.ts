import { type Kysely, type Selectable, sql } from 'kysely';
import type { TeamEntry } from '#machines/contract/entities.ts';
import { withShared } from '#machines/results/rules/ranking.ts';
import { rankTeams } from '#machines/results/rules/teams.ts';
import type { Schema, ShowMemberTable } from '#server/db/schema.ts';
import { readTeams } from '#server/show/joining/teams.ts';
import { readIsRehearsing } from '#server/show/stage/store.ts';
import { byHand, type Counted, totalsOf } from './show-store.ts';
import { PLAYERS } from './store.ts';

type Reader = Kysely<Schema>;

/**
 * Returns the board of a show's teams: the teams with members, by their score. All members count who are not removed,
 * even without an answer; during a rehearsal, its players count instead. Null: the show has no teams.
 */
export async function readTeamBoard(
  db: Reader,
  showId: string,
  over: Omit<Counted, 'audience' | 'showIds'>,
): Promise<TeamEntry[] | null> {
  if ((await readTeams(db, showId)).length === 0) return null;
  const given = await readGiven(db, showId, over.homeAt);
  if (over.gameSessionIds.length === 0 && given === null) return [];
  const teams = await db
    .selectFrom('show_team as t')
    .innerJoin(await playersOf(db, showId), 'm.team_id', 't.id')
    .innerJoin('user as u', 'u.id', 'm.user_id')
    .leftJoin(
      totalsOf(db, { ...over, showIds: [showId], audience: 'home' }).as('p'),
      'p.user_id',
      'm.user_id',
    )
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
  return withShared(
    rankTeams(
      teams.map((team) => ({
        ...team,
        points: team.points + team.members * (given?.get(team.id) ?? 0),
      })),
    ),
  );
}

/**
 * Returns the points that a show's teams got by hand, by team, which are added to their scores; null: nothing was given
 * in the show.
 */
async function readGiven(
  db: Reader,
  showId: string,
  homeAt: number | null,
): Promise<ReadonlyMap<string, number> | null> {
  const rows = await byHand(db, [showId], homeAt)
    .groupBy('j.team_id')
    .select((eb) => ['j.team_id as id', eb.fn.sum<number>('j.points').as('points')])
    .execute();
  return rows.length === 0 ? null : new Map(rows.map(({ id, points }) => [id ?? '', points]));
}

/** Returns the players of a show and their teams: those of its rehearsal while it is rehearsed. */
async function playersOf(db: Reader, showId: string) {
  const table = (await readIsRehearsing(db, showId)) ? 'rehearsal_member' : 'show_member';
  return sql<Pick<Selectable<ShowMemberTable>, 'user_id' | 'team_id'>>`${sql.table(table)}`.as('m');
}

/** Returns the ids of members' teams by member. */
export async function readTeamsOfMembers(
  db: Reader,
  showId: string,
): Promise<ReadonlyMap<string, string>> {
  const members = await db
    .selectFrom('show_member')
    .where('show_id', '=', showId)
    .where('team_id', 'is not', null)
    .select(['user_id as userId', 'team_id as teamId'])
    .$narrowType<{ teamId: string }>()
    .execute();
  return new Map(members.map(({ userId, teamId }) => [userId, teamId]));
}
