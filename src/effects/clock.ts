import { type ClockSample, clockOffset } from '#machines/connection/rules/clock.ts';

/** Samples kept; the quickest of them decides. */
const KEPT_SAMPLES = 8;
/** A smaller change is taken over silently: nobody sees it, and no timer needs to be set anew. */
const NOTABLE_MS = 50;
/** The wall clock and the running time drift apart by less than this unless one of them jumped. */
const JUMP_MS = 1_000;

export interface Clock {
  /** The server's clock, epoch ms, as well as we know it. */
  readonly now: () => number;
  /** Our own clock, epoch ms: what samples are measured with. */
  readonly local: () => number;
  readonly addSample: (sample: ClockSample) => void;
  /** Calls back when `now` reads differently than before; answers how to stop that. */
  readonly onCorrection: (listener: () => void) => () => void;
  /** Calls back when our clock has jumped, so that the offset must be measured anew. */
  readonly onJump: (listener: () => void) => () => void;
}

export interface ClockSources {
  /** Epoch ms of the device. */
  readonly wall?: () => number;
  /** Ms since any fixed moment, untouched by whoever sets the device's clock. */
  readonly running?: () => number;
}

/** A clock that follows the server's (decisions §4): a wrong device clock changes nothing. */
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
      // Set by somebody, or the device slept: only a new sample can tell which.
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
