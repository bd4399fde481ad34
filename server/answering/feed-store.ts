import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import {
  HOUSE_SHOW,
  type MediaType,
  type Result,
  type Versions,
} from '#machines/contract/entities.ts';
import { nextDisclosure } from '#machines/answering/rules/disclosure.ts';
import { sentLabel } from '#machines/results/rules/ranked-groups.ts';
import { isFrozen, NEW_RESULT, voidedOf } from '#machines/results/rules/result.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { airedName } from '#server/db/aired-names.ts';
import { newId } from '#server/id.ts';
import type { FeedChangeTable, Flag, Schema } from '#server/db/schema.ts';
import { storedMedia } from '#server/show/media/store.ts';
import { readRankedGroups } from '#server/show/stage/ranked-groups.ts';
import { type Change, changeSchema, type ChangeEvent } from '#server/show/releases/change.ts';
import type { Viewer } from '#server/realtime/rooms.ts';
import { type AudienceRelease, feedOf, type PlayersOf, type QuestionRecord } from './view.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/**
 * Returns the versions of the feeds of these shows; without `showIds`, of all shows that have changes or may soon
 * have some.
 */
export async function readVersions(db: Reader, showIds?: readonly string[]): Promise<Versions> {
  const rows = await db
    .selectFrom('show')
    .select(['id', 'feed_version as version'])
    .$if(showIds === undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('feed_version', '>', 0), eb('is_open', '=', 0), eb('kind', '=', 'house')]),
      ),
    )
    .$if(showIds !== undefined, (query) => query.where('id', 'in', showIds ?? []))
    .execute();
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}

/**
 * Locks shows until the transaction ends. A show that is open to everybody locks all the other open ones with it,
 * because they share their players and a feed. Lock a show before reading, so that the versions of its feed are in
 * the order of the changes.
 */
export async function lockShows(tx: Tx, showIds: readonly string[]): Promise<void> {
  let isAnyOpen = false;
  // The house show is locked last in every transaction, so that locks cannot deadlock.
  for (const showId of new Set(showIds.toSorted()))
    if (showId !== HOUSE_SHOW && (await lockRow(tx, showId))) isAnyOpen = true;
  if (isAnyOpen || showIds.includes(HOUSE_SHOW)) await lockRow(tx, HOUSE_SHOW);
}

/**
 * Locks a show and returns whether it is open to everybody. An update, so that it reads the row as it is after the
 * lock.
 */
async function lockRow(tx: Tx, showId: string): Promise<boolean> {
  const row = await tx
    .updateTable('show')
    .set((eb) => ({ feed_version: eb.ref('feed_version') }))
    .where('id', '=', showId)
    .returning('is_open')
    .executeTakeFirst();
  return row?.is_open === 1;
}

/**
 * Reads game sessions and locks their shows. If a game session moves to the house show before the lock, both shows are
 * locked.
 */
async function readLocked(
  tx: Tx,
  read: () => Promise<QuestionRecord[]>,
): Promise<QuestionRecord[]> {
  const locked = new Set<string>();
  for (;;) {
    const found = await read();
    const missing = found.map(({ showId }) => showId).filter((showId) => !locked.has(showId));
    if (missing.length === 0) return found;
    await lockShows(tx, missing);
    for (const showId of missing) locked.add(showId);
  }
}

/** Returns the newest game session of a question, with its show locked. */
export const lockQuestion = async (tx: Tx, id: string): Promise<QuestionRecord | null> =>
  (await readLocked(tx, () => records(tx, (q) => q.where('q.id', '=', id).limit(1))))[0] ?? null;

/** Returns all game sessions of a question, with their shows locked. */
export const lockSessions = (tx: Tx, id: string): Promise<QuestionRecord[]> =>
  readLocked(tx, () => records(tx, (q) => q.where('q.id', '=', id)));

/** Returns a game session with its show locked. */
export const lockGameSession = async (tx: Tx, id: string): Promise<QuestionRecord | null> =>
  (await readLocked(tx, () => records(tx, (q) => q.where('s.id', '=', id))))[0] ?? null;

/**
 * Raises the version of the feed and stores the change with it, so that it is announced even if this process crashes.
 * The show must be locked in this transaction; publish the change after the transaction.
 */
export async function storeChange(tx: Tx, at: number, event: ChangeEvent): Promise<Change> {
  const feed = feedOf(event.record);
  const { version } = await tx
    .updateTable('show')
    .set((eb) => ({ feed_version: eb('feed_version', '+', 1) }))
    .where('id', '=', feed)
    .returning('feed_version as version')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('feed_change')
    .values({ feed, version, at, event: JSON.stringify(event) })
    .execute();
  if (event.type === 'changed' || event.type === 'disclosed')
    await storeNextDisclosure(tx, event.record, at);
  return { feed, version, at, event };
}

/** Schedules the record's next disclosure. Announcing a disclosure schedules the one after it. */
async function storeNextDisclosure(tx: Tx, record: QuestionRecord, at: number): Promise<void> {
  const knownAt = nextDisclosure(record, 'home', at);
  const { showId, gameSessionId } = record;
  if (knownAt !== null) await storeDisclosure(tx, { at: knownAt, showId, gameSessionId });
}

/**
 * Schedules what Home is sent at `at` (epoch ms): an update of the game session, or the show's final places if there is
 * none.
 */
export const storeDisclosure = (
  tx: Tx,
  {
    at,
    showId,
    gameSessionId,
    isReveal = false,
  }: {
    readonly at: number;
    readonly showId: string;
    readonly gameSessionId?: string;
    readonly isReveal?: boolean;
  },
) =>
  tx
    .insertInto('disclosure')
    .values({
      id: newId(at),
      at,
      show_id: showId,
      game_session_id: gameSessionId ?? null,
      is_reveal: isReveal ? 1 : 0,
    })
    .execute();

const changes = (db: Reader) => db.selectFrom('feed_change').selectAll().orderBy('version');
const changeOf = ({ event, ...row }: Selectable<FeedChangeTable>): Change =>
  changeSchema.parse({ ...row, event: JSON.parse(event) });

/** Returns when the next disclosure is due (epoch ms), and its show; undefined: none is due. */
export const readNextDisclosure = (db: Reader) =>
  db
    .selectFrom('disclosure')
    .select(['at', 'show_id as showId'])
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();

/**
 * Removes the disclosures of a show that are due at `now` (epoch ms) and stores the changes that announce them; only
 * one process gets each of them. Also deletes the former points that have ended.
 */
export async function claimDisclosures(tx: Tx, showId: string, now: number): Promise<Change[]> {
  await lockShows(tx, [showId]);
  const due = await tx
    .deleteFrom('disclosure')
    .where('show_id', '=', showId)
    .where('at', '<=', now)
    .returning(['game_session_id as gameSessionId', 'is_reveal'])
    .execute();
  await tx.deleteFrom('former_points').where('until', '<=', now).execute();
  const announced: Change[] = [];
  for (const gameSessionId of new Set(due.map((each) => each.gameSessionId))) {
    if (gameSessionId === null) {
      const record = await readPlayersOf(tx, showId);
      announced.push(await storeChange(tx, now, { type: 'finale-disclosed', record }));
      continue;
    }
    const record = await readGameSession(tx, gameSessionId);
    if (record === null) continue;
    const isReveal = due.some(
      (each) => each.gameSessionId === gameSessionId && each.is_reveal === 1,
    );
    announced.push(await storeChange(tx, now, { type: 'disclosed', record, isReveal }));
  }
  return announced;
}

/** Returns the current players of a show. */
export async function readPlayersOf(db: Reader, showId: string): Promise<PlayersOf> {
  const { isOpen, rehearsal } = await db
    .selectFrom('show as p')
    .leftJoin('rehearsal as r', 'r.show_id', 'p.id')
    .where('p.id', '=', showId)
    .select(['p.is_open as isOpen', 'r.started_at as rehearsal'])
    .executeTakeFirstOrThrow();
  return {
    showId,
    ...(rehearsal !== null && { rehearsal }),
    ...(isOpen === 0 && { isForMembers: true }),
  };
}

/** Returns the stored changes of a feed after a version, in order. */
export const readChanges = async (
  db: Reader,
  { feed, version }: { readonly feed: string; readonly version: number },
): Promise<Change[]> =>
  (await changes(db).where('feed', '=', feed).where('version', '>', version).execute()).map(
    changeOf,
  );

/** Returns changes after `since` (epoch ms) that their process may not have announced, in the order of each feed. */
export const readUnannounced = async (db: Reader, since: number): Promise<Change[]> =>
  (await changes(db).where('announced', '=', 0).where('at', '>', since).execute()).map(changeOf);

export const markAnnounced = (db: Reader, announced: readonly Pick<Change, 'feed' | 'version'>[]) =>
  db
    .updateTable('feed_change')
    .set({ announced: 1 })
    .where((eb) => eb.or(announced.map(({ feed, version }) => eb.and({ feed, version }))))
    .execute();

/**
 * Deletes changes older than `before` (epoch ms). By then every process has announced them, or prompts its clients to
 * fetch the list.
 */
export const deleteChanges = (db: Reader, before: number) =>
  db.deleteFrom('feed_change').where('at', '<', before).execute();

/** Returns the newest game session of a question. */
export const readQuestion = async (db: Reader, id: string): Promise<QuestionRecord | null> =>
  (await records(db, (q) => q.where('q.id', '=', id).limit(1)))[0] ?? null;

export const readGameSession = async (db: Reader, id: string): Promise<QuestionRecord | null> =>
  (await records(db, (q) => q.where('s.id', '=', id)))[0] ?? null;

/** Returns the id of the show of a game session. */
export async function readShowOf(db: Reader, gameSessionId: string): Promise<string | undefined> {
  const item = await db
    .selectFrom('rundown_item')
    .where('game_session_id', '=', gameSessionId)
    .select('show_id as showId')
    .executeTakeFirst();
  return item?.showId;
}

/** Returns the last game sessions of a show's rundown. */
export const readShowSessions = (
  db: Reader,
  showId: string,
  { limit, itemId }: { readonly limit: number; readonly itemId?: string | undefined },
): Promise<QuestionRecord[]> =>
  records(db, (q) =>
    q
      .clearOrderBy()
      .where('i.show_id', '=', showId)
      .$if(itemId !== undefined, (of) => of.where('i.id', '=', itemId ?? ''))
      .orderBy('i.position', 'desc')
      .orderBy('i.id', 'desc')
      .limit(limit),
  );

/** Returns the newest questions, the newest first; with `ofShows`, only those of these shows. */
export const readQuestions = (
  db: Reader,
  limit: number,
  ofShows?: readonly string[],
): Promise<QuestionRecord[]> =>
  records(db, (q) =>
    q.$if(ofShows !== undefined, (of) => of.where('i.show_id', 'in', ofShows ?? [])).limit(limit),
  );

/** Returns the show of a running rehearsal, identified by its start (epoch ms); null: it is over. */
export async function readRehearsedShow(db: Reader, startedAt: number): Promise<string | null> {
  const found = await db
    .selectFrom('rehearsal')
    .where('started_at', '=', startedAt)
    .select('show_id as showId')
    .executeTakeFirst();
  return found?.showId ?? null;
}

/** Returns a query of the game sessions that the viewer may not know about (`mayKnow`). */
export const sessionsHiddenFrom = (db: Reader, { room, rehearsal, shows = [] }: Viewer) =>
  db
    .selectFrom('game_session as s')
    .where('s.rehearsal', '=', 1)
    .where((eb) => eb.lit(room !== 'admin'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('rehearsal as r')
            .innerJoin('rundown_item as i', 'i.show_id', 'r.show_id')
            .whereRef('i.game_session_id', '=', 's.id')
            .where('r.started_at', '=', rehearsal ?? -1)
            .select('r.show_id'),
        ),
      ),
    )
    .select('s.id')
    .unionAll(
      db
        .selectFrom('show as p')
        .innerJoin('rundown_item as i', 'i.show_id', 'p.id')
        .innerJoin('game_session as s', 's.id', 'i.game_session_id')
        .where('p.is_open', '=', 0)
        .where('s.rehearsal', '=', 0)
        .where((eb) => eb.lit(room !== 'admin'))
        .$if(shows.length > 0, (query) => query.where('p.id', 'not in', shows))
        .select('s.id'),
    );

/**
 * Returns a viewer's list: the questions released to them or locked for them, open before expired, then newest first.
 * Clients update their list by the same rule (`applyChange`).
 */
export async function readListed(
  db: Reader,
  { viewer, now, limit }: { readonly viewer: Viewer; readonly now: number; readonly limit: number },
): Promise<QuestionRecord[]> {
  const { room } = viewer;
  const isOpen = sql<number>`max(case when closes_at is null or closes_at > ${now} then 1 else 0 end)`;
  const listed = await db
    .selectFrom('release')
    .where('released', '=', 1)
    .where('game_session_id', 'not in', sessionsHiddenFrom(db, viewer))
    .where((eb) =>
      room === 'admin'
        ? eb.lit(true)
        : eb.or([
            eb('audience', '=', room),
            eb.and([eb('timed', '=', 1), eb('closes_at', '>', now)]),
          ]),
    )
    .groupBy('game_session_id')
    .select((eb) => [
      'game_session_id',
      isOpen.as('is_open'),
      eb.fn.max('released_at').as('released_at'),
    ])
    .orderBy('is_open', 'desc')
    .orderBy('released_at', 'desc')
    .orderBy('game_session_id', 'desc')
    .limit(limit)
    .execute();
  const ids = listed.map(({ game_session_id }) => game_session_id);
  if (ids.length === 0) return [];
  const found = await records(db, (q) => q.where('s.id', 'in', ids));
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  return found.sort(
    (a, b) => (indexOf.get(a.gameSessionId) ?? 0) - (indexOf.get(b.gameSessionId) ?? 0),
  );
}

/** Joins everything in one query, so that the releases to both audiences are from the same state. */
const joined = (db: Reader) =>
  db
    .selectFrom('question as q')
    .innerJoin('game_session as s', 's.question_id', 'q.id')
    .innerJoin('rundown_item as i', 'i.game_session_id', 's.id')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .leftJoin('release as studio', (on) =>
      on.onRef('studio.game_session_id', '=', 's.id').on('studio.audience', '=', 'studio'),
    )
    .leftJoin('release as home', (on) =>
      on.onRef('home.game_session_id', '=', 's.id').on('home.audience', '=', 'home'),
    )
    .leftJoin('result', 'result.game_session_id', 's.id')
    .leftJoin('media as m', 'm.id', 'i.media_id')
    .leftJoin('stage as t', (on) =>
      on
        .onRef('t.show_id', '=', 'p.id')
        .onRef('t.game_session_id', '=', 's.id')
        .on('p.state', '<>', 'ended'),
    )
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .select(['q.id', 'p.id as showId', 's.id as gameSessionId', 'q.text', 's.rehearsal'])
    .select(['q.start_at as startAt', 'q.end_at as endAt', 'q.created_at as createdAt'])
    .select(['studio.released as studioReleased', 'studio.timed as studioTimed'])
    .select(['studio.closes_at as studioClosesAt', 'studio.duration_s as studioDurationS'])
    .select(['studio.opened_at as studioOpenedAt', 'home.opened_at as homeOpenedAt'])
    .select(['home.released as homeReleased', 'home.timed as homeTimed'])
    .select(['home.closes_at as homeClosesAt', 'home.duration_s as homeDurationS'])
    .select(['result.state', 'result.version', 'result.reason', 'result.locked_at as lockedAt'])
    .select(['result.published_at as publishedAt', 'result.corrected_at as correctedAt'])
    .select(['result.voided_at as voidedAt', 'result.void_reason as voidReason'])
    .select(['studio.opens_at as studioOpensAt', 'home.opens_at as homeOpensAt'])
    .select(['studio.first_released_at as studioFirst', 'home.first_released_at as homeFirst'])
    .select(['studio.unseen_until as studioUnseen', 'home.unseen_until as homeUnseen'])
    .select(['p.home_delay_s as homeDelayS', 'p.is_open as isOpen', 'i.id as itemId'])
    .select(['p.entry_fee as entryFee', 't.show_id as stageOf', 'p.ended_at as endedAt'])
    .select(['m.id as mediaId', 'm.type as mediaType', 'm.width', 'm.height', 'i.media_alt as alt'])
    .select('i.media_key as mediaKey')
    .select((eb) =>
      eb
        .selectFrom('rehearsal as r')
        .whereRef('r.show_id', '=', 'p.id')
        .select('r.started_at')
        .as('rehearsalStartedAt'),
    )
    .select((eb) =>
      eb
        .selectFrom('own_window as o')
        .whereRef('o.game_session_id', '=', 's.id')
        .select((count) => count.fn.countAll<number>().as('windows'))
        .as('ownWindows'),
    );

async function records(
  db: Reader,
  narrowed: (query: ReturnType<typeof joined>) => ReturnType<typeof joined>,
): Promise<QuestionRecord[]> {
  const rows = await narrowed(joined(db)).execute();
  const found = rows.map(
    ({ id, showId, gameSessionId, text, startAt, endAt, createdAt, ...row }) => ({
      id,
      showId,
      gameSessionId,
      text,
      startAt,
      endAt,
      createdAt,
      releases: {
        studio: releaseOf({
          released: row.studioReleased,
          timed: row.studioTimed,
          closesAt: row.studioClosesAt,
          durationS: row.studioDurationS,
          openedAt: row.studioOpenedAt,
          opensAt: row.studioOpensAt,
          firstReleasedAt: row.studioFirst,
          unseenUntil: row.studioUnseen,
        }),
        home: releaseOf({
          released: row.homeReleased,
          timed: row.homeTimed,
          closesAt: row.homeClosesAt,
          durationS: row.homeDurationS,
          openedAt: row.homeOpenedAt,
          opensAt: row.homeOpensAt,
          firstReleasedAt: row.homeFirst,
          unseenUntil: row.homeUnseen,
        }),
      },
      result: resultOf(row),
      acts: [],
      homeDelayMs: row.homeDelayS * 1_000,
      itemId: row.itemId,
      ...mediaOf(row),
      ...(row.rehearsal === 1 && { rehearsal: row.rehearsalStartedAt ?? 0 }),
      ...(row.endedAt !== null && { endedAt: row.endedAt }),
      ...(row.entryFee === 1 && { hasEntryFee: true as const }),
      ...(row.isOpen === 0 && { isForMembers: true as const }),
    }),
  );
  const opened = rows.flatMap((row) => (row.ownWindows ? [row.gameSessionId] : []));
  const onStage = new Set(rows.flatMap((row) => (row.stageOf === null ? [] : [row.gameSessionId])));
  const withBoards = await Promise.all(
    found.map(async (record) =>
      onStage.has(record.gameSessionId) && isFrozen(record.result) ? withBoard(db, record) : record,
    ),
  );
  return withOwnWindows(db, await withActs(db, withBoards), opened);
}

/** Adds the board; groups that are not revealed yet are null. */
async function withBoard(db: Reader, record: QuestionRecord): Promise<QuestionRecord> {
  const { groups, revealedAt } = await readRankedGroups(db, record.gameSessionId);
  return {
    ...record,
    board: groups.map((group) => {
      const at = revealedAt.get(group.groupId);
      if (at === undefined) return null;
      const { count, sharedPlace } = group;
      const label = sentLabel(group);
      return { label, count, ...(sharedPlace !== undefined && { sharedPlace }), revealedAt: at };
    }),
  };
}

/** The picture or sound of a row; nothing if it has none. */
function mediaOf(row: {
  mediaId: string | null;
  mediaType: MediaType | null;
  width: number | null;
  height: number | null;
  alt: string | null;
  mediaKey: string | null;
}): Pick<QuestionRecord, 'media' | 'mediaKey'> {
  const { mediaId: id, mediaType: type, width, height, alt, mediaKey } = row;
  if (id === null || type === null) return {};
  return {
    media: { ...storedMedia({ id, type, width, height }), alt: alt ?? '' },
    ...(mediaKey !== null && { mediaKey }),
  };
}

/** Adds the windows of single people who have not answered. `of`: the game sessions that have any. */
async function withOwnWindows(
  db: Reader,
  found: QuestionRecord[],
  of: readonly string[],
): Promise<QuestionRecord[]> {
  if (of.length === 0) return found;
  const rows = await db
    .selectFrom('own_window as o')
    .innerJoin('user as u', 'u.id', 'o.user_id')
    .leftJoin('answer as a', (on) =>
      on.onRef('a.game_session_id', '=', 'o.game_session_id').onRef('a.user_id', '=', 'o.user_id'),
    )
    .where('o.game_session_id', 'in', of)
    .where('a.id', 'is', null)
    .orderBy('o.opened_at')
    .select(['o.game_session_id as gameSessionId', 'o.user_id as userId', 'o.audience'])
    .select([airedName('u').as('name'), 'o.opened_at as openedAt', 'o.closes_at as closesAt'])
    .execute();
  return found.map((record) => {
    const openFor = rows.flatMap(({ gameSessionId, ...window }) =>
      gameSessionId === record.gameSessionId ? [window] : [],
    );
    return openFor.length === 0 ? record : { ...record, openFor };
  });
}

/** Adds those acts on results that Home sees with a delay. */
async function withActs(db: Reader, found: QuestionRecord[]): Promise<QuestionRecord[]> {
  const ids = found.flatMap(({ gameSessionId, homeDelayMs, result }) =>
    homeDelayMs > 0 && result.version > 0 ? [gameSessionId] : [],
  );
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('result_act')
    .where('game_session_id', 'in', ids)
    .orderBy('version')
    .select(['game_session_id', 'act', 'at', 'reason'])
    .execute();
  return found.map((record) => ({
    ...record,
    acts: rows
      .filter(({ game_session_id }) => game_session_id === record.gameSessionId)
      .map(({ act, at, reason }) => ({ act, at, reason })),
  }));
}

/** Converts a row of `result`; without a row, there was no act yet. */
export const resultOf = ({
  state,
  version,
  lockedAt,
  publishedAt,
  correctedAt,
  reason,
  voidedAt,
  voidReason,
}: {
  [Field in keyof Omit<Result, 'voided'>]: Result[Field] | null;
} & { voidedAt: number | null; voidReason: string | null }): Result =>
  state === null || version === null
    ? NEW_RESULT
    : {
        state,
        version,
        lockedAt,
        publishedAt,
        correctedAt,
        reason,
        ...voidedOf(voidedAt, voidReason),
      };

/** Converts a row of `release`; null without a row. */
function releaseOf(row: {
  released: Flag | null;
  timed: Flag | null;
  closesAt: number | null;
  durationS: number | null;
  openedAt: number | null;
  opensAt: number | null;
  firstReleasedAt: number | null;
  unseenUntil: number | null;
}): AudienceRelease | null {
  const { released, timed, closesAt, durationS, openedAt, opensAt, unseenUntil } = row;
  if (released === null) return null;
  const seen = { firstReleasedAt: row.firstReleasedAt ?? 0, unseenUntil };
  // A revoked row keeps its former window only so that the revoke can be undone.
  if (released === 0) return { window: NO_WINDOW, durationS: 0, openedAt: openedAt ?? 0, ...seen };
  return {
    window: { released: true, timed: timed === 1, closesAt, ...(opensAt !== null && { opensAt }) },
    durationS: durationS ?? 0,
    openedAt: openedAt ?? 0,
    ...seen,
  };
}

export async function gameSessionExists(db: Reader, gameSessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('game_session')
    .select('id')
    .where('id', '=', gameSessionId)
    .executeTakeFirst();
  return found !== undefined;
}
