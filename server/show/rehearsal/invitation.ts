import { m } from 'messages';
import { timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ROLE } from '#machines/contract/roles.ts';
import { smallestTeam } from '#machines/show/rules/teams.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Identity } from '#server/http/identity.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import { hashOfKey, newKey } from '../link-key.ts';

export interface InvitationServices {
  readonly db: Database;
  readonly now: () => number;
  readonly identity: Pick<Identity, 'forget'>;
  readonly broadcaster: Pick<Broadcaster, 'dropUser'>;
}

/**
 * Creates a new key that invites devices to a show's rehearsal (by default the newest one), which replaces the old key.
 * It has 256 random bits, is returned only here, and is valid until the rehearsal ends.
 * @throws ApiError 409 if no rehearsal is running
 */
export async function inviteToRehearsal(
  { db }: InvitationServices,
  showId?: string,
): Promise<string> {
  const key = newKey();
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('rehearsal')
      .set({ invitation_hash: hashOfKey(key) })
      .where('show_id', '=', (eb) =>
        eb
          .selectFrom('rehearsal')
          .$if(showId !== undefined, (query) => query.where('show_id', '=', showId ?? ''))
          .orderBy('started_at', 'desc')
          .select('show_id')
          .limit(1),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new ApiError(409, m.rundownNotRehearsed(), { code: 'guard' });
  });
  return key;
}

/**
 * Makes the caller a participant of the rehearsal that the key opens. Producers of the show need no invitation.
 * @throws ApiError 404 if the key is not valid
 */
export async function joinRehearsal(
  { db, now, identity, broadcaster }: InvitationServices,
  key: string,
  { id, roleId, produces = [] }: Caller,
): Promise<void> {
  const hasJoined = await inTransaction(db, async (tx) => {
    const showId = await readInvited(tx, key);
    if (showId === null) throw new ApiError(404, m.invitationOver());
    if (roleId === ROLE.admin || produces.includes(showId)) return false;
    const member = {
      show_id: showId,
      joined_at: now(),
      team_id: roleId === ROLE.home ? await smallestIn(tx, showId) : null,
    };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('rehearsal_member')
      .values({ user_id: id, ...member })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(member)
          .where('rehearsal_member.show_id', '<>', showId),
      )
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) === 1n;
  });
  if (!hasJoined) return;
  identity.forget(id);
  // Closing the connections makes the player's devices reconnect and join the rehearsal's rooms.
  broadcaster.dropUser(id);
}

/** Returns the id of the show's team with the fewest players in its rehearsal; null: the show has no teams. */
async function smallestIn(tx: Transaction<Schema>, showId: string): Promise<string | null> {
  const teams = await tx
    .selectFrom('show_team as t')
    .leftJoin('rehearsal_member as m', 'm.team_id', 't.id')
    .where('t.show_id', '=', showId)
    .groupBy(['t.id', 't.position'])
    .orderBy('t.position')
    .select((eb) => ['t.id', eb.fn.count<number>('m.user_id').as('members')])
    .execute();
  return smallestTeam(teams)?.id ?? null;
}

/** Returns the show whose rehearsal the key opens, or null. The rehearsal cannot end until the transaction does. */
async function readInvited(tx: Transaction<Schema>, key: string): Promise<string | null> {
  const hash = hashOfKey(key);
  const found = await tx
    .selectFrom('rehearsal')
    .where('invitation_hash', '=', hash)
    .select(['show_id as showId', 'invitation_hash as hash'])
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined || found.hash === null) return null;
  return timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash)) ? found.showId : null;
}
