import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Audience } from '#machines/contract/entities.ts';
import type { Flag, Schema } from '#server/db/schema.ts';

type Reader = Kysely<Schema>;

/*
 * Points that Home still sees after they have changed in the studio (`former_points`). Without a home delay the table
 * is empty, and these queries cost next to nothing.
 */

/** Whether Home sees row `w` at `now` (epoch ms): it is the oldest row of its text that has not ended. */
const holds = (now: number) => sql<boolean>`w.until > ${sql.lit(now)} and not exists (
    select 1 from former_points o
    where o.game_session_id = w.game_session_id and o.audience = w.audience
      and o.text_key = w.text_key and o.version < w.version and o.until > ${sql.lit(now)})`;

/**
 * Returns the value that Home sees at `now` (epoch ms) in place of a column of the answer `a`; null if it sees the
 * answer's own.
 */
const formerOf = <T>(column: 'points' | 'held', now: number) =>
  sql<T | null>`(select w.${sql.ref(column)} from former_points w
    where w.game_session_id = a.game_session_id and w.audience = a.audience
      and w.text_key = a.text_key and ${holds(now)})`;

/**
 * The points of an answer `a`; with `homeAt` (epoch ms), those that Home sees then. `heldOf` does the same for whether
 * they are held.
 */
export const pointsOf = (homeAt: number | null): RawBuilder<number> =>
  homeAt === null ? sql`a.points` : sql`coalesce(${formerOf('points', homeAt)}, a.points)`;
export const heldOf = (homeAt: number | null): RawBuilder<Flag> =>
  homeAt === null ? sql`a.held` : sql`coalesce(${formerOf('held', homeAt)}, a.held)`;

/** The former points that the author of an answer `a` sees at `now` (epoch ms). */
export const formerOfAuthor = (now: number) =>
  [
    sql<number | null>`case when a.audience = 'home' then ${formerOf('points', now)} end`.as(
      'formerPoints',
    ),
    sql<Flag | null>`case when a.audience = 'home' then ${formerOf('held', now)} end`.as(
      'formerHeld',
    ),
  ] as const;

/** All former points that Home sees at `now` (epoch ms). */
export const formerPoints = (db: Reader, now: number) =>
  db
    .selectFrom('former_points as w')
    .where(holds(now))
    .select(['w.game_session_id', 'w.audience', 'w.text_key', 'w.points', 'w.held']);

/** Former points of a text. */
export interface FormerPoints {
  readonly audience: Audience;
  readonly textKey: string;
  readonly held: Flag;
}

/** The texts of a game session with former points for Home at `now` (epoch ms). */
export async function readFormerPoints(
  db: Reader,
  gameSessionId: string,
  now: number,
): Promise<FormerPoints[]> {
  const rows = await formerPoints(db, now).where('w.game_session_id', '=', gameSessionId).execute();
  return rows.map(({ audience, text_key: textKey, held }) => ({ audience, textKey, held }));
}

/** The instants after `now` (epoch ms) at which former points end, or Home gets to know points by hand. */
export async function readChanges(db: Reader, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('former_points')
    .where('until', '>', now)
    .select('until')
    .union((eb) =>
      eb
        .selectFrom('adjustment')
        .where('undone_at', 'is', null)
        .where('home_at', '>', now)
        .select('home_at as until'),
    )
    .orderBy('until')
    .execute();
  return rows.map(({ until }) => until);
}
