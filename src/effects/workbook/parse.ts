import { strFromU8, unzipSync, zipSync } from 'fflate';
import { type CellValue, readSheet, type SheetData } from 'read-excel-file/universal';
import type { WorkbookResult } from './result.ts';

/* Runs in a worker. A small workbook can unpack to hundreds of megabytes, so sizes are limited at every step. */

/** Many times the size of a rundown. */
const MOST_BYTES = 20_000_000;
const MOST_ROWS = 10_000;
const MOST_COLUMNS = 256;
/** A workbook stores a text once, however many cells repeat it. */
const MOST_CHARACTERS = 5_000_000;

class TooLarge extends Error {}

/** The first sheet of an Excel workbook as a table to paste: tabs between cells, a row a line. */
export async function parseWorkbook(file: Blob): Promise<WorkbookResult> {
  try {
    if (file.size > MOST_BYTES) throw new TooLarge();
    const parts = unpack(new Uint8Array(await file.arrayBuffer()));
    for (const part of Object.values(parts)) checkDimensions(strFromU8(part));
    // Packed without compression, so that the reader unpacks no more than was checked.
    const checked = new Blob([zipSync(parts, { level: 0 })]);
    return { type: 'table', text: tableOf(await readSheet(checked)) };
  } catch (error) {
    // A file that is broken in any way has no readable questions.
    return { type: error instanceof TooLarge ? 'tooLarge' : 'unreadable' };
  }
}

/** The XML files of a workbook. `unzipSync` writes no more of a file than the size that the archive declares. */
function unpack(archive: Uint8Array<ArrayBuffer>): Record<string, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/iu.test(name)) return false;
      bytes += originalSize;
      if (bytes > MOST_BYTES) throw new TooLarge();
      return true;
    },
  });
}

/** The opening tag of a row or a cell, with its address. */
const PLACE = /<(?:\w+:)?(?:row|c)\s[^<>]*?\br\s*=\s*["']([^"']*)["']/gu;
const ADDRESS = /^([A-Z]*)(\d+)$/u;
const ROW = /<(?:\w+:)?row[\s/>]/gu;

/** The reader fills in empty rows and cells up to each address. */
function checkDimensions(xml: string): void {
  let rows = 0;
  for (const _ of xml.matchAll(ROW)) rows += 1;
  if (rows > MOST_ROWS) throw new TooLarge();
  for (const [, place = ''] of xml.matchAll(PLACE)) {
    const [, letters = '', row] = ADDRESS.exec(place) ?? [];
    if (row === undefined) throw new Error(`no address of a cell: ${place}`);
    if (Number(row) > MOST_ROWS || columnOf(letters) > MOST_COLUMNS) throw new TooLarge();
  }
}

/** 1 for 'A', 27 for 'AA'. */
const columnOf = (letters: string): number =>
  Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

function tableOf(rows: SheetData): string {
  let characters = 0;
  const textOf = (cell: CellValue | null): string => {
    const text = String(cell ?? '');
    characters += text.length + 1;
    if (characters > MOST_CHARACTERS) throw new TooLarge();
    return text.replaceAll(/\s+/g, ' ');
  };
  return rows.map((cells) => `${cells.map(textOf).join('\t')}\t`).join('\n');
}
