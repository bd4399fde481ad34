/*
 * Cells of tables for spreadsheets. A spreadsheet would run a text that begins like a formula, so such a text gets an
 * apostrophe in front. A spreadsheet that separates cells by semicolons or tabs ignores commas and quotes, so for it a
 * cell can also begin after a separator or line break inside a text. A text that already has an apostrophe in such a
 * place gets a second one.
 */

/** A time of a cell, such as a `Date`; shown in UTC. */
interface CellTime {
  /** Returns epoch ms. */
  readonly getTime: () => number;
  readonly toISOString: () => string;
}

/** The value of a cell; null: empty. */
export type Cell = string | number | boolean | CellTime | null;

/** Maximum text length of a spreadsheet cell. */
const CELL_LENGTH = 32_767;

/**
 * Positions that need an apostrophe. Before a sign that begins a formula, also if it is full-width or follows blanks or
 * quotes, which some programs skip. Before a separator at the start of the text, which some programs drop. A comma
 * beside a quote needs none: such commas are common in JSON, and programs that separate by commas respect quotes.
 */
const AFTER_SEPARATOR =
  /([;\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])|(,)(?=(?:[^\S\t\r\n]|')*[=+\-@＝＋－＠])/gu;
const AT_START = /^(?=(?:[^\S\t\r\n]|')*[=+\-@＝＋－＠]|'*[\t\r\n])/u;

/** Escapes the text so that no spreadsheet runs it, with any separator. */
const harmless = (text: string): string =>
  text.replaceAll(AFTER_SEPARATOR, "$1$2'").replace(AT_START, "'");

/** The apostrophes that `harmless` inserts. */
const GUARDS =
  /([;\t\r\n])'(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])|(,)'(?=(?:[^\S\t\r\n]|')*[=+\-@＝＋－＠])/gu;
const GUARD_AT_START = /^'(?=(?:[^\S\t\r\n]|')*[=+\-@＝＋－＠]|'*[\t\r\n])/u;

/** Undoes `harmless`, for an export that is imported again; any other text stays as it is. */
export function withoutGuards(text: string): string {
  const bare = text.replaceAll(GUARDS, '$1$2').replace(GUARD_AT_START, '');
  return harmless(bare) === text ? bare : text;
}

/** The text of a cell. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.toISOString();
  if (typeof cell !== 'string') return String(cell);
  const text = harmless(cell);
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH - 1)}…` : text;
}

/** A row of a CSV file (RFC 4180). */
export const csvRow = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(cellText(cell))).join(',')}\r\n`;

const quoted = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
