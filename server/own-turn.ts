const waiting: (() => void)[] = [];

function takeTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeTurn);
}

/**
 * A turn of the event loop that no other deferrable work shares: however much of it there is, an answer, which takes five
 * turns, waits for one piece of it in each.
 */
export const ownTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(takeTurn);
  });
