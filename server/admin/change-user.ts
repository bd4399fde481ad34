import { m } from 'messages';
import type { Transaction } from 'kysely';
import type { Brand } from '#machines/contract/brand.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { HOUSE_SHOW, ROLE, type RoleId, type User } from '#machines/contract/entities.ts';
import { roleName } from '#machines/contract/audience.ts';
import { type AccountNames, namesAfterRename, publicName } from '#machines/show/rules/names.ts';
import { assignShownName } from '#server/db/aired-names.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';
import { lockScores } from '#server/db/score-lock.ts';
import type { Identity } from '#server/http/identity.ts';
import { lockAdminRow } from '#server/http/lock-admin-row.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import { readShowsOf } from '#server/show/members.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import { lockShows } from '#server/answering/feed-store.ts';
import { deleteUser, findForUpdate, isTaken, lockAdmins, writeUser } from './user-store.ts';

export interface UserServices {
  readonly db: Database;
  readonly brand: Brand;
  readonly identity: Pick<Identity, 'forget'>;
  readonly broadcaster: Pick<Broadcaster, 'disconnectUser'>;
  /**
   * Ends a pending change of address and mailed links. `wayBack`: also links that restore an earlier address; `tokens`:
   * also all tokens.
   */
  readonly endAccess: (
    tx: Transaction<Schema>,
    userId: string,
    options: { wayBack: boolean; tokens: boolean },
  ) => Promise<unknown>;
  /** Revokes the user's control tokens and show link. */
  readonly endKeys: (tx: Transaction<Schema>, userId: string) => Promise<unknown>;
  /** Whether a question is open to the role that the user has not answered. */
  readonly isAnswering: (
    tx: Transaction<Schema>,
    userId: string,
    roleId: RoleId,
  ) => Promise<boolean>;
  /** Called after a name or role changed or an account was deleted, because boards may change. */
  readonly boardsChanged: () => void;
  /** Warnings for the operator, as sentences. */
  readonly notices: () => readonly string[];
}

/**
 * Changes an account. A new address ends all its tokens. A new role closes its sockets, leaves its tokens valid only
 * for renewal, and revokes its control tokens and show link. Both end mailed links.
 * `unlessAnswering`: refuses a role change while the user has an open question.
 * `allowName`: shows the name to others at once, even a name that its owner chose while names were on air.
 * @throws ApiError 404; 409 if the address is taken, the last admin would be demoted, or the user has an open question
 */
export async function update(
  services: UserServices,
  user: User,
  by: Pick<Caller, 'id' | 'version'>,
  { unlessAnswering = false, allowName = false } = {},
): Promise<ReplyOf<'updateUser'>> {
  const { db, brand, identity, broadcaster, endAccess, isAnswering, boardsChanged } = services;
  const change = async (tx: Transaction<Schema>) => {
    await lockScores(tx, 'alone');
    // Waits for a release that is being written, and blocks new releases until the role is changed.
    if (unlessAnswering) await lockShows(tx, [HOUSE_SHOW, ...(await readShowsOf(tx, user.id))]);
    const admins = await lockAdmins(tx);
    await lockAdminRow(tx, by);
    const before = await findForUpdate(tx, user.id);
    if (before === undefined) throw new ApiError(404, m.notFound());
    if (await isTaken(tx, user.email, user.id)) throw taken();
    const isOtherRole = before.role_id !== user.role_id;
    if (isOtherRole && admins.length === 1 && admins[0] === user.id) {
      throw new ApiError(409, m.usersLastAdmin());
    }
    if (unlessAnswering && isOtherRole && (await isAnswering(tx, user.id, before.role_id)))
      throw new ApiError(409, m.roleChangeWhileAnswering({ name: before.name }), {
        code: 'answering',
      });
    const old: AccountNames = {
      name: before.name,
      shownName: before.shown_name,
      airedName: before.aired_name,
    };
    const names =
      allowName || user.name !== before.name
        ? namesAfterRename(
            old,
            await assignShownName(tx, user.id, { name: user.name, isMasked: false }),
            {
              by: 'producer',
              isOnAir: true,
            },
          )
        : old;
    await writeUser(tx, user, names);
    if (isOtherRole) await services.endKeys(tx, user.id);
    // A different address was set by the admin and is right, so links that restore earlier addresses end too.
    const wayBack = before.email !== user.email;
    if (isOtherRole || wayBack) await endAccess(tx, user.id, { wayBack, tokens: wayBack });
    return { before: { ...before, ...old }, after: { ...user, ...names }, wayBack, isOtherRole };
  };
  const stateOf = ({ email, role_id: roleId, ...names }: Omit<User, 'name'> & AccountNames) => ({
    name: names.name,
    ...(publicName(names) !== names.name && { 'name on air': publicName(names) }),
    email,
    role: roleName(roleId, brand),
  });
  const { wayBack, isOtherRole } = await inTransaction(db, change, ({ before, after }) => ({
    before: stateOf(before),
    after: stateOf(after),
  })).catch((error: unknown) => {
    // Another account took the address at the same time.
    throw isUniqueViolation(error) ? taken() : error;
  });
  identity.forget(user.id);
  if (wayBack || isOtherRole) broadcaster.disconnectUser(user.id, wayBack ? 'changed' : 'role');
  boardsChanged();
  return { user, message: m.adminUserUpdated() };
}

const taken = (): ApiError => new ApiError(409, m.usersTaken());

/**
 * Deletes an account; its answers stay without a name (decisions §7).
 * @throws ApiError 404; 403 for admins, including the caller
 */
export async function remove(
  { db, brand, identity, broadcaster, boardsChanged }: UserServices,
  id: string,
  by: Pick<Caller, 'id' | 'version'>,
): Promise<ReplyOf<'deleteUser'>> {
  const change = async (tx: Transaction<Schema>) => {
    await lockScores(tx, 'alone');
    await lockAdminRow(tx, by);
    const user = await findForUpdate(tx, id);
    if (user === undefined) throw new ApiError(404, m.notFound());
    if (user.role_id === ROLE.admin) throw new ApiError(403, m.usersAdminUndeletable());
    await deleteUser(tx, id, user.email);
    return user;
  };
  await inTransaction(db, change, ({ role_id: roleId }) => ({
    before: { role: roleName(roleId, brand) },
  }));
  identity.forget(id);
  broadcaster.disconnectUser(id, 'deleted');
  boardsChanged();
  return { message: m.adminUserDeleted() };
}
