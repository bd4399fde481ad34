import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Work divided into small steps, so that the event loop can run other work in between. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** How long one slice may hold the event loop, ms. Storing a batch of answers takes several turns. */
const SLICE_MS = 1;

/** Runs long work in slices and yields to the event loop between them. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await yieldToEventLoop();
    const endsAt = performance.now() + SLICE_MS;
    let step = steps.next();
    while (step.done !== true && performance.now() < endsAt) step = steps.next();
    if (step.done === true) return step.value;
  }
}
