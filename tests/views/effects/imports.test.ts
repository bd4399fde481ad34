import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { layoutOf, likelySheet, readTable } from '#machines/show/rules/question-table.ts';
import { rowsTyped, textOfTable, textOfTyped } from '#src/effects/tables/cells.ts';
import { parseFile } from '#src/effects/tables/parse.ts';
import { cell, numberCell, workbookOf } from '#tests/support/workbook.ts';

/** Files that LibreOffice 7.4 has written. */
const FOLDER = join(import.meta.dirname, 'imported');
const written = (name: string) => new Uint8Array(readFileSync(join(FOLDER, name)));

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const shiftJis = Uint8Array.from(
  // 問題,スタジオ 果物の名前は？,0:30
  '96e291e82c8358835e83578349 0d0a 89ca95a882cc96bc914f82cd8148 2c 303a3330 0d0a'
    .replaceAll(' ', '')
    .match(/../gu) ?? [],
  (byte) => Number.parseInt(byte, 16),
);

/** The result of a file: each row of the chosen sheet, as the preview shows it. */
async function imported(bytes: Uint8Array<ArrayBuffer>, locale = 'en-US') {
  const result = await parseFile(new Blob([bytes]), null, locale);
  if (result.type !== 'tables') return result.type;
  const sheet = result.sheets[likelySheet(result.sheets)];
  return {
    ...(result.sheets.length > 1 && { sheet: sheet?.name }),
    ...(result.guessedEncoding !== null && { encoding: result.guessedEncoding }),
    rows: readTyped(textOfTable(sheet?.rows ?? [])),
  };
}

const rowXml = (number: number, ...cells: readonly string[]) =>
  `<row r="${number}">${cells.join('')}</row>`;

/** The rows of a text that was typed, or loaded from a file. */
function readTyped(text: string): string[] {
  const { rows, isList } = rowsTyped(text);
  return readTable(rows, layoutOf(rows, isList)).map((row) => {
    if (row.kind !== 'question')
      return `${row.row} ${row.kind}${row.problem === null ? '' : `: ${row.problem}`}`;
    const timers = [row.studioSeconds, row.homeSeconds].map((seconds) => seconds ?? '');
    return [row.row, row.text, ...timers, row.note].join(' | ');
  });
}

const GERMAN =
  'Frage;Studio;Home\r\nNenne eine Frucht, bitte;00:30;45\r\nKostet die Straße 5 Mark?;;01:30\r\n';
const QUESTIONS_IN_GERMAN = [
  '1 heading',
  '2 | Nenne eine Frucht, bitte | 30 | 45 | ',
  '3 | Kostet die Straße 5 Mark? |  | 90 | ',
];

describe('a text file is imported with its questions [R2.control-paste]', () => {
  it.each([
    [
      'LibreOffice, UTF-16 with tabs, all quoted',
      written('libreoffice-utf-16.csv'),
      {
        rows: [
          '1 heading',
          '2 | Nenne eine Frucht, bitte | 30 | 45 | Langsam\nlesen',
          '3 | Welche Straße kostet 5 €? | 20 | 90 | ',
          '4 | „Wer“ sagte "Nein"? |  |  | ',
        ],
      },
    ],
    [
      'LibreOffice, Shift-JIS',
      written('libreoffice-shift-jis.csv'),
      {
        encoding: 'shift_jis',
        rows: [
          '1 heading',
          '2 | 果物の名前を、言ってください | 30 | 45 | ゆっくり\n読む',
          '3 | 日本の首都は？ | 20 | 90 | ',
        ],
      },
    ],
    [
      'Excel in German, Windows-1252 with semicolons',
      new Uint8Array(Buffer.from(GERMAN, 'latin1')),
      { encoding: 'windows-1252', rows: QUESTIONS_IN_GERMAN },
    ],
    ['Excel, CSV UTF-8 with a mark', strToU8(`\uFEFF${GERMAN}`), { rows: QUESTIONS_IN_GERMAN }],
    [
      'Excel, Unicode text: UTF-16 with tabs',
      utf16(GERMAN.replaceAll(';', '\t')),
      { rows: QUESTIONS_IN_GERMAN },
    ],
    [
      'Excel in Japanese, Shift-JIS, few characters',
      shiftJis,
      { encoding: 'shift_jis', rows: ['1 heading', '2 | 果物の名前は？ | 30 |  | '] },
    ],
    [
      'a first line sep=;',
      strToU8('sep=;\r\nQuestion;Studio\r\nA, b?;20\r\n'),
      { rows: ['2 heading', '3 | A, b? | 20 |  | '] },
    ],
    [
      'semicolons, with a comma in the first row',
      strToU8('Name a fruit, please;20;30\nName a city;20;30\n'),
      { rows: ['1 | Name a fruit, please | 20 | 30 | ', '2 | Name a city | 20 | 30 | '] },
    ],
    [
      'Google Sheets: commas, a quoted line break, no last line break',
      strToU8(
        'Question,Studio,Home,Note\r\n"Who said\n""Veni, vidi"", and where?",0:30,,\r\nB?,20,30,x',
      ),
      {
        rows: [
          '1 heading',
          '2 | Who said\n"Veni, vidi", and where? | 30 |  | ',
          '3 | B? | 20 | 30 | x',
        ],
      },
    ],
    [
      'Numbers, with the name of its table above',
      strToU8('Table 1\r\nQuestion;Studio;Home\r\nA?;0:30;\r\n'),
      { rows: ['1 heading', '2 heading', '3 | A? | 30 |  | '] },
    ],
    [
      'one column with commas',
      strToU8('Question\nName a fruit, please\nName a city\n'),
      {
        rows: ['1 heading', '2 | Name a fruit, please |  |  | ', '3 | Name a city |  |  | '],
      },
    ],
    [
      'a comma without quotation marks',
      strToU8('Question,Studio\nA?,20\nName a fruit, please,20\n'),
      {
        rows: [
          '1 heading',
          '2 | A? | 20 |  | ',
          '3 wrong: "please" is not a time. Write 0:30, or 30 for seconds.',
        ],
      },
    ],
    [
      'quotation marks that do not pair up',
      strToU8('Question,Studio\n"To be" is from?,20\n"B?,20\n'),
      { rows: ['1 heading', '2 | "To be" is from? | 20 |  | ', '3 | "B? | 20 |  | '] },
    ],
  ])('%s', async (_, bytes, becomes) => {
    expect(await imported(new Uint8Array(bytes))).toEqual(becomes);
  });

  it('in the encoding that the producer chooses', async () => {
    const result = await parseFile(new Blob([Uint8Array.of(0x8a, 0x3f)]), 'macintosh', 'en');
    expect(result).toMatchObject({ guessedEncoding: 'macintosh', sheets: [{ rows: [['ä?']] }] });
  });
});

describe('a workbook is imported with its questions [R2.control-paste]', () => {
  it('LibreOffice: cover, hidden sheet, title, times, dates and numbers', async () => {
    expect(await imported(written('libreoffice.xlsx'))).toEqual({
      sheet: 'Round 1',
      rows: [
        '1 heading',
        '3 heading',
        '4 | Name a fruit, please | 30 | 45 | Read it\nslowly',
        '5 | Welche Straße ist die längste? | 20 | 90 | ',
        '6 | What happened on\nthis day? |  |  | 1998-06-12',
        '7 | =1+1 |  |  | ',
        '8 wrong: This is a number, not a question.',
        '9 wrong: "1:30:00" is longer than 60:59, the longest timer. Write 1:30 for 90 seconds.',
        '10 wrong: "soon" is not a time. Write 0:30, or 30 for seconds.',
      ],
    });
  });

  it('Excel: cells show their formatted values, in Japanese without the reading', async () => {
    const strings =
      '<sst><si><t>首都は？</t><rPh sb="0" eb="2"><t>シュト</t></rPh></si><si><r><t>Name </t></r><r><t>a fruit</t></r></si></sst>';
    const rows = [
      rowXml(1, cell('A1', '問題'), cell('B1', 'Time'), cell('C1', 'Note')),
      rowXml(
        2,
        '<c r="A2" t="s"><v>0</v></c>',
        numberCell('B2', 0.5 / 24, 0),
        numberCell('C2', 0.5, 1),
      ),
      rowXml(
        3,
        '<c r="A3" t="s"><v>1</v></c>',
        numberCell('B3', 30 / 86_400, 2),
        numberCell('C3', 35_958, 3),
      ),
      rowXml(
        4,
        cell('A4', 'B?'),
        '<c r="B4" s="4"><f>10+15</f><v>25</v></c>',
        numberCell('C4', 1_234_567, 5),
      ),
      rowXml(5, cell('A5', 'C?'), '<c r="B5" t="e"><v>#REF!</v></c>'),
      rowXml(6, cell('A6', 'D?'), '<c r="B6" s="0"><f>B5*2</f><v></v></c>'),
      rowXml(7, cell('A7', 'E?'), '<c r="C7" t="str"><f t="shared" si="0"/></c>'),
    ];
    const formats = ['h:mm', '0%', 'mm:ss.0', 'd. mmmm yyyy', 'General', '#,##0 "km"'];
    const book = workbookOf([{ name: 'A', rows: rows.join('') }], formats, {
      'xl/sharedStrings.xml': strToU8(strings),
    });
    expect(await imported(book, 'de')).toEqual({
      rows: [
        '1 heading',
        '2 | 首都は？ | 30 | 30 | 50%',
        '3 | Name a fruit | 30 | 30 | 12. Juni 1998',
        '4 | B? | 25 | 25 | 1.234.567 km',
        '5 wrong: "#REF!" is not a time. Write 0:30, or 30 for seconds.',
        '6 wrong: "#N/A" is not a time. Write 0:30, or 30 for seconds.',
        '7 | E? |  |  | #N/A',
      ],
    });
  });

  it('Numbers: its summary is skipped, and so is the name of the table', async () => {
    const book = workbookOf([
      {
        name: 'Export Summary',
        rows: rowXml(1, cell('A1', 'This document was exported from Numbers.')),
      },
      {
        name: 'Sheet 1',
        rows: [
          rowXml(1, cell('A1', 'Table 1')),
          rowXml(2, cell('A2', 'Question'), cell('B2', 'Home')),
          rowXml(3, cell('A3', 'A?'), cell('B3', '0:20')),
        ].join(''),
      },
    ]);
    expect(await imported(book)).toEqual({
      sheet: 'Sheet 1',
      rows: ['1 heading', '2 heading', '3 | A? |  | 20 | '],
    });
  });

  it('hidden sheets are not read first', async () => {
    const rows = rowXml(1, cell('A1', 'Question')) + rowXml(2, cell('A2', 'Secret?'));
    const book = workbookOf([
      { name: 'Old', state: 'veryHidden', rows },
      { name: 'New', rows: rowXml(1, cell('A1', 'A?')) },
    ]);
    expect(await imported(book)).toEqual({ sheet: 'New', rows: ['1 | A? |  |  | '] });
    expect(await parseFile(new Blob([book]), null, 'en')).toMatchObject({
      sheets: [
        { name: 'Old', isHidden: true },
        { name: 'New', isHidden: false },
      ],
    });
  });
});

describe('a file without a table is refused [R2.control-paste]', () => {
  it.each([
    [
      'an Excel workbook of 1997, or one with a password',
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1],
      'oldWorkbook',
    ],
    ['another archive', zipSync({ 'content.xml': strToU8('<x/>') }), 'unreadable'],
    ['a web page', strToU8('<!DOCTYPE html>\n<p>Name a fruit'), 'unreadable'],
    ['JSON', strToU8('[\n{"question": "Name a fruit"}]'), 'unreadable'],
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d], 'unreadable'],
    ['nothing', [], 'empty'],
    ['blank lines', strToU8('\r\n;;\r\n'), 'empty'],
  ])('%s', async (_, bytes, type) => {
    expect(await imported(Uint8Array.from(bytes))).toBe(type);
  });
});

describe('typed or pasted text [R2.control-paste]', () => {
  it.each([
    [
      'is a question a line, also with commas',
      'Name a fruit, please\r\n\r\n  Name a city ',
      ['1 | Name a fruit, please |  |  | ', '3 | Name a city |  |  | '],
    ],
    [
      'keeps its quotation marks',
      '"Play it"\n"To be" is from?\nB?',
      ['1 | "Play it" |  |  | ', '2 | "To be" is from? |  |  | ', '3 | B? |  |  | '],
    ],
    [
      'is a cell with a line break',
      '"Name a\nfruit"\nB?',
      ['1 | Name a\nfruit |  |  | ', '2 | B? |  |  | '],
    ],
    [
      'is a table from a spreadsheet',
      'Question\tStudio\tHome\tNote\nA?\t0:20\t45\t"slowly\nnow"\nB?\t\t1:00',
      ['1 heading', '2 | A? | 20 | 45 | slowly\nnow', '3 | B? |  | 60 | '],
    ],
    [
      'is the text of a CSV file',
      '\uFEFFQuestion,Studio\n"A, b?",20',
      ['1 heading', '2 | A, b? | 20 |  | '],
    ],
  ])('%s', (_, text, rows) => {
    expect(readTyped(text)).toEqual(rows);
  });
  it.each([
    'A?\n"B\nC?"',
    '"Play it"\n\nB?',
    'Question\tStudio\n"=1\n;=2"\t20\n\'=3\t',
    'Question;Studio\n"A;b?";20',
  ])('is the same after it was joined again: %j', (text) => {
    const typed = rowsTyped(text);
    expect(
      rowsTyped(textOfTyped(typed, 2)).rows.map((cells) => cells.join('|').replace(/\|+$/u, '')),
    ).toEqual(typed.rows.map((cells) => cells.join('|').replace(/\|+$/u, '')));
  });
});
