export interface Gate {
  /** Runs `work` now, or when the gate opens. */
  readonly pass: (work: () => void) => void;
  /** Shuts or opens the gate. Opening it runs the waiting work in order. */
  readonly shut: (isShut: boolean) => void;
}

/**
 * Creates the gate that holds back everything that reaches a browser window from outside while the window is paused.
 */
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
      // The loop stops if the work itself shuts the gate again.
      for (let work = next(); work !== undefined; work = next()) work();
    },
  };
}
