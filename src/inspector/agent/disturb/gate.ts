export interface Gate {
  /** Does it now; while it is shut, when it is opened. */
  readonly pass: (work: () => void) => void;
  /** What waited is done in its order when it opens. */
  readonly shut: (isShut: boolean) => void;
}

/** Where everything that reaches a window from outside comes through, so that it can stand still. */
export function createGate(): Gate {
  let isShut = false;
  let waiting: (() => void)[] = [];
  return {
    pass: (work) => {
      if (isShut) waiting.push(work);
      else work();
    },
    shut: (next) => {
      isShut = next;
      while (!isShut && waiting.length > 0) {
        const [first, ...others] = waiting;
        waiting = others;
        first?.();
      }
    },
  };
}
