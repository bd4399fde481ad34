import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import { FINALE, type Finale, type RankedGroup, type Scene } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { SHOW_PLACES } from '#machines/contract/limits.ts';
import { rankGroups } from '#machines/results/rules/ranked-groups.ts';
import { airedName, airNamesAfterShow } from '#server/db/aired-names.ts';
import { knownFrom } from '#machines/answering/rules/disclosure.ts';
import { storeDisclosure } from '#server/answering/feed-store.ts';
import type { Schema, ShowPageTable } from '#server/db/schema.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** A link as it is kept; of its key only the hash. */
export interface Link {
  readonly id: string;
  readonly hash: string;
  readonly createdAt: number;
  readonly createdBy: string;
  /** `token_version` of that account. */
  readonly ownerVersion: number;
}

/** So many flagged names a producer is shown at once. */
const MOST_FLAGGED = 20;

const people = (db: Reader) =>
  db.selectFrom('user as u').select(['u.id as userId', 'u.name', airedName('u').as('shownName')]);

/** People with a masked name who have answered, and are not removed from this show. */
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

/** How the show page is directed. */
export interface Page {
  readonly scene: Scene;
  readonly gameSessionId: string | null;
  /** The show whose board is, or was, on the page. */
  readonly showId: string | null;
  /** Null also after its owner lost the account or the role, or ended all sessions. */
  readonly link: Pick<Link, 'id' | 'hash' | 'createdAt'> | null;
  /** Another one than before: the page was directed anew. */
  readonly revision: number;
}

export async function readPage(db: Reader): Promise<Page> {
  const row = await db
    .selectFrom('show_page')
    .leftJoin('user as maker', (on) =>
      on
        .onRef('maker.id', '=', 'show_page.link_created_by')
        .onRef('maker.token_version', '=', 'show_page.link_owner_version')
        .on('maker.role_id', '=', ROLE.admin),
    )
    .selectAll('show_page')
    .select('maker.id as maker')
    .where('show_page.id', '=', 1)
    .executeTakeFirstOrThrow();
  const {
    revision,
    link_id: id,
    link_hash: hash,
    link_created_at: createdAt,
    game_session_id,
  } = row;
  return {
    scene: sceneOf(row),
    gameSessionId: game_session_id,
    showId: row.show_id,
    revision,
    link:
      id === null || hash === null || createdAt === null || row.maker === null
        ? null
        : { id, hash, createdAt },
  };
}

function sceneOf({
  scene,
  game_session_id,
  finale,
  show_id,
}: Pick<Selectable<ShowPageTable>, 'scene' | 'game_session_id' | 'finale' | 'show_id'>): Scene {
  // The question, or the show, that was shown has been deleted.
  if (scene === 'question' && game_session_id === null) return 'idle';
  if (scene !== 'board' || finale === null) return scene;
  return show_id === null ? 'idle' : finale;
}

/** Whether a show is rehearsed. */
export async function readIsRehearsing(db: Reader): Promise<boolean> {
  const found = await db.selectFrom('rehearsal').select('id').executeTakeFirst();
  return found !== undefined;
}

/** By the revision every process with viewers sees that the page was directed anew. */
const writePage = (db: Reader, row: Updateable<ShowPageTable>) =>
  db
    .updateTable('show_page')
    .set((eb) => ({ ...row, revision: eb('revision', '+', 1) }))
    .where('id', '=', 1)
    .execute();

const isFinale = (scene: Scene): scene is Finale => FINALE.some((each) => each === scene);

/** Shows a scene from `at` (epoch ms) on. Without a game session or show in it, the last one stays. */
export async function writeScene(
  tx: Tx,
  scene: Scene,
  {
    at,
    gameSessionId,
    showId,
  }: { readonly at: number; readonly gameSessionId?: string; readonly showId?: string },
): Promise<void> {
  await writePage(tx, {
    directed_at: at,
    ...(isFinale(scene) ? { scene: 'board', finale: scene } : { scene, finale: null }),
    ...(gameSessionId !== undefined && { game_session_id: gameSessionId }),
    ...(showId !== undefined && { show_id: showId }),
  });
  await airNamesAfterShow(tx);
  if (scene !== 'winner') return;
  const show = await tx
    .selectFrom('show_page')
    .innerJoin('show_plan', 'show_plan.id', 'show_page.show_id')
    .select('show_plan.home_delay_s as delayS')
    .executeTakeFirst();
  const homeDelayMs = (show?.delayS ?? 0) * 1_000;
  if (homeDelayMs > 0) await storeDisclosure(tx, { at: knownFrom('home', at, homeDelayMs) });
}

/** Instead of the one before. */
export const writeLink = (tx: Tx, link: Link | null) =>
  writePage(tx, {
    link_id: link?.id ?? null,
    link_hash: link?.hash ?? null,
    link_created_at: link?.createdAt ?? null,
    link_created_by: link?.createdBy ?? null,
    link_owner_version: link?.ownerVersion ?? null,
  });

/** The id of the link's owner; null: there is no link. */
export async function readLinkMaker(tx: Tx): Promise<string | null> {
  const { link_created_by: maker } = await tx
    .selectFrom('show_page')
    .select('link_created_by')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return maker;
}

/** The places of a game session, and which of their groups are revealed, in the order of revealing. */
export interface RankedGroups {
  readonly places: readonly RankedGroup[];
  readonly revealed: readonly string[];
  /** Epoch ms by group. */
  readonly revealedAt: ReadonlyMap<string, number>;
}

const largest = (db: Reader, gameSessionId: string) =>
  db
    .selectFrom('answer_group as g')
    .leftJoin('show_reveal as r', 'r.group_id', 'g.id')
    .where('g.game_session_id', '=', gameSessionId)
    .orderBy((eb) => eb('g.home_count', '+', eb.ref('g.studio_count')), 'desc')
    .orderBy('g.id')
    .limit(SHOW_PLACES)
    .select(['g.id', 'g.representative', 'g.held', 'g.home_count', 'g.studio_count'])
    .select(['g.home_points', 'g.contestant_points', 'r.turn', 'r.revealed_at']);
type Row = Awaited<ReturnType<ReturnType<typeof largest>['execute']>>[number];

const placesIn = (rows: readonly Row[]): RankedGroups => ({
  places: rankGroups(
    rows.map((row) => ({
      groupId: row.id,
      representative: row.representative,
      ...(row.held === 1 && { isHeld: true }),
      count: row.home_count + row.studio_count,
      homePoints: row.home_points,
      contestantPoints: row.contestant_points,
    })),
  ),
  revealed: rows
    .filter(({ turn }) => turn !== null)
    .toSorted((a, b) => (a.turn ?? 0) - (b.turn ?? 0))
    .map(({ id }) => id),
  revealedAt: new Map(
    rows.flatMap(({ id, revealed_at }) => (revealed_at === null ? [] : [[id, revealed_at]])),
  ),
});

/** Facts of a game session for the show page besides its places, as last counted. */
export interface ShownGroups extends RankedGroups {
  /** Answers by audience. */
  readonly answered: { readonly studio: number; readonly home: number };
  /** How many groups without a place are as large as the last place. */
  readonly tied: number;
}

export async function readRankedGroups(db: Reader, gameSessionId: string): Promise<ShownGroups> {
  const rows = await largest(db, gameSessionId)
    .select([
      sql<number>`sum(g.studio_count) over ()`.as('studio'),
      sql<number>`sum(g.home_count) over ()`.as('home'),
      sql<number>`count(*) over (partition by g.home_count + g.studio_count)`.as('asLarge'),
    ])
    .execute();
  const { studio, home } = rows[0] ?? { studio: 0, home: 0 };
  const ranked = placesIn(rows);
  const last = ranked.places.at(-1);
  const asLarge = rows.find(({ id }) => id === last?.groupId)?.asLarge ?? 0;
  const shown = ranked.places.filter(({ count }) => count === last?.count).length;
  return { ...ranked, answered: { studio, home }, tied: asLarge - shown };
}

/** To decide upon: no recount deletes one of the groups until the transaction ends. */
export const lockRankedGroups = async (tx: Tx, gameSessionId: string): Promise<RankedGroups> =>
  placesIn(await largest(tx, gameSessionId).forKeyShare('g').execute());

/** Reveals a group that is not revealed, as the last one. */
export async function insertReveal(tx: Tx, groupId: string, at: number): Promise<void> {
  const { last } = await tx
    .selectFrom('show_reveal')
    .select((eb) => eb.fn.max<number | null>('turn').as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('show_reveal')
    .values({ group_id: groupId, turn: (last ?? 0) + 1, revealed_at: at })
    .execute();
  await writePage(tx, {});
}

/** Whether players are told of a game session only what was revealed. */
export async function isHeldBack(db: Reader, gameSessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('rundown_item as i')
    .innerJoin('show_plan as p', 'p.id', 'i.show_id')
    .where('i.game_session_id', '=', gameSessionId)
    .where('p.suspense', '=', 1)
    .select('i.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteReveal(tx: Tx, groupId: string): Promise<void> {
  await tx.deleteFrom('show_reveal').where('group_id', '=', groupId).execute();
  await writePage(tx, {});
}
