import { type Kysely, type QueryCreator, sql, type Transaction, type Updateable } from 'kysely';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import {
  areNamesOnAir,
  type AccountNames,
  shownNameCandidates,
  skeletonOf,
} from '#machines/show/rules/names.ts';
import { isUnfit } from '#server/show/fit-for-air.ts';
import { pipeline } from './pipeline.ts';
import type { Schema } from './schema.ts';

type Tx = Transaction<Schema>;

/** A player's name as others see it: on boards, the stage, in events and exports. */
export const airedName = (user: 'u') =>
  sql<string>`coalesce(${sql.ref(`${user}.aired_name`)}, ${sql.ref(`${user}.shown_name`)}, ${sql.ref(`${user}.name`)})`;

/** Number of candidate names that the first query looks up, because most names are free, and each further one. */
const FIRST = 3;
const AT_ONCE = 50;

/** A person's own name, the name that others see, and whether that is a stand-in. */
type ShownName = Omit<AccountNames, 'airedName'> & { readonly isMasked: boolean };

/**
 * Decides and stores the name that others see: a stand-in if a producer masks the name or the word list flags it, else
 * the name, with a number if another account's name looks like it. Its lock must be the last one that a transaction
 * takes.
 */
export async function assignShownName(
  tx: Tx,
  userId: string,
  {
    name,
    isMasked = isUnfit(name),
    guestOf,
    also = () => ({}),
  }: {
    readonly name: string;
    /** A producer's decision; the word list's by default. */
    readonly isMasked?: boolean;
    /** For a guest, the id of their show; names of guests of other shows do not count as taken. */
    readonly guestOf?: string;
    /** Returns further columns to store with the name. */
    readonly also?: (decided: ShownName) => Updateable<Schema['user']>;
  },
): Promise<ShownName> {
  const takenOf = (db: QueryCreator<Schema>, tried: readonly string[]) =>
    db
      .selectFrom('user')
      .where('name_key', 'in', tried.map(skeletonOf))
      .where('id', '<>', userId)
      .$if(guestOf !== undefined, (query) =>
        query.where((eb) =>
          eb.or([eb('guest_of', 'is', null), eb('guest_of', '=', guestOf ?? '')]),
        ),
      )
      .select('name_key as key')
      .execute();
  let tried = shownNameCandidates(name, { isMasked, from: 1, count: FIRST });
  const [, waiting, firstTaken] = await pipeline(tx, (queries) =>
    Promise.all([
      queries.selectFrom('name_lock').select('id').forUpdate().execute(),
      queries
        .selectFrom('user')
        .where('aired_name', 'is not', null)
        .where('id', '<>', userId)
        .select('aired_name as name')
        .execute(),
      takenOf(queries, tried),
    ]),
  );
  const stillSeen = new Set(waiting.map((other) => skeletonOf(other.name ?? '')));
  let taken = firstTaken;
  for (let from = 1 + FIRST; ; from += AT_ONCE) {
    const keys = new Set([...stillSeen, ...taken.map(({ key }) => key)]);
    const free = tried.find((each) => !keys.has(skeletonOf(each)));
    if (free !== undefined) {
      const decided = { name, shownName: free === name ? null : free, isMasked };
      await tx
        .updateTable('user')
        .set({
          shown_name: decided.shownName,
          name_key: skeletonOf(free),
          masked: isMasked ? 1 : 0,
          ...also(decided),
        })
        .where('id', '=', userId)
        .execute();
      return decided;
    }
    tried = shownNameCandidates(name, { isMasked, from, count: AT_ONCE });
    taken = await takenOf(tx, tried);
  }
}

/**
 * Shows a player's own name to others, assigns another name, or masks it, as a producer decides. Returns false if there
 * is no such player.
 */
export async function giveName(
  tx: Tx,
  userId: string,
  { given, isMasked = false }: { readonly given?: string; readonly isMasked?: boolean } = {},
): Promise<boolean> {
  const player = await tx
    .selectFrom('user')
    .where('id', '=', userId)
    .where('role_id', '<>', ROLE.admin)
    .where('simulated', '=', 0)
    .select('name')
    .forUpdate()
    .executeTakeFirst();
  if (player === undefined) return false;
  const name = given ?? player.name;
  await assignShownName(tx, userId, { name, isMasked });
  await tx.updateTable('user').set({ name, aired_name: null }).where('id', '=', userId).execute();
  return true;
}

/**
 * Locks the stages, and which shows are live, until the transaction ends: `update` for a transaction that changes them,
 * `share` to keep others from changing them. To change the stage of a live show with members, the lock of that show is
 * enough. Taken after the lock of a show.
 */
export const lockScreens = (tx: Tx, mode: 'share' | 'update'): Promise<unknown> =>
  tx
    .selectFrom('stage')
    .where('show_id', '=', HOUSE_SHOW)
    .select('show_id')
    .$if(mode === 'share', (query) => query.forShare())
    .$if(mode === 'update', (query) => query.forUpdate())
    .execute();

/** Whether names are on air; cannot change until the transaction ends (`lockScreens`). */
export async function lockNamesOnAir(tx: Tx, mode: 'share' | 'update' = 'share'): Promise<boolean> {
  await lockScreens(tx, mode);
  const { scene, interlude } = await tx
    .selectFrom('stage')
    .select(['scene', 'interlude'])
    .orderBy('aired', 'desc')
    .orderBy(sql`case show_id when ${HOUSE_SHOW} then 0 else 1 end`)
    .limit(1)
    .executeTakeFirstOrThrow();
  const live = await tx
    .selectFrom('show')
    .select('id')
    .where('kind', '=', 'show')
    .where('state', '=', 'live')
    .limit(1)
    .execute();
  return areNamesOnAir({
    hasLiveShow: live.length > 0,
    scene: interlude === 'board' || interlude === 'season' ? 'board' : scene,
  });
}

/** Makes new names that were held back while names were on air visible to others. */
export const airNames = (db: Kysely<Schema>): Promise<unknown> =>
  db.updateTable('user').set({ aired_name: null }).where('aired_name', 'is not', null).execute();

/** Makes held-back new names visible to others if no name is on air any more. */
export async function airNamesAfterShow(tx: Tx): Promise<void> {
  if (!(await lockNamesOnAir(tx, 'update'))) await airNames(tx);
}
