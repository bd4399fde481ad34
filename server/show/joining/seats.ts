import { m } from 'messages';
import type { BodyOf, ReplyOf } from '#machines/contract/calls.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { deleteTokens, endAccess } from '#server/account/store.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { lockProducerRow } from '#server/http/lock-admin-row.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import { readAdjustments } from '#server/results/adjustments.ts';
import { deleteMember } from '../members.ts';
import type { Tx } from '../services.ts';
import { guestKeyOf, newSeatKey, storedCode } from './codes.ts';
import {
  countMembers,
  freeName,
  insertGuest,
  lockSeat,
  type MembersWanted,
  nameGuest,
  readMembers,
  writePersonalCode,
} from './store.ts';

/*
 * A seat is a guest of a show who is a contestant. Its link contains the guest's personal code. Only a hash of the code
 * is stored, and a new code ends the sessions that the old code began.
 */

export interface SeatServices {
  readonly db: Database;
  readonly now: () => number;
  readonly broadcaster: Pick<Broadcaster, 'disconnectUser' | 'isHere'>;
  /** Called when a person's name or session has changed. */
  readonly changed: (userId: string) => void;
}

/** The admin who acts. */
type Producer = Pick<Caller, 'id' | 'version'>;
type SeatLink = ReplyOf<'addSeat'>;

/** Lists the newest members of a show, and its points by hand. @throws ApiError 404 for the house show, or if the show does not exist */
export async function listPeople(
  { db, broadcaster }: Pick<SeatServices, 'db' | 'broadcaster'>,
  showId: string,
  wanted: MembersWanted,
): Promise<ReplyOf<'showPeople'>> {
  await stateOf(db.read, showId);
  const people = await readMembers(db.read, showId, wanted);
  return {
    adjustments: await readAdjustments(db.read, showId),
    people: people.map((person) => {
      const isHere = broadcaster.isHere(person.userId);
      return isHere === null ? person : { ...person, isHere };
    }),
  };
}

/** @throws ApiError 404 for the house show, or if the show does not exist; 409 when the show is full or over */
export function addSeat(
  services: SeatServices,
  { showId, name, by }: { readonly showId: string; readonly name: string; readonly by: Producer },
): Promise<SeatLink> {
  return inTransaction(
    services.db,
    async (tx) => {
      await lockOpenShow(tx, showId, by);
      return insertSeat(tx, { showId, name, at: services.now() });
    },
    ({ userId, name: given }) => ({
      target: showId,
      name: given,
      after: { seat: given, player: userId },
    }),
  );
}

/**
 * Replaces a seat's link and ends the sessions of the old link. 'keep': the same contestant continues, under the given
 * name if there is one. 'zero': a new contestant takes the seat and its name; the former one keeps their answers.
 * @throws ApiError 404; 409 when the show is over
 */
export async function renewSeat(
  services: SeatServices,
  { id: showId, userId }: { readonly id: string; readonly userId: string },
  { name, points }: BodyOf<'renewSeat'>,
  by: Producer,
): Promise<SeatLink> {
  const { seat } = await inTransaction(
    services.db,
    async (tx) => {
      const before = await lockedSeat(tx, { showId, userId }, by);
      if (points === 'zero') {
        await endSeat(tx, { showId, userId });
        const at = services.now();
        if (name !== undefined) return { before, seat: await insertSeat(tx, { showId, name, at }) };
        await freeName(tx, userId);
        const next = await insertSeat(tx, { showId, name: before.name, at });
        await nameGuest(tx, { id: userId, name: before.name, showId });
        return { before, seat: next };
      }
      const key = newSeatKey();
      await endGuestAccess(tx, { showId, userId });
      await writePersonalCode(tx, userId, storedCode(key));
      if (name !== undefined) await nameGuest(tx, { id: userId, name, showId });
      return { before, seat: { userId, name: await nameOf(tx, userId), key } };
    },
    ({ before, seat: after }) => ({
      target: showId,
      name: before.name,
      before: { seat: before.name, player: userId },
      after: { seat: after.name, player: after.userId },
    }),
  );
  signOut(services, userId);
  return seat;
}

/** @throws ApiError 404; 409 when the show is over */
export async function removeSeat(
  services: SeatServices,
  { id: showId, userId }: { readonly id: string; readonly userId: string },
  by: Producer,
): Promise<void> {
  await inTransaction(
    services.db,
    async (tx) => {
      const seat = await lockedSeat(tx, { showId, userId }, by);
      await endSeat(tx, { showId, userId });
      return seat;
    },
    ({ name }) => ({ target: showId, name, before: { seat: name, player: userId } }),
  );
  signOut(services, userId);
}

function signOut({ broadcaster, changed }: SeatServices, userId: string): void {
  changed(userId);
  broadcaster.disconnectUser(userId, 'changed');
}

/** Locks a show so that it cannot end before the transaction does. */
async function lockOpenShow(tx: Tx, showId: string, by: Producer): Promise<void> {
  await lockProducerRow(tx, by, showId);
  if ((await stateOf(tx, showId, true)) === 'ended')
    throw new ApiError(409, m.seatsEnded(), { code: 'guard' });
}

async function stateOf(db: Database['read'], showId: string, isLocked = false) {
  const show = await db
    .selectFrom('show')
    .where('id', '=', showId)
    .where('kind', '=', 'show')
    .select('state')
    .$if(isLocked, (query) => query.forShare())
    .executeTakeFirst();
  if (show === undefined) throw new ApiError(404, m.notFound());
  return show.state;
}

async function lockedSeat(tx: Tx, seat: { showId: string; userId: string }, by: Producer) {
  await lockOpenShow(tx, seat.showId, by);
  const found = await lockSeat(tx, seat);
  if (found === undefined) throw new ApiError(404, m.notFound());
  return found;
}

async function insertSeat(
  tx: Tx,
  { showId, name, at }: { showId: string; name: string; at: number },
): Promise<SeatLink> {
  if ((await countMembers(tx, showId)) >= LIMITS.showMembers)
    throw new ApiError(409, m.joinFull(), { code: 'full' });
  const id = newId(at);
  const key = newSeatKey();
  await insertGuest(tx, {
    id,
    key: guestKeyOf(newSeatKey()),
    name,
    showId,
    codeHash: storedCode(key),
    at,
    roleId: ROLE.contestant,
  });
  return { userId: id, name: await nameOf(tx, id), key };
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const { name } = await tx
    .selectFrom('user')
    .where('id', '=', userId)
    .select('name')
    .executeTakeFirstOrThrow();
  return name;
}

/** Ends the sessions of a guest of the show, who cannot become an account any more. Does nothing to an account. */
export async function endGuestAccess(
  tx: Tx,
  { showId, userId }: { showId: string; userId: string },
): Promise<void> {
  const guest = await tx
    .selectFrom('user')
    .where('id', '=', userId)
    .where('guest_of', '=', showId)
    .select('id')
    .executeTakeFirst();
  if (guest === undefined) return;
  await endAccess(tx, userId, { wayBack: true });
  await deleteTokens(tx, userId, ['verify']);
}

async function endSeat(tx: Tx, seat: { showId: string; userId: string }): Promise<void> {
  await endGuestAccess(tx, seat);
  await writePersonalCode(tx, seat.userId, null);
  await deleteMember(tx, seat);
}
