/*
 * Cells of tables that spreadsheets open. They would run a text that begins as a formula does, so it gets an apostrophe in
 * front. Where they separate cells by semicolons or tabs, a comma and a quote within a line mean nothing: then a cell also begins
 * after each such separator and line break inside a text. A text with an apostrophe there already gets one more.
 */

/** What a cell holds; null: nothing. */
export type Cell = string | number | boolean | null;

/** The most that a cell of a spreadsheet holds. */
const CELL_LENGTH = 32_767;

/**
 * Where an apostrophe is put: before a sign that begins a formula (spreadsheets of East Asia take the wide ones for the narrow
 * ones), also behind blanks and quotes, which some programs skip; and before a separator that begins the text, which some drop. A
 * comma with a quote is left alone: JSON has them, and programs that read commas know quotes.
 */
const FORMULAS =
  /(?<=[;\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])|(?<=^|,)(?=(?:[^\S\t\r\n]|')*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/gu;

/** A text that no spreadsheet runs, whichever separator it reads. */
const harmless = (text: string): string => text.replaceAll(FORMULAS, "'");

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
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
