import { type ClockSample, clockOffset } from '#machines/connection/rules/clock.ts';

/** Number of samples kept; the quickest of them is used. */
const KEPT_SAMPLES = 8;
/** Smaller changes of the offset are adopted without notifying listeners, which would restart timers. */
const NOTABLE_MS = 50;
/** The wall clock and the monotonic clock drift by less than this unless one of them jumped. */
const JUMP_MS = 1_000;

export interface Clock {
  /** The estimated server clock, epoch ms. */
  readonly now: () => number;
  /** The device's clock, epoch ms, used to measure samples. */
  readonly local: () => number;
  readonly addSample: (sample: ClockSample) => void;
  /** Calls back when `now` has jumped; returns a function that stops it. */
  readonly onCorrection: (listener: () => void) => () => void;
  /** Calls back when the device's clock has jumped, so that the offset must be measured again. */
  readonly onJump: (listener: () => void) => () => void;
}

export interface ClockSources {
  /** Epoch ms of the device. */
  readonly wall?: () => number;
  /** Monotonic clock, ms. */
  readonly running?: () => number;
}

/** Estimates the server's clock (decisions §4), however wrong the device's clock is. */
export function createClock({
  wall = () => Date.now(),
  running = () => performance.now(),
}: ClockSources = {}): Clock {
  const corrections = new Set<() => void>();
  const jumps = new Set<() => void>();
  let samples: readonly ClockSample[] = [];
  let offset = 0;
  let drift = wall() - running();

  const local = (): number => {
    const instant = wall();
    const driftNow = instant - running();
    if (Math.abs(driftNow - drift) > JUMP_MS) {
      // The clock was set, or the device slept: only a new sample can tell which.
      samples = [];
      drift = driftNow;
      for (const listener of jumps) listener();
    }
    return instant;
  };

  return {
    now: () => local() + offset,
    local,
    addSample: (sample) => {
      samples = [...samples, sample].slice(-KEPT_SAMPLES);
      const before = offset;
      offset = clockOffset(samples);
      if (Math.abs(offset - before) < NOTABLE_MS) return;
      for (const listener of corrections) listener();
    },
    onCorrection: (listener) => subscribe(corrections, listener),
    onJump: (listener) => subscribe(jumps, listener),
  };
}

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
