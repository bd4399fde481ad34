import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { mergeStateSchema } from '#machines/contract/entities.ts';
import type { DeskEntry } from '#machines/contract/desk.ts';
import type { ManualGroup } from 'answer-grouping';
import {
  type DecisionRecord,
  manualGroups,
  decisionsInEffect,
} from '#machines/results/rules/desk-decisions.ts';
import type { Schema } from '#server/db/schema.ts';

/* The log of producers' decisions about groups. */

type Reader = Kysely<Schema>;
type Tx = Transaction<Schema>;

const detailsSchema = z.object({
  made: z
    .array(
      z.object({
        keys: z.array(z.string()).readonly(),
        name: z.string().nullable(),
        isHeld: z.boolean(),
      }),
    )
    .readonly(),
  mergeIds: z.array(z.string()).readonly(),
  /** The states of the merges in `mergeIds` before the decision, by id. */
  was: z.record(z.string(), mergeStateSchema),
  /** The texts of the suggestion that was declined. */
  declined: z.array(z.string()),
  appealIds: z.array(z.string()).readonly(),
  about: z.array(z.string()),
  to: z.string().nullable(),
});
export type DecisionDetails = z.infer<typeof detailsSchema>;

export interface LoggedDecision extends Pick<DecisionRecord, 'turn' | 'kind'>, DecisionDetails {
  readonly at: number;
  readonly by: string | null;
  readonly reason: string | null;
}

/** Returns all decisions of a game session, the oldest first. */
export async function readLog(db: Reader, gameSessionId: string): Promise<LoggedDecision[]> {
  const rows = await db
    .selectFrom('decision as d')
    .leftJoin('user as u', 'u.id', 'd.user_id')
    .where('d.game_session_id', '=', gameSessionId)
    .orderBy('d.turn')
    .select(['d.turn', 'd.at', 'd.kind', 'd.details', 'd.reason', 'u.name'])
    .execute();
  return rows.map(({ turn, at, kind, details, reason, name }) => ({
    ...detailsSchema.parse(JSON.parse(details)),
    turn,
    at,
    kind,
    reason,
    by: name,
  }));
}

/** Returns the groups that producers' decisions form by now. */
export async function readManualGroups(db: Reader, gameSessionId: string): Promise<ManualGroup[]> {
  return manualGroups(await readLog(db, gameSessionId));
}

export interface NewEntry {
  readonly gameSessionId: string;
  readonly turn: number;
  readonly requestId: string;
  readonly at: number;
  readonly userId: string | null;
  readonly kind: DeskEntry['kind'];
  readonly details: DecisionDetails;
  readonly reason: string | null;
}

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await tx
    .insertInto('decision')
    .values({
      game_session_id: entry.gameSessionId,
      turn: entry.turn,
      request_id: entry.requestId,
      at: entry.at,
      user_id: entry.userId,
      kind: entry.kind,
      details: JSON.stringify(entry.details),
      reason: entry.reason,
    })
    .execute();
}

/** Returns the log for display, the newest decision first. */
export function historyOf(log: readonly LoggedDecision[]): DeskEntry[] {
  const counting = new Set(decisionsInEffect(log).counting.map(({ turn }) => turn));
  return log.toReversed().map(({ turn, kind, at, by, reason, about, to }) => ({
    turn,
    kind,
    at,
    by,
    reason,
    about,
    to,
    isUndone: kind !== 'undo' && kind !== 'redo' && !counting.has(turn),
  }));
}
