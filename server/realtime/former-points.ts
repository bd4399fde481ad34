import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Audience } from '#machines/contract/entities.ts';
import type { Flag, Schema } from '#server/db/schema.ts';

type Reader = Kysely<Schema>;

/*
 * What Home still reads of answers whose points have moved in the studio (`former_points`). Where no show has a delay the table
 * is empty, and these queries cost next to nothing.
 */

/** Whether a row `w` is what Home reads at `now` (epoch ms): the oldest of its text that is not over. */
const holds = (now: number) => sql<boolean>`w.until > ${sql.lit(now)} and not exists (
    select 1 from former_points o
    where o.game_session_id = w.game_session_id and o.audience = w.audience
      and o.text_key = w.text_key and o.version < w.version and o.until > ${sql.lit(now)})`;

/** A column of what Home reads at `now` (epoch ms) instead of the answer `a`; null: the answer as it is. */
const formerOf = <T>(column: 'points' | 'held', now: number) =>
  sql<T | null>`(select w.${sql.ref(column)} from former_points w
    where w.game_session_id = a.game_session_id and w.audience = a.audience
      and w.text_key = a.text_key and ${holds(now)})`;

/** What an answer `a` is worth, and whether its points are held; with `homeAt` (epoch ms) as Home may know it then. */
export const pointsOf = (homeAt: number | null): RawBuilder<number> =>
  homeAt === null ? sql`a.points` : sql`coalesce(${formerOf('points', homeAt)}, a.points)`;
export const heldOf = (homeAt: number | null): RawBuilder<Flag> =>
  homeAt === null ? sql`a.held` : sql`coalesce(${formerOf('held', homeAt)}, a.held)`;

/** What the author of an answer `a` may know of it at `now` (epoch ms) instead of what it is. */
export const formerOfAuthor = (now: number) =>
  [
    sql<number | null>`case when a.audience = 'home' then ${formerOf('points', now)} end`.as(
      'formerPoints',
    ),
    sql<Flag | null>`case when a.audience = 'home' then ${formerOf('held', now)} end`.as(
      'formerHeld',
    ),
  ] as const;

/** All that Home reads at `now` (epoch ms) instead of points as they are. */
export const formerPoints = (db: Reader, now: number) =>
  db
    .selectFrom('former_points as w')
    .where(holds(now))
    .select(['w.game_session_id', 'w.audience', 'w.text_key', 'w.points', 'w.held']);

/** What Home reads of a text instead of its points as they are. */
export interface FormerPoints {
  readonly audience: Audience;
  readonly textKey: string;
  readonly held: Flag;
}

/** The texts of a game session of which Home reads former points at `now` (epoch ms). */
export async function readFormerPoints(
  db: Reader,
  gameSessionId: string,
  now: number,
): Promise<FormerPoints[]> {
  const rows = await formerPoints(db, now).where('w.game_session_id', '=', gameSessionId).execute();
  return rows.map(({ audience, text_key: textKey, held }) => ({ audience, textKey, held }));
}

/** The instants after `now` (epoch ms) at which former points are over, in their order. */
export async function readChanges(db: Reader, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('former_points')
    .where('until', '>', now)
    .select('until')
    .distinct()
    .orderBy('until')
    .execute();
  return rows.map(({ until }) => until);
}
