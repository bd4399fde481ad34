/** Number of failures in a row after which the breaker opens and requests stop. */
const FAILURES = 5;
const REST_MS = 30_000;

export interface Breaker {
  /**
   * Returns 0 if a request may be sent, else the milliseconds to wait. Every request that is sent must report its
   * outcome by `ended`.
   */
  enter(): number;
  /** Reports whether a request succeeded; `null`: its outcome says nothing about the endpoint. */
  ended(well: boolean | null): void;
}

/**
 * Creates a breaker, which stops requests to an endpoint that keeps failing. After a pause, one request decides whether
 * others may follow.
 */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let restsUntil = 0;
  let isTrying = false;
  return {
    enter: () => {
      if (failures < FAILURES) return 0;
      const waitMs = restsUntil - now();
      // A wait that is longer than the pause comes from a clock correction; ignore it.
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
