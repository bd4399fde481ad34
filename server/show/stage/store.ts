import { m } from 'messages';
import type { ShowAct } from '#machines/show/calls.ts';
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import {
  FINAL_SCENES,
  type FinalScene,
  type Interlude,
  type Scene,
  type StageView,
} from '#machines/contract/stage.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { JOINED_NAMES } from '#machines/contract/limits.ts';
import { airedName, airNamesAfterShow, lockScreens } from '#server/db/aired-names.ts';
import { changeVisibleFrom } from '#machines/answering/rules/disclosure.ts';
import { storeDisclosure } from '#server/answering/feed-store.ts';
import type { Schema, StageTable } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import { isMakerProducing } from '#server/show/producers/store.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** A stored link, with only the hash of its key. */
export interface Link {
  readonly id: string;
  readonly hash: string;
  readonly createdAt: number;
  readonly createdBy: string;
  /** The `token_version` of the account that created the link. */
  readonly ownerVersion: number;
}

/** Maximum number of flagged names in a producer's list. */
const MOST_FLAGGED = 20;

const people = (db: Reader) =>
  db.selectFrom('user as u').select(['u.id as userId', 'u.name', airedName('u').as('shownName')]);

/** Returns the people with a masked name who have answered and were not removed from this show. */
export async function readFlagged(db: Reader, showId: string | null) {
  const found = await people(db)
    .where('u.masked', '=', 1)
    .where('u.role_id', '<>', ROLE.admin)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('answer as a')
          .whereRef('a.user_id', '=', 'u.id')
          .select(sql.lit(1).as('one')),
      ),
    )
    .where('u.id', 'not in', removedFrom(db, showId ?? ''))
    .orderBy('u.id', 'desc')
    .limit(MOST_FLAGGED)
    .execute();
  return found.map((each) => ({ ...each, isMasked: true as const }));
}

const removedFrom = (db: Reader, showId: string) =>
  db.selectFrom('show_removal').where('show_id', '=', showId).select('user_id');

export async function readRemoved(db: Reader, showId: string) {
  const found = await people(db)
    .where('u.id', 'in', removedFrom(db, showId))
    .orderBy('u.id')
    .execute();
  return found.map((each) => ({ ...each, isRemoved: true as const }));
}

/** Returns the names of players who have joined a show since then, the newest first, without masked names. */
export const readJoined = (db: Reader, showId: string, since: number) =>
  db
    .selectFrom('show_member as m')
    .innerJoin('user as u', 'u.id', 'm.user_id')
    .where('m.show_id', '=', showId)
    .where('m.joined_at', '>', since)
    .where('u.masked', '=', 0)
    .where('u.simulated', '=', 0)
    .where('u.id', 'not in', removedFrom(db, showId))
    .orderBy('m.joined_at', 'desc')
    .orderBy('u.id')
    .limit(JOINED_NAMES)
    .select([airedName('u').as('name'), 'm.joined_at as at'])
    .execute();

/** What a show's screens show: their link, and the direction of the stage that they follow. */
export interface Page {
  /** The show on the screens: their own show, or for the house show's screens the show that is on air. */
  readonly showId: string;
  /** The title of the show on the screens; null for the house show. */
  readonly title: string | null;
  /** The language of the show on the screens. */
  readonly language: string;
  /** Whether the show on the screens is open only to its members. */
  readonly isForMembers: boolean;
  /** The join code of the show on the screens; null if it has none. */
  readonly joinCode: string | null;
  readonly scene: Scene;
  /** The scene behind an interlude; null: the scene is none. */
  readonly behind: Scene | null;
  /** When a scene with the show's board was last chosen; null: never. */
  readonly finaleAt: number | null;
  /** What the producer has prepared for the interludes. */
  readonly prepared: Pick<StageView, 'holdingText' | 'startsAt'>;
  readonly gameSessionId: string | null;
  /** The valid link of the screens. Also null after its creator lost the account or the role, or ended all sessions. */
  readonly link: Pick<Link, 'id' | 'hash' | 'createdAt'> | null;
  /** Raised by every change of the link or the stage. */
  readonly revision: number;
}

/**
 * Query of the show on the house show's screens: of all shows open to everybody, including the house show itself, the
 * one that was put on air last. A rehearsal does not take these screens from a live show.
 */
const onAir = (db: Reader) =>
  db
    .selectFrom('stage')
    .innerJoin('show as p', 'p.id', 'stage.show_id')
    .leftJoin('rehearsal as r', 'r.show_id', 'stage.show_id')
    .where('p.is_open', '=', 1)
    .where((eb) =>
      eb.or([
        eb('r.show_id', 'is', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('show as live')
              .where('live.kind', '=', 'show')
              .where('live.state', '=', 'live')
              .where('live.is_open', '=', 1)
              .select('live.id'),
          ),
        ),
      ]),
    )
    .orderBy('stage.aired', 'desc')
    .orderBy(sql`case p.kind when 'house' then 0 else 1 end`)
    .limit(1);

/** Returns what a show's screens show. @throws ApiError 404 */
export async function readPage(db: Reader, screen = HOUSE_SHOW): Promise<Page> {
  const row = await db
    .selectFrom('stage as own')
    .innerJoin('stage as shown', (on) =>
      on.on((eb) =>
        screen === HOUSE_SHOW
          ? eb('shown.show_id', '=', onAir(db).select('stage.show_id'))
          : eb('shown.show_id', '=', screen),
      ),
    )
    .innerJoin('show as p', 'p.id', 'shown.show_id')
    .leftJoin('user as maker', (on) =>
      on
        .onRef('maker.id', '=', 'own.link_created_by')
        .onRef('maker.token_version', '=', 'own.link_owner_version')
        .on(isMakerProducing('own.show_id')),
    )
    .where('own.show_id', '=', screen)
    .select(['own.link_id as id', 'own.link_hash as hash', 'own.link_created_at as createdAt'])
    .select(['own.revision as ownRevision', 'maker.id as maker', 'shown.show_id as showId'])
    .select(['shown.revision', 'shown.scene', 'shown.finale', 'shown.interlude'])
    .select('shown.finale_at as finaleAt')
    .select(['shown.holding_text as holdingText', 'shown.starts_at as startsAt'])
    .select(['shown.game_session_id as gameSessionId', 'p.is_open as isOpen'])
    .select(['p.by_code as byCode', 'p.join_code as code', 'p.kind', 'p.title', 'p.language'])
    .executeTakeFirst();
  if (row === undefined) throw new ApiError(404, m.notFound());
  const { id, hash, createdAt, showId, gameSessionId, holdingText, startsAt } = row;
  return {
    showId,
    title: row.kind === 'house' ? null : row.title,
    language: row.language,
    isForMembers: row.isOpen === 0,
    joinCode: row.byCode === 1 ? row.code : null,
    scene: row.interlude ?? sceneOf(row),
    behind: row.interlude === null ? null : sceneOf(row),
    finaleAt: row.finaleAt,
    prepared: {
      ...(holdingText !== null && { holdingText }),
      ...(startsAt !== null && { startsAt }),
    },
    gameSessionId,
    revision: Math.max(row.revision, row.ownRevision),
    link:
      id === null || hash === null || createdAt === null || row.maker === null
        ? null
        : { id, hash, createdAt },
  };
}

function sceneOf({
  scene,
  gameSessionId,
  finale,
}: Pick<Selectable<StageTable>, 'scene' | 'finale'> & {
  readonly gameSessionId: string | null;
}): Scene {
  // The question on the stage was deleted, so the stage is idle.
  if (scene === 'question' && gameSessionId === null) return 'idle';
  return scene === 'board' && finale !== null ? finale : scene;
}

/** Returns the direction of a show's own stage; the scene is the interlude, if there is one. */
export async function readStage(db: Reader, showId: string) {
  const { interlude, scene, finale, ...row } = await db
    .selectFrom('stage')
    .where('show_id', '=', showId)
    .select(['scene', 'finale', 'interlude', 'game_session_id as gameSessionId'])
    .select(['holding_text as holdingText', 'starts_at as startsAt'])
    .executeTakeFirstOrThrow();
  return { ...row, scene: interlude ?? sceneOf({ scene, finale, ...row }) };
}

export const stageExists = async (db: Reader, showId: string): Promise<boolean> =>
  (await db
    .selectFrom('stage')
    .where('show_id', '=', showId)
    .select('show_id')
    .executeTakeFirst()) !== undefined;

/** Whether a rehearsal of the show is running. */
export async function readIsRehearsing(db: Reader, showId: string): Promise<boolean> {
  const found = await db
    .selectFrom('rehearsal')
    .where('show_id', '=', showId)
    .select('show_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a show that has not ended still has questions to play, or to play to their end. */
export async function readHasMore(db: Reader, showId: string): Promise<boolean> {
  const found = await db
    .selectFrom('show as p')
    .innerJoin('rundown_item as i', 'i.show_id', 'p.id')
    .leftJoin('result as r', 'r.game_session_id', 'i.game_session_id')
    .where('p.id', '=', showId)
    .where('p.state', '<>', 'ended')
    .where('i.state', 'in', ['planned', 'armed'])
    .where('r.voided_at', 'is', null)
    .where((eb) =>
      eb.or([eb('r.state', 'is', null), eb('r.state', 'not in', ['published', 'corrected'])]),
    )
    .select('i.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Higher than every stage's revision, even if this row's own was raised while the update waited for the row. */
const nextRevision = sql<number>`case
  when revision < (select max(revision) from stage) then (select max(revision) + 1 from stage)
  else revision + 1 end`;

/**
 * Changes a stage. Every process with viewers notices the change by the revision. Revisions of different stages are in
 * the order of the changes, except for live members-only shows, whose screens follow no other stage.
 * @returns the show
 * @throws ApiError 404
 */
async function writeStage(
  tx: Tx,
  showId: string,
  row: Omit<Updateable<StageTable>, 'revision' | 'aired'>,
  { isAired = true } = {},
) {
  const show = await tx
    .selectFrom('show')
    .where('id', '=', showId)
    .select(['state', 'is_open', 'home_delay_s as delayS'])
    .executeTakeFirst();
  if (show === undefined) throw new ApiError(404, m.notFound());
  if (show.is_open === 1 || show.state !== 'live') await lockScreens(tx, 'update');
  await tx
    .updateTable('stage')
    .set({ ...row, revision: nextRevision, ...(isAired && { aired: nextRevision }) })
    .where('show_id', '=', showId)
    .execute();
  return show;
}

const isFinale = (scene: DirectedScene): scene is FinalScene =>
  FINAL_SCENES.some((each) => each === scene);

type DirectedScene = Exclude<Scene, Exclude<Interlude, 'board'>>;

/**
 * Puts a show's stage on air and shows a scene on it from `at` (epoch ms) on, which ends an interlude. Without a game
 * session, the last one stays.
 */
export async function writeScene(
  tx: Tx,
  showId: string,
  scene: DirectedScene,
  { at, gameSessionId }: { readonly at: number; readonly gameSessionId?: string },
): Promise<void> {
  const show = await writeStage(tx, showId, {
    directed_at: at,
    ...(isFinale(scene)
      ? { scene: 'board', finale: scene, finale_at: at }
      : { scene, finale: null }),
    ...(gameSessionId !== undefined && { game_session_id: gameSessionId }),
    interlude: null,
  });
  await airNamesWith(tx, showId, show);
  if (scene !== 'winner') return;
  const homeDelayMs = show.delayS * 1_000;
  if (homeDelayMs > 0)
    await storeDisclosure(tx, { at: changeVisibleFrom('home', at, homeDelayMs), showId });
}

/** Puts a show's stage on air with an interlude over its scene (null: without one), and stores what interludes show. */
export async function writeInterlude(
  tx: Tx,
  showId: string,
  { interlude, holdingText, startsAt }: Omit<Extract<ShowAct, { type: 'interlude' }>, 'type'>,
): Promise<void> {
  const row = {
    ...(interlude !== undefined && { interlude }),
    ...(holdingText !== undefined && { holding_text: holdingText }),
    ...(startsAt !== undefined && { starts_at: startsAt }),
  };
  const show = await writeStage(tx, showId, row, { isAired: interlude !== undefined });
  await airNamesWith(tx, showId, show);
}

/** Shows the new names that were held back, if names are not on air with this stage. */
async function airNamesWith(
  tx: Tx,
  showId: string,
  show: Awaited<ReturnType<typeof writeStage>>,
): Promise<void> {
  // While the show is live, names stay on air in every scene.
  if (show.state !== 'live' || showId === HOUSE_SHOW) await airNamesAfterShow(tx);
}

/** Puts a show's stage on air without changing it. */
export const airStage = (tx: Tx, showId: string): Promise<unknown> => writeStage(tx, showId, {});

/** Marks the stages that show this game session as changed, because its visible content has changed. */
export async function touchStages(tx: Tx, gameSessionId: string): Promise<void> {
  await tx
    .updateTable('stage')
    .set({ revision: nextRevision })
    .where('game_session_id', '=', gameSessionId)
    .execute();
}

/** Takes a question off the stages that show it. */
export async function clearStages(tx: Tx, gameSessionId: string): Promise<void> {
  await tx
    .updateTable('stage')
    .set({ scene: 'idle', finale: null, revision: nextRevision })
    .where('scene', '=', 'question')
    .where('game_session_id', '=', gameSessionId)
    .execute();
}

/** Replaces the link of a show's screens. @throws ApiError 404 */
export const writeLink = (tx: Tx, showId: string, link: Link | null) =>
  writeStage(
    tx,
    showId,
    {
      link_id: link?.id ?? null,
      link_hash: link?.hash ?? null,
      link_created_at: link?.createdAt ?? null,
      link_created_by: link?.createdBy ?? null,
      link_owner_version: link?.ownerVersion ?? null,
    },
    { isAired: false },
  );

/** Returns the shows with links that this user created. */
export async function readLinksOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('stage')
    .where('link_created_by', '=', userId)
    .select('show_id as showId')
    .forUpdate()
    .execute();
  return rows.map(({ showId }) => showId);
}

/** Returns the show and id of a valid link by the hash of its key. */
export const readLink = (db: Reader, hash: string) => linkBy(db, 'link_hash', hash);
/** Returns the show of a valid link by the link's id. */
export const readLinkById = (db: Reader, id: string) => linkBy(db, 'link_id', id);

const linkBy = (db: Reader, column: 'link_hash' | 'link_id', value: string) =>
  db
    .selectFrom('stage')
    .innerJoin('user as maker', (on) =>
      on
        .onRef('maker.id', '=', 'stage.link_created_by')
        .onRef('maker.token_version', '=', 'stage.link_owner_version'),
    )
    .where(isMakerProducing('stage.show_id'))
    .where(column, '=', value)
    .select(['stage.show_id as showId', 'stage.link_id as id', 'stage.link_hash as hash'])
    .executeTakeFirst();

/** Returns the texts of these groups, with how many people gave each. */
export const readTexts = (db: Reader, gameSessionId: string, groupIds: readonly string[]) =>
  db
    .selectFrom('answer as a')
    .innerJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .where('a.game_session_id', '=', gameSessionId)
    .where('f.group_id', 'in', groupIds)
    .groupBy(['f.group_id', 'a.text'])
    .orderBy('f.group_id')
    .orderBy('a.text')
    .select((eb) => ['f.group_id as groupId', 'a.text', eb.fn.countAll<number>().as('count')])
    .execute();

/** Reveals a hidden group, after all groups revealed so far. */
export async function insertReveal(
  tx: Tx,
  showId: string,
  groupId: string,
  at: number,
): Promise<void> {
  const { last } = await tx
    .selectFrom('show_reveal')
    .select((eb) => eb.fn.max<number | null>('turn').as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('show_reveal')
    .values({ group_id: groupId, turn: (last ?? 0) + 1, revealed_at: at })
    .execute();
  await airStage(tx, showId);
}

/** Whether players see only the revealed part of a game session's result. */
export async function isHeldBack(db: Reader, gameSessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('rundown_item as i')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .where('i.game_session_id', '=', gameSessionId)
    .where('p.hold_points', '=', 1)
    .select('i.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteReveal(tx: Tx, showId: string, groupId: string): Promise<void> {
  await tx.deleteFrom('show_reveal').where('group_id', '=', groupId).execute();
  await airStage(tx, showId);
}
