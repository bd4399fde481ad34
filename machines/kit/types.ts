/**
 * The types of a chart, for `setup({ types: typesOf<…>() })`. XState only uses the type of the value, never the value.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the parameter is the whole point
export function typesOf<T extends object>(): T {
  // The only type assertion: XState needs a value to carry the types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- phantom value, see above
  return {} as T;
}
