import type { Gate } from './gate.ts';

/** Sets and clears the timers of actors and effects. */
export interface Timers {
  readonly setTimeout: (then: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number | undefined) => void;
}

interface Sources {
  readonly wall: () => number;
  readonly running: () => number;
  readonly timers: Timers;
}
interface Ports extends Sources {
  readonly gate: Gate;
}
export interface DisturbedTime extends Sources {
  /** Sets how far the wall clock is ahead, in ms; timers are not affected. */
  readonly skew: (ms: number) => void;
  /** Moves time ahead by `ms`; timers that become due run in order, including timers that these set. */
  readonly jump: (ms: number) => void;
}

interface Waiting {
  /** When the timer is due, by the running clock including jumps. */
  readonly dueAt: number;
  readonly run: () => void;
  real: number;
}

/** Wraps the real clocks and timers, so that the wall clock can be skewed and time can jump ahead. */
export function disturbTime({ gate, ...real }: Ports): DisturbedTime {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let skewMs = 0;
  let jumpedMs = 0;
  const running = (): number => real.running() + jumpedMs;

  const set = (id: number, { dueAt, run }: Omit<Waiting, 'real'>): void => {
    const timer = real.timers.setTimeout(
      () =>
        gate.pass(() => {
          if (waiting.get(id)?.real === timer && waiting.delete(id)) run();
        }),
      dueAt - running(),
    );
    waiting.set(id, { dueAt, run, real: timer });
  };
  const clear = (id: number | undefined): void => {
    if (id === undefined) return;
    real.timers.clearTimeout(waiting.get(id)?.real);
    waiting.delete(id);
  };
  const nextBefore = (end: number): [number, Waiting] | undefined =>
    [...waiting]
      .filter(([, { dueAt }]) => dueAt <= end)
      .toSorted(([one, a], [other, b]) => a.dueAt - b.dueAt || one - other)[0];

  return {
    wall: () => real.wall() + jumpedMs + skewMs,
    running,
    timers: {
      setTimeout: (run, ms) => {
        lastId += 1;
        set(lastId, { dueAt: running() + Math.max(ms, 0), run });
        return lastId;
      },
      clearTimeout: clear,
    },
    skew: (ms) => {
      skewMs = ms;
    },
    jump: (ms) => {
      const end = running() + ms;
      for (let next = nextBefore(end); next; next = nextBefore(end)) {
        const [id, { dueAt, run }] = next;
        clear(id);
        jumpedMs += Math.max(dueAt - running(), 0);
        run();
      }
      jumpedMs += Math.max(end - running(), 0);
      for (const [id, timer] of waiting) {
        real.timers.clearTimeout(timer.real);
        set(id, timer);
      }
    },
  };
}
