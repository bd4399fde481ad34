import { type Kysely, sql } from 'kysely';
import type { Audience } from '#machines/contract/entities.ts';
import type { Flag, Schema } from '#server/db/schema.ts';

type Reader = Kysely<Schema>;

/** A person's counted answer with its group, and the points it had before the last correction. */
export interface CountedOwn {
  readonly text: string;
  readonly textKey: string;
  readonly audience: Audience;
  readonly held: Flag;
  readonly groupId: string;
  readonly representative: string;
  /** 1 if the group is held back. */
  readonly isHeldBack: Flag;
  readonly home: number;
  readonly studio: number;
  readonly homePoints: number;
  readonly contestantPoints: number;
  readonly wasRepresentative: string | null;
  readonly wasHomePoints: number | null;
  readonly wasContestantPoints: number | null;
}

/** Returns a person's counted answer to a game session, or null. */
export async function readCountedOwn(
  db: Reader,
  gameSessionId: string,
  userId: string,
): Promise<CountedOwn | null> {
  const found = await db
    .selectFrom('answer as a')
    .innerJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .innerJoin('answer_group as g', 'g.id', 'f.group_id')
    .leftJoin('published_text as p', (on) =>
      on
        .onRef('p.game_session_id', '=', 'a.game_session_id')
        .onRef('p.text_key', '=', 'a.text_key'),
    )
    .where('a.game_session_id', '=', gameSessionId)
    .where('a.user_id', '=', userId)
    .where('a.counted', '=', 1)
    .select(['a.text', 'a.text_key as textKey', 'a.audience', 'a.held', 'g.id as groupId'])
    .select([
      'g.representative',
      'g.held as isHeldBack',
      'g.home_count as home',
      'g.studio_count as studio',
    ])
    .select(['g.home_points as homePoints', 'g.contestant_points as contestantPoints'])
    .select(['p.representative as wasRepresentative', 'p.home_points as wasHomePoints'])
    .select('p.contestant_points as wasContestantPoints')
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the number of recounts of the game session. */
export async function readRecounts(db: Reader, gameSessionId: string): Promise<number> {
  const found = await db
    .selectFrom('grouping')
    .where('game_session_id', '=', gameSessionId)
    .select('version')
    .executeTakeFirst();
  return found?.version ?? 0;
}

/** Returns the texts of a group, each in its most frequent spelling, the most frequent text first. */
export async function readSpellings(
  db: Reader,
  gameSessionId: string,
  groupId: string,
  limit: number,
): Promise<{ textKey: string; text: string }[]> {
  const spellings = db
    .selectFrom('answer as a')
    .innerJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .where('a.game_session_id', '=', gameSessionId)
    .where('f.group_id', '=', groupId)
    .groupBy(['a.text_key', 'a.text'])
    .select([
      'a.text_key',
      'a.text',
      sql<number>`sum(count(*)) over (partition by a.text_key)`.as('total'),
      sql<number>`row_number() over (partition by a.text_key order by count(*) desc, min(a.received_at), a.text)`.as(
        'position',
      ),
    ]);
  const rows = await db
    .selectFrom(spellings.as('s'))
    .where('s.position', '=', 1)
    .orderBy('s.total', 'desc')
    .orderBy('s.text_key')
    .limit(limit)
    .select(['s.text_key', 's.text'])
    .execute();
  return rows.map(({ text_key, text }) => ({ textKey: text_key, text }));
}

/** Returns the sizes of the groups of a game session, each size once, the largest first. */
export async function readSizes(db: Reader, gameSessionId: string): Promise<number[]> {
  const size = sql<number>`home_count + studio_count`;
  const rows = await db
    .selectFrom('answer_group')
    .where('game_session_id', '=', gameSessionId)
    .select(size.as('size'))
    .distinct()
    .orderBy('size', 'desc')
    .execute();
  return rows.map((row) => row.size);
}

/** Returns the largest groups that are not held back, the largest first. */
export const readLargest = (db: Reader, gameSessionId: string, limit: number) =>
  db
    .selectFrom('answer_group')
    .where('game_session_id', '=', gameSessionId)
    .where('held', '=', 0)
    .orderBy((eb) => eb('home_count', '+', eb.ref('studio_count')), 'desc')
    .orderBy('id')
    .limit(limit)
    .select(['id as groupId', 'representative'])
    .execute();
