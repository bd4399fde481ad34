import { m } from 'messages';
import type { Kysely, Transaction, Updateable } from 'kysely';
import type { ItemState } from '#machines/contract/rundown.ts';
import { type Audience, HOUSE_SHOW, type ReleaseWindow } from '#machines/contract/entities.ts';
import { otherAudience } from '#machines/contract/audience.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import {
  NO_WINDOW,
  openedAt,
  openWindow,
  type TimerChoice,
} from '#machines/answering/rules/schedule.ts';
import { type ReleaseTable, type Schema, UNSEEN } from '#server/db/schema.ts';
import { actOnResult } from '#server/results/result-store.ts';
import { ApiError } from '#server/http/route.ts';
import { clearStages } from '#server/show/stage/store.ts';
import { closeForAll } from '#server/show/releases/own-windows.ts';
import { isWithdrawn } from '#server/show/releases/change.ts';
import type { AudienceRelease, QuestionRecord } from '#server/answering/view.ts';

/** Who unlocks a locked result by releasing the question again, and why. */
interface Reopening {
  readonly by: string | null;
  readonly reason: string | null;
}

/** An act on one audience's window. */
export type WindowAct =
  | {
      readonly type: 'release';
      readonly timer: TimerChoice | null;
      readonly reopening?: Reopening;
      /** When the revoked release was to open, epoch ms; set if the act undoes a revoke. */
      readonly opensAt?: number | undefined;
    }
  | { readonly type: 'revoke' };

const datedWindow = (release: AudienceRelease | null) => ({
  ...(release?.window ?? NO_WINDOW),
  openedAt: release?.openedAt ?? 0,
});

/**
 * Releases a question to an audience, or revokes it, at `at` (epoch ms), and returns the changed record. A release
 * replaces the audience's former release, unlocks a locked result and hides its revealed groups.
 * @throws ApiError 409 for a release in an ended show
 */
export async function writeRelease(
  tx: Transaction<Schema>,
  record: QuestionRecord,
  audience: Audience,
  act: WindowAct,
  at: number,
): Promise<QuestionRecord> {
  if (act.type === 'release' && (await isOfEndedShow(tx, record.gameSessionId)))
    throw new ApiError(409, m.rundownEndedQuestion());
  if (act.type === 'release' && record.result.voided !== undefined)
    throw new ApiError(409, m.resultVoid(), { code: 'guard' });
  const written = await writeWindow(tx, await closeForAll(tx, record), audience, act, at);
  if (act.type === 'revoke') {
    if (isWithdrawn(written)) await withdraw(tx, written);
    return written;
  }
  await unskipItem(tx, written);
  if (!isFrozen(record.result)) return written;
  const { by = null, reason = null } = act.reopening ?? {};
  return actOnResult(tx, written, {
    act: 'reopen',
    at,
    by,
    // A release may give no reason, which an act on a result needs.
    reason: reason ?? '',
  });
}

/**
 * Skips a show's armed item after its question was revoked from both audiences, and removes the question from the show
 * page. A producer can release or plan the item again. Items that are not armed keep their state.
 */
async function withdraw(tx: Transaction<Schema>, { gameSessionId }: QuestionRecord): Promise<void> {
  if (!(await changeItem(tx, gameSessionId, 'armed', 'skipped'))) return;
  await clearStages(tx, gameSessionId);
}

/** Arms a skipped item again after its question is released or restored; plans it if another item is armed. */
async function unskipItem(
  tx: Transaction<Schema>,
  { gameSessionId }: QuestionRecord,
): Promise<void> {
  const armed = await tx
    .selectFrom('rundown_item as i')
    .innerJoin('rundown_item as other', 'other.show_id', 'i.show_id')
    .where('i.game_session_id', '=', gameSessionId)
    .where('other.state', '=', 'armed')
    .select('other.id')
    .executeTakeFirst();
  await changeItem(tx, gameSessionId, 'skipped', armed === undefined ? 'armed' : 'planned');
}

/** Changes the state of a game session's item; returns false if it was in another state. */
async function changeItem(
  tx: Transaction<Schema>,
  gameSessionId: string,
  from: ItemState,
  to: ItemState,
): Promise<boolean> {
  const changed = await tx
    .updateTable('rundown_item')
    .set({ state: to })
    .where('game_session_id', '=', gameSessionId)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Whether the game session belongs to an ended show, which rejects all releases. */
async function isOfEndedShow(tx: Transaction<Schema>, gameSessionId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('rundown_item as i')
    .innerJoin('show as s', 's.id', 'i.show_id')
    .where('i.game_session_id', '=', gameSessionId)
    .where('s.state', '=', 'ended')
    .select('s.id')
    .executeTakeFirst();
  return found !== undefined;
}

async function writeWindow(
  tx: Transaction<Schema>,
  record: QuestionRecord,
  audience: Audience,
  act: WindowAct,
  at: number,
): Promise<QuestionRecord> {
  const { gameSessionId, releases } = record;
  const timer = act.type === 'release' ? act.timer : null;
  const before = { studio: datedWindow(releases.studio), home: datedWindow(releases.home) };
  const window = act.type === 'release' ? windowOf(record, audience, act, at) : NO_WINDOW;
  const durationS = timer === null ? 0 : timer.minutes * 60 + timer.seconds;
  const opened = openedAt(before, { ...before, [audience]: window }, { audience, now: at });
  const seen = {
    firstReleasedAt: releases[audience]?.firstReleasedAt ?? at,
    unseenUntil: unseenUntil(releases[audience], window, at),
  };
  const state = {
    opened_at: opened[audience],
    lapse_announced: 0,
    unseen_until: seen.unseenUntil,
  } as const;
  if (act.type === 'release') {
    const row = {
      ...state,
      released: 1,
      timed: window.timed ? 1 : 0,
      duration_s: durationS,
      closes_at: window.closesAt,
      opens_at: window.opensAt ?? null,
      opening_announced: (window.opensAt ?? at) > at ? 0 : 1,
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
  // Keep the other columns, from which an undo restores a release that has ended.
  else await updateRelease(tx, gameSessionId, audience, { ...state, released: 0 });
  const release = { window, durationS, openedAt: opened[audience], ...seen };

  const other = otherAudience(audience);
  const otherRelease = releases[other];
  if (otherRelease === null || otherRelease.openedAt === opened[other])
    return { ...record, releases: { ...releases, [audience]: release } };
  await updateRelease(tx, gameSessionId, other, { opened_at: opened[other] });
  const unlocked = { ...otherRelease, openedAt: opened[other] };
  return { ...record, releases: { ...releases, [audience]: release, [other]: unlocked } };
}

/**
 * Returns until when an audience that gets this window at `at` cannot have seen the question; null: the audience has
 * seen it or sees it now. Times: epoch ms.
 */
function unseenUntil(
  before: AudienceRelease | null,
  { released, opensAt = 0 }: ReleaseWindow,
  at: number,
): number | null {
  const wasSeen = before !== null && (before.unseenUntil ?? 0) <= at;
  if (wasSeen) return null;
  if (!released) return UNSEEN;
  return opensAt > at ? opensAt : null;
}

/**
 * The window that a release opens: at once, for Home after the delay of its stream; if the release undoes a revoke, at
 * the opening time of the revoked release.
 */
function windowOf(
  { showId, releases, endAt, homeDelayMs }: QuestionRecord,
  audience: Audience,
  { timer, opensAt }: Extract<WindowAct, { type: 'release' }>,
  at: number,
): ReleaseWindow {
  const before = datedWindow(releases[audience]);
  const delayMs = audience === 'home' ? homeDelayMs : 0;
  // Only questions of the house show have an end that was planned.
  const plannedEnd = showId === HOUSE_SHOW ? endAt : at;
  const opening = { now: at, endTime: plannedEnd, timer, before };
  if (opensAt === undefined) return openWindow({ ...opening, delayMs });
  // The timer is the rest of the revoked release's timer, limited by the planned end.
  const restored = openWindow({ ...opening, endTime: plannedEnd + delayMs });
  return { ...restored, opensAt: Math.min(opensAt, at + delayMs) };
}

/**
 * Restores a revoked release whose window has ended by `at` (epoch ms), so that players see the question and their
 * answers again, but cannot answer. Returns null if there is no such release.
 */
export async function restoreEnded(
  tx: Transaction<Schema>,
  record: QuestionRecord,
  audience: Audience,
  at: number,
): Promise<QuestionRecord | null> {
  const restored = await tx
    .updateTable('release')
    // The end of the window is not announced again, and answers received while it was revoked do not count.
    .set({
      released: 1,
      lapse_announced: 1,
      opened_at: at,
      opening_announced: 1,
      unseen_until: null,
    })
    .where('game_session_id', '=', record.gameSessionId)
    .where('audience', '=', audience)
    .where('released', '=', 0)
    .where('closes_at', '<=', at)
    .returning(['timed', 'opens_at', 'closes_at', 'duration_s', 'first_released_at'])
    .executeTakeFirst();
  if (restored === undefined) return null;
  const { timed, opens_at: opensAt, closes_at: closesAt, duration_s: durationS } = restored;
  const window = {
    released: true,
    timed: timed === 1,
    closesAt,
    ...(opensAt !== null && { opensAt }),
  };
  const release = {
    window,
    durationS,
    openedAt: at,
    firstReleasedAt: restored.first_released_at,
    unseenUntil: null,
  };
  await unskipItem(tx, record);
  return { ...record, releases: { ...record.releases, [audience]: release } };
}

/**
 * Moves the end of a window to `closesAt`; if that is not after `at`, the window ends at once. If the window's timer
 * locks the other audience out, that audience may answer from the new end on. Times: epoch ms.
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
/** A window whose opening or lapse is still to be announced. */
export interface PendingWindow extends WindowOf {
  readonly questionText: string;
}

/** Returns the windows whose opening or lapse, past or future, has not been announced yet. */
export async function readPending(db: Kysely<Schema>): Promise<PendingWindow[]> {
  const rows = await db
    .selectFrom('release')
    .innerJoin('game_session', 'game_session.id', 'release.game_session_id')
    .innerJoin('question', 'question.id', 'game_session.question_id')
    .select(['game_session_id', 'audience', 'timed', 'closes_at', 'question.text as question_text'])
    .select(['opens_at', 'opening_announced'])
    .where('released', '=', 1)
    .where((eb) =>
      eb.or([
        eb('opening_announced', '=', 0),
        eb.and([eb('lapse_announced', '=', 0), eb('closes_at', 'is not', null)]),
      ]),
    )
    .execute();
  return rows.map(({ audience, timed, opens_at: opensAt, ...row }) => ({
    gameSessionId: row.game_session_id,
    questionText: row.question_text,
    audience,
    window: {
      released: true,
      timed: timed === 1,
      closesAt: row.closes_at,
      ...(opensAt !== null && row.opening_announced === 0 && { opensAt }),
    },
  }));
}

/** Marks the opening or lapse of a window as announced. Returns false if it is marked already or the window changed. */
export async function recordAnnounced(
  tx: Transaction<Schema>,
  announced: 'opening' | 'lapse',
  { gameSessionId, audience, window }: WindowOf,
): Promise<boolean> {
  const isOpening = announced === 'opening';
  const { numUpdatedRows } = await tx
    .updateTable('release')
    .set({ [`${announced}_announced`]: 1 })
    .where('game_session_id', '=', gameSessionId)
    .where('audience', '=', audience)
    .where('released', '=', 1)
    .where(`${announced}_announced`, '=', 0)
    .where(
      isOpening ? 'opens_at' : 'closes_at',
      '=',
      (isOpening ? window.opensAt : window.closesAt) ?? 0,
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
