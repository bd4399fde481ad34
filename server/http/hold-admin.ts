import type { Transaction } from 'kysely';
import { MESSAGES } from '#machines/contract/messages.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { Schema } from '#server/db/schema.ts';
import { type Caller, Refused } from './route.ts';

/**
 * Makes sure that who gives others rights still has them, and keeps them until the transaction ends: who was let in with the
 * call may have lost them since, and must not get them back by it.
 * @throws Refused 403 for who is no admin any more; 401 when every session was ended
 */
export async function holdAdmin(
  tx: Transaction<Schema>,
  { id, version }: Pick<Caller, 'id' | 'version'>,
): Promise<void> {
  const admin = await tx
    .selectFrom('user')
    .where('id', '=', id)
    .where('role_id', '=', ROLE.admin)
    .select('token_version')
    .forUpdate()
    .executeTakeFirst();
  if (admin === undefined) throw new Refused(403, MESSAGES.adminOnly);
  if (admin.token_version !== version) throw new Refused(401, MESSAGES.signInFirst);
}
