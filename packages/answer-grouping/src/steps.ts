/** Work in small steps, so that whoever runs them can do something else in between. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All steps at once. */
export function inOneGo<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
