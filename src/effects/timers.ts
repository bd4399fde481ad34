/** Timer functions: for actors (their `clock`) and for delays that people notice. */
export interface Timers {
  readonly setTimeout: (then: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number | undefined) => void;
}

export const TIMERS: Timers = {
  setTimeout: (then, ms) => window.setTimeout(then, ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
};
