import { readBook, unpack } from './book.ts';
import { rowsOfFile } from './cells.ts';
import { areWithinLimits, MOST_BYTES, TooLarge } from './limits.ts';
import type { FileResult, Sheet } from './result.ts';
import { decodeText } from './text.ts';

/* Parses files; runs in a worker. */

/** The first bytes of a ZIP archive: a workbook, or CSV files. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The first bytes of Excel's format before 2007, and of workbooks with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** The beginning of web pages, RTF, PDF and JSON: text that is not a table. */
const NO_TABLE = /^\s*(?:<[!?a-z]|\{\\rtf|%PDF-|[[{]\s*["{[\]}])/iu;

/**
 * The tables of a file: the sheets of a workbook, each CSV file of an archive, or one CSV file. The format is
 * recognised by the content, not by the file's name. `locale`: how dates without a format of their own are shown.
 */
export async function parseFile(
  file: Blob,
  encoding: string | null,
  locale: string,
): Promise<FileResult> {
  try {
    if (file.size > MOST_BYTES) throw new TooLarge();
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (beginsWith(bytes, OLE)) return { type: 'oldWorkbook' };
    const result = beginsWith(bytes, ZIP) ? readArchive(bytes, locale) : readText(bytes, encoding);
    const small = areWithinLimits(result.sheets.map(({ rows }) => rows));
    const sheets = result.sheets.map((sheet, at) =>
      small[at] === true ? sheet : { ...sheet, isTooLarge: true, rows: [] },
    );
    if (sheets.some(({ rows }) => rows.flat().some((cell) => cell.trim() !== '')))
      return { type: 'tables', ...result, sheets };
    return { type: sheets.some(({ isTooLarge }) => isTooLarge) ? 'tooLarge' : 'empty' };
  } catch (error) {
    // Any other error means that the file is damaged.
    return { type: error instanceof TooLarge ? 'tooLarge' : 'unreadable' };
  }
}

interface Tables {
  readonly sheets: Sheet[];
  readonly guessedEncoding: string | null;
}

function readText(bytes: Uint8Array, encoding: string | null): Tables {
  const { text, guessedEncoding } = decodeText(bytes, encoding);
  if (text.includes('\0') || NO_TABLE.test(text)) throw new Error('no table');
  return {
    sheets: [{ name: '', isHidden: false, isTooLarge: false, rows: rowsOfFile(text) }],
    guessedEncoding,
  };
}

function readArchive(bytes: Uint8Array<ArrayBuffer>, locale: string): Tables {
  const parts = unpack(bytes);
  const files = Object.entries(parts).filter(([name]) => /\.csv$/iu.test(name));
  if (files.length === 0) return { sheets: readBook(parts, locale), guessedEncoding: null };
  return {
    sheets: files.map(([name, content]) => {
      const rows = content === null ? [] : rowsOfFile(decodeText(content, null).text);
      const isTooLarge = content === null;
      return { name: name.replace(/\.csv$/iu, ''), isHidden: false, isTooLarge, rows };
    }),
    guessedEncoding: null,
  };
}
