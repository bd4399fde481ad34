import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { ROLE } from '#machines/contract/roles.ts';
import {
  type ItemState,
  type Joining,
  itemStateSchema,
  type Presets,
  releaseOrderSchema,
  type Rundown,
  type RundownItem,
  type ShowSummary,
  type TieBreak,
} from '#machines/contract/rundown.ts';
import { HOUSE_SHOW, type Media, type ShowState } from '#machines/contract/entities.ts';
import { ADMIN_LIST_SIZE } from '#machines/contract/limits.ts';
import { readShowSessions } from '#server/answering/feed-store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';
import { isWithdrawn } from '#server/show/releases/change.ts';
import type { Schema } from '#server/db/schema.ts';
import { newJoinCode } from './joining/codes.ts';
import { joiningOf, rowOfJoining } from './joining/store.ts';
import { readTeams } from './joining/teams.ts';
import { newKey } from './link-key.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** SQL for a show's state: a draft with a rehearsal is in the state 'rehearsal'. */
const stateNow = sql<ShowState>`case when r.show_id is null then s.state else 'rehearsal' end`.as(
  'state',
);

/**
 * Returns another live show that has players in common with this one, or null. All shows open to everybody share their
 * players.
 */
export async function readConflictingShow(
  db: Reader,
  id: string,
): Promise<{ readonly title: string } | null> {
  const found = await db
    .selectFrom('show')
    .where('kind', '=', 'show')
    .where('id', '<>', id)
    .where('state', '=', 'live')
    .where('is_open', '=', 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('show as own')
          .where('own.id', '=', id)
          .where('own.is_open', '=', 1)
          .select('own.id'),
      ),
    )
    .select('title')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Maximum number of shows in one list. */
export const LISTED_SHOWS = 100;

/**
 * Returns the newest shows, newest first; `onlyOpen`: only those open to everybody; `producedBy`: only those that this
 * account may run without being an admin.
 */
export async function readShows(
  db: Reader,
  limit: number,
  {
    onlyOpen = false,
    producedBy,
  }: { readonly onlyOpen?: boolean; readonly producedBy?: string | undefined } = {},
): Promise<ShowSummary[]> {
  const rows = await db
    .selectFrom('show as s')
    .leftJoin('rundown_item as i', 'i.show_id', 's.id')
    .leftJoin('rehearsal as r', 'r.show_id', 's.id')
    .leftJoin('season as e', 'e.id', 's.season_id')
    .where('s.kind', '=', 'show')
    .$if(onlyOpen, (query) => query.where('s.is_open', '=', 1))
    .$if(producedBy !== undefined, (query) =>
      query.where('s.id', 'in', (eb) =>
        eb
          .selectFrom('show_producer')
          .where('user_id', '=', producedBy ?? '')
          .select('show_id'),
      ),
    )
    .groupBy(['s.id', 'r.show_id', 'e.id'])
    .select([
      's.id',
      's.title',
      stateNow,
      's.version',
      's.created_at as createdAt',
      's.hold_points as holdPoints',
    ])
    .select(['s.home_delay_s as homeDelaySeconds', 'e.id as seasonId', 'e.name as seasonName'])
    .select((eb) => eb.fn.count<number>('i.id').as('itemCount'))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ seasonId, seasonName, ...row }) => ({
    ...row,
    holdPoints: row.holdPoints === 1,
    ...seasonIn({ seasonId, seasonName }),
  }));
}

/** The season of a show, from its row. */
const seasonIn = ({
  seasonId: id,
  seasonName: name,
}: {
  readonly seasonId: string | null;
  readonly seasonName: string | null;
}): Pick<Rundown, 'season'> => (id === null || name === null ? {} : { season: { id, name } });

/** Maximum number of items listed for the house show; the newest are listed. */
const MOST_ITEMS = ADMIN_LIST_SIZE;

/** Returns a show with its items in order, or only with `itemId`; null: the show does not exist. */
export async function readRundown(
  db: Reader,
  id: string,
  itemId?: string,
): Promise<Rundown | null> {
  const show = await db
    .selectFrom('show as s')
    .leftJoin('rehearsal as r', 'r.show_id', 's.id')
    .leftJoin('season as e', 'e.id', 's.season_id')
    .select(['e.id as seasonId', 'e.name as seasonName'])
    .select(['s.id', 's.title', stateNow, 's.version', 's.created_at as createdAt', 'r.players'])
    .select(['s.home_delay_s as homeDelaySeconds', 's.hold_points as holdPoints'])
    .select(['s.join_code', 's.is_open', 's.by_code', 's.teams', 's.tie_break as tieBreak'])
    .select(['s.entry_fee as entryFee', 's.language'])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (show === undefined) return null;
  const items = await db
    .selectFrom('rundown_item as i')
    .innerJoin('game_session as g', 'g.id', 'i.game_session_id')
    .innerJoin('question as q', 'q.id', 'g.question_id')
    .where('i.show_id', '=', id)
    .$if(itemId !== undefined, (query) => query.where('i.id', '=', itemId ?? ''))
    .orderBy('i.position', 'desc')
    .orderBy('i.id', 'desc')
    .limit(MOST_ITEMS)
    .select(['i.id', 'q.id as questionId', 'g.id as gameSessionId', 'q.text', 'i.state'])
    .select(['i.studio_seconds as studioSeconds', 'i.home_seconds as homeSeconds'])
    .select(['i.release_order as order', 'i.note'])
    .execute();
  const records = new Map(
    (await readShowSessions(db, id, { limit: MOST_ITEMS, itemId })).map((record) => [
      record.gameSessionId,
      record,
    ]),
  );
  const { players, join_code: code, is_open, by_code, teams: mode, ...rest } = show;
  const { seasonId, seasonName, entryFee, ...fields } = rest;
  return {
    ...fields,
    ...(entryFee === 1 && id !== HOUSE_SHOW && { entryFee: true }),
    holdPoints: show.holdPoints === 1,
    items: items.toReversed().flatMap((item) => {
      const record = records.get(item.gameSessionId);
      // The question was deleted between the two queries.
      return record === undefined
        ? []
        : [
            {
              ...item,
              windows: windowsOf(record),
              result: record.result,
              ...(record.media && { media: record.media }),
              ...(item.state === 'skipped' &&
                isWithdrawn(record) && { takenBackAt: takenBackAt(record) }),
              ...(record.openFor && {
                openFor: record.openFor.map(({ userId, name, closesAt }) => ({
                  userId,
                  name,
                  closesAt,
                })),
              }),
            },
          ];
    }),
    ...(players !== null && { players }),
    ...(code !== null && { join: { code, joining: joiningOf({ is_open, by_code }) } }),
    ...(mode !== 'off' && { teams: { mode, list: await readTeams(db, id) } }),
    ...seasonIn({ seasonId, seasonName }),
  };
}

/** When a withdrawn question was revoked from the last audience, epoch ms. */
const takenBackAt = ({ releases: { studio, home } }: QuestionRecord): number =>
  Math.max(studio?.openedAt ?? 0, home?.openedAt ?? 0);

export async function insertShow(
  tx: Tx,
  show: { id: string; title: string; language?: string; homeDelaySeconds?: number },
  at: number,
  joining: Joining = 'anybody',
): Promise<void> {
  await tx
    .insertInto('show')
    .values({
      id: show.id,
      title: show.title,
      ...(show.language !== undefined && { language: show.language }),
      state: 'draft',
      version: 0,
      created_at: at,
      ended_at: null,
      home_delay_s: show.homeDelaySeconds ?? 0,
      join_code: newJoinCode(),
      ...rowOfJoining(joining),
    })
    .execute();
  await tx.insertInto('stage').values({ show_id: show.id }).execute();
}

/** Returns the item of a game session in a live or rehearsed show, or null. */
export async function readRunningItem(
  db: Reader,
  gameSessionId: string,
): Promise<Pick<RundownItem, 'state'> | null> {
  const item = await db
    .selectFrom('rundown_item as i')
    .innerJoin('show as s', 's.id', 'i.show_id')
    .leftJoin('rehearsal as r', 'r.show_id', 's.id')
    .where('i.game_session_id', '=', gameSessionId)
    .where('s.kind', '=', 'show')
    .where((eb) => eb.or([eb('r.show_id', 'is not', null), eb('s.state', '=', 'live')]))
    .select('i.state')
    .executeTakeFirst();
  return item ?? null;
}

/** Subquery: the position after the last item of a show. */
const nextPosition = (eb: ExpressionBuilder<Schema, 'rundown_item'>, showId: string) =>
  eb
    .selectFrom('rundown_item as last')
    .where('last.show_id', '=', showId)
    .select(sql<number>`coalesce(max(last.position), -1) + 1`.as('position'));

export const insertItem = (
  tx: Tx,
  item: {
    id: string;
    showId: string;
    gameSessionId: string;
    presets: Presets;
    media?: ItemMedia | undefined;
  },
) =>
  tx
    .insertInto('rundown_item')
    .values((eb) => ({
      id: item.id,
      show_id: item.showId,
      game_session_id: item.gameSessionId,
      position: nextPosition(eb, item.showId),
      state: 'planned' as const,
      ...rowOf(item.presets),
      ...mediaRow(item.media ?? null),
    }))
    .execute();

const rowOf = ({ studioSeconds, homeSeconds, order, note }: Presets) => ({
  studio_seconds: studioSeconds,
  home_seconds: homeSeconds,
  release_order: order,
  note,
});

/** The uploaded picture or sound of an item, with its text alternative. */
export type ItemMedia = Pick<Media, 'id' | 'alt'>;

const mediaRow = (media: ItemMedia | null) => ({
  media_id: media?.id ?? null,
  media_alt: media?.alt ?? null,
});

/** `key`: of the sealed bytes; undefined: unchanged, as only the text alternative is another one. */
export const writeItemMedia = (
  tx: Tx,
  itemId: string,
  media: ItemMedia | null,
  key: string | undefined,
) =>
  tx
    .updateTable('rundown_item')
    .set({ ...mediaRow(media), ...(key !== undefined && { media_key: key }) })
    .where('id', '=', itemId)
    .execute();

export const writePresets = (tx: Tx, itemId: string, presets: Presets) =>
  tx.updateTable('rundown_item').set(rowOf(presets)).where('id', '=', itemId).execute();

export const writeItemState = (tx: Tx, itemId: string, state: ItemState) =>
  tx
    .updateTable('rundown_item')
    .set({ state, ...(state === 'armed' && { media_key: newKey() }) })
    .where('id', '=', itemId)
    .execute();

/** Moves an item to the end of the house show as a planned one. */
export const moveToHouse = (tx: Tx, itemId: string) =>
  tx
    .updateTable('rundown_item')
    .set((eb) => ({
      show_id: HOUSE_SHOW,
      state: 'planned',
      position: nextPosition(eb, HOUSE_SHOW),
    }))
    .where('id', '=', itemId)
    .execute();

/** Renumbers the items in this order. */
export async function writeOrder(tx: Tx, itemIds: readonly string[]): Promise<void> {
  for (const [position, id] of itemIds.entries())
    await tx.updateTable('rundown_item').set({ position }).where('id', '=', id).execute();
}

/** The fields of items that a rehearsal may change and clearing it restores, in rundown order. */
const itemsBeforeSchema = z.array(
  z.object({
    id: z.string(),
    state: itemStateSchema,
    studioSeconds: z.number().nullable(),
    homeSeconds: z.number().nullable(),
    order: releaseOrderSchema,
  }),
);

/** Stores the items as they were before the rehearsal. */
export const keepItems = (tx: Tx, showId: string, items: z.infer<typeof itemsBeforeSchema>) =>
  tx
    .updateTable('rehearsal')
    .where('show_id', '=', showId)
    .set({ items_before: JSON.stringify(itemsBeforeSchema.parse(items)) })
    .execute();

/** Restores the items as they were before the rehearsal; items added during it become planned items at the end. */
export async function restoreItems(
  tx: Tx,
  showId: string,
  items: readonly RundownItem[],
): Promise<void> {
  const row = await tx
    .selectFrom('rehearsal')
    .where('show_id', '=', showId)
    .select('items_before')
    .executeTakeFirst();
  const before = itemsBeforeSchema.parse(JSON.parse(row?.items_before ?? '[]'));
  const indexes = new Map(before.map(({ id }, index) => [id, index]));
  const indexOf = ({ id }: RundownItem): number => indexes.get(id) ?? before.length;
  await writeOrder(
    tx,
    items.toSorted((a, b) => indexOf(a) - indexOf(b)).map(({ id }) => id),
  );
  for (const item of items) {
    const was = before[indexOf(item)];
    await writeItemState(tx, item.id, was?.state ?? 'planned');
    if (was !== undefined) await writePresets(tx, item.id, { ...was, note: item.note });
  }
}

/**
 * Returns the item of a question's newest game session, and the item's show; undefined: the question does not exist.
 */
export const readItemOf = (
  db: Reader,
  questionId: string,
): Promise<{ showId: string; itemId: string } | undefined> =>
  db
    .selectFrom('rundown_item as i')
    .innerJoin('game_session as g', 'g.id', 'i.game_session_id')
    .where('g.question_id', '=', questionId)
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(1)
    .select(['i.show_id as showId', 'i.id as itemId'])
    .executeTakeFirst();

/** Replaces an item's game session by a new one of the same question. */
export const replaceSession = (tx: Tx, itemId: string, gameSessionId: string) =>
  tx
    .updateTable('rundown_item')
    .set({ game_session_id: gameSessionId })
    .where('id', '=', itemId)
    .execute();

/**
 * Raises a show's version after a change that is not an act on the show, so that acts based on the former state are
 * rejected as outdated.
 */
export const raiseVersion = (tx: Tx, showId: string) =>
  tx
    .updateTable('show')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', showId)
    .execute();

/**
 * Stores the row of a show with its new version. `endedAt`: null if the show has not ended; undefined leaves it
 * unchanged.
 */
export const writeShow = (
  tx: Tx,
  { id, title, state, version, homeDelaySeconds }: Omit<Rundown, 'items'>,
  endedAt: number | null | undefined,
) =>
  tx
    .updateTable('show')
    .set({
      title,
      state: state === 'rehearsal' ? 'draft' : state,
      version,
      ...(endedAt !== undefined && { ended_at: endedAt }),
      home_delay_s: homeDelaySeconds,
    })
    .where('id', '=', id)
    .execute();

export const writeHoldPoints = (tx: Tx, id: string, on: boolean) =>
  tx
    .updateTable('show')
    .set({ hold_points: on ? 1 : 0 })
    .where('id', '=', id)
    .execute();

export const writeEntryFee = (tx: Tx, id: string, on: boolean) =>
  tx
    .updateTable('show')
    .set({ entry_fee: on ? 1 : 0 })
    .where('id', '=', id)
    .execute();

export const writeShowLanguage = (tx: Tx, id: string, language: string) =>
  tx.updateTable('show').set({ language }).where('id', '=', id).execute();

export const writeTieBreak = (tx: Tx, id: string, by: TieBreak) =>
  tx.updateTable('show').set({ tie_break: by }).where('id', '=', id).execute();

export const hasPlayer = async (db: Reader, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('user')
    .where('id', '=', userId)
    .where('role_id', '<>', ROLE.admin)
    .select('id')
    .executeTakeFirst()) !== undefined;

/** Removes a person from a show at a time (epoch ms), or restores them (null). */
export async function writeRemoval(
  tx: Tx,
  { showId, userId }: { showId: string; userId: string },
  at: number | null,
): Promise<void> {
  if (at === null)
    await tx
      .deleteFrom('show_removal')
      .where('show_id', '=', showId)
      .where('user_id', '=', userId)
      .execute();
  else
    await tx
      .insertInto('show_removal')
      .values({ show_id: showId, user_id: userId, removed_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Records a request; returns false if it is already recorded. */
export async function recordRequest(
  tx: Tx,
  showId: string,
  requestId: string,
  at: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('show_request')
    .values({ show_id: showId, request_id: requestId, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether a request is already recorded. */
export async function isRecorded(db: Reader, showId: string, requestId: string): Promise<boolean> {
  const found = await db
    .selectFrom('show_request')
    .where('show_id', '=', showId)
    .where('request_id', '=', requestId)
    .select('at')
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes requests that are too old to be repeated. */
export const deleteRequests = (db: Reader, before: number): Promise<unknown> =>
  db.deleteFrom('show_request').where('at', '<', before).execute();
