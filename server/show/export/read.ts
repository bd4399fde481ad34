import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { RundownItem } from '#machines/contract/rundown.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { AUDITED_READS } from '#machines/admin/rules/audit.ts';
import { adjustmentsOf } from '#server/results/adjustments.ts';
import { airedName } from '#server/db/aired-names.ts';
import type { Schema } from '#server/db/schema.ts';

type Reader = Kysely<Schema>;

/** The release windows and the result of an item's question. */
export interface ItemRelease {
  readonly windows: readonly {
    readonly audience: Audience;
    readonly firstReleasedAt: number;
    readonly releasedAt: number;
    /** When Home's delayed window opened; null: at the release. */
    readonly opensAt: number | null;
    readonly closesAt: number | null;
    /** When it closed or was revoked, or will close; null: it stays open. */
    readonly closedAt: number | null;
  }[];
  readonly result: {
    readonly state: string;
    readonly version: number;
    readonly lockedAt: number | null;
    readonly publishedAt: number | null;
    /** Why it was unlocked or corrected. */
    readonly reason: string | null;
    /** Since when the question is void, and why; null: it counts. */
    readonly voidedAt: number | null;
    readonly voidReason: string | null;
  } | null;
  /** When the first group was revealed, epoch ms; null: none was revealed. */
  readonly revealedAt: number | null;
}

export async function readItemRelease(db: Reader, gameSessionId: string): Promise<ItemRelease> {
  const windows = await db
    .selectFrom('release')
    .where('game_session_id', '=', gameSessionId)
    .orderBy('audience', 'desc')
    .select(['audience', 'first_released_at as firstReleasedAt', 'released_at as releasedAt'])
    .select(['opens_at as opensAt', 'closes_at as closesAt', 'released', 'opened_at as openedAt'])
    .execute();
  const result = await db
    .selectFrom('result')
    .where('game_session_id', '=', gameSessionId)
    .select(['state', 'version', 'reason', 'locked_at as lockedAt', 'published_at as publishedAt'])
    .select(['voided_at as voidedAt', 'void_reason as voidReason'])
    .executeTakeFirst();
  const revealed = await db
    .selectFrom('show_reveal as r')
    .innerJoin('answer_group as g', 'g.id', 'r.group_id')
    .where('g.game_session_id', '=', gameSessionId)
    .select((eb) => eb.fn.min<number | null>('r.revealed_at').as('at'))
    .executeTakeFirstOrThrow();
  return {
    windows: windows.map(({ released, openedAt, ...window }) => ({
      ...window,
      closedAt: released === 0 ? openedAt : window.closesAt,
    })),
    result: result ?? null,
    revealedAt: revealed.at,
  };
}

/** Returns when the first of these game sessions was released, epoch ms; null: none was. */
export async function readFirstRelease(
  db: Reader,
  gameSessionIds: readonly string[],
): Promise<number | null> {
  if (gameSessionIds.length === 0) return null;
  const { at } = await db
    .selectFrom('release')
    .where('game_session_id', 'in', gameSessionIds)
    .select((eb) => eb.fn.min<number | null>('first_released_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

/** Whether published points of these game sessions still have to be counted. */
export async function isBeingCounted(
  db: Reader,
  gameSessionIds: readonly string[],
): Promise<boolean> {
  if (gameSessionIds.length === 0) return false;
  const waiting = await db
    .selectFrom('grouping')
    .where('game_session_id', 'in', gameSessionIds)
    .where('to_show', '=', 1)
    .select('game_session_id')
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Returns the answers to a game session in order of receipt. */
export const readExportedAnswers = (db: Reader, gameSessionId: string) =>
  db
    .selectFrom('answer as a')
    .leftJoin('grouped_text as f', (on) =>
      on
        .onRef('f.game_session_id', '=', 'a.game_session_id')
        .onRef('f.text_key', '=', 'a.text_key'),
    )
    .leftJoin('user as u', 'u.id', 'a.user_id')
    .where('a.game_session_id', '=', gameSessionId)
    .orderBy('a.received_at')
    .orderBy('a.id')
    .select(['a.id', 'a.user_id as userId', airedName('u').as('name'), 'a.audience', 'a.text'])
    .select(['a.text_key as textKey', 'a.received_at as receivedAt', 'f.group_id as groupId'])
    .select('a.points')
    .execute();

/** Returns the groups of a game session with their texts, the largest first. */
export async function readExportedGroups(db: Reader, gameSessionId: string) {
  const groups = await db
    .selectFrom('answer_group')
    .where('game_session_id', '=', gameSessionId)
    .orderBy((eb) => eb('home_count', '+', eb.ref('studio_count')), 'desc')
    .orderBy('id')
    .select(['id', 'representative', 'held', 'home_count as home', 'studio_count as studio'])
    .select(['home_points as homePoints', 'contestant_points as contestantPoints'])
    .execute();
  const answerTexts = await db
    .selectFrom('grouped_text')
    .where('game_session_id', '=', gameSessionId)
    .orderBy('text_key')
    .select(['group_id as groupId', 'text_key as textKey', 'match_reason as matchReason'])
    .execute();
  const byGroup = new Map<string, { textKey: string; matchReason: string }[]>();
  for (const { groupId, ...answerText } of answerTexts) {
    const known = byGroup.get(groupId);
    if (known === undefined) byGroup.set(groupId, [answerText]);
    else known.push(answerText);
  }
  return groups.map((group) => ({ ...group, answerTexts: byGroup.get(group.id) ?? [] }));
}

const extendedSchema = z.object({ item: z.string(), seconds: z.number() });

/** Returns the seconds that were added by hand to the windows of each item. */
export async function readAddedSeconds(
  db: Reader,
  showId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('audit')
    .where('target', '=', showId)
    .where('after', 'like', '%"act":"extend"%')
    .select('after')
    .execute();
  const added = new Map<string, number>();
  for (const { after } of rows) {
    const { data } = extendedSchema.safeParse(JSON.parse(after ?? 'null'));
    if (data !== undefined) added.set(data.item, (added.get(data.item) ?? 0) + data.seconds);
  }
  return added;
}

/** Pattern of the details of acts on what belongs to a show and has an id of its own, such as a control token. */
const ofShow = (showId: string): string => `%"show id":${JSON.stringify(showId)}%`;

/** Returns the ids of the deleted questions of a show. */
async function readDeletedQuestions(db: Reader, showId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .where('action', '=', 'deleteQuestion')
    .where('before', 'like', ofShow(showId))
    .select('target')
    .execute();
  return rows.flatMap(({ target }) => target ?? []);
}

/** Returns the audit entries of a show and of what belongs to it, the oldest first. */
export async function readAuditEntries(
  db: Reader,
  showId: string,
  items: readonly Pick<RundownItem, 'questionId' | 'gameSessionId'>[],
) {
  const targets = [
    showId,
    ...items.flatMap((item) => [item.questionId, item.gameSessionId]),
    ...(await readDeletedQuestions(db, showId)),
  ];
  const sessions = items.map(({ gameSessionId }) => gameSessionId);
  const audited = await db
    .selectFrom('audit as a')
    .leftJoin('user as u', 'u.id', 'a.user_id')
    .where((eb) =>
      eb.or([
        eb('a.target', 'in', targets),
        eb('a.before', 'like', ofShow(showId)),
        eb('a.after', 'like', ofShow(showId)),
      ]),
    )
    .where('a.action', 'not in', AUDITED_READS)
    .where((eb) => eb.or([eb('a.status', '<', 300), eb('a.before', 'is not', null)]))
    .select(['a.at', 'a.id', 'a.user_id as userId', 'u.name', 'a.action', 'a.target', 'a.address'])
    .select(['a.before', 'a.after', 'a.reason', 'a.target_name as targetName'])
    .execute();
  // Acts that the server performed by itself are not in the audit, so they are read from the results.
  const byItself = await db
    .selectFrom('result_act')
    .where('game_session_id', 'in', sessions.length === 0 ? [''] : sessions)
    .where('user_id', 'is', null)
    .select(['at', 'act as action', 'game_session_id as target', 'reason'])
    .select([
      sql<string>`'{"result":"' || state_before || '"}'`.as('before'),
      sql<string>`'{"result":"' || state_after || '"}'`.as('after'),
    ])
    .execute();
  return [
    ...audited.map((row) => ({ ...row, isByItself: false })),
    ...byItself.map((row) => ({
      ...row,
      id: '',
      userId: null,
      name: null,
      targetName: null,
      address: '',
      isByItself: true,
    })),
  ].toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Returns the payments for game sessions, the oldest first. */
export const readExportedPayments = (db: Reader, gameSessionIds: readonly string[]) =>
  db
    .selectFrom('payment as p')
    .leftJoin('user as u', 'u.id', 'p.user_id')
    .where('p.game_session_id', 'in', gameSessionIds)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .select(['p.id', 'p.game_session_id as gameSessionId', 'p.user_id as userId', 'u.name'])
    .select(['p.amount', 'p.currency', 'p.status', 'p.provider', 'p.created_at as createdAt'])
    .select(['p.paid_at as paidAt', 'p.refunded_at as refundedAt'])
    .select('p.amount_refunded as amountRefunded')
    .execute();

/** Returns the appeals of game sessions, the oldest first. */
export const readExportedAppeals = (db: Reader, gameSessionIds: readonly string[]) =>
  db
    .selectFrom('appeal as p')
    .innerJoin('answer as a', (on) =>
      on.onRef('a.game_session_id', '=', 'p.game_session_id').onRef('a.user_id', '=', 'p.user_id'),
    )
    .leftJoin('user as u', 'u.id', 'p.user_id')
    .leftJoin('user as s', 's.id', 'p.settled_by')
    .where('p.game_session_id', 'in', gameSessionIds)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .select(['p.id', 'p.game_session_id as gameSessionId', 'p.user_id as userId'])
    .select([airedName('u').as('name'), 'a.text as answer', 'p.wanted', 'p.state'])
    .select(['p.created_at as createdAt', 'p.settled_at as settledAt', 's.name as settledBy'])
    .execute();

/** Returns the points by hand of a show, the oldest first. */
export const readExportedAdjustments = (db: Reader, showId: string) =>
  adjustmentsOf(db, showId).orderBy('j.at').orderBy('j.id').select('j.audience').execute();

/** Returns the e-mail addresses of accounts by user id. Guests have none. */
export async function readAddresses(
  db: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .where('id', 'in', userIds)
    .where('guest_of', 'is', null)
    .select(['id', 'email'])
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
