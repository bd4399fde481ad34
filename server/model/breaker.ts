/** Failures in a row that open the breaker. */
const FAILURES = 5;
const REST_MS = 30_000;

export interface Breaker {
  /** Returns 0 if a request may be sent, or the milliseconds to wait. Every request must report how it `ended`. */
  enter(): number;
  /** `null`: the outcome says nothing about the endpoint. */
  ended(well: boolean | null): void;
}

/** Stops requests to an endpoint that keeps failing; after a rest one request decides whether they go on. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let restsUntil = 0;
  let isTrying = false;
  return {
    enter: () => {
      if (failures < FAILURES) return 0;
      const waitMs = restsUntil - now();
      // Ignore a rest from before a clock correction.
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
