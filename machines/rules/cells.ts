/*
 * Cells of tables that spreadsheets open. A text that begins as a formula does would be run by them, so it gets an
 * apostrophe in front; a text that has apostrophes before such a sign gets one more, so that none is taken away wrongly.
 */

/** What a cell holds; null: nothing. */
export type Cell = string | number | boolean | null;

/** The most that a cell of a spreadsheet holds. */
const CELL_LENGTH = 32_767;

/** Also the wide signs, which spreadsheets of East Asia take for the narrow ones. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A text that no spreadsheet runs. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
/** What a cell shows. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = harmless(cell);
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH - 1)}…` : text;
}

/** A row of a CSV file (RFC 4180). */
export const csvRow = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(cellText(cell))).join(',')}\r\n`;

const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
