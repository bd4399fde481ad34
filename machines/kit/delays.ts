import { MAX_TIMER_MS } from '#machines/contract/limits.ts';

/**
 * How long to wait for an instant, ms; both epoch ms. Never longer than a timer can hold: whoever
 * wakes looks at the clock again.
 */
export const untilInstant = (instant: number, now: number): number =>
  Math.min(Math.max(instant - now, 0), MAX_TIMER_MS);
