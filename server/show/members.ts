import { m } from 'messages';
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { ROLE } from '#machines/contract/roles.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Identity } from '#server/http/identity.ts';
import { ApiError } from '#server/http/route.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import { lockForJoining } from './joining/store.ts';
import { readTeamOf, teamFor, writeTeam } from './joining/teams.ts';

export interface MemberServices {
  readonly db: Database;
  readonly now: () => number;
  readonly identity: Pick<Identity, 'forget'>;
  readonly broadcaster: Pick<Broadcaster, 'dropUser'>;
}

/** Where a member joined from, as `ShowMemberTable` stores it. */
export interface MemberOrigin {
  readonly device: string;
  readonly network: string;
}

/**
 * Makes a player a member of a show, and puts them into a team unless they are in one.
 * @throws ApiError 404 if there is no such show or player, 422 if the player has to choose a team
 */
export async function addMember(
  { db, now, identity, broadcaster }: MemberServices,
  {
    showId,
    userId,
    origin,
    team,
  }: {
    readonly showId: string;
    readonly userId: string;
    readonly origin?: MemberOrigin;
    /** The id of the team that the player chose. */
    readonly team?: string | undefined;
  },
): Promise<void> {
  const isNewPlayer = await inTransaction(db, async (tx) => {
    const show = await lockForJoining(tx, showId);
    const player = await tx
      .selectFrom('user')
      .where('id', '=', userId)
      .where('role_id', '<>', ROLE.admin)
      .select('role_id as roleId')
      .executeTakeFirst();
    if (show === undefined || player === undefined) throw new ApiError(404, m.notFound());
    const teamId =
      (await readTeamOf(tx, { showId, userId })) === null
        ? await teamFor(tx, show, { ...player, team })
        : null;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('show_member')
      .values({ show_id: showId, user_id: userId, joined_at: now(), team_id: teamId, ...origin })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    const isNew = (numInsertedOrUpdatedRows ?? 0n) === 1n;
    if (!isNew && teamId !== null) await writeTeam(tx, { showId, userId }, teamId);
    return show.is_open === 0 && isNew;
  });
  if (!isNewPlayer) return;
  identity.forget(userId);
  // Closing the connections makes the player's devices reconnect and join the show's rooms.
  broadcaster.dropUser(userId);
}

/** Ends a player's membership of a show; their answers stay. */
export const deleteMember = (
  tx: Transaction<Schema>,
  { showId, userId }: { readonly showId: string; readonly userId: string },
) =>
  tx
    .deleteFrom('show_member')
    .where('show_id', '=', showId)
    .where('user_id', '=', userId)
    .execute();

/** Returns the ids of the shows that a player is a member of. */
export async function readShowsOf(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const found = await db
    .selectFrom('show_member')
    .where('user_id', '=', userId)
    .select('show_id as showId')
    .execute();
  return found.map(({ showId }) => showId);
}

/** Returns the members-only shows that have not ended. */
export async function readMemberShows(db: Kysely<Schema>): Promise<string[]> {
  const found = await db
    .selectFrom('show')
    .where('is_open', '=', 0)
    .where('state', '<>', 'ended')
    .orderBy('created_at')
    .select('id')
    .execute();
  return found.map(({ id }) => id);
}

/**
 * Subquery: the ids, separated by commas, of the members-only shows that the user is a member of and was not removed
 * from; null if there are none.
 */
export const showsOfUser = (eb: ExpressionBuilder<Schema, 'user'>) =>
  eb
    .selectFrom('show_member as sm')
    .innerJoin('show as sp', 'sp.id', 'sm.show_id')
    .where('sp.is_open', '=', 0)
    .whereRef('sm.user_id', '=', 'user.id')
    .where((has) =>
      has.not(
        has.exists(
          has
            .selectFrom('show_removal as sr')
            .whereRef('sr.show_id', '=', 'sm.show_id')
            .whereRef('sr.user_id', '=', 'sm.user_id')
            .select('sr.user_id'),
        ),
      ),
    )
    .select(sql<string | null>`string_agg(sm.show_id, ',')`.as('shows'));

/** Splits the ids that `showsOfUser` returns. */
export const showIdsIn = (shows: string | null): readonly string[] => shows?.split(',') ?? [];
