import { type Kysely, sql, type Transaction } from 'kysely';
import type { Audience, MatchReason } from '#machines/contract/entities.ts';
import type { Schema } from '#server/db/schema.ts';
import { chunks } from './chunks.ts';
import type { HowGrouped } from './how-grouped.ts';
import type { RecountVersions } from './recount-lease.ts';
import { countedAnswersWithTexts, type GroupRow } from './store.ts';

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

/** A text with its group, and with the group that matching and the model would give it. */
export interface GroupedText {
  readonly textKey: string;
  readonly groupId: string;
  readonly matchReason: MatchReason;
  readonly automatic: string;
  readonly automaticMatchReason: MatchReason;
}

export async function writeGroupedTexts(
  tx: Tx,
  gameSessionId: string,
  answerTexts: readonly GroupedText[],
): Promise<void> {
  for (const rows of chunks(answerTexts))
    await tx
      .insertInto('grouped_text')
      .values(
        rows.map(({ textKey, groupId, matchReason, automatic, automaticMatchReason }) => ({
          game_session_id: gameSessionId,
          text_key: textKey,
          group_id: groupId,
          match_reason: matchReason,
          automatic,
          automatic_match_reason: automaticMatchReason,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['game_session_id', 'text_key']).doUpdateSet((eb) => ({
          group_id: eb.ref('excluded.group_id'),
          match_reason: eb.ref('excluded.match_reason'),
          automatic: eb.ref('excluded.automatic'),
          automatic_match_reason: eb.ref('excluded.automatic_match_reason'),
        })),
      )
      .execute();
}

export async function writeGroups(
  tx: Tx,
  gameSessionId: string,
  groups: readonly GroupRow[],
): Promise<void> {
  for (const rows of chunks(groups))
    await tx
      .insertInto('answer_group')
      .values(
        rows.map((group) => ({
          id: group.id,
          game_session_id: gameSessionId,
          representative: group.representative,
          home_count: group.home,
          studio_count: group.studio,
          home_points: group.homePoints,
          contestant_points: group.contestantPoints,
          name: group.name,
          held: group.isHeld ? 1 : 0,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          representative: eb.ref('excluded.representative'),
          home_count: eb.ref('excluded.home_count'),
          studio_count: eb.ref('excluded.studio_count'),
          home_points: eb.ref('excluded.home_points'),
          contestant_points: eb.ref('excluded.contestant_points'),
          name: eb.ref('excluded.name'),
          held: eb.ref('excluded.held'),
        })),
      )
      .execute();
}

export async function deleteGroups(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids))
    await tx.deleteFrom('answer_group').where('id', 'in', some).execute();
}

const countOf = (audience: Audience) =>
  sql<number>`sum(case when a.audience = ${sql.lit(audience)} then 1 else 0 end)`;

/** Marks every answer with a grouped text as counted; later answers wait for the next recount. */
export async function claimAnswers(tx: Tx, gameSessionId: string): Promise<void> {
  await tx
    .updateTable('answer')
    .set({ counted: 1 })
    .where('game_session_id', '=', gameSessionId)
    .where('counted', '=', 0)
    .where('text_key', 'in', (eb) =>
      eb.selectFrom('grouped_text').where('game_session_id', '=', gameSessionId).select('text_key'),
    )
    .execute();
}

/** Returns how many answers of each audience each group has, from the stored texts. */
export async function countGroups(
  tx: Reader,
  gameSessionId: string,
): Promise<{ groupId: string; home: number; studio: number }[]> {
  return countedAnswersWithTexts(tx, gameSessionId)
    .groupBy('f.group_id')
    .select(['f.group_id as groupId', countOf('home').as('home'), countOf('studio').as('studio')])
    .execute();
}

/** Marks a game session without answers as needing no further update of its points. */
export async function settleEmpty(db: Reader, gameSessionId: string): Promise<void> {
  await db
    .updateTable('grouping')
    .set({ to_show: 0 })
    .where('game_session_id', '=', gameSessionId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('answer').where('game_session_id', '=', gameSessionId).select('id'),
        ),
      ),
    )
    .execute();
}

export async function writeGrouping(
  tx: Tx,
  gameSessionId: string,
  grouping: RecountVersions & {
    readonly how: HowGrouped;
    readonly updatedAt: number;
    readonly answersCounted: number;
    readonly answersGrouped: number;
  },
): Promise<void> {
  await tx
    .updateTable('grouping')
    .set({
      version: grouping.version,
      merges_counted: grouping.mergesVersion,
      ai_enabled: grouping.how.ai === 'merged' ? 1 : 0,
      explanation: JSON.stringify(grouping.how),
      updated_at: grouping.updatedAt,
      answers_counted: grouping.answersCounted,
      answers_grouped: grouping.answersGrouped,
      to_show: 0,
    })
    .where('game_session_id', '=', gameSessionId)
    .execute();
}

export async function writeCounted(tx: Tx, gameSessionId: string, counted: number): Promise<void> {
  await tx
    .updateTable('grouping')
    .set({ answers_counted: counted })
    .where('game_session_id', '=', gameSessionId)
    .execute();
}
