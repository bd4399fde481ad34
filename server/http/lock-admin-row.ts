import { m } from 'messages';
import type { Transaction } from 'kysely';
import { ROLE } from '#machines/contract/roles.ts';
import type { Schema } from '#server/db/schema.ts';
import { produces } from '#server/show/producers/store.ts';
import { type Caller, ApiError } from './route.ts';

/**
 * Checks that the caller is still an admin, and locks their row until the transaction ends, because the role may have
 * been lost since the call was admitted.
 * @throws ApiError 403 if the caller is no longer an admin; 401 if all sessions have been ended
 */
export async function lockAdminRow(
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
  if (admin === undefined) throw new ApiError(403, m.adminOnly());
  if (admin.token_version !== version) throw new ApiError(401, m.signInFirst());
}

/**
 * Like `lockAdminRow`, for the admins and the producers of a show. Taking the right back locks the row first.
 * @throws ApiError 403 if the caller may no longer run the show; 401 if all sessions have been ended
 */
export async function lockProducerRow(
  tx: Transaction<Schema>,
  { id, version }: Pick<Caller, 'id' | 'version'>,
  showId: string,
): Promise<void> {
  const account = await tx
    .selectFrom('user')
    .where('id', '=', id)
    .select(['role_id as roleId', 'token_version as current'])
    .forUpdate()
    .executeTakeFirst();
  if (account?.roleId !== ROLE.admin && !(await produces(tx, id, { showId })))
    throw new ApiError(403, m.producersOtherShow());
  if (account?.current !== version) throw new ApiError(401, m.signInFirst());
}
