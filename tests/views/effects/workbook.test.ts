import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { readPaste } from '#machines/rules/rundown.ts';
import { readWorkbook } from '#src/effects/workbook.ts';
import { xlsxBook } from '#server/modules/shows/export/book.ts';
import { zip } from '#server/modules/shows/export/zip.ts';

async function* rows() {
  yield [
    ['Question', 'Studio', 'Home', 'Note'],
    ['Name a fruit', '0:20', 25, 'Loud\tand clear'],
    ['Name a tree', 'soon', null, null],
  ];
}

async function* sheets() {
  yield { name: 'Questions', rows: rows() };
}

it('reads the questions of a workbook, and nothing in what is none [R2.control-paste]', async () => {
  const pieces: Buffer[] = [];
  for await (const piece of zip(xlsxBook(sheets()))) pieces.push(piece);
  const table = await readWorkbook(new Blob([new Uint8Array(Buffer.concat(pieces))]));
  expect(readPaste(table ?? '', true)).toEqual([
    {
      row: 2,
      text: 'Name a fruit',
      studioSeconds: 20,
      homeSeconds: 25,
      note: 'Loud and clear',
      problem: null,
    },
    expect.objectContaining({
      row: 3,
      problem: '"soon" is no time. Write 0:30, or 30 for seconds.',
    }),
  ]);
  expect(await readWorkbook(new Blob(['no workbook']))).toBeNull();
});
