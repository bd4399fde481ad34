import { MAX_TIMER_MS } from '#machines/contract/limits.ts';
import type { Clock } from './clock.ts';
import { type Timers, TIMERS } from './timers.ts';

/** A countdown to `closesAt` (server's clock, epoch ms) in steps of `stepMs`. */
export interface Countdown {
  readonly closesAt: number;
  readonly stepMs: number;
}

export interface Ticker {
  /** Calls back at every step until the end, and after clock corrections. */
  readonly subscribe: (countdown: Countdown, listener: () => void) => () => void;
}

/**
 * One timer for all countdowns of a page, set for the next change. All digits change at the same moment, in step with
 * the server's clock; without a countdown no timer runs.
 */
export function createTicker(
  clock: Pick<Clock, 'now' | 'onCorrection'>,
  timers: Timers = TIMERS,
): Ticker {
  const waiting = new Map<() => void, Countdown & { dueAt: number }>();
  let timer: number | undefined;
  let stopListening: (() => void) | null = null;

  const schedule = () => {
    timers.clearTimeout(timer);
    const dueAt = Math.min(...[...waiting.values()].map((countdown) => countdown.dueAt));
    if (dueAt !== Infinity)
      timer = timers.setTimeout(tick, Math.min(Math.max(dueAt - clock.now(), 0), MAX_TIMER_MS));
  };
  const look = (isDue: (dueAt: number) => boolean) => {
    const now = clock.now();
    for (const [listener, countdown] of waiting) {
      if (!isDue(countdown.dueAt)) continue;
      waiting.set(listener, { ...countdown, dueAt: nextStep(countdown, now) });
      listener();
    }
    schedule();
  };
  const tick = () => {
    const now = clock.now();
    look((dueAt) => dueAt <= now);
  };

  return {
    subscribe: (countdown, listener) => {
      stopListening ??= clock.onCorrection(() => look(() => true));
      waiting.set(listener, { ...countdown, dueAt: nextStep(countdown, clock.now()) });
      schedule();
      return () => {
        waiting.delete(listener);
        schedule();
        if (waiting.size > 0) return;
        stopListening?.();
        stopListening = null;
      };
    },
  };
}

/** The next instant at which a whole number of steps is left; Infinity once the countdown has ended. */
const nextStep = ({ closesAt, stepMs }: Countdown, now: number): number =>
  closesAt <= now ? Infinity : closesAt - (Math.ceil((closesAt - now) / stepMs) - 1) * stepMs;
