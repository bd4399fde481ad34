import { type Cell, cellText, csvRow } from '#machines/show/rules/cells.ts';
import type { ZipEntry } from './zip.ts';

/** Rows that are read together; far fewer than a sheet can contain. */
type Page = readonly (readonly Cell[])[];
export type Rows = AsyncIterable<Page>;
/** A table; its first row contains the column names. */
export interface Sheet {
  readonly name: string;
  readonly rows: Rows;
}

/** Converts sheets to the files of an archive, one sheet after the other. */
export type Book = (sheets: AsyncIterable<Sheet>) => AsyncGenerator<ZipEntry>;

/** Writes one CSV file per sheet. */
export const csvBook: Book = async function* (sheets) {
  for await (const { name, rows } of sheets) yield { name: `${name}.csv`, content: csvOf(rows) };
};

/** Byte order mark, without which spreadsheets assume the system's encoding instead of UTF-8. */
export const CSV_BOM = '\uFEFF';

async function* csvOf(rows: Rows): AsyncGenerator<string> {
  yield CSV_BOM;
  for await (const some of rows) yield some.map(csvRow).join('');
}

/** Maximum number of rows in a sheet, including the column names. */
const MOST_ROWS = 1_048_576;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

/**
 * Writes one workbook (ECMA-376). The last sheet describes the others and is shown first. A table with more rows than a
 * sheet can contain continues in another sheet.
 */
export const xlsxBook: Book = async function* (sheets) {
  const names: string[] = [];
  for await (const { name, rows } of sheets) {
    const pages = rows[Symbol.asyncIterator]();
    let page = await pages.next();
    const heading: Page = page.done === true ? [] : page.value.slice(0, 1);
    async function* sheetXml(first: Page): AsyncGenerator<string> {
      yield SHEET_START + rowsXml(first, 1);
      for (let row = first.length + 1; page.done !== true; page = await pages.next()) {
        if (row + page.value.length > MOST_ROWS) break;
        yield rowsXml(page.value, row);
        row += page.value.length;
      }
      yield SHEET_END;
    }
    for (let part = 1; part === 1 || page.done !== true; part += 1) {
      names.push(part === 1 ? name : `${name} ${part}`);
      const content = sheetXml(part === 1 ? [] : heading);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content };
    }
  }
  yield* workbookOf(names);
};

const rowsXml = (rows: Page, first: number): string =>
  rows.map((cells, at) => rowXml(cells, first + at)).join('');

const rowXml = (cells: readonly Cell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${LETTERS[at]}${row}`)).join('')}</row>`;

/** The column letters; no table has more than 26 columns. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function cellXml(cell: Cell, address: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  const text = escaped(cellText(cell));
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** Escapes XML. A character that XML cannot contain is encoded as the format demands: _x000D_. */
const escaped = (text: string): string =>
  text
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (sign) => {
      const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    })
    .replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** Returns the files of a workbook other than its sheets. */
async function* workbookOf(names: readonly string[]): AsyncGenerator<ZipEntry> {
  const numbers = names.map((_, index) => index + 1);
  const order = [...numbers.slice(-1), ...numbers.slice(0, -1)];
  const sheets = order.map(
    (number) =>
      `<sheet name="${names[number - 1] ?? ''}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const files: Readonly<Record<string, string>> = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${numbers
      .map(
        (number) =>
          `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )
      .join('')}</Relationships>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${numbers
      .map(
        (number) =>
          `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
      )
      .join('')}</Types>`,
  };
  for (const [name, xml] of Object.entries(files)) yield { name, content: once(`${XML}${xml}`) };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
