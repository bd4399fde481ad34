import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { format, getFormatFromId, isDateFormat } from 'numfmt';
import readXlsxFile, { type CellValue } from 'read-excel-file/universal';
import { MOST_BYTES, MOST_COLUMNS, MOST_ROWS, TooLarge } from './limits.ts';
import type { Sheet } from './result.ts';

type Parts = Record<string, Uint8Array<ArrayBuffer>>;

const isSheet = (name: string): boolean => /(?:(?:^|\/)worksheets\/[^/]*\.xml|\.csv)$/iu.test(name);
/** Stands for a sheet that is too large: an export has its questions beside all answers. */
const TOO_LARGE = 'too large to read';
export const TOO_LARGE_SHEET = strToU8(
  `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>${TOO_LARGE}</v></c></row></sheetData></worksheet>`,
);

/**
 * The XML and CSV files of an archive. `unzipSync` writes no more of a file than the size that the archive declares.
 * @throws TooLarge when even the parts without the large sheets are too large
 */
export function unpack(archive: Uint8Array<ArrayBuffer>): Parts {
  let bytes = 0;
  const left: string[] = [];
  const parts = unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels|csv)$/iu.test(name)) return false;
      if (bytes + originalSize > MOST_BYTES) {
        if (!isSheet(name)) throw new TooLarge();
        left.push(name);
        return false;
      }
      bytes += originalSize;
      return true;
    },
  });
  for (const name of left) parts[name] = TOO_LARGE_SHEET;
  return parts;
}

/** The sheets of an Excel workbook, with the texts that Excel shows in their cells. */
export async function readBook(parts: Parts, locale: string): Promise<Sheet[]> {
  const xml = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
  const book = xml('xl/workbook.xml');
  const show = numberTexts(
    xml('xl/styles.xml'),
    /\bdate1904\s*=\s*["'](?:1|true)/u.test(book),
    locale,
  );
  const shown: Parts = {};
  for (const [name, part] of Object.entries(parts)) {
    const text = strFromU8(part);
    const isLarge = !hasSmallDimensions(text);
    if (isLarge && !isSheet(name)) throw new TooLarge();
    if (isSheet(name)) shown[name] = isLarge ? TOO_LARGE_SHEET : strToU8(show(text));
    else shown[name] = part;
  }
  // Packed without compression, so that the reader unpacks no more than was checked.
  const sheets = await readXlsxFile(new Blob([zipSync(shown, { level: 0 })]));
  const hidden = [...book.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/gu)].map(([tag]) =>
    /^(?:hidden|veryHidden)$/u.test(attribute(tag, 'state')),
  );
  return sheets.map(({ sheet, data }, at) => {
    const isTooLarge = data[0]?.[0] === TOO_LARGE;
    const rows = isTooLarge ? [] : data.map((cells) => cells.map(textOf));
    return { name: sheet, isHidden: hidden[at] ?? false, isTooLarge, rows };
  });
}

const textOf = (cell: CellValue | null): string =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10)
    : String(cell ?? '').replaceAll(/\r\n?/gu, '\n');

/** The opening tag of a row or a cell, with its address. */
const PLACE = /<(?:\w+:)?(?:row|c)\s[^<>]*?\br\s*=\s*["']([^"']*)["']/gu;
const ADDRESS = /^([A-Z]*)(\d+)$/u;
const ROW = /<(?:\w+:)?row[\s/>]/gu;

/** The reader fills in empty rows and cells up to each address. */
function hasSmallDimensions(xml: string): boolean {
  let rows = 0;
  for (const _ of xml.matchAll(ROW)) rows += 1;
  if (rows > MOST_ROWS) return false;
  for (const [, place = ''] of xml.matchAll(PLACE)) {
    const [, letters = '', row] = ADDRESS.exec(place) ?? [];
    if (row === undefined) throw new Error(`no address of a cell: ${place}`);
    if (Number(row) > MOST_ROWS || columnOf(letters) > MOST_COLUMNS) return false;
  }
  return true;
}

/** 1 for 'A', 27 for 'AA'. */
const columnOf = (letters: string): number =>
  Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

/** A cell with a value, and with its formula if it has one. */
const CELL =
  /<((?:\w+:)?)c(\s[^<>]*)?>\s*(?:<\1f\b[^<>]*(?:\/>|>[^<>]*<\/\1f>)\s*)?<\1v(?:\s[^<>]*)?>([^<>]*)<\/\1v>\s*<\/\1c>/gu;

/** A formula that was never calculated, because a script wrote it. */
const UNCALCULATED =
  /<((?:\w+:)?)c(\s[^<>]*)?>\s*<\1f\b[^<>]*(?:\/>|>[^<>]*<\/\1f>)\s*(?:<\1v\s*(?:\/>|><\/\1v>)\s*)?<\/\1c>/gu;
/** As spreadsheets show a value that is not available. */
const NOT_AVAILABLE = '#N/A';

const textCell = (prefix: string, tag: string, text: string): string => {
  const place = tag.replaceAll(/\s[st]\s*=\s*(?:"[^"]*"|'[^']*')/gu, '');
  return `<${prefix}c${place} t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`;
};

/** Days from the first day of Excel's calendar to that of early Macintoshes, in which some workbooks count. */
const DAYS_TO_1904 = 1_462;

/** Replaces the number of each cell by the text that its format shows: a time is kept as a fraction of a day. Errors are texts too. */
function numberTexts(
  styles: string,
  isFrom1904: boolean,
  locale: string,
): (sheet: string) => string {
  const formats = formatsOf(styles, locale);
  const textOfNumber = (value: number, pattern: string): string => {
    const days = isFrom1904 && value >= 1 && isDateFormat(pattern) ? value + DAYS_TO_1904 : value;
    try {
      return format(pattern, days, { locale });
    } catch {
      // Formats are written by many programs; a number is still better than no cell.
      return String(value);
    }
  };
  return (sheet) =>
    sheet
      .replaceAll(UNCALCULATED, (_, prefix: string, tag = '') =>
        textCell(prefix, tag, NOT_AVAILABLE),
      )
      .replaceAll(CELL, (cell: string, prefix: string, tag = '', value: string) => {
        const type = attribute(tag, 't');
        const isNumber = (type === '' || type === 'n') && value.trim() !== '';
        if (type !== 'e' && (!isNumber || Number.isNaN(Number(value)))) return cell;
        const pattern = formats[Number(attribute(tag, 's'))] ?? 'General';
        const text = isNumber ? escaped(textOfNumber(Number(value), pattern)) : value;
        return textCell(prefix, tag, text);
      });
}

/** The number format of each cell style. */
function formatsOf(styles: string, locale: string): readonly string[] {
  const own = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/gu)].map(([tag]) => [
      Number(attribute(tag, 'numFmtId')),
      attribute(tag, 'formatCode'),
    ]),
  );
  const [, cells = ''] =
    /<(?:\w+:)?cellXfs\b[^<>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/u.exec(styles) ?? [];
  return [...cells.matchAll(/<(?:\w+:)?xf\b[^<>]*>/gu)].map(([tag]) => {
    const id = Number(attribute(tag, 'numFmtId'));
    return own.get(id) ?? getFormatFromId(id, locale);
  });
}

/** The value of an attribute of a tag; empty: it has none. */
function attribute(tag: string, name: string): string {
  const [, double, single] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(tag) ?? [];
  return (double ?? single ?? '').replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu,
    (entity, decimal?: string, hex?: string, word?: string) => {
      if (word !== undefined) return ENTITIES[word] ?? entity;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
