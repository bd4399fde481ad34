import papa from 'papaparse';
import { headingsIn } from '#machines/show/rules/question-table.ts';
import { cellText, withoutGuards } from '#machines/show/rules/cells.ts';
import { MOST_ROWS } from './limits.ts';

/* Converts text to the cells of a table and back. */

const SEPARATORS = ['\t', ',', ';', '|'];
/** A character that no text contains, to disable separators or quotation marks. */
const NEVER = '\u{1F}';

interface Parsed {
  readonly rows: string[][];
  /** Whether the text does not use quotation marks as CSV does. */
  readonly isMisquoted: boolean;
}

function parse(text: string, delimiter: string, quoteChar = '"'): Parsed {
  const { data, errors } = papa.parse<string[]>(text, {
    delimiter,
    quoteChar,
    newline: '\n',
    preview: MOST_ROWS + 1,
  });
  return { rows: data, isMisquoted: errors.some(({ type }) => type === 'Quotes') };
}

/**
 * Parses a text. If its quotation marks do not pair up, they are treated as text, as a single one would otherwise
 * swallow the following rows.
 */
function parseLenient(text: string, delimiter: string): string[][] {
  const parsed = parse(text, delimiter);
  return parsed.isMisquoted ? parse(text, delimiter, NEVER).rows : parsed.rows;
}

const oneLineBreak = (text: string): string =>
  text.replaceAll(/\r\n?/gu, '\n').replace(/\n+$/u, '');

/** The separator that splits a text into the most headings of a table of questions, if it finds at least two. */
function headedBy(text: string): string | undefined {
  const headings = SEPARATORS.map((separator) => ({
    separator,
    count: Math.max(
      0,
      ...parse(text.slice(0, 20_000), separator).rows.slice(0, 30).map(headingsIn),
    ),
  }));
  const most = headings.reduce((best, each) => (each.count > best.count ? each : best));
  return most.count > 1 ? most.separator : undefined;
}

/** The cells of a CSV file. Excel writes the separator into a first line `sep=;`. */
export function rowsOfFile(text: string): string[][] {
  const lines = oneLineBreak(text);
  const [declaration, declared] = /^"?sep=(.)"?(?:\n|$)/iu.exec(lines) ?? [];
  if (declaration !== undefined && declared !== undefined)
    return [[], ...parseLenient(lines.slice(declaration.length), declared)];
  const headed = headedBy(lines);
  if (headed !== undefined) return parseLenient(lines, headed);
  const { meta, errors } = papa.parse<string[]>(lines, {
    delimitersToGuess: SEPARATORS,
    preview: 50,
  });
  const isList = errors.some(({ code }) => code === 'UndetectableDelimiter');
  return parseLenient(lines, isList ? NEVER : meta.delimiter);
}

/** A typed or pasted text: a table, or a list with one question per line. */
export interface Typed {
  readonly rows: readonly (readonly string[])[];
  readonly isList: boolean;
}

/** The cells of a typed or pasted text. A list keeps its quotation marks, unless they enclose a line break. */
export function rowsTyped(text: string): Typed {
  const lines = oneLineBreak(text.replace(/^\u{FEFF}/u, ''));
  const separator = lines.includes('\t') ? '\t' : headedBy(lines);
  if (separator !== undefined)
    return {
      rows: parseLenient(lines, separator).map((cells) => cells.map(withoutGuards)),
      isList: false,
    };
  const quoted = parse(lines, NEVER);
  const hasLineBreak = quoted.rows.some(([cell = '']) => cell.includes('\n'));
  const rows = hasLineBreak && !quoted.isMisquoted ? quoted.rows : parse(lines, NEVER, NEVER).rows;
  return { rows, isList: true };
}

/**
 * The table of a file as text for editing, with tabs between cells. An empty last column marks it as a table rather
 * than a list.
 */
export const textOfTable = (rows: readonly (readonly string[])[], width = 0): string =>
  papa.unparse(
    rows.map((cells) =>
      Array.from({ length: Math.max(cells.length, width) + 1 }, (_, at) => cells[at] ?? ''),
    ),
    { delimiter: '\t', newline: '\n' },
  );

/** Typed rows as text for editing. */
export const textOfTyped = ({ rows, isList }: Typed, width: number): string =>
  isList
    ? rows.map(([cell = '']) => (cell.includes('\n') ? papa.unparse([[cell]]) : cell)).join('\n')
    : textOfTable(
        rows.map((cells) => cells.map(cellText)),
        width,
      );
