import { strToU8, zipSync } from 'fflate';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface SheetXml {
  readonly name: string;
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
}

/** A workbook; `formats`: the number format of each cell style; `more`: other files in it, by name. */
export function workbookOf(
  sheets: readonly SheetXml[],
  formats: readonly string[] = [],
  more: Record<string, Uint8Array> = {},
): Uint8Array<ArrayBuffer> {
  const parts = sheets.map(({ name, state = 'visible', rows }, at) => ({
    id: `r${at + 1}`,
    path: `worksheets/sheet${at + 1}.xml`,
    tag: `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="r${at + 1}"/>`,
    rows,
  }));
  return zipSync({
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${parts.map(({ id, path }) => `<Relationship Id="${id}" Type="${RELATIONS}/worksheet" Target="${path}"/>`).join('')}</Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook><sheets>${parts.map(({ tag }) => tag).join('')}</sheets></workbook>`,
    ),
    'xl/styles.xml': strToU8(
      `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    ),
    ...more,
    ...Object.fromEntries(
      parts.map(({ path, rows }) => [
        `xl/${path}`,
        strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
      ]),
    ),
  });
}

/** A workbook with these rows in its only sheet. */
export const workbook = (
  rows: string,
  more: Record<string, Uint8Array> = {},
): Uint8Array<ArrayBuffer> => workbookOf([{ name: 'A', rows }], [], more);

/** A cell with a text. */
export const cell = (address: string, text: string): string =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** A cell with a number, in a style. */
export const numberCell = (address: string, value: number, style: number): string =>
  `<c r="${address}" s="${style}"><v>${value}</v></c>`;
