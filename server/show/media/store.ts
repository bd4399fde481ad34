import { type Kysely, sql } from 'kysely';
import type { Audience, MediaType, StoredMedia } from '#machines/contract/entities.ts';
import type { PlayersOf } from '#server/answering/view.ts';
import type { Schema } from '#server/db/schema.ts';
import { newKey } from '#server/show/link-key.ts';
import type { MediaFile } from './file-type.ts';

type Reader = Kysely<Schema>;

/** Converts a row of `media` without its bytes. */
export const storedMedia = (row: {
  readonly id: string;
  readonly type: MediaType;
  readonly width: number | null;
  readonly height: number | null;
}): StoredMedia => ({
  id: row.id,
  kind: row.type === 'audio/mpeg' ? 'sound' : 'picture',
  ...(row.width !== null && row.height !== null && { width: row.width, height: row.height }),
});

/** Stores a picture or sound that no item refers to yet. */
export async function insertMedia(
  tx: Reader,
  { type, bytes, size }: MediaFile,
  at: number,
): Promise<StoredMedia> {
  const row = { id: newKey(), type, width: size?.width ?? null, height: size?.height ?? null };
  await tx
    .insertInto('media')
    .values({ ...row, created_at: at, unused_since: null, bytes })
    .execute();
  return storedMedia(row);
}

/** Returns a stored picture or sound without its bytes; null: it does not exist. */
export async function readMedia(db: Reader, id: string): Promise<StoredMedia | null> {
  const row = await db
    .selectFrom('media')
    .where('id', '=', id)
    .select(['id', 'type', 'width', 'height'])
    .executeTakeFirst();
  return row === undefined ? null : storedMedia(row);
}

/** Returns the type and the bytes; null: it does not exist. */
export async function readMediaBytes(
  db: Reader,
  id: string,
): Promise<{ readonly type: MediaType; readonly bytes: Buffer } | null> {
  const row = await db
    .selectFrom('media')
    .where('id', '=', id)
    .select(['type', 'bytes'])
    .executeTakeFirst();
  return row === undefined ? null : { type: row.type, bytes: Buffer.from(row.bytes) };
}

/** Returns how much the pictures and sounds of a show take, in bytes; one that several items share counts once. */
export async function readMediaSize(db: Reader, showId: string): Promise<number> {
  const { size } = await db
    .selectFrom('media')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('rundown_item')
        .where('show_id', '=', showId)
        .where('media_id', 'is not', null)
        .select('media_id')
        .$castTo<{ media_id: string }>(),
    )
    .select(sql<number | null>`sum(length(bytes))`.as('size'))
    .executeTakeFirstOrThrow();
  return size ?? 0;
}

/** Returns the type of each of these pictures and sounds. */
export async function readMediaTypes(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MediaType>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('media').where('id', 'in', ids).select(['id', 'type']).execute();
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/** The picture or sound of a show's armed item, without its text alternative; null: there is none. */
export async function readArmedMedia(db: Reader, showId: string): Promise<StoredMedia | null> {
  const row = await db
    .selectFrom('rundown_item as i')
    .innerJoin('media as m', 'm.id', 'i.media_id')
    .where('i.show_id', '=', showId)
    .where('i.state', '=', 'armed')
    .select(['m.id', 'm.type', 'm.width', 'm.height'])
    .executeTakeFirst();
  return row === undefined ? null : storedMedia(row);
}

/** The picture or sound of the armed item of a live show. */
export interface ArmedMedia extends PlayersOf {
  readonly mediaId: string;
  readonly key: string;
  readonly releasedTo: readonly Audience[];
}

/** Returns the pictures and sounds of the armed items of all live shows, or of one show. */
export async function readArmed(db: Reader, showId?: string): Promise<readonly ArmedMedia[]> {
  const rows = await db
    .selectFrom('show as s')
    .innerJoin('rundown_item as i', 'i.show_id', 's.id')
    .where('s.state', '=', 'live')
    .$if(showId !== undefined, (query) => query.where('s.id', '=', showId ?? ''))
    .where('i.state', '=', 'armed')
    .select(['s.id as showId', 's.is_open as isOpen', 'i.media_id as mediaId'])
    .select(['i.media_key as key', 'i.game_session_id as gameSessionId'])
    .execute();
  const sealed = rows.flatMap(({ mediaId, key, ...row }) =>
    mediaId === null || key === null ? [] : [{ mediaId, key, ...row }],
  );
  if (sealed.length === 0) return [];
  const releases = await db
    .selectFrom('release')
    .where(
      'game_session_id',
      'in',
      sealed.map(({ gameSessionId }) => gameSessionId),
    )
    .where('released', '=', 1)
    .select(['game_session_id as gameSessionId', 'audience'])
    .execute();
  return sealed.map(({ gameSessionId, isOpen, ...media }) => ({
    ...media,
    ...(isOpen === 0 && { isForMembers: true as const }),
    releasedTo: releases
      .filter((release) => release.gameSessionId === gameSessionId)
      .map(({ audience }) => audience),
  }));
}

/** How long a picture or sound is kept after the last item that used it, ms: a producer may still undo that. */
const UNUSED_MS = 24 * 60 * 60_000;

/** Deletes pictures and sounds that no item has referred to for a day. `now`: epoch ms. */
export async function deleteUnusedMedia(db: Reader, now: number): Promise<void> {
  const used = db.selectFrom('rundown_item').where('media_id', 'is not', null).select('media_id');
  await db
    .deleteFrom('media')
    .where('unused_since', '<', now - UNUSED_MS)
    .where('id', 'not in', used)
    .execute();
  await db
    .updateTable('media')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where('id', 'in', used)
    .execute();
  await db
    .updateTable('media')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where('id', 'not in', used)
    .execute();
}
