/** A clock that stands still until it is told to go on: for actors, and as their `now`. */
export interface FakeClock {
  readonly setTimeout: (fn: () => void, ms: number) => number;
  readonly clearTimeout: (id: number) => void;
  /** Epoch ms. */
  readonly now: () => number;
  /** Lets time pass; what falls due happens in its order, also what that sets up. */
  readonly advance: (ms: number) => void;
  /** Is set to another time, back or forth: timers do not notice. */
  readonly jump: (ms: number) => void;
  /** Timers that wait. */
  readonly pending: () => number;
}

interface Timer {
  readonly id: number;
  readonly dueAt: number;
  readonly fn: () => void;
}

export function createFakeClock(startAt: number): FakeClock {
  let now = startAt;
  let nextId = 1;
  let timers: readonly Timer[] = [];

  const nextBefore = (end: number): Timer | undefined =>
    timers
      .filter(({ dueAt }) => dueAt <= end)
      .toSorted((a, b) => a.dueAt - b.dueAt || a.id - b.id)[0];
  const forget = (id: number) => {
    timers = timers.filter((timer) => timer.id !== id);
  };
  return {
    now: () => now,
    setTimeout: (fn, ms) => {
      const id = nextId;
      nextId += 1;
      timers = [...timers, { id, dueAt: now + Math.max(ms, 0), fn }];
      return id;
    },
    clearTimeout: forget,
    advance: (ms) => {
      const end = now + ms;
      for (let timer = nextBefore(end); timer; timer = nextBefore(end)) {
        forget(timer.id);
        now = Math.max(now, timer.dueAt);
        timer.fn();
      }
      now = end;
    },
    jump: (ms) => {
      now += ms;
      timers = timers.map((timer) => ({ ...timer, dueAt: timer.dueAt + ms }));
    },
    pending: () => timers.length,
  };
}

/** Lets every promise that can settle do so. */
export const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
