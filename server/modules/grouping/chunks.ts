/** Rows of one statement: below the number of parameters that SQLite takes. */
const ROWS_AT_ONCE = 1_000;

/** Cuts rows into pieces that one statement takes. */
export function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < items.length; first += ROWS_AT_ONCE)
    yield items.slice(first, first + ROWS_AT_ONCE);
}
