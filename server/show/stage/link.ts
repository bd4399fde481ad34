import { timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { lockProducerRow } from '#server/http/lock-admin-row.ts';
import type { Caller } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { hashOfKey, newKey } from '../link-key.ts';
import { readLink, readLinkById, readLinksOf, writeLink } from './store.ts';

export interface LinkServices {
  readonly db: Database;
  readonly now: () => number;
  /** Call when the content of a show's screens, or who may open them, has changed. */
  readonly touch: (showId: string) => void;
}

/**
 * Creates a new link to a show's screens, which replaces the old one, and returns its key: 256 random bits that are not
 * stored.
 * @throws ApiError 404; 401 or 403 if the caller's session ended after the call was authorised
 */
export async function createLink(
  { db, now, touch }: LinkServices,
  by: Pick<Caller, 'id' | 'version'>,
  showId = HOUSE_SHOW,
): Promise<string> {
  const key = newKey();
  const createdAt = now();
  const hash = hashOfKey(key);
  await inTransaction(
    db,
    async (tx) => {
      await lockProducerRow(tx, by, showId);
      const { id: createdBy, version: ownerVersion } = by;
      const link = { id: newId(createdAt), hash, createdAt, createdBy, ownerVersion };
      await writeLink(tx, showId, link);
    },
    () => ({ after: { 'show id': showId } }),
  );
  touch(showId);
  return key;
}

/** Ends the link to a show's screens. @throws ApiError 404 */
export async function revokeLink({ db, touch }: LinkServices, showId = HOUSE_SHOW): Promise<void> {
  await inTransaction(
    db,
    (tx) => writeLink(tx, showId, null),
    () => ({ before: { 'show id': showId } }),
  );
  touch(showId);
}

/**
 * Ends the links that this user created, or only that of one show, so that regaining the right does not restore them.
 */
export async function endLinksOf(
  tx: Transaction<Schema>,
  userId: string,
  only?: string,
): Promise<void> {
  for (const showId of await readLinksOf(tx, userId))
    if (only === undefined || only === showId) await writeLink(tx, showId, null);
}

/** A link, and the show whose screens it opens. */
export interface OpenedLink {
  readonly linkId: string;
  readonly showId: string;
}

/** Returns the link that a key opens; null: the key is unknown or no longer valid. */
export async function openLink(
  { db }: Pick<LinkServices, 'db'>,
  key: string,
): Promise<OpenedLink | null> {
  const hash = hashOfKey(key);
  const link = await readLink(db.read, hash);
  const { id: linkId = null, hash: stored = null, showId } = link ?? {};
  if (linkId === null || stored === null || showId === undefined) return null;
  return timingSafeEqual(Buffer.from(hash), Buffer.from(stored)) ? { linkId, showId } : null;
}

/** Whether this link still opens its screens. */
export const isLinkOpen = async (
  { db }: Pick<LinkServices, 'db'>,
  linkId: string,
): Promise<boolean> => (await readLinkById(db.read, linkId)) !== undefined;
