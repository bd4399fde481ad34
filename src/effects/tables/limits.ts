/* A small file can unpack to hundreds of megabytes, so sizes are limited at every step. */

/** The limits are many times the size of a rundown. */
export const MOST_BYTES = 20_000_000;
export const MOST_ROWS = 10_000;
export const MOST_COLUMNS = 256;
/** Limited separately, as a workbook stores a text only once, however many cells repeat it. */
const MOST_CHARACTERS = 5_000_000;

export class TooLarge extends Error {}

/** Which of several tables are within the limits, each on its own and all together. */
export function areWithinLimits(tables: readonly (readonly (readonly string[])[])[]): boolean[] {
  let characters = 0;
  return tables.map((rows) => {
    if (rows.length > MOST_ROWS || rows.some((cells) => cells.length > MOST_COLUMNS)) return false;
    const own = rows.reduce((sum, cells) => sum + charactersOf(cells), 0);
    if (characters + own > MOST_CHARACTERS) return false;
    characters += own;
    return true;
  });
}

const charactersOf = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + cell.length + 1, 0);
