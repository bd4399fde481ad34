import { MAX_TIMER_MS } from '#machines/contract/limits.ts';

/** The delay until an instant, ms; both epoch ms. Never longer than a timer can hold, so check the clock again afterwards. */
export const untilInstant = (instant: number, now: number): number =>
  Math.min(Math.max(instant - now, 0), MAX_TIMER_MS);
