import type {
  Audience,
  ReleaseWindow,
  ReleaseWindows,
  Timer,
} from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS } from '#machines/contract/limits.ts';
import { otherAudience } from './audience.ts';

/** What one question is to one audience at one instant (decisions §4). */
export type WindowState = 'withheld' | 'open' | 'expired' | 'locked';

/** A window, and since when the audience may answer (epoch ms): the server knows, a browser sees it only then. */
type DatedWindow = ReleaseWindow & { readonly openedAt?: number };
export type DatedWindows = Readonly<Record<Audience, DatedWindow>>;

/** A countdown as the producer chooses it. */
export type TimerChoice = { minutes: number; seconds: number };

export type Admission =
  | { ok: true }
  | { ok: false; reason: 'withheld' | 'locked' }
  | { ok: false; reason: 'expired'; lateMs: number };

/** The window of a question that was never released, or was revoked. */
export const NO_WINDOW: ReleaseWindow = { released: false, timed: false, closesAt: null };

/**
 * The window a release opens at `now` (epoch ms). A timer runs whatever `endTime` says; without one
 * the question closes at `endTime`, and after it stays open until revoked (decisions §4).
 */
export function openWindow(release: {
  now: number;
  endTime: number;
  timer: TimerChoice | null;
}): ReleaseWindow {
  const { now, endTime, timer } = release;
  if (timer) return { released: true, timed: true, closesAt: now + durationMs(timer) };
  return { released: true, timed: false, closesAt: now < endTime ? endTime : null };
}

/** The countdown as it travels, or null for a window that has none. */
export function timerOf(window: ReleaseWindow, timer: TimerChoice): Timer | null {
  if (!window.timed || window.closesAt === null) return null;
  return {
    durationMinutes: timer.minutes,
    durationSeconds: timer.seconds,
    endTime: window.closesAt,
  };
}

/** What `audience` may do with a question at `now` (epoch ms of the server's clock). */
export function windowState(windows: DatedWindows, audience: Audience, now: number): WindowState {
  const own = windows[audience];
  const state = ownState(own, now);
  if (state === 'expired' || isRunning(own, now)) return state;
  return isRunning(windows[otherAudience(audience)], now) ? 'locked' : state;
}

/** Whether the audience may know that the question exists; a locked one shows no text. */
export function isVisible(windows: ReleaseWindows, audience: Audience, now: number): boolean {
  return windowState(windows, audience, now) !== 'withheld';
}

/**
 * Since when each audience may answer, once an act at `now` (epoch ms of the server's clock) on the windows
 * of one has turned `before` into `after`. What was received earlier does not count; what is on its way when
 * a release replaces an open window does. Ends, of windows and of locks, need no act.
 */
export function openedAt(
  before: Readonly<Record<Audience, Required<DatedWindow>>>,
  after: DatedWindows,
  act: { audience: Audience; now: number },
): Record<Audience, number> {
  const since = (audience: Audience): number => {
    const isOwn = act.audience === audience;
    const isOpen = windowState(after, audience, act.now) === 'open';
    const was = windowState(before, audience, act.now);
    const opened = Math.max(before[audience].openedAt, lockedUntil(before, audience));
    if (was === 'open' && (isOpen || !isOwn)) return opened;
    if (isOpen || isOwn) return act.now;
    // The change may remove the only record of a lock that ended before the window did.
    return was === 'expired' ? opened : before[audience].openedAt;
  };
  return { studio: since('studio'), home: since('home') };
}

/**
 * Whether an answer received at `receivedAt` (epoch ms) counts. One that comes at most
 * `ANSWER_GRACE_MS` after the closing does, if the window was open until then (decisions §4).
 * `lateMs` is the time since the closing.
 */
export function mayAnswer(
  windows: DatedWindows,
  audience: Audience,
  receivedAt: number,
): Admission {
  const state = windowState(windows, audience, receivedAt);
  if (state === 'open') return { ok: true };
  if (state !== 'expired') return { ok: false, reason: state };
  const closesAt = windows[audience].closesAt ?? receivedAt;
  const lateMs = receivedAt - closesAt;
  // A window that was locked until its end gets no grace period.
  const wasOpen = windowState(windows, audience, closesAt - 1) === 'open';
  return wasOpen && lateMs <= ANSWER_GRACE_MS ? { ok: true } : { ok: false, reason: state, lateMs };
}

/** The audience whose running timer locks this one out ('…-only mode active'), or null. */
export function lockedMessageAudience(
  windows: ReleaseWindows,
  audience: Audience,
  now: number,
): Audience | null {
  return windowState(windows, audience, now) === 'locked' ? otherAudience(audience) : null;
}

/** The next instant after `now` (epoch ms) at which an audience's state changes by itself, or null. */
export function nextChange(windows: ReleaseWindows, now: number): number | null {
  const closings = [windows.studio, windows.home].flatMap(({ released, closesAt }) =>
    released && closesAt !== null && closesAt > now ? [closesAt] : [],
  );
  return closings.length === 0 ? null : Math.min(...closings);
}

function durationMs({ minutes, seconds }: TimerChoice): number {
  return (minutes * 60 + seconds) * 1000;
}

function ownState(window: DatedWindow, now: number): 'withheld' | 'open' | 'expired' {
  if (!window.released || now < (window.openedAt ?? -Infinity)) return 'withheld';
  return window.closesAt === null || now < window.closesAt ? 'open' : 'expired';
}

/** Until when of this window the other audience's timer locked it (epoch ms); 0: it did not. */
function lockedUntil(windows: DatedWindows, audience: Audience): number {
  const own = windows[audience];
  const { released, timed, closesAt } = windows[otherAudience(audience)];
  if (!released || !timed || own.timed) return 0;
  return Math.min(closesAt ?? 0, own.closesAt ?? Infinity);
}

function isRunning(window: DatedWindow, now: number): boolean {
  return window.timed && window.closesAt !== null && ownState(window, now) === 'open';
}
