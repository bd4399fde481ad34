import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { isOpenToAccounts, type Joining } from '#machines/contract/rundown.ts';
import type { ShowState } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { skeletonOf } from '#machines/show/rules/names.ts';
import { airedName, assignShownName } from '#server/db/aired-names.ts';
import { containing } from '#server/db/dialect.ts';
import type { Schema, ShowTable } from '#server/db/schema.ts';
import type { MemberOrigin } from '../members.ts';

type Reader = Kysely<Schema>;
/** A database, or queries that are sent together (`pipeline`). */
type Queries = Pick<Reader, 'selectFrom'>;
type Tx = Transaction<Schema>;

/** Returns who may play in a show, decoded from its columns. */
export const joiningOf = (row: { is_open: 0 | 1; by_code: 0 | 1 }): Joining => {
  if (row.is_open === 1) return row.by_code === 1 ? 'anybody' : 'accounts';
  return row.by_code === 1 ? 'code' : 'invited';
};

/** Returns the columns that encode who may play. */
export const rowOfJoining = (joining: Joining): { is_open: 0 | 1; by_code: 0 | 1 } => ({
  is_open: isOpenToAccounts(joining) ? 1 : 0,
  by_code: joining === 'anybody' || joining === 'code' ? 1 : 0,
});

/** Sets who may play in a show. The house show stays open to all accounts. */
export const writeJoining = (tx: Tx, showId: string, joining: Joining) =>
  tx
    .updateTable('show')
    .set(rowOfJoining(joining))
    .where('id', '=', showId)
    .where('kind', '=', 'show')
    .execute();

export interface JoinableShow extends Pick<Selectable<ShowTable>, 'teams'> {
  readonly id: string;
  readonly title: string;
  readonly state: ShowState;
  readonly joining: Joining;
}

/** Returns the show with this join code, or null. */
export async function readByCode(db: Reader, code: string): Promise<JoinableShow | null> {
  const row = await db
    .selectFrom('show as s')
    .leftJoin('rehearsal as r', 'r.show_id', 's.id')
    .where('s.join_code', '=', code)
    .select(['s.id', 's.title', 's.state', 's.is_open', 's.by_code', 's.teams'])
    .select('r.show_id as rehearsal')
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, title, teams } = row;
  const state = row.rehearsal === null ? row.state : 'rehearsal';
  return { id, title, state, joining: joiningOf(row), teams };
}

/** Locks a show so that it cannot end, and its teams cannot change, before the transaction ends. */
export const lockForJoining = (tx: Tx, showId: string) =>
  tx
    .selectFrom('show')
    .where('id', '=', showId)
    .select(['id', 'state', 'teams', 'is_open'])
    .forShare()
    .executeTakeFirst();

export async function countMembers(db: Queries, showId: string): Promise<number> {
  const { count } = await db
    .selectFrom('show_member')
    .where('show_id', '=', showId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewGuest {
  readonly id: string;
  /** Stored in place of an email address. */
  readonly key: string;
  readonly name: string;
  readonly showId: string;
  readonly codeHash: string;
  readonly at: number;
  readonly teamId?: string | null;
  /** Absent for a seat. */
  readonly origin?: MemberOrigin;
  /** Set for the seat of a contestant. */
  readonly roleId?: typeof ROLE.contestant;
}

/** Creates a guest who is a member of the show; returns false if a guest with this key exists. */
export async function insertGuest(tx: Tx, guest: NewGuest): Promise<boolean> {
  const inserted = await tx
    .insertInto('user')
    .values({
      id: guest.id,
      name: guest.name,
      email: guest.key,
      password_hash: '',
      role_id: guest.roleId ?? ROLE.home,
      verified_at: guest.at,
      pending_email: null,
      created_at: guest.at,
      guest_of: guest.showId,
      personal_code_hash: guest.codeHash,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  await tx
    .insertInto('show_member')
    .values({
      show_id: guest.showId,
      user_id: guest.id,
      joined_at: guest.at,
      team_id: guest.teamId ?? null,
      ...guest.origin,
    })
    .execute();
  await nameGuest(tx, guest);
  return true;
}

/** Changes a guest's name. Other players see the new name at once, numbered or masked where necessary. */
export async function nameGuest(
  tx: Tx,
  { id, name, showId }: Pick<NewGuest, 'id' | 'name' | 'showId'>,
): Promise<void> {
  await assignShownName(tx, id, {
    name,
    guestOf: showId,
    // A number that makes a nickname unique becomes part of the name. The mask of a flagged name is stored separately.
    also: ({ shownName, isMasked }) => ({
      ...(shownName === null || isMasked ? { name } : { name: shownName, shown_name: null }),
      aired_name: null,
    }),
  });
}

/** Lets another person take a guest's name. Afterwards `nameGuest` reserves a name for the guest again. */
export const freeName = (tx: Tx, userId: string) =>
  tx.updateTable('user').set({ name_key: null }).where('id', '=', userId).execute();

/** Finds a guest and the show they joined, by the guest's key or by the hash of their personal code. */
export const findGuest = (db: Queries, by: { key: string } | { codeHash: string }) =>
  db
    .selectFrom('user')
    .innerJoin('show as s', 's.id', 'user.guest_of')
    .$if('key' in by, (query) => query.where('email', '=', 'key' in by ? by.key : ''))
    .$if('codeHash' in by, (query) =>
      query.where('personal_code_hash', '=', 'codeHash' in by ? by.codeHash : ''),
    )
    .leftJoin('show_member as m', (join) =>
      join.onRef('m.show_id', '=', 's.id').onRef('m.user_id', '=', 'user.id'),
    )
    .select(['user.id', 's.id as showId', 's.title', 'm.device'])
    .executeTakeFirst();

/** Deletes guests of shows that ended before this instant (epoch ms). Their answers are kept without a name. */
export const deleteGuests = (db: Reader, endedBefore: number): Promise<unknown> =>
  db
    .deleteFrom('user')
    .where('guest_of', 'in', (eb) =>
      eb
        .selectFrom('show')
        .where('state', '=', 'ended')
        .where('ended_at', '<', endedBefore)
        .select('id'),
    )
    .execute();

/** Maximum number of shows in a player's list. */
const LISTED_SHOWS = 20;

/** The shows that a player has joined and has not been removed from, the most recently joined first. */
export async function readJoined(db: Reader, userId: string) {
  const shows = await db
    .selectFrom('show_member as m')
    .innerJoin('show as s', 's.id', 'm.show_id')
    .leftJoin('show_removal as r', (join) =>
      join.onRef('r.show_id', '=', 'm.show_id').onRef('r.user_id', '=', 'm.user_id'),
    )
    .leftJoin('show_team as t', 't.id', 'm.team_id')
    .where('m.user_id', '=', userId)
    .where('r.user_id', 'is', null)
    .orderBy('m.joined_at', 'desc')
    .orderBy('s.id')
    .limit(LISTED_SHOWS)
    .select(['s.id', 's.title', 's.state', 's.ended_at as endedAt', 't.name as team'])
    .execute();
  return shows.map(({ endedAt, team, ...show }) => ({
    ...show,
    ...(endedAt !== null && { endedAt }),
    ...(team !== null && { team }),
  }));
}

/**
 * Whether a person is removed from the show: because they were removed themselves, or someone who joined with the same
 * device or from the same network. A network is not blocked while it has other members of the show, as in a hall.
 */
export async function isRemoved(
  db: Queries,
  showId: string,
  { userId, device, network }: MemberOrigin & { readonly userId: string | null },
): Promise<boolean> {
  const removal = await db
    .selectFrom('show_removal as r')
    .leftJoin('show_member as m', (join) =>
      join.onRef('m.show_id', '=', 'r.show_id').onRef('m.user_id', '=', 'r.user_id'),
    )
    .where('r.show_id', '=', showId)
    .where((eb) =>
      eb.or([
        eb('r.user_id', '=', userId ?? ''),
        eb('m.device', '=', device),
        eb.and([eb('m.network', '=', network), eb.not(eb.exists(othersOf(db, showId, network)))]),
      ]),
    )
    .select('r.user_id')
    .limit(1)
    .executeTakeFirst();
  return removal !== undefined;
}

/** Query for the members who joined from a network and are not removed. */
const othersOf = (db: Queries, showId: string, network: string) =>
  db
    .selectFrom('show_member as o')
    .leftJoin('show_removal as or', (join) =>
      join.onRef('or.show_id', '=', 'o.show_id').onRef('or.user_id', '=', 'o.user_id'),
    )
    .where('o.show_id', '=', showId)
    .where('o.network', '=', network)
    .where('or.user_id', 'is', null)
    .select('o.user_id');

/** Returns a contestant's seat of a show, locked until the transaction ends. */
export const lockSeat = (tx: Tx, { showId, userId }: { showId: string; userId: string }) =>
  tx
    .selectFrom('user')
    .where('id', '=', userId)
    .where('guest_of', '=', showId)
    .where('role_id', '=', ROLE.contestant)
    .where('personal_code_hash', 'is not', null)
    .select(['id', 'name'])
    .forUpdate()
    .executeTakeFirst();

/** Sets the code that signs a guest in again; null removes it. */
export const writePersonalCode = (tx: Tx, userId: string, codeHash: string | null) =>
  tx.updateTable('user').set({ personal_code_hash: codeHash }).where('id', '=', userId).execute();

/** Query for the devices with which several members of a show joined. */
const membersOfDevices = (db: Reader, showId: string) =>
  db
    .selectFrom('show_member')
    .where('show_id', '=', showId)
    .where('device', 'is not', null)
    .groupBy('device')
    .having((eb) => eb.fn.countAll<number>(), '>', 1)
    .select((eb) => ['device', eb.fn.countAll<number>().as('count')]);

/** Maximum number of members in one list. */
const LISTED_MEMBERS = 500;

export interface MembersWanted {
  /** A part of the name, or ''. */
  readonly search: string;
  /** Leaves out accounts that have not joined, which only admins may see. */
  readonly onlyMembers?: boolean;
}

/**
 * The newest members of a show with a visible name that contains `search`, and whether they have answered the armed item. In
 * a show that is open to accounts, a search also finds accounts that have not joined.
 */
export async function readMembers(
  db: Reader,
  showId: string,
  { search, onlyMembers = false }: MembersWanted,
) {
  const rows = await db
    .selectFrom('user as u')
    .innerJoin('show as s', (join) => join.on('s.id', '=', showId))
    .leftJoin('show_member as m', (join) =>
      join.onRef('m.show_id', '=', 's.id').onRef('m.user_id', '=', 'u.id'),
    )
    .leftJoin('show_removal as r', (join) =>
      join.onRef('r.show_id', '=', 's.id').onRef('r.user_id', '=', 'u.id'),
    )
    .leftJoin('rundown_item as i', (join) =>
      join.onRef('i.show_id', '=', 's.id').on('i.state', '=', 'armed'),
    )
    .leftJoin('answer as a', (join) =>
      join.onRef('a.game_session_id', '=', 'i.game_session_id').onRef('a.user_id', '=', 'u.id'),
    )
    .leftJoin(membersOfDevices(db, showId).as('d'), 'd.device', 'm.device')
    .where((eb) => {
      const isMember = eb('m.user_id', 'is not', null);
      if (search === '' || onlyMembers) return isMember;
      const mayPlay = eb.and([
        eb('s.is_open', '=', 1),
        eb('u.role_id', '<>', ROLE.admin),
        eb('u.guest_of', 'is', null),
        eb('u.simulated', '=', 0),
      ]);
      return eb.or([isMember, mayPlay]);
    })
    .where(sql<boolean>`u.name_key like ${containing(skeletonOf(search))} escape '\\'`)
    .orderBy((eb) => eb('m.user_id', 'is', null))
    .orderBy('m.joined_at', 'desc')
    .orderBy('u.id', 'desc')
    .limit(LISTED_MEMBERS)
    .select(['u.id as userId', 'u.name', airedName('u').as('shownName'), 'u.role_id'])
    .select(['u.guest_of', 'u.masked', 'r.user_id as removed', 'a.id as answer'])
    .select(['d.count as devices', 'm.team_id as teamId'])
    .execute();
  return rows.map(({ guest_of, masked, removed, answer, devices, teamId, ...member }) => ({
    ...member,
    ...(teamId !== null && { teamId }),
    isGuest: guest_of === showId,
    hasAnswered: answer !== null,
    ...(devices !== null && { ofDevice: devices }),
    ...(masked === 1 && { isMasked: true as const }),
    ...(removed !== null && { isRemoved: true as const }),
  }));
}
