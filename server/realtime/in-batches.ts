import { yieldToEventLoop } from '#server/yield-to-event-loop.ts';

/**
 * Sockets per batch. Storing an answer takes five turns of the event loop, and must not wait for all sockets in each
 * turn.
 */
const SOCKETS_A_TURN = 50;

/** Processes a long list in batches, one per turn of the event loop, so that answers are not delayed. */
export async function inBatches<T>(
  all: readonly T[],
  tell: (some: readonly T[]) => void,
): Promise<void> {
  for (let first = 0; first < all.length; first += SOCKETS_A_TURN) {
    tell(all.slice(first, first + SOCKETS_A_TURN));
    await yieldToEventLoop();
  }
}
