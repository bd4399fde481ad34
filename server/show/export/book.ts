import { type Cell, cellText, csvRow } from '#machines/show/rules/cells.ts';
import type { ZipEntry } from './zip.ts';

/** Rows that were read together. */
export type Rows = AsyncIterable<readonly (readonly Cell[])[]>;
/** A table; its first row names the columns. */
export interface Sheet {
  readonly name: string;
  readonly rows: Rows;
}

/** The files of an archive for sheets that come one after the other. */
export type Book = (sheets: AsyncIterable<Sheet>) => AsyncGenerator<ZipEntry>;

/** A file a sheet. */
export const csvBook: Book = async function* (sheets) {
  for await (const { name, rows } of sheets) yield { name: `${name}.csv`, content: csvOf(rows) };
};

/** Spreadsheets take a file without it for one in the system's own encoding. */
export const CSV_BOM = '\uFEFF';

async function* csvOf(rows: Rows): AsyncGenerator<string> {
  yield CSV_BOM;
  for await (const some of rows) yield some.map(csvRow).join('');
}

/** Rows of a sheet of a workbook, the columns' names included. */
const MOST_ROWS = 1_048_576;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/**
 * One workbook (ECMA-376). The sheet that comes last, which tells of the others, is the first that is shown. A table with
 * more rows than a sheet takes goes on in another one.
 */
export const xlsxBook: Book = async function* (sheets) {
  const names: string[] = [];
  for await (const { name, rows } of sheets) {
    const parts = partsOf(rows);
    for (let part = 1; ; part += 1) {
      const content = parts.next();
      names.push(part === 1 ? name : `${name} ${part}`);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content };
      if (!parts.hasMore()) break;
    }
  }
  yield* workbookOf(names);
};

/** The rows in parts of at most so many; each is to be read to its end before the next. */
function partsOf(rows: Rows) {
  const reading = rows[Symbol.asyncIterator]();
  let waiting: readonly (readonly Cell[])[] = [];
  let heading: readonly Cell[] | null = null;
  return {
    hasMore: (): boolean => waiting.length > 0,
    next: async function* (): AsyncGenerator<string> {
      yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>`;
      let count = 0;
      if (heading !== null) {
        yield rowXml(heading, 1);
        count += 1;
      }
      while (count < MOST_ROWS) {
        if (waiting.length === 0) {
          const read = await reading.next();
          if (read.done === true) break;
          waiting = read.value;
        }
        heading ??= waiting[0] ?? null;
        const fitting = waiting.slice(0, MOST_ROWS - count);
        waiting = waiting.slice(fitting.length);
        const before = count;
        count += fitting.length;
        yield fitting.map((cells, at) => rowXml(cells, before + at + 1)).join('');
      }
      yield '</sheetData></worksheet>';
    },
  };
}

const rowXml = (cells: readonly Cell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${LETTERS[at]}${row}`)).join('')}</row>`;

/** Columns; no table has more. */
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
/** What XML cannot hold as it is, in the form of the format: _x000D_. */
const escaped = (text: string): string =>
  text
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (sign) => {
      const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    })
    .replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** The parts of a workbook beside its sheets. */
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
