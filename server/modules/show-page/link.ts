import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Database, inTransaction } from '#server/db/client.ts';
import { newId } from '#server/id.ts';
import { readPage, writeLink } from './store.ts';

const KEY_BYTES = 32;

export interface LinkServices {
  readonly db: Database;
  readonly now: () => number;
  /** What the show page shows, or who may see it, has changed. */
  readonly touch: () => void;
}

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Makes the link instead of the one before. Its key, 256 random bits, is told here and never again. */
export async function createLink(
  { db, now, touch }: LinkServices,
  createdBy: string,
): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const createdAt = now();
  const hash = digest(key).toString('base64url');
  await inTransaction(db, (tx) =>
    writeLink(tx, { id: newId(createdAt), hash, createdAt, createdBy }),
  );
  touch();
  return key;
}

export async function revokeLink({ db, touch }: LinkServices): Promise<void> {
  await inTransaction(db, (tx) => writeLink(tx, null));
  touch();
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
