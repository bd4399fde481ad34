/** The browser's timer functions, which tests replace by a fake clock. */
export interface Timers {
  readonly setTimeout: (then: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number | undefined) => void;
}

export const TIMERS: Timers = {
  setTimeout: (then, ms) => window.setTimeout(then, ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
};
