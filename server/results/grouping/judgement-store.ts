import { type Kysely, sql, type Transaction } from 'kysely';
import type { MergeState, ReleaseWindows } from '#machines/contract/entities.ts';
import type { Judgement } from 'answer-grouping';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import type { Schema } from '#server/db/schema.ts';
import { newId } from '#server/id.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** Returns the model's judgements of the texts of a game session. */
export async function readJudgements(db: Reader, gameSessionId: string): Promise<Judgement[]> {
  const rows = await db
    .selectFrom('judged_text as t')
    .leftJoin('model_merge as j', 'j.id', 't.merge_id')
    .where('t.game_session_id', '=', gameSessionId)
    .orderBy('t.judgement')
    .orderBy('t.text_key')
    .select(['t.judgement', 't.text_key as key', 't.merge_id as mergeId', 'j.status'])
    .select('j.decided_at as decidedAt')
    .execute();
  const judgements = new Map<string, Map<string, { keys: string[]; isMerged: boolean }>>();
  for (const { judgement, key, mergeId, status, decidedAt } of rows) {
    const classes = judgements.get(judgement) ?? new Map();
    judgements.set(judgement, classes);
    const id = mergeId ?? `alone ${key}`;
    const known = classes.get(id);
    if (known === undefined)
      classes.set(id, { keys: [key], isMerged: isApplied(status, decidedAt) });
    else known.keys.push(key);
  }
  return Array.from(judgements.values(), (classes) => [...classes.values()]);
}

/**
 * Whether a judged merge takes effect by itself. An accepted merge takes effect as a producer's decision instead; only
 * in stores from before decisions were recorded does it take effect here.
 */
const isApplied = (status: MergeState | null, decidedAt: number | null): boolean =>
  status === null || status === 'applied' || (status === 'accepted' && decidedAt === null);

/** A question, and the language of its show. */
export interface SessionQuestion {
  readonly text: string;
  readonly language: string;
}

/** Returns the question of a game session; null: the game session was deleted. */
export async function readSessionQuestion(
  db: Reader,
  gameSessionId: string,
): Promise<SessionQuestion | null> {
  const found = await db
    .selectFrom('game_session as s')
    .innerJoin('question as q', 'q.id', 's.question_id')
    .innerJoin('rundown_item as i', 'i.game_session_id', 's.id')
    .innerJoin('show as p', 'p.id', 'i.show_id')
    .where('s.id', '=', gameSessionId)
    .select(['q.text', 'p.language'])
    .executeTakeFirst();
  return found ?? null;
}

/** Returns the windows of a game session. */
export async function readWindows(db: Reader, gameSessionId: string): Promise<ReleaseWindows> {
  const rows = await db
    .selectFrom('release')
    .where('game_session_id', '=', gameSessionId)
    .select(['audience', 'released', 'timed', 'closes_at'])
    .execute();
  const windows = { studio: NO_WINDOW, home: NO_WINDOW };
  for (const { audience, released, timed, closes_at } of rows)
    windows[audience] = { released: released === 1, timed: timed === 1, closesAt: closes_at };
  return windows;
}

/** A lease during which only this process may query a model about a game session. */
export interface ModelLease {
  /** When the lease ends, epoch ms; also identifies it, because every later lease ends later. */
  readonly until: number;
  readonly now: number;
  /** Maximum number of model requests per game session. */
  readonly most: number;
  /** The version of the proposed merges on which the request is based. */
  readonly mergesVersion: number;
}

/**
 * Acquires the lease and counts the request. Otherwise returns the reason; 'stale' if the proposed merges have changed.
 */
export async function acquireLease(
  db: Reader,
  gameSessionId: string,
  { until, now, most, mergesVersion }: ModelLease,
): Promise<'taken' | 'spent' | 'leased' | 'stale'> {
  const taken = await db
    .updateTable('grouping')
    .set((eb) => ({ asking_until: until, asked: eb('asked', '+', 1) }))
    .where('game_session_id', '=', gameSessionId)
    .where('asked', '<', most)
    .where('merges_version', '=', mergesVersion)
    .where((eb) =>
      eb.or([
        eb('asking_until', 'is', null),
        eb('asking_until', '<', now),
        // If the clock was set back, the lease would last too long; take it over then.
        eb('asking_until', '>', until),
      ]),
    )
    .executeTakeFirst();
  if (taken.numUpdatedRows > 0n) return 'taken';
  const row = await db
    .selectFrom('grouping')
    .select(['asked', 'merges_version'])
    .where('game_session_id', '=', gameSessionId)
    .executeTakeFirst();
  if (row?.merges_version !== mergesVersion) return 'stale';
  return row.asked < most ? 'leased' : 'spent';
}

export async function endLease(db: Reader, gameSessionId: string, until: number): Promise<void> {
  await db
    .updateTable('grouping')
    .set({ asking_until: null })
    .where('game_session_id', '=', gameSessionId)
    .where('asking_until', '=', until)
    .execute();
}

/** Marks the proposed merges as changed, so that the next recount applies them. */
export async function raiseMergesVersion(tx: Tx, gameSessionId: string): Promise<void> {
  await tx
    .updateTable('grouping')
    .set((eb) => ({ merges_version: eb('merges_version', '+', 1) }))
    .where('game_session_id', '=', gameSessionId)
    .execute();
}

/**
 * Keys of texts that a model judges to be the same answer. If there are several, `status` is the state of their merge.
 */
export interface NewClass {
  readonly keys: readonly string[];
  readonly status: MergeState;
}

export async function insertJudgement(
  tx: Tx,
  gameSessionId: string,
  { classes, at }: { classes: readonly NewClass[]; at: number },
): Promise<void> {
  const judgement = newId(at);
  const named = classes.map((each) => ({
    ...each,
    mergeId: each.keys.length > 1 ? newId(at) : null,
  }));
  const merges = named.flatMap(({ mergeId, status }) =>
    mergeId === null
      ? []
      : [{ id: mergeId, game_session_id: gameSessionId, status, judged_at: at }],
  );
  if (merges.length > 0) await tx.insertInto('model_merge').values(merges).execute();
  await tx
    .insertInto('judged_text')
    .values(
      named.flatMap(({ keys, mergeId }) =>
        keys.map((key) => ({
          game_session_id: gameSessionId,
          judgement,
          text_key: key,
          merge_id: mergeId,
        })),
      ),
    )
    .execute();
}

/** Returns those of these merges that exist, with the keys of their texts. */
export async function readMergeKeys(
  tx: Tx,
  gameSessionId: string,
  mergeIds: readonly string[],
): Promise<{ mergeId: string; status: MergeState; keys: string[] }[]> {
  const rows = await tx
    .selectFrom('model_merge as j')
    .leftJoin('judged_text as t', 't.merge_id', 'j.id')
    .where('j.game_session_id', '=', gameSessionId)
    .where('j.id', 'in', mergeIds)
    .orderBy('j.id')
    .orderBy('t.text_key')
    .select(['j.id', 'j.status', 't.text_key as key'])
    .execute();
  const merges = new Map<string, { mergeId: string; status: MergeState; keys: string[] }>();
  for (const { id, status, key } of rows) {
    const merge = merges.get(id) ?? { mergeId: id, status, keys: [] };
    merges.set(id, merge);
    if (key !== null) merge.keys.push(key);
  }
  return [...merges.values()];
}

/** Stores the decision on each of these merges, and when it was made (epoch ms); null makes a merge undecided again. */
export async function writeMergeStates(
  tx: Tx,
  states: readonly {
    readonly id: string;
    readonly status: MergeState;
    readonly at: number | null;
  }[],
): Promise<void> {
  for (const { id, status, at } of states)
    await tx
      .updateTable('model_merge')
      .set({ status, decided_at: at })
      .where('id', '=', id)
      .execute();
}

/** Returns how many merges of each game session wait for a producer; game sessions without any are absent. */
export async function countHeld(
  db: Reader,
  gameSessionIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('model_merge')
    .where('game_session_id', 'in', gameSessionIds)
    .where('status', '=', 'held')
    .groupBy('game_session_id')
    .select((eb) => ['game_session_id as id', eb.fn.countAll<number>().as('held')])
    .execute();
  return new Map(rows.map(({ id, held }) => [id, held]));
}

/** A proposed merge with one of the groups that contain its texts; there is one row per group. */
interface MergeRow {
  readonly mergeId: string;
  readonly state: MergeState;
  readonly judgedAt: number;
  readonly groupId: string;
  readonly representative: string;
  readonly count: number;
}

/**
 * Returns at most `limit` proposed merges: those waiting for a producer first, then the newest. Each has its groups,
 * the largest first.
 */
export async function readMerges(
  db: Reader,
  gameSessionId: string,
  limit: number,
): Promise<MergeRow[]> {
  const waiting = sql<number>`case status when 'held' then 0 else 1 end`;
  const first = db
    .selectFrom('model_merge')
    .where('game_session_id', '=', gameSessionId)
    .orderBy(waiting)
    .orderBy('judged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .selectAll();
  return db
    .selectFrom(first.as('j'))
    .innerJoin('judged_text as t', 't.merge_id', 'j.id')
    .innerJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 't.game_session_id')
        .onRef('f.text_key', '=', 't.text_key'),
    )
    .innerJoin('answer_group as g', 'g.id', 'f.group_id')
    .distinct()
    .select(['j.id as mergeId', 'j.status as state', 'j.judged_at as judgedAt'])
    .select(['g.id as groupId', 'g.representative'])
    .select([sql<number>`g.home_count + g.studio_count`.as('count'), waiting.as('waiting')])
    .orderBy('waiting')
    .orderBy('j.judged_at', 'desc')
    .orderBy('j.id', 'desc')
    .orderBy('count', 'desc')
    .orderBy('g.id')
    .execute();
}

/** Returns the texts of each of these merges in their most frequent spelling, the most frequent text first. */
export async function readMergeTexts(
  db: Reader,
  gameSessionId: string,
  mergeIds: readonly string[],
): Promise<{ mergeId: string; text: string }[]> {
  if (mergeIds.length === 0) return [];
  const spellings = db
    .selectFrom('judged_text as t')
    .innerJoin('answer as a', (on) =>
      on
        .onRef('a.game_session_id', '=', 't.game_session_id')
        .onRef('a.text_key', '=', 't.text_key'),
    )
    .where('t.game_session_id', '=', gameSessionId)
    .where('t.merge_id', 'in', mergeIds)
    .groupBy(['t.merge_id', 't.text_key', 'a.text'])
    .select([
      't.merge_id',
      'a.text',
      sql<number>`sum(count(*)) over (partition by t.merge_id, t.text_key)`.as('total'),
      sql<number>`row_number() over (partition by t.merge_id, t.text_key order by count(*) desc, min(a.received_at), a.text)`.as(
        'position',
      ),
    ]);
  const rows = await db
    .selectFrom(spellings.as('s'))
    .where('s.position', '=', 1)
    .orderBy('s.total', 'desc')
    .orderBy('s.text')
    .select(['s.merge_id', 's.text'])
    .execute();
  return rows.flatMap(({ merge_id, text }) =>
    merge_id === null ? [] : [{ mergeId: merge_id, text }],
  );
}

/** Returns which of the groups contain texts that a model has merged. */
export async function readModelMade(
  db: Reader,
  gameSessionId: string,
  groupIds: readonly string[],
): Promise<Set<string>> {
  if (groupIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('grouped_text')
    .where('game_session_id', '=', gameSessionId)
    .where('group_id', 'in', groupIds)
    .where('match_reason', '=', 'model')
    .distinct()
    .select('group_id')
    .execute();
  return new Set(rows.map(({ group_id }) => group_id));
}

/** Returns the game sessions recounted after `after`; a model may not have seen all of their texts. */
export async function readRecent(db: Reader, after: number): Promise<string[]> {
  const rows = await db
    .selectFrom('grouping')
    .where('updated_at', '>', after)
    .select('game_session_id')
    .execute();
  return rows.map(({ game_session_id }) => game_session_id);
}
