import type {
  Audience,
  ReleaseWindow,
  ReleaseWindows,
  Timer,
} from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS } from '#machines/contract/limits.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { otherAudience } from '#machines/contract/audience.ts';

/**
 * State of one question for one audience at one instant (decisions §4). `scheduled`: it will open by itself, and the
 * audience is not shown that.
 */
export type WindowState = 'withheld' | 'scheduled' | 'open' | 'expired' | 'locked';

/** A window, and the time from which the audience may answer (epoch ms). Before that time only the server has it. */
type DatedWindow = ReleaseWindow & { readonly openedAt?: number };
export type DatedWindows = Readonly<Record<Audience, DatedWindow>>;

/** A countdown as the producer chooses it. */
export type TimerChoice = { minutes: number; seconds: number };

export type AnswerAdmission =
  | { ok: true }
  | { ok: false; reason: 'withheld' | 'locked' }
  | { ok: false; reason: 'expired'; lateMs: number };

/** The window of a question that was never released, or was revoked. */
export const NO_WINDOW: ReleaseWindow = { released: false, timed: false, closesAt: null };

/**
 * The window a release opens at `now` (epoch ms). With a timer, `endTime` is ignored. Without a timer the question
 * closes at `endTime`, or stays open until revoked if `endTime` has passed (decisions §4). A delay postpones all times
 * by that many ms; an audience that may answer already may go on.
 */
export function openWindow(release: {
  now: number;
  endTime: number;
  timer: TimerChoice | null;
  delayMs?: number;
  before?: DatedWindow;
}): ReleaseWindow {
  const { now, endTime, timer, delayMs = 0, before = NO_WINDOW } = release;
  const end = now < endTime ? endTime + delayMs : null;
  const window = {
    released: true,
    timed: timer !== null,
    closesAt: timer === null ? end : now + delayMs + durationMs(timer),
  };
  const isDelayed = delayMs > 0 && ownState(before, now) !== 'open';
  return isDelayed ? { ...window, opensAt: now + delayMs } : window;
}

/** A question's windows as the studio and producers see them: the delay is subtracted from Home's closing time. */
export const withoutDelay = ({ studio, home }: ReleaseWindows, delayMs: number): ReleaseWindows => {
  const { released, timed, closesAt } = home;
  return { studio, home: { released, timed, closesAt: closesAt && closesAt - delayMs } };
};

/** The countdown as sent to clients; null: the window has none. */
export function timerOf(window: ReleaseWindow, timer: TimerChoice): Timer | null {
  if (!window.timed || window.closesAt === null) return null;
  return {
    durationMinutes: timer.minutes,
    durationSeconds: timer.seconds,
    endTime: window.closesAt,
  };
}

/** State of a question for `audience` at `now` (epoch ms of the server's clock). */
export function windowState(windows: DatedWindows, audience: Audience, now: number): WindowState {
  const own = windows[audience];
  const state = ownState(own, now);
  if (state === 'expired' || state === 'scheduled' || isRunning(own, now)) return state;
  return isRunning(windows[otherAudience(audience)], now) ? 'locked' : state;
}

/** Whether the audience may see that the question exists; a locked question is shown without its text. */
export function isVisible(windows: ReleaseWindows, audience: Audience, now: number): boolean {
  const state = windowState(windows, audience, now);
  return state !== 'withheld' && state !== 'scheduled';
}

/** Audiences with a window that is open at `now` (epoch ms) or will open by itself. */
export const openTo = (windows: DatedWindows, now: number): readonly Audience[] =>
  AUDIENCES.filter((audience) => {
    const state = windowState(windows, audience, now);
    return state === 'open' || state === 'scheduled';
  });

/**
 * The time from which each audience may answer, after an act at `now` (epoch ms of the server's clock) has changed the
 * windows from `before` to `after`. Answers received earlier do not count. When a release replaces an open window,
 * answers already under way still count. Windows and locks end by themselves, without an act.
 */
export function openedAt(
  before: Readonly<Record<Audience, ReleaseWindow & { readonly openedAt: number }>>,
  after: DatedWindows,
  act: { audience: Audience; now: number },
): Record<Audience, number> {
  const since = (audience: Audience): number => {
    const isOwn = act.audience === audience;
    const isOpen = windowState(after, audience, act.now) === 'open';
    const was = windowState(before, audience, act.now);
    const opened = Math.max(before[audience].openedAt, lockedUntil(before, audience, act.now));
    if (was === 'open' && (isOpen || !isOwn)) return opened;
    if (isOpen || isOwn) return Math.max(act.now, after[audience].opensAt ?? 0);
    // If a lock ended before this window closed, the change may remove the only record of that lock.
    return was === 'expired' ? opened : before[audience].openedAt;
  };
  return { studio: since('studio'), home: since('home') };
}

/**
 * Whether an answer received at `receivedAt` (epoch ms) counts. An answer that comes at most `ANSWER_GRACE_MS` after
 * the closing still counts if the window was open until it closed (decisions §4). `lateMs` is the time since the
 * closing.
 */
export function mayAnswer(
  windows: DatedWindows,
  audience: Audience,
  receivedAt: number,
): AnswerAdmission {
  const state = windowState(windows, audience, receivedAt);
  if (state === 'open') return { ok: true };
  if (state !== 'expired') return { ok: false, reason: state === 'locked' ? state : 'withheld' };
  const closesAt = windows[audience].closesAt ?? receivedAt;
  const lateMs = receivedAt - closesAt;
  // A window that was locked until its end gets no grace period.
  const wasOpen = windowState(windows, audience, closesAt - 1) === 'open';
  return wasOpen && lateMs <= ANSWER_GRACE_MS ? { ok: true } : { ok: false, reason: state, lateMs };
}

/** The audience with the running timer that locks this one out ('…-only mode active'), or null. */
export function lockedMessageAudience(
  windows: ReleaseWindows,
  audience: Audience,
  now: number,
): Audience | null {
  return windowState(windows, audience, now) === 'locked' ? otherAudience(audience) : null;
}

/** The next instant after `now` (epoch ms) at which an audience's state changes by itself, or null. */
export function nextChange(windows: ReleaseWindows, now: number): number | null {
  const changes = [windows.studio, windows.home].flatMap(({ released, opensAt, closesAt }) =>
    released ? [opensAt ?? now, closesAt ?? now].filter((at) => at > now) : [],
  );
  return changes.length === 0 ? null : Math.min(...changes);
}

function durationMs({ minutes, seconds }: TimerChoice): number {
  return (minutes * 60 + seconds) * 1000;
}

function ownState(window: DatedWindow, now: number): Exclude<WindowState, 'locked'> {
  if (!window.released) return 'withheld';
  if (now < (window.opensAt ?? -Infinity)) return 'scheduled';
  if (now < (window.openedAt ?? -Infinity)) return 'withheld';
  return window.closesAt === null || now < window.closesAt ? 'open' : 'expired';
}

/**
 * When the lock of this window by the other audience's timer ends or ended (epoch ms); 0: no lock has begun at `now`.
 */
function lockedUntil(windows: DatedWindows, audience: Audience, now: number): number {
  const own = windows[audience];
  const { released, timed, opensAt, closesAt } = windows[otherAudience(audience)];
  if (!released || !timed || own.timed || now < (opensAt ?? 0)) return 0;
  return Math.min(closesAt ?? 0, own.closesAt ?? Infinity);
}

function isRunning(window: DatedWindow, now: number): boolean {
  return window.timed && window.closesAt !== null && ownState(window, now) === 'open';
}
