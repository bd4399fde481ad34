import { m } from 'messages';
import type { Kysely, Transaction } from 'kysely';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { Rundown } from '#machines/contract/rundown.ts';
import type { RunSheet } from '#machines/show/run-sheet-calls.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { lockProducerRow } from '#server/http/lock-admin-row.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import { hashOfKey, newKey } from '../link-key.ts';
import { isMakerProducing } from '../producers/store.ts';
import { rundownOf } from '../services.ts';
import { readStage } from '../stage/store.ts';

export interface RunSheetServices {
  readonly db: Database;
  readonly now: () => number;
}

/** @throws ApiError 404 */
async function readSheet(db: Kysely<Schema>, showId: string): Promise<RunSheet> {
  const rundown = await rundownOf(db, showId);
  const { startsAt } = await readStage(db, showId);
  return { ...sheetOf(rundown), startsAt };
}

const sheetOf = ({ title, items }: Rundown): Omit<RunSheet, 'startsAt'> => ({
  title,
  items: items.map(({ text, media, note, order, studioSeconds, homeSeconds, state }) => ({
    text,
    ...(media && { media: { kind: media.kind, alt: media.alt } }),
    note,
    order,
    studioSeconds,
    homeSeconds,
    isSkipped: state === 'skipped',
  })),
});

/** Query of valid links. A link ends when its maker may no longer run the show or has ended all sessions. */
const validLinks = (db: Kysely<Schema>) =>
  db
    .selectFrom('run_sheet_link as l')
    .innerJoin('user as maker', (on) =>
      on
        .onRef('maker.id', '=', 'l.created_by')
        .onRef('maker.token_version', '=', 'l.owner_version'),
    )
    .where(isMakerProducing('l.show_id'))
    .select(['l.show_id as showId', 'l.created_at as createdAt']);

/** Returns the run sheet of a show, and since when a link shares it. @throws ApiError 404 */
export async function readRunSheet(
  { db }: Pick<RunSheetServices, 'db'>,
  showId: string,
): Promise<ReplyOf<'runSheet'>> {
  const sheet = await readSheet(db.read, showId);
  const link = await validLinks(db.read).where('l.show_id', '=', showId).executeTakeFirst();
  return { sheet, sharedAt: link?.createdAt ?? null };
}

/**
 * Creates a link that shows the run sheet of a show, which replaces the last one, and returns its key.
 * @throws ApiError 404; 401 or 403 if the caller's session ended after the call was authorised
 */
export async function shareRunSheet(
  { db, now }: RunSheetServices,
  showId: string,
  by: Pick<Caller, 'id' | 'version'>,
): Promise<string> {
  const key = newKey();
  const link = {
    hash: hashOfKey(key),
    created_at: now(),
    created_by: by.id,
    owner_version: by.version,
  };
  await inTransaction(
    db,
    async (tx) => {
      await lockProducerRow(tx, by, showId);
      const { title } = await rundownOf(tx, showId);
      await tx
        .insertInto('run_sheet_link')
        .values({ show_id: showId, ...link })
        .onConflict((conflict) => conflict.column('show_id').doUpdateSet(link))
        .execute();
      return title;
    },
    (name) => ({ name }),
  );
  return key;
}

/** Ends the link that shows the run sheet of a show. @throws ApiError 404 */
export async function unshareRunSheet(
  { db }: Pick<RunSheetServices, 'db'>,
  showId: string,
): Promise<void> {
  await inTransaction(
    db,
    async (tx) => {
      const { title } = await rundownOf(tx, showId);
      await tx.deleteFrom('run_sheet_link').where('show_id', '=', showId).execute();
      return title;
    },
    (name) => ({ name }),
  );
}

/**
 * Ends the links that this user created, or only that of one show, so that regaining the right does not restore them.
 */
export const endRunSheetLinksOf = (
  tx: Transaction<Schema>,
  userId: string,
  showId?: string,
): Promise<unknown> =>
  tx
    .deleteFrom('run_sheet_link')
    .where('created_by', '=', userId)
    .$if(showId !== undefined, (query) => query.where('show_id', '=', showId ?? ''))
    .execute();

/** Returns the run sheet that a key shows. @throws ApiError 404 if the key is unknown or has ended */
export async function openRunSheet(
  { db }: Pick<RunSheetServices, 'db'>,
  key: string,
): Promise<RunSheet> {
  const link = await validLinks(db.read).where('l.hash', '=', hashOfKey(key)).executeTakeFirst();
  if (link === undefined) throw new ApiError(404, m.runSheetOver());
  return readSheet(db.read, link.showId);
}
