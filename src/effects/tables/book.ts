import { strFromU8, unzipSync } from 'fflate';
import { format, getFormatFromId, isDateFormat } from 'numfmt';
import { MOST_BYTES, MOST_COLUMNS, MOST_ROWS, TooLarge } from './limits.ts';
import type { Sheet } from './result.ts';
import { type Attributes, readXml } from './xml.ts';

/**
 * The files of an archive by name. Null: a sheet that is too large, for example the answers beside the questions in an
 * export.
 */
type Parts = Record<string, Uint8Array | null>;

const isSheet = (name: string): boolean => /(?:(?:^|\/)worksheets\/[^/]*\.xml|\.csv)$/iu.test(name);

/**
 * The XML and CSV files of an archive. Declared sizes can be trusted, as `unzipSync` writes no more than the declared
 * size of a file.
 * @throws TooLarge when even the parts without the large sheets are too large
 */
export function unpack(archive: Uint8Array<ArrayBuffer>): Parts {
  let bytes = 0;
  const parts: Parts = {};
  const unzipped = unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels|csv)$/iu.test(name)) return false;
      if (bytes + originalSize > MOST_BYTES) {
        if (!isSheet(name)) throw new TooLarge();
        parts[name] = null;
        return false;
      }
      bytes += originalSize;
      return true;
    },
  });
  return Object.assign(parts, unzipped);
}

/**
 * The sheets of an Excel workbook, with the texts that Excel shows in their cells (ISO/IEC 29500). `locale`: how dates without
 * a format of their own are shown.
 */
export function readBook(parts: Parts, locale: string): Sheet[] {
  const xmlOf = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
  const files = filesOf(xmlOf('xl/_rels/workbook.xml.rels'));
  const book = bookOf(xmlOf('xl/workbook.xml'));
  const show = numberTexts(xmlOf('xl/styles.xml'), book.isFrom1904, locale);
  const shared = sharedTexts(xmlOf('xl/sharedStrings.xml'));
  if (book.sheets.length === 0) throw new Error('no sheets');
  return book.sheets.map(({ name, isHidden, relation }) => {
    const part = parts[files.get(relation) ?? ''];
    if (part === undefined) throw new Error(`no sheet: ${name}`);
    const rows = part === null ? null : rowsOf(strFromU8(part), shared, show);
    return { name, isHidden, isTooLarge: rows === null, rows: rows ?? [] };
  });
}

/** The paths of the workbook's files, by relationship id. */
function filesOf(relations: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  readXml(relations, {
    open: (tag, { Id: id = '', Target: target = '' }) => {
      if (tag === 'Relationship')
        files.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  return files;
}

interface Book {
  readonly sheets: {
    readonly name: string;
    readonly isHidden: boolean;
    readonly relation: string;
  }[];
  /** Whether days are counted from 1904, as on early Macintoshes, instead of 1900. */
  readonly isFrom1904: boolean;
}

function bookOf(xml: string): Book {
  const sheets: Book['sheets'] = [];
  let isFrom1904 = false;
  readXml(xml, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') isFrom1904 = /^(?:1|true)$/u.test(attributes['date1904'] ?? '');
      if (tag !== 'sheet') return;
      const [, relation = ''] =
        Object.entries(attributes).find(([name]) => name.endsWith(':id')) ?? [];
      const isHidden = /^(?:hidden|veryHidden)$/u.test(attributes['state'] ?? '');
      sheets.push({ name: attributes['name'] ?? '', isHidden, relation });
    },
  });
  return { sheets, isFrom1904 };
}

/**
 * The shared texts, to which cells refer by number. A text may be in several parts, and may come with a phonetic
 * reading, which is left out.
 */
function sharedTexts(xml: string): readonly string[] {
  const texts: string[] = [];
  const text = textReader();
  readXml(xml, {
    open: (tag) => {
      if (tag === 'si') text.begin();
      text.open(tag);
    },
    close: (tag) => {
      text.close(tag);
      if (tag === 'si') texts.push(text.end());
    },
    text: text.add,
  });
  return texts;
}

/** Collects the `<t>` elements of one text, except those of its phonetic reading (`<rPh>`). */
function textReader() {
  let isText = false;
  let isReading = false;
  let whole = '';
  const turn = (tag: string, isOpen: boolean): void => {
    if (tag === 't') isText = isOpen;
    if (tag === 'rPh') isReading = isOpen;
  };
  return {
    begin: (): void => {
      whole = '';
    },
    open: (tag: string): void => turn(tag, true),
    close: (tag: string): void => turn(tag, false),
    add: (text: string): void => {
      if (isText && !isReading) whole += text;
    },
    /** Decodes characters that XML cannot contain, written as `_x000D_`. */
    end: (): string =>
      whole.replaceAll(/_x([\dA-F]{4})_/gu, (_, hex: string) =>
        String.fromCodePoint(Number.parseInt(hex, 16)),
      ),
  };
}

/** Formats a number by the style of its cell. */
type ShowNumber = (value: number, style: string) => string;

/**
 * Shown for a formula that was never calculated, as a script wrote it; spreadsheets show the same for a missing value.
 */
const NOT_AVAILABLE = '#N/A';

interface Cell {
  readonly attributes: Attributes;
  value: string;
  hasFormula: boolean;
}

/** The texts of a sheet's cells, up to the last row and column with a text; null: there are too many. */
function rowsOf(xml: string, shared: readonly string[], show: ShowNumber): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell: Cell | null = null;
  let isValue = false;
  const inline = textReader();
  const beginRow = (number: number): void => {
    if (number > MOST_ROWS) throw new TooLarge();
    while (rows.length < number) rows.push([]);
    row = rows[number - 1] ?? [];
  };
  const endCell = ({ attributes, value, hasFormula }: Cell): void => {
    const address = attributes['r'];
    const match = address === undefined ? null : /^([A-Z]+)(\d+)$/u.exec(address);
    if (address !== undefined && match === null)
      throw new Error(`no address of a cell: ${address}`);
    const column = match === null ? row.length + 1 : columnOf(match[1] ?? '');
    if (column > MOST_COLUMNS) throw new TooLarge();
    if (match !== null) beginRow(Number(match[2]));
    while (row.length < column) row.push('');
    row[column - 1] = textOf(attributes, hasFormula && value.trim() === '' ? null : value);
  };
  const textOf = ({ t: type = 'n', s: style = '' }: Attributes, value: string | null): string => {
    if (type === 'inlineStr') return cleaned(inline.end());
    if (value === null) return NOT_AVAILABLE;
    if (type === 's') return cleaned(shared[Number(value)] ?? '');
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    // An ISO date, possibly with a time, which is cut off.
    if (type === 'd') return value.slice(0, 10);
    const number = Number(value);
    if (type !== 'n' || value.trim() === '' || Number.isNaN(number)) return cleaned(value);
    return cleaned(show(number, style));
  };
  try {
    readXml(xml, {
      open: (tag, attributes) => {
        if (tag === 'row') beginRow(Number(attributes['r'] ?? rows.length + 1));
        else if (tag === 'c') {
          cell = { attributes, value: '', hasFormula: false };
          inline.begin();
        } else if (tag === 'v') isValue = true;
        else if (tag === 'f' && cell !== null) cell.hasFormula = true;
        else inline.open(tag);
      },
      close: (tag) => {
        if (tag === 'c' && cell !== null) {
          endCell(cell);
          cell = null;
        } else if (tag === 'v') isValue = false;
        else inline.close(tag);
      },
      text: (text) => {
        if (isValue && cell !== null) cell.value += text;
        else inline.add(text);
      },
    });
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
  return withoutEmptyEdges(rows);
}

const cleaned = (text: string): string => text.replaceAll(/\r\n?/gu, '\n').trim();

/** The number of a column: 1 for 'A', 27 for 'AA'. */
const columnOf = (letters: string): number =>
  Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

function widthOf(cells: readonly string[]): number {
  let end = cells.length;
  while (end > 0 && cells[end - 1] === '') end -= 1;
  return end;
}

function withoutEmptyEdges(rows: readonly string[][]): string[][] {
  const widths = rows.map(widthOf);
  const width = Math.max(0, ...widths);
  const height = widths.reduce((last, each, at) => (each > 0 ? at + 1 : last), 0);
  return rows
    .slice(0, height)
    .map((cells) => Array.from({ length: width }, (_, column) => cells[column] ?? ''));
}

/** Days from the first day of Excel's calendar to the first day of that of early Macintoshes. */
const DAYS_TO_1904 = 1_462;

/** Formats numbers by the formats of a workbook, which stores a time as a fraction of a day. */
function numberTexts(styles: string, isFrom1904: boolean, locale: string): ShowNumber {
  const formats = formatsOf(styles, locale);
  return (value, style) => {
    const pattern = formats[Number(style)] ?? 'General';
    const days = isFrom1904 && value >= 1 && isDateFormat(pattern) ? value + DAYS_TO_1904 : value;
    try {
      return format(pattern, days, { locale });
    } catch {
      // Many programs write formats, and some are invalid: the plain number is better than nothing.
      return String(value);
    }
  };
}

/** The number format of each cell style. */
function formatsOf(styles: string, locale: string): readonly string[] {
  const own = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  readXml(styles, {
    open: (tag, { numFmtId: id, formatCode: code = '' }) => {
      if (tag === 'numFmt') own.set(Number(id), code);
      else if (tag === 'cellXfs') isOfCells = true;
      else if (tag === 'xf' && isOfCells) ids.push(Number(id));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false;
    },
  });
  return ids.map((id) => own.get(id) ?? getFormatFromId(id, locale));
}
