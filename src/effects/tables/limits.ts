/* A small file can unpack to hundreds of megabytes, so sizes are limited at every step. */

/** Many times the size of a rundown. */
export const MOST_BYTES = 20_000_000;
export const MOST_ROWS = 10_000;
export const MOST_COLUMNS = 256;
/** A workbook stores a text once, however many cells repeat it. */
const MOST_CHARACTERS = 5_000_000;

export class TooLarge extends Error {}

/** @throws TooLarge when tables hold more than the page can take */
export function checkTables(tables: readonly (readonly (readonly string[])[])[]): void {
  let characters = 0;
  for (const rows of tables) {
    if (rows.length > MOST_ROWS) throw new TooLarge();
    for (const cells of rows) {
      if (cells.length > MOST_COLUMNS) throw new TooLarge();
      for (const cell of cells) characters += cell.length + 1;
    }
  }
  if (characters > MOST_CHARACTERS) throw new TooLarge();
}
