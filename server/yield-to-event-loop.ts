const waiting: (() => void)[] = [];

function takeTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeTurn);
}

/**
 * Waits for a turn of the event loop that no other caller shares, so that each turn runs only one piece of deferred
 * work. Storing an answer takes five turns, so it waits for at most five such pieces.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(takeTurn);
  });
