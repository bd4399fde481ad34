import { m } from 'messages';
import type { Audience, ReleaseWindow } from '#machines/contract/entities.ts';
import { MAX_TIMER_MINUTES, MAX_TIMER_SECONDS } from '#machines/contract/limits.ts';
import { secondsLeft } from '#machines/connection/rules/clock.ts';
import type { ShowAct } from '#machines/show/calls.ts';

/** An act on one audience's window of an item. */
export type ReleaseAct = Extract<ShowAct, { type: 'releaseTo' | 'revoke' | 'restore' }>;

/** A finished release or revoke, with the data that undoing it requires. */
export interface LastRelease {
  readonly showId: string;
  readonly itemId: string;
  readonly audience: Audience;
  readonly type: 'release' | 'revoke';
  /** The window before and after the act. Undoing the act restores the window `before`. */
  readonly before: ReleaseWindow;
  readonly after: ReleaseWindow;
}

export const releaseType = ({ type }: ReleaseAct): LastRelease['type'] =>
  type === 'revoke' ? 'revoke' : 'release';

/** Whether the window has not changed since the act. */
export const isWindowUnchanged = ({ after }: LastRelease, window: ReleaseWindow): boolean =>
  JSON.stringify(after) === JSON.stringify(window);

/**
 * The timer in seconds with which a release at `now` (epoch ms) restores a window's former end; null: no timer.
 * Undefined: the window was not released, or its time is up.
 */
function restoredSeconds(
  { released, timed, closesAt }: ReleaseWindow,
  now: number,
): number | null | undefined {
  const left = closesAt === null ? Infinity : secondsLeft(closesAt, now);
  if (!released || left === 0) return undefined;
  return timed ? left : null;
}

/** The act that undoes a release or revoke at `now`, epoch ms. A window that has ended is restored as ended. */
export function releaseUndo(last: LastRelease, now: number): ReleaseAct {
  const { itemId, audience, type, before } = last;
  const seconds = restoredSeconds(before, now);
  if (seconds === undefined)
    return { type: type === 'release' ? 'revoke' : 'restore', itemId, audience };
  return { type: 'releaseTo', itemId, audience, seconds, opensAt: before.opensAt };
}

/** A timer as the producer enters it. */
export interface EnteredTimer {
  readonly minutes: number;
  readonly seconds: number;
}

const isWithin = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= max;

/** Why this timer cannot be released (specification §5: minutes 0-60, seconds 0-59, not both 0), or null. */
export function timerProblem({ minutes, seconds }: EnteredTimer): string | null {
  if (!isWithin(minutes, MAX_TIMER_MINUTES)) return m.releaseMinutes();
  if (!isWithin(seconds, MAX_TIMER_SECONDS)) return m.releaseSeconds();
  return minutes + seconds === 0 ? m.releaseNoTime() : null;
}
