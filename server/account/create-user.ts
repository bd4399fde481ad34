import { m } from 'messages';
import type { Transaction } from 'kysely';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { roleName } from '#machines/contract/audience.ts';
import { checkNewPassword } from '#machines/account/rules/password.ts';
import { assignShownName } from '#server/db/aired-names.ts';
import { inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { lockAdminRow } from '#server/http/lock-admin-row.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { acceptInvitations } from '#server/show/producers/store.ts';
import { type AuthServices, requireValid } from './services.ts';
import { insertUser } from './store.ts';

interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role_id: RoleId;
}

/**
 * Lets an admin create a verified account of any role. @throws ApiError 422 for the password, 409 if the address is
 * taken
 */
export async function createUser(
  { db, now, passwords, brand }: Pick<AuthServices, 'db' | 'now' | 'passwords' | 'brand'>,
  { name, email, password, role_id }: NewUser,
  by: Pick<Caller, 'id' | 'version'>,
): Promise<ReplyOf<'createUser'>> {
  requireValid(checkNewPassword(password), 'password');
  const passwordHash = await passwords.hash(password, by.id);
  const at = now();
  const id = newId(at);
  const insert = async (tx: Transaction<Schema>): Promise<void> => {
    await lockAdminRow(tx, by);
    const isNew = await insertUser(tx, {
      id,
      name,
      email,
      password_hash: passwordHash,
      role_id,
      verified_at: at,
      created_at: at,
    });
    if (!isNew) throw new ApiError(409, m.usersTaken());
    // Before the name, because every transaction takes the lock of names last.
    if (role_id !== ROLE.admin) await acceptInvitations(tx, id, email);
    await assignShownName(tx, id, { name });
  };
  await inTransaction(db, insert, () => ({
    target: id,
    after: { name, email, role: roleName(role_id, brand) },
  }));
  return { message: m.usersCreated(), user: { id, name, email, role_id } };
}
