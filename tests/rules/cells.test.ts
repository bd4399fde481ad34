import { expect, it } from 'vitest';
import { cellText, csvRow, withoutGuards } from '#machines/show/rules/cells.ts';

it.each([
  '=1+1',
  '+49',
  '-5',
  '@home',
  '＝1+1',
  '＋49',
  '－5',
  '＠home',
  "'＝1",
  ' =1',
  '\t',
  '\r',
  '\n',
])('a cell that begins with %j is not read as a formula', (text) => {
  expect(cellText(text)).toBe(`'${text}`);
});

const HOSTILE = [
  'x;=1+1;',
  'x;=HYPERLINK("https://example.org";"win")',
  'x; =1+1',
  'x;"=1+1"',
  'x; " =1+1',
  "x;'=1+1",
  'x\t=1+1',
  'x\r\n=1+1',
  'x\n@SUM(1)',
  '\n=1+1',
  '\t=1+1',
  ';=1+1',
  '"x";+1',
  'x;－1',
  'x,=1+1,y',
  '=1;=2,=3\t=4\n=5',
  ' ; ;\t;=1',
];

/**
 * The cells of a CSV text as a spreadsheet with this separator reads them: a quote opens only at
 * the start of a cell.
 */
function cellsBy(separator: string, text: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let isBegun = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (isQuoted && sign === '"') isQuoted = false;
    else if (isQuoted) cell += sign;
    else if (sign === separator || sign === '\r' || sign === '\n') {
      cells.push(cell);
      [cell, isBegun] = ['', false];
      continue;
    } else if (sign === '"' && !isBegun) isQuoted = true;
    else cell += sign;
    isBegun = true;
  }
  return [...cells, cell];
}

it.each([',', ';', '\t'])(
  'a row that is read with %j between cells has no formula',
  (separator) => {
    for (const text of HOSTILE) {
      const cells = cellsBy(separator, csvRow(['1', text, 'last', text]));
      expect(cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      // Check programs that ignore quotes, too.
      const bare = csvRow(['1', text]).split(/[,;\t\r\n]/);
      expect(bare.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    }
  },
);

it.each(['Well - yes', 'a;b', 'C++', '["a","+49"]', 'me@home', 'a, b', '3;2', "it's"])(
  '%j stays as it was typed',
  (text) => {
    expect(cellText(text)).toBe(text);
  },
);

it('a cell that was escaped is read back unchanged', () => {
  for (const text of [...HOSTILE, '=1', "'=1", "''=1", ' =1', '\t', "'\n", "it's", 'C++', 'a;b'])
    expect(withoutGuards(cellText(text))).toBe(text);
  expect(withoutGuards("'=1;=2")).toBe("'=1;=2");
});
