/** A clock that stands still until advanced: for actors, and as their `now`. */
export interface FakeClock {
  readonly setTimeout: (fn: () => void, ms: number) => number;
  readonly clearTimeout: (id: number) => void;
  /** Epoch ms. */
  readonly now: () => number;
  /** Advances time; timers run in order, also new ones. */
  readonly advance: (ms: number) => void;
  /** Sets another time, forward or back: timers are not affected. */
  readonly jump: (ms: number) => void;
  /** Pending timers. */
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
