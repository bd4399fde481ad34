/** After this many failures in a row the other side is not asked for a while. */
const FAILURES = 5;
const REST_MS = 30_000;

export interface Breaker {
  /** Takes leave to try: 0, or the milliseconds to wait. Whoever got leave must say how it `ended`. */
  enter(): number;
  /** `null`: nothing was learned about the other side. */
  ended(well: boolean | null): void;
}

/** Stops asking who does not answer; after the rest one try decides whether it goes on. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let restsUntil = 0;
  let isTrying = false;
  return {
    enter: () => {
      if (failures < FAILURES) return 0;
      const waitMs = restsUntil - now();
      // A clock that was set back must not stretch the rest.
      if (waitMs > 0 && waitMs <= REST_MS) return waitMs;
      if (isTrying) return REST_MS;
      isTrying = true;
      return 0;
    },
    ended: (well) => {
      isTrying = false;
      if (well === null) return;
      failures = well ? 0 : failures + 1;
      restsUntil = now() + REST_MS;
    },
  };
}
