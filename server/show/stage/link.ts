import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { lockAdminRow } from '#server/http/lock-admin-row.ts';
import type { Caller } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { readLinkMaker, readPage, writeLink } from './store.ts';

const KEY_BYTES = 32;

export interface LinkServices {
  readonly db: Database;
  readonly now: () => number;
  /** What the show page shows, or who may see it, has changed. */
  readonly touch: () => void;
}

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

/**
 * Replaces the link with a new one, and returns its key: 256 random bits that are not stored.
 * @throws Refused 401 or 403 for a session that ended after the call was authorised
 */
export async function createLink(
  { db, now, touch }: LinkServices,
  by: Pick<Caller, 'id' | 'version'>,
): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const createdAt = now();
  const hash = digest(key).toString('base64url');
  await inTransaction(db, async (tx) => {
    await lockAdminRow(tx, by);
    const { id: createdBy, version: ownerVersion } = by;
    await writeLink(tx, { id: newId(createdAt), hash, createdAt, createdBy, ownerVersion });
  });
  touch();
  return key;
}

export async function revokeLink({ db, touch }: LinkServices): Promise<void> {
  await inTransaction(db, (tx) => writeLink(tx, null));
  touch();
}

/** Ends the link if this user made it, so that regaining the role does not restore it. */
export async function endLinkOf(tx: Transaction<Schema>, userId: string): Promise<void> {
  if ((await readLinkMaker(tx)) === userId) await writeLink(tx, null);
}

/** The id of the link that the key opens; null: none, or not any more. */
export async function openLink(
  { db }: Pick<LinkServices, 'db'>,
  key: string,
): Promise<string | null> {
  const { link } = await readPage(db.read);
  if (link === null) return null;
  return timingSafeEqual(digest(key), Buffer.from(link.hash, 'base64url')) ? link.id : null;
}

/** Whether this link still opens the page. */
export const isLinkOpen = async (
  { db }: Pick<LinkServices, 'db'>,
  linkId: string,
): Promise<boolean> => (await readPage(db.read)).link?.id === linkId;
