/** A computation in small steps, so that the caller can do other work between two steps. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps without a pause and returns the result. */
export function runSteps<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
