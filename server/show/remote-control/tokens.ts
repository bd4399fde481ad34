import { m } from 'messages';
import { timingSafeEqual } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { ControlToken } from '#machines/show/control-calls.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Controller } from '#server/http/admission.ts';
import { lockAdminRow } from '#server/http/lock-admin-row.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { stageExists } from '#server/show/stage/store.ts';
import { hashOfKey, newKey } from '../link-key.ts';

/** Prefix of control tokens, by which secret scanners can find them. */
const PREFIX = 'control_';
/** The time of a token's last use is stored at most once in this interval, ms. */
const NOTED_MS = 60_000;
const MOST_TOKENS = 100;

export interface TokenServices {
  readonly db: Database;
  readonly now: () => number;
}

const withMaker = (db: Kysely<Schema> | Transaction<Schema>) =>
  db.selectFrom('control_token as t').innerJoin('user as u', 'u.id', 't.created_by');

/** Returns the newest tokens, newest first. */
export async function listTokens(db: Kysely<Schema>): Promise<ControlToken[]> {
  const rows = await withMaker(db)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(MOST_TOKENS)
    .select(['t.id', 't.name', 't.created_at as createdAt', 't.used_at as usedAt'])
    .select('t.show_id as showId')
    .select(['t.owner_version', 'u.token_version', 'u.role_id'])
    .execute();
  return rows.map(({ owner_version: made, token_version: is, role_id, ...token }) => ({
    ...token,
    isOver: made !== is || role_id !== ROLE.admin,
  }));
}

/**
 * Creates a token of 256 random bits, which is returned only here.
 * @throws ApiError 404 if the show does not exist; 409 if there are too many tokens to list
 */
export async function createToken(
  { db, now }: TokenServices,
  name: string,
  by: Pick<Caller, 'id' | 'version'>,
  showId = HOUSE_SHOW,
): Promise<string> {
  const token = `${PREFIX}${newKey()}`;
  await inTransaction(
    db,
    async (tx) => {
      await lockAdminRow(tx, by);
      if (!(await stageExists(tx, showId))) throw new ApiError(404, m.notFound());
      const { count } = await tx
        .selectFrom('control_token')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= MOST_TOKENS)
        throw new ApiError(409, m.controlRefusedTooManyTokens(), { code: 'guard' });
      const id = newId(now());
      await tx
        .insertInto('control_token')
        .values({
          id,
          name,
          hash: hashOfKey(token),
          created_at: now(),
          created_by: by.id,
          owner_version: by.version,
          used_at: null,
          show_id: showId,
        })
        .execute();
      return id;
    },
    (id) => ({ target: id, name, after: { name, 'show id': showId } }),
  );
  return token;
}

/** Revokes a token. @throws ApiError 404 */
export async function revokeToken({ db }: TokenServices, id: string): Promise<void> {
  await inTransaction(
    db,
    async (tx) => {
      const row = await tx
        .deleteFrom('control_token')
        .where('id', '=', id)
        .returning(['name', 'show_id as showId'])
        .executeTakeFirst();
      if (row === undefined) throw new ApiError(404, m.notFound());
      return row;
    },
    ({ name, showId }) => ({ name, before: { name, 'show id': showId } }),
  );
}

/**
 * Revokes every token that a user created, for example on a change of role, so that regaining the role does not
 * restore them.
 */
export const endTokensOf = (tx: Transaction<Schema>, userId: string): Promise<unknown> =>
  tx.deleteFrom('control_token').where('created_by', '=', userId).execute();

/**
 * Returns the token's id, name and owner; null: the token is unknown or no longer valid. A token ends when it is
 * revoked, and when its creator is no longer an admin or has ended all sessions, for example by a new password.
 */
export async function identifyController(
  { db, now }: TokenServices,
  token: string,
): Promise<Controller | null> {
  if (!token.startsWith(PREFIX)) return null;
  const hash = hashOfKey(token);
  const row = await withMaker(db.read)
    .where('t.hash', '=', hash)
    .select(['t.id', 't.name', 't.hash', 't.owner_version', 't.used_at'])
    .select(['u.id as userId', 'u.name as userName', 'u.email', 'u.role_id', 'u.token_version'])
    .executeTakeFirst();
  if (row === undefined || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return null;
  if (row.owner_version !== row.token_version || row.role_id !== ROLE.admin) return null;
  const at = now();
  if (row.used_at === null || at - row.used_at >= NOTED_MS)
    await db.write
      .updateTable('control_token')
      .set({ used_at: at })
      .where('id', '=', row.id)
      .execute();
  const { userId, userName, email, role_id: roleId, token_version: version } = row;
  const caller = { id: userId, name: userName, email, roleId, version };
  return { id: row.id, name: row.name, caller };
}

/**
 * Records a request; returns false if it is already recorded. @throws ApiError 401 if the token was revoked after the
 * call was authenticated
 */
export async function recordRequest(
  tx: Transaction<Schema>,
  tokenId: string,
  requestId: string,
  at: number,
): Promise<boolean> {
  const token = await tx
    .selectFrom('control_token')
    .where('id', '=', tokenId)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (token === undefined) throw new ApiError(401, m.controlRefusedNoToken());
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('control_request')
    .values({ token_id: tokenId, request_id: requestId, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function isRecorded(
  db: Kysely<Schema>,
  tokenId: string,
  requestId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('control_request')
    .where('token_id', '=', tokenId)
    .where('request_id', '=', requestId)
    .select('at')
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the show of a token; undefined: the token was revoked. */
export async function readTokenShow(
  db: Kysely<Schema>,
  tokenId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('control_token')
    .where('id', '=', tokenId)
    .select('show_id as showId')
    .executeTakeFirst();
  return row?.showId;
}

/** Returns when a device last acted on this token's show, epoch ms; null: never. */
export async function lastActAt(db: Kysely<Schema>, tokenId: string): Promise<number | null> {
  const { at } = await db
    .selectFrom('control_request')
    .innerJoin('control_token as t', 't.id', 'control_request.token_id')
    .where('t.show_id', '=', (eb) =>
      eb.selectFrom('control_token').where('id', '=', tokenId).select('show_id'),
    )
    .select((eb) => eb.fn.max<number | null>('at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

/** Deletes requests that are too old to be repeated. */
export const deleteRequests = (db: Kysely<Schema>, before: number): Promise<unknown> =>
  db.deleteFrom('control_request').where('at', '<', before).execute();
