import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Work in small steps, so that the event loop can run other work in between. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** How long the event loop is held at once, ms: storing a batch of answers takes several of its turns. */
const SLICE_MS = 1;

/** Runs long work in slices, between which answers have their turn. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await yieldToEventLoop();
    const endsAt = performance.now() + SLICE_MS;
    let step = steps.next();
    while (step.done !== true && performance.now() < endsAt) step = steps.next();
    if (step.done === true) return step.value;
  }
}
