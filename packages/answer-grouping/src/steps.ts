/** Work in small steps, so that the caller can do other work in between. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
