import type { Timers } from '../src/agent/disturb/time.ts';

export interface FakeClock {
  readonly timers: Timers;
  /** Epoch ms. */
  readonly now: () => number;
  /** Advances time; timers run when they are due, also new ones. */
  readonly advance: (ms: number) => void;
  /** The number of pending timers. */
  readonly pending: () => number;
}
interface Timer {
  readonly id: number;
  readonly dueAt: number;
  readonly run: () => void;
}

/** A clock that stands still until it is advanced. */
export function createFakeClock(startAt: number): FakeClock {
  let now = startAt;
  let lastId = 0;
  let waiting: readonly Timer[] = [];
  const nextBefore = (end: number): Timer | undefined =>
    waiting
      .filter(({ dueAt }) => dueAt <= end)
      .toSorted((one, other) => one.dueAt - other.dueAt || one.id - other.id)[0];
  const clearTimeout = (id: number | undefined) => {
    waiting = waiting.filter((timer) => timer.id !== id);
  };
  return {
    timers: {
      setTimeout: (run, ms) => {
        lastId += 1;
        waiting = [...waiting, { id: lastId, dueAt: now + Math.max(ms, 0), run }];
        return lastId;
      },
      clearTimeout,
    },
    now: () => now,
    advance: (ms) => {
      const end = now + ms;
      for (let timer = nextBefore(end); timer; timer = nextBefore(end)) {
        clearTimeout(timer.id);
        now = Math.max(now, timer.dueAt);
        timer.run();
      }
      now = end;
    },
    pending: () => waiting.length,
  };
}
