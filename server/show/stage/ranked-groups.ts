import { type Kysely, sql, type Transaction } from 'kysely';
import type { RankedGroup } from '#machines/contract/stage.ts';
import { STAGE_GROUPS } from '#machines/contract/limits.ts';
import { rankGroups, sharedWith } from '#machines/results/rules/ranked-groups.ts';
import type { Schema } from '#server/db/schema.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** The ranked groups of a game session, and the ids of revealed groups in the order of their reveal. */
export interface RankedGroups {
  readonly groups: readonly RankedGroup[];
  readonly revealed: readonly string[];
  /** When each group was revealed, epoch ms, by group id. */
  readonly revealedAt: ReadonlyMap<string, number>;
}

const largest = (db: Reader, gameSessionId: string) =>
  db
    .selectFrom('answer_group as g')
    .leftJoin('show_reveal as r', 'r.group_id', 'g.id')
    .where('g.game_session_id', '=', gameSessionId)
    .orderBy((eb) => eb('g.home_count', '+', eb.ref('g.studio_count')), 'desc')
    .orderBy('g.id')
    .limit(STAGE_GROUPS)
    .select(['g.id', 'g.representative', 'g.held', 'g.home_count', 'g.studio_count'])
    .select(['g.home_points', 'g.contestant_points', 'r.turn', 'r.revealed_at']);
type Row = Awaited<ReturnType<ReturnType<typeof largest>['execute']>>[number];

const placesIn = (rows: readonly Row[]): RankedGroups => ({
  groups: rankGroups(
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

/** What the stage screen displays about a game session in addition to its ranked groups, as of the last recount. */
export interface ShownGroups extends RankedGroups {
  /** Number of answers by audience. */
  readonly answered: { readonly studio: number; readonly home: number };
  /** Number of groups that are not shown although they are as large as the last ranked group. */
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
  const last = ranked.groups.at(-1);
  const asLarge = rows.find(({ id }) => id === last?.groupId)?.asLarge ?? 0;
  const shown = ranked.groups.filter(({ count }) => count === last?.count).length;
  const tied = asLarge - shown;
  const groups = sharedWith(ranked.groups, tied);
  return { ...ranked, groups, answered: { studio, home }, tied };
}

/** Locks the ranked groups, so that no recount deletes one of them before the transaction ends, and returns them. */
export const lockRankedGroups = async (tx: Tx, gameSessionId: string): Promise<RankedGroups> =>
  placesIn(await largest(tx, gameSessionId).forKeyShare('g').execute());
