/** Passes the types of a chart to `setup({ types: typesOf<…>() })`. XState reads them at compile time only. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the parameter is the whole point
export function typesOf<T extends object>(): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- XState wants a value to carry the type
  return {} as T;
}
