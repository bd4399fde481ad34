/** Rows per statement, within SQLite's limit of parameters. */
const ROWS_AT_ONCE = 1_000;

/** Splits rows into chunks for one statement each. */
export function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < items.length; first += ROWS_AT_ONCE)
    yield items.slice(first, first + ROWS_AT_ONCE);
}
