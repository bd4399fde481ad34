/**
 * The types of a chart, for `setup({ types: typesOf<…>() })`.
 * XState reads them at compile time only; the value is never looked at.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the parameter is the whole point
export function typesOf<T extends object>(): T {
  // The one place where a type is asserted: XState wants a value to carry it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- phantom value, see above
  return {} as T;
}
