export interface Gate {
  /** Does it now; while it is shut, when it is opened. */
  readonly pass: (work: () => void) => void;
  /** What waited is done in its order when it opens. */
  readonly shut: (isShut: boolean) => void;
}

/** Where everything that reaches a window from outside comes through, so that it can stand still. */
export function createGate(): Gate {
  let isShut = false;
  const waiting: (() => void)[] = [];
  const next = () => (isShut ? undefined : waiting.shift());
  return {
    pass: (work) => {
      if (isShut) waiting.push(work);
      else work();
    },
    shut: (toBeShut) => {
      isShut = toBeShut;
      // What is done may shut it again.
      for (let work = next(); work !== undefined; work = next()) work();
    },
  };
}
