import { type Kysely, sql, type Transaction } from 'kysely';
import type { Flag, Schema } from '#server/db/schema.ts';

/* Decides who may recount a game session: a lease among processes, and a row that a transaction locks. */

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** The number of recounts of a game session, and the version of the merges that the model proposed. */
export interface RecountVersions {
  readonly version: number;
  readonly mergesVersion: number;
}

/**
 * A lease during which only one process recounts the game session. `until` (epoch ms) also identifies it, because every
 * later lease ends later.
 */
export interface RecountLease {
  readonly until: number;
  readonly now: number;
}

/**
 * Acquires the lease. Without it, several processes would group the same answers at once and all but one would discard
 * their work. 'leased': another process has the lease. 'gone': the game session does not exist.
 */
export async function beginRecount(
  db: Reader,
  gameSessionId: string,
  { until, now }: RecountLease,
): Promise<RecountVersions | 'leased' | 'gone'> {
  const take = () =>
    db
      .updateTable('grouping')
      .set({ recounting_until: until })
      .where('game_session_id', '=', gameSessionId)
      .where((eb) =>
        eb.or([
          eb('recounting_until', 'is', null),
          eb('recounting_until', '<', now),
          // If the clock was set back, the lease would last too long; take it over then.
          eb('recounting_until', '>', until),
        ]),
      )
      .returning(['version', 'merges_version as mergesVersion'])
      .executeTakeFirst();
  const taken = await take();
  if (taken !== undefined) return taken;
  if (await hasGrouping(db, gameSessionId)) return 'leased';
  await insertGrouping(db, gameSessionId);
  return (await take()) ?? ((await hasGrouping(db, gameSessionId)) ? 'leased' : 'gone');
}

export async function endRecount(db: Reader, gameSessionId: string, until: number): Promise<void> {
  await db
    .updateTable('grouping')
    .set({ recounting_until: null })
    .where('game_session_id', '=', gameSessionId)
    .where('recounting_until', '=', until)
    .execute();
}

async function hasGrouping(db: Reader, gameSessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('grouping')
    .select('game_session_id')
    .where('game_session_id', '=', gameSessionId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Inserts the game session's row if it is missing; does nothing if the game session does not exist. */
async function insertGrouping(db: Reader, gameSessionId: string): Promise<void> {
  await db
    .insertInto('grouping')
    .columns([
      'game_session_id',
      'version',
      'ai_enabled',
      'explanation',
      'updated_at',
      'answers_counted',
      'answers_grouped',
    ])
    .expression((eb) =>
      eb
        .selectFrom('game_session')
        .where('id', '=', gameSessionId)
        .select((session) => [
          'id',
          session.lit(0).as('version'),
          sql.lit<Flag>(0).as('ai_enabled'),
          sql.lit('').as('explanation'),
          session.lit(0).as('updated_at'),
          session.lit(0).as('answers_counted'),
          session.lit(0).as('answers_grouped'),
        ])
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.column('game_session_id').doNothing())
    .execute();
}

/**
 * Locks a game session against recounts, changes of merges, and deletion until the transaction ends; null: it was
 * deleted. `askingUntil`: when the lease of the process that queries a model ends.
 */
export async function lockForRecount(
  tx: Tx,
  gameSessionId: string,
): Promise<
  (RecountVersions & { readonly questionId: string; readonly askingUntil: number | null }) | null
> {
  const session = await tx
    .selectFrom('game_session')
    .select('question_id')
    .where('id', '=', gameSessionId)
    .forKeyShare()
    .executeTakeFirst();
  if (session === undefined) return null;
  await insertGrouping(tx, gameSessionId);
  const versions = await tx
    .selectFrom('grouping')
    .select(['version', 'merges_version as mergesVersion', 'asking_until as askingUntil'])
    .where('game_session_id', '=', gameSessionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { questionId: session.question_id, ...versions };
}

/** Returns the number of recounts and locks it until the transaction ends; null: the game session was deleted. */
export async function lockVersion(tx: Tx, gameSessionId: string): Promise<number | null> {
  const found = await tx
    .selectFrom('grouping')
    .select('version')
    .where('game_session_id', '=', gameSessionId)
    .forUpdate()
    .executeTakeFirst();
  return found?.version ?? null;
}
