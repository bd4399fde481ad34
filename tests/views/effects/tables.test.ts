import { strToU8 } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseFile } from '#src/effects/tables/parse.ts';
import { readTables } from '#src/effects/tables/read.ts';
import type { FileResult } from '#src/effects/tables/result.ts';
import { cell, workbook, workbookOf } from '#tests/support/workbook.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const read = (bytes: Uint8Array<ArrayBuffer>): Promise<FileResult> =>
  parseFile(new Blob([bytes]), null, 'en');

describe('a small file that grows', () => {
  it('is read while it stays within the limits; pictures are skipped', async () => {
    const picture = new Uint8Array(30_000_000);
    const book = workbook(`<row r="1">${cell('A1', 'Name a fruit')}</row>`, {
      'xl/media/picture.png': picture,
    });
    expect(await read(book)).toEqual({
      type: 'tables',
      sheets: [{ name: 'A', isHidden: false, isTooLarge: false, rows: [['Name a fruit']] }],
      guessedEncoding: null,
    });
  });

  it.each([
    ['unpacks to too much', ' '.repeat(30_000_000)],
    ['has too many rows', '<row/>'.repeat(10_001)],
    ['has too long a text', `<row r="1">${cell('A1', 'x'.repeat(5_000_001))}</row>`],
  ])('is read without a sheet that %s', async (_, rows) => {
    const book = workbookOf([
      { name: 'Answers', rows },
      { name: 'Questions', rows: `<row r="1">${cell('A1', 'Name a fruit')}</row>` },
    ]);
    expect(await read(book)).toMatchObject({
      sheets: [
        { name: 'Answers', isTooLarge: true, rows: [] },
        { name: 'Questions', isTooLarge: false, rows: [['Name a fruit']] },
      ],
    });
  });

  it('is read completely, however slow the device is', async () => {
    const text = 'x'.repeat(200_000);
    const book = workbook(`<row r="1">${cell('A1', text)}</row>`);
    let at = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (at += 1_000));
    const result = await read(book);
    clock.mockRestore();
    expect(result).toMatchObject({ sheets: [{ rows: [[text]] }] });
  });

  it('is unpacked no further than its declared size', async () => {
    const book = workbook(' '.repeat(30_000_000));
    // The position of the last file's size in the directory.
    const directory = new DataView(book.buffer);
    const entry = book.length - 22 - 46 - 'xl/worksheets/sheet1.xml'.length;
    expect(directory.getUint32(entry + 24, true)).toBeGreaterThan(30_000_000);
    directory.setUint32(entry + 24, 1_000, true);
    expect(await read(book)).toEqual({ type: 'unreadable' });
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
    ['is a text with too many rows', strToU8('A?\n'.repeat(10_001))],
    ['is a text with too many columns', strToU8(`A?${','.repeat(256)}`)],
  ])('is refused when it %s', async (_, book) => {
    expect(book.length).toBeLessThan(50_000);
    expect(await read(book)).toEqual({ type: 'tooLarge' });
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

describe('the worker that reads a file', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const tables = {
    type: 'tables',
    sheets: [{ name: '', isHidden: false, isTooLarge: false, rows: [['Name a fruit']] }],
    guessedEncoding: null,
  } satisfies FileResult;
  const endings: readonly [string, (seen: ReturnType<typeof stubWorker>) => void, FileResult][] = [
    ['has read it', ({ say }) => say(tables), tables],
    ['fails', ({ fail }) => fail(), { type: 'unreadable' }],
    ['takes too long', () => vi.advanceTimersByTime(30_000), { type: 'tooLarge' }],
  ];
  it.each(endings)('is ended when it %s', async (_, happen, result) => {
    const seen = stubWorker();
    const reading = readTables({ file: new Blob(), encoding: null });
    happen(seen);
    expect(await reading).toEqual(result);
    expect([seen.posted, seen.ended]).toEqual([1, 1]);
  });
});
