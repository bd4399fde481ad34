import { m } from 'messages';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Rundown } from '#machines/contract/rundown.ts';
import { ROLE, type RoleId, type Team } from '#machines/contract/entities.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import {
  dealtTeams,
  type SizedTeam,
  smallestTeam,
  teamsNamed,
} from '#machines/show/rules/teams.ts';
import type { Schema, ShowTable } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** Returns the teams of a show in the producer's order. */
export const readTeams = (db: Reader, showId: string): Promise<Team[]> =>
  teamsOf(db, showId).execute();

const teamsOf = (db: Reader, showId: string) =>
  db
    .selectFrom('show_team')
    .where('show_id', '=', showId)
    .orderBy('position')
    .select(['id', 'name']);

/**
 * Locks a show's teams until the transaction ends, so that people are dealt to them one after the other, and counts
 * their members who are not removed.
 */
async function lockSizes(tx: Tx, showId: string): Promise<SizedTeam[]> {
  const teams = await teamsOf(tx, showId).forUpdate().execute();
  const counts = await tx
    .selectFrom('show_member as m')
    .leftJoin('show_removal as r', (join) =>
      join.onRef('r.show_id', '=', 'm.show_id').onRef('r.user_id', '=', 'm.user_id'),
    )
    .where('m.show_id', '=', showId)
    .where('m.team_id', 'is not', null)
    .where('r.user_id', 'is', null)
    .groupBy('m.team_id')
    .select((eb) => ['m.team_id as id', eb.fn.countAll<number>().as('members')])
    .execute();
  const members = new Map(counts.map((each) => [each.id, each.members]));
  return teams.map(({ id }) => ({ id, members: members.get(id) ?? 0 }));
}

/** A person who joins a show with teams. */
interface Joiner {
  readonly roleId: RoleId;
  /** The id of the team that the person chose. */
  readonly team: string | undefined;
}

/**
 * Returns the team of a person who joins; null: none. Contestants are in no team, because their points count
 * differently. The show must be locked against changes.
 * @throws ApiError 422 if the person has to choose one of the teams
 */
export async function teamFor(
  tx: Tx,
  { id, teams }: Pick<Selectable<ShowTable>, 'id' | 'teams'>,
  { roleId, team }: Joiner,
): Promise<string | null> {
  if (teams === 'off' || roleId !== ROLE.home) return null;
  if (teams === 'dealt') return smallestTeam(await lockSizes(tx, id))?.id ?? null;
  const known = await teamsOf(tx, id)
    .where('id', '=', team ?? '')
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  throw new ApiError(422, m.joinNoTeam(), {
    code: 'team',
    details: [{ field: 'team', message: m.joinNoTeam() }],
  });
}

/** Returns the id of a member's team; null: none. */
export async function readTeamOf(
  db: Reader,
  { showId, userId }: { readonly showId: string; readonly userId: string },
): Promise<string | null> {
  const member = await db
    .selectFrom('show_member')
    .where('show_id', '=', showId)
    .where('user_id', '=', userId)
    .select('team_id')
    .executeTakeFirst();
  return member?.team_id ?? null;
}

/** Puts a home viewer of a show into a team. Returns false if there is no such home viewer or team. */
export async function writeTeam(
  tx: Tx,
  { showId, userId }: { readonly showId: string; readonly userId: string },
  teamId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('show_member')
    .set({ team_id: teamId })
    .where('show_id', '=', showId)
    .where('user_id', '=', userId)
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('user').where('id', '=', userId).where('role_id', '=', ROLE.home).select('id'),
    )
    .where((eb) => eb.exists(teamsOf(tx, showId).where('id', '=', teamId)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Sets the teams of a show. Members who are in no team are dealt to the teams in the order in which they joined, even
 * if later ones choose. The show must be locked.
 */
export async function writeTeams(
  tx: Tx,
  showId: string,
  teams: Extract<ShowAct, { type: 'teams' }>['teams'],
  at: number,
): Promise<void> {
  await tx
    .updateTable('show')
    .set({ teams: teams?.mode ?? 'off' })
    .where('id', '=', showId)
    .execute();
  const next = teamsNamed(await readTeams(tx, showId), teams?.names ?? []);
  const kept = next.flatMap(({ id }) => (id === null ? [] : [id]));
  await tx
    .deleteFrom('show_team')
    .where('show_id', '=', showId)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .execute();
  for (const [position, { id, name }] of next.entries())
    await tx
      .insertInto('show_team')
      .values({ id: id ?? newId(at), show_id: showId, name, position })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, position }))
      .execute();
  const waiting = await tx
    .selectFrom('show_member as m')
    .innerJoin('user as u', 'u.id', 'm.user_id')
    .where('m.show_id', '=', showId)
    .where('m.team_id', 'is', null)
    .where('u.role_id', '=', ROLE.home)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .select('m.user_id as id')
    .execute();
  const people = waiting.map(({ id }) => id);
  for (const { userId, teamId } of dealtTeams(await lockSizes(tx, showId), people))
    await writeTeam(tx, { showId, userId }, teamId);
}

/** Describes the teams of a show in the audit; empty for a show without teams. */
export const teamsAudit = ({ teams }: Pick<Rundown, 'teams'>) =>
  teams && { teams: teams.mode, 'team names': teams.list.map(({ name }) => name) };
