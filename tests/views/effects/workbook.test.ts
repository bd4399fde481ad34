import { Buffer } from 'node:buffer';
import { strToU8 } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPaste } from '#machines/rules/rundown.ts';
import { parseWorkbook } from '#src/effects/workbook/parse.ts';
import type { WorkbookResult } from '#src/effects/workbook/result.ts';
import { readWorkbook } from '#src/effects/workbook/workbook.ts';
import { xlsxBook } from '#server/modules/shows/export/book.ts';
import { zip } from '#server/modules/shows/export/zip.ts';
import { cell, workbook } from '#tests/support/workbook.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

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

async function questions(): Promise<Blob> {
  const pieces: Buffer[] = [];
  for await (const piece of zip(xlsxBook(sheets()))) pieces.push(piece);
  return new Blob([new Uint8Array(Buffer.concat(pieces))]);
}

it('reads the questions of a workbook, and nothing in what is none [R2.control-paste]', async () => {
  const read = await parseWorkbook(await questions());
  expect(readPaste(read.type === 'table' ? read.text : '', true)).toEqual([
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
  expect(await parseWorkbook(new Blob(['no workbook']))).toEqual({ type: 'unreadable' });
});

describe('a small workbook that grows', () => {
  it('is read while it stays within the limits, its pictures unread', async () => {
    const picture = new Uint8Array(30_000_000);
    const book = workbook(`<row r="1">${cell('A1', 'Name a fruit')}</row>`, {
      'xl/media/picture.png': picture,
    });
    expect(await parseWorkbook(new Blob([book]))).toEqual({
      type: 'table',
      text: 'Name a fruit\t',
    });
  });

  it('is unpacked no further than it declares', async () => {
    const book = workbook(' '.repeat(30_000_000));
    // The position of the last file's size in the directory.
    const directory = new DataView(book.buffer);
    const entry = book.length - 22 - 46 - 'xl/worksheets/sheet1.xml'.length;
    expect(directory.getUint32(entry + 24, true)).toBeGreaterThan(30_000_000);
    directory.setUint32(entry + 24, 1_000, true);
    expect(await parseWorkbook(new Blob([book]))).toEqual({ type: 'unreadable' });
  });

  it.each([
    ['unpacks to too much', workbook(' '.repeat(30_000_000))],
    ['has a row far down', workbook('<row r="9999999"></row>')],
    ['has a cell far to the right', workbook(`<row r="1">${cell('ZZZ1', 'x')}</row>`)],
    ['has too many rows without a number', workbook('<row/>'.repeat(10_001))],
    [
      'repeats one long text in many cells',
      workbook(
        `<row r="1">${Array.from({ length: 26 }, (_, at) => `<c r="${String.fromCodePoint(65 + at)}1" t="s"><v>0</v></c>`).join('')}</row>`,
        { 'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'x'.repeat(300_000)}</t></si></sst>`) },
      ),
    ],
  ])('is refused when it %s', async (_, book) => {
    expect(book.length).toBeLessThan(50_000);
    expect(await parseWorkbook(new Blob([book]))).toEqual({ type: 'tooLarge' });
  });
});

/** A worker that the test controls. */
function stubWorker() {
  const seen = { posted: 0, ended: 0, say: vi.fn<(data: unknown) => void>(), fail: () => {} };
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        seen.say.mockImplementation((data) => {
          this.dispatchEvent(new MessageEvent('message', { data }));
        });
        seen.fail = () => this.dispatchEvent(new Event('error'));
      }
      postMessage() {
        seen.posted += 1;
      }
      terminate() {
        seen.ended += 1;
      }
    },
  );
  return seen;
}

describe('the worker that reads a workbook', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const table = { type: 'table', text: 'Name a fruit' } as const;
  const endings: readonly [
    string,
    (seen: ReturnType<typeof stubWorker>) => void,
    WorkbookResult,
  ][] = [
    ['has read it', ({ say }) => say(table), table],
    ['fails', ({ fail }) => fail(), { type: 'unreadable' }],
    ['takes too long', () => vi.advanceTimersByTime(30_000), { type: 'tooLarge' }],
  ];
  it.each(endings)('is ended when it %s', async (_, happen, result) => {
    const seen = stubWorker();
    const reading = readWorkbook(new Blob());
    happen(seen);
    expect(await reading).toEqual(result);
    expect([seen.posted, seen.ended]).toEqual([1, 1]);
  });
});
