import { yieldToEventLoop } from '#server/yield-to-event-loop.ts';

/** Sockets written to in one turn of the event loop. An answer takes five turns, and must not wait for a crowd in each. */
const SOCKETS_A_TURN = 50;

/** Tells many in turns of the event loop, so that nobody's answer waits for a crowd. */
export async function inBatches<T>(
  all: readonly T[],
  tell: (some: readonly T[]) => void,
): Promise<void> {
  for (let first = 0; first < all.length; first += SOCKETS_A_TURN) {
    tell(all.slice(first, first + SOCKETS_A_TURN));
    await yieldToEventLoop();
  }
}
