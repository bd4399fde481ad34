import type { Kysely, Transaction, Updateable } from 'kysely';
import type { Audience, ReleaseWindow } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { otherAudience } from '#machines/rules/audience.ts';
import { isFrozen } from '#machines/rules/result.ts';
import { NO_WINDOW, openedAt, openWindow, type TimerChoice } from '#machines/rules/schedule.ts';
import type { ReleaseTable, Schema } from '#server/db/schema.ts';
import { actOnResult } from '#server/realtime/result-store.ts';
import type { AudienceRelease, QuestionRecord } from '#server/realtime/view.ts';

/** Who opens what was locked again, and why. */
interface Reopening {
  readonly by: string | null;
  readonly reason: string | null;
}

/** What is done to one audience's window. */
export type Act =
  | { readonly type: 'release'; readonly timer: TimerChoice | null; readonly reopening?: Reopening }
  | { readonly type: 'revoke' };

const datedWindow = (release: AudienceRelease | null) => ({
  ...(release?.window ?? NO_WINDOW),
  openedAt: release?.openedAt ?? 0,
});

/**
 * Writes the audience's newest release at `at` (epoch ms), the row as a whole; the record after it. A release unlocks a
 * locked result and covers what was revealed of it.
 */
export async function writeRelease(
  tx: Transaction<Schema>,
  record: QuestionRecord,
  audience: Audience,
  act: Act,
  at: number,
): Promise<QuestionRecord> {
  const written = await writeWindow(tx, record, audience, act, at);
  if (act.type === 'revoke' || !isFrozen(record.result)) return written;
  const { by = null, reason = null } = act.reopening ?? {};
  return actOnResult(tx, written, {
    act: 'reopen',
    at,
    by,
    reason: reason ?? MESSAGES.result.openedAgain,
  });
}

async function writeWindow(
  tx: Transaction<Schema>,
  record: QuestionRecord,
  audience: Audience,
  act: Act,
  at: number,
): Promise<QuestionRecord> {
  const { gameSessionId, releases } = record;
  const timer = act.type === 'release' ? act.timer : null;
  const window =
    act.type === 'release' ? openWindow({ now: at, endTime: record.endAt, timer }) : NO_WINDOW;
  const durationS = timer === null ? 0 : timer.minutes * 60 + timer.seconds;
  const before = { studio: datedWindow(releases.studio), home: datedWindow(releases.home) };
  const opened = openedAt(before, { ...before, [audience]: window }, { audience, now: at });
  const state = { opened_at: opened[audience], lapse_announced: 0 } as const;
  if (act.type === 'release') {
    const row = {
      ...state,
      released: 1,
      timed: window.timed ? 1 : 0,
      duration_s: durationS,
      closes_at: window.closesAt,
    } as const;
    await tx
      .insertInto('release')
      .values({
        ...row,
        game_session_id: gameSessionId,
        audience,
        released_at: at,
        first_released_at: at,
      })
      .onConflict((conflict) =>
        conflict.columns(['game_session_id', 'audience']).doUpdateSet({ ...row, released_at: at }),
      )
      .execute();
  }
  // The rest of the row stays: an undo restores what has ended from it.
  else await updateRelease(tx, gameSessionId, audience, { ...state, released: 0 });
  const release = { window, durationS, openedAt: opened[audience] };

  const other = otherAudience(audience);
  const otherRelease = releases[other];
  if (otherRelease === null || otherRelease.openedAt === opened[other])
    return { ...record, releases: { ...releases, [audience]: release } };
  await updateRelease(tx, gameSessionId, other, { opened_at: opened[other] });
  const unlocked = { ...otherRelease, openedAt: opened[other] };
  return { ...record, releases: { ...releases, [audience]: release, [other]: unlocked } };
}

/**
 * Restores a revoked release that has ended by `at` (epoch ms) as it was, ended: players see the question and their
 * answers again. Null: there is none.
 */
export async function restoreEnded(
  tx: Transaction<Schema>,
  record: QuestionRecord,
  audience: Audience,
  at: number,
): Promise<QuestionRecord | null> {
  const restored = await tx
    .updateTable('release')
    // Nobody was told of a lapse in the meantime, and what was received in it does not count.
    .set({ released: 1, lapse_announced: 1, opened_at: at })
    .where('game_session_id', '=', record.gameSessionId)
    .where('audience', '=', audience)
    .where('released', '=', 0)
    .where('closes_at', '<=', at)
    .returning(['timed', 'closes_at', 'duration_s'])
    .executeTakeFirst();
  if (restored === undefined) return null;
  const { timed, closes_at: closesAt, duration_s: durationS } = restored;
  const window = { released: true, timed: timed === 1, closesAt };
  const release = { window, durationS, openedAt: at };
  return { ...record, releases: { ...record.releases, [audience]: release } };
}

/**
 * Moves the end of an open window to `closesAt`; at `at` or before, it ends at once. Whom its timer locked out may answer
 * from the new end on. Times: epoch ms.
 */
export async function moveEnd(
  tx: Transaction<Schema>,
  record: QuestionRecord,
  audience: Audience,
  closesAt: number,
  at: number,
): Promise<QuestionRecord> {
  const release = record.releases[audience];
  if (release === null) return record;
  const moved = closesAt - (release.window.closesAt ?? closesAt);
  const durationS = Math.max(0, release.durationS + Math.round(moved / 1_000));
  await updateRelease(tx, record.gameSessionId, audience, {
    closes_at: closesAt,
    duration_s: durationS,
    lapse_announced: 0,
  });
  const window = { ...release.window, closesAt: Math.max(closesAt, at) };
  return {
    ...record,
    releases: { ...record.releases, [audience]: { ...release, window, durationS } },
  };
}

const updateRelease = (
  tx: Transaction<Schema>,
  gameSessionId: string,
  audience: Audience,
  row: Updateable<ReleaseTable>,
) =>
  tx
    .updateTable('release')
    .set(row)
    .where('game_session_id', '=', gameSessionId)
    .where('audience', '=', audience)
    .execute();

/** One audience's window on one game session. */
export interface WindowOf {
  readonly gameSessionId: string;
  readonly audience: Audience;
  readonly window: ReleaseWindow;
}
/** One that is to be followed. */
export interface PendingWindow extends WindowOf {
  readonly questionText: string;
}

/** Windows that will lapse or have lapsed, and nobody has said so. */
export async function readPending(db: Kysely<Schema>): Promise<PendingWindow[]> {
  const rows = await db
    .selectFrom('release')
    .innerJoin('game_session', 'game_session.id', 'release.game_session_id')
    .innerJoin('question', 'question.id', 'game_session.question_id')
    .select(['game_session_id', 'audience', 'timed', 'closes_at', 'question.text as question_text'])
    .where('released', '=', 1)
    .where('lapse_announced', '=', 0)
    .where('closes_at', 'is not', null)
    .execute();
  return rows.map(({ game_session_id, audience, timed, closes_at, question_text }) => ({
    gameSessionId: game_session_id,
    questionText: question_text,
    audience,
    window: { released: true, timed: timed === 1, closesAt: closes_at },
  }));
}

/** Notes that the lapse of just this release is announced; false when somebody has, or it is no more. */
export async function markLapsed(
  tx: Transaction<Schema>,
  { gameSessionId, audience, window }: WindowOf,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('release')
    .set({ lapse_announced: 1 })
    .where('game_session_id', '=', gameSessionId)
    .where('audience', '=', audience)
    .where('released', '=', 1)
    .where('lapse_announced', '=', 0)
    .where('closes_at', '=', window.closesAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
