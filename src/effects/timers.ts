/** What sets and clears timers: of actors (their `clock`), and of the effects that people wait for. */
export interface Timers {
  readonly setTimeout: (then: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number | undefined) => void;
}

export const TIMERS: Timers = {
  setTimeout: (then, ms) => window.setTimeout(then, ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
};
