import { type Cell, cellText, csvRow } from '#machines/show/rules/cells.ts';
import type { ZipEntry } from './zip.ts';

/** Rows that are read together; far fewer than a sheet can contain. */
type Page = readonly (readonly Cell[])[];
export type Rows = AsyncIterable<Page>;
/** A table; its first page contains the column names only. */
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
const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>`;
const SHEET_END = '</sheetData></worksheet>';

/**
 * Writes one workbook (ECMA-376). A table with more rows than a sheet can contain continues in another sheet.
 */
export const xlsxBook: Book = async function* (sheets) {
  const names: string[] = [];
  for await (const { name, rows } of sheets) {
    const pages = rows[Symbol.asyncIterator]();
    let page = await pages.next();
    const heading: Page = page.done === true ? [] : page.value;
    // The widths fit the column names and the first rows.
    page = await pages.next();
    const start = SHEET_START + columnsXml([...heading, ...(page.done === true ? [] : page.value)]);
    async function* sheetXml(): AsyncGenerator<string> {
      yield `${start}<sheetData>${rowsXml(heading, 1)}`;
      for (let row = heading.length + 1; page.done !== true; page = await pages.next()) {
        if (row + page.value.length > MOST_ROWS) break;
        yield rowsXml(page.value, row);
        row += page.value.length;
      }
      yield SHEET_END;
    }
    for (let part = 1; part === 1 || page.done !== true; part += 1) {
      names.push(part === 1 ? name : `${name} ${part}`);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheetXml() };
    }
  }
  yield* workbookOf(names);
};

/** Minimum and maximum width of a column, in characters. */
const WIDTHS = { least: 8, most: 60 };

/** Returns the widths of the columns that these rows need. */
function columnsXml(rows: Page): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(WIDTHS.least, ...rows.map((cells) => cellText(cells[at] ?? null).length + 2)),
  );
  const columns = widths.map((width, at) => {
    const number = at + 1;
    const most = Math.min(WIDTHS.most, width);
    return `<col min="${number}" max="${number}" width="${most}" customWidth="1"/>`;
  });
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
}

const rowsXml = (rows: Page, first: number): string =>
  rows.map((cells, at) => rowXml(cells, first + at)).join('');

const rowXml = (cells: readonly Cell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${LETTERS[at]}${row}`)).join('')}</row>`;

/** The column letters; no table has more than 26 columns. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function cellXml(cell: Cell, address: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  if (typeof cell === 'object')
    return `<c r="${address}" s="1"><v>${(cell.getTime() + ROUNDING_MS) / DAY_MS + EPOCH_DAY}</v></c>`;
  const text = escaped(cellText(cell));
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

const DAY_MS = 24 * 60 * 60_000;
/** Added so that a program that cuts off digits, instead of rounding, reads the same millisecond. */
const ROUNDING_MS = 0.01;
/** 1970-01-01 as a workbook counts days. */
const EPOCH_DAY = 25_569;
/** Style 0 is plain; style 1 shows a date with its time to the millisecond. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

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
  const sheets = numbers.map(
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
      .join(
        '',
      )}<Relationship Id="rIdStyles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${numbers
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
