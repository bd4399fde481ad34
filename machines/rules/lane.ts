import type {
  AdminQuestion,
  Audience,
  ReleaseWindow,
  ReleaseWindows,
  Timer,
} from '#machines/contract/entities.ts';
import { MAX_TIMER_MINUTES, MAX_TIMER_SECONDS } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { type TimerChoice, windowState } from './schedule.ts';

/** What the producer does to one audience's window of one question. */
export type LaneAct =
  | { readonly type: 'release'; readonly timer: TimerChoice | null }
  | { readonly type: 'revoke' };

/** What the server says of a release or revoke, on either lane. */
export interface LaneReply {
  readonly question?: AdminQuestion | undefined;
  readonly contestantTimer?: Timer | undefined;
  readonly homeViewerTimer?: Timer | undefined;
}

/** A timer as it is typed, or the first rule it breaks (specification §5). */
export function checkTimer({ minutes, seconds }: TimerChoice): Outcome<TimerChoice> {
  if (!isWithin(minutes, MAX_TIMER_MINUTES))
    return refusal(MESSAGES.release.minutes, { field: 'minutes' });
  if (!isWithin(seconds, MAX_TIMER_SECONDS))
    return refusal(MESSAGES.release.seconds, { field: 'seconds' });
  return minutes + seconds === 0
    ? refusal(MESSAGES.release.noTime, { field: 'minutes' })
    : success({ minutes, seconds });
}

/**
 * The windows after an act at `now` (epoch ms): the server's, or what follows from a reply that has
 * no question. `endsAt`: the question's planned end.
 */
export function windowsAfter(
  windows: ReleaseWindows,
  reply: LaneReply,
  done: { audience: Audience; act: LaneAct; now: number; endsAt: number },
): ReleaseWindows {
  if (reply.question) return reply.question.windows;
  const { audience, act, now, endsAt } = done;
  if (act.type === 'revoke')
    return { ...windows, [audience]: { released: false, timed: false, closesAt: null } };
  const timer = audience === 'studio' ? reply.contestantTimer : reply.homeViewerTimer;
  const untimedClose = now < endsAt ? endsAt : null;
  const closesAt = timer ? timer.endTime : untimedClose;
  return { ...windows, [audience]: { released: true, timed: timer !== undefined, closesAt } };
}

/**
 * The act that brings `before` back at `now` (epoch ms): a running timer goes on with what is left of
 * it. Null: nothing can, a window that had expired does not come back as expired.
 */
export function undoing(before: ReleaseWindow, now: number): LaneAct | null {
  if (!before.released) return { type: 'revoke' };
  if (before.closesAt === null) return { type: 'release', timer: null };
  const left = Math.ceil((before.closesAt - now) / 1_000);
  if (left <= 0) return null;
  if (!before.timed) return { type: 'release', timer: null };
  const timer = { minutes: Math.floor(left / 60), seconds: left % 60 };
  return timer.minutes <= MAX_TIMER_MINUTES ? { type: 'release', timer } : null;
}

/** What the producer can do with a lane now. Releasing anew sets a new time or none. */
export function laneActions(windows: ReleaseWindows, audience: Audience, now: number) {
  const state = windowState(windows, audience, now);
  const { released } = windows[audience];
  return { state, canRevoke: released, isReopening: state === 'expired' };
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}
