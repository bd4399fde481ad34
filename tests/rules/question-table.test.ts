import { describe, expect, it } from 'vitest';
import {
  layoutOf,
  likelySheet,
  readTable,
  secondsOf,
  type Table,
} from '#machines/show/rules/question-table.ts';

/** How each row of a table is understood, with its layout guessed. */
const read = (table: Table, layout = layoutOf(table)) =>
  readTable(table, layout).map(({ row, kind, text, studioSeconds, homeSeconds, note, problem }) =>
    kind === 'question' ? [row, text, studioSeconds, homeSeconds, note] : [row, kind, problem],
  );
const problems = (table: Table) => read(table).map((row) => row[2]);

describe('a table of questions [R2.control-paste]', () => {
  it('finds its columns by their headings, and leaves out unrelated columns', () => {
    const table = [
      ['Id', 'Host', 'Frage', 'Home timer'],
      ['7', 'slowly', 'A?', '45'],
    ];
    expect(layoutOf(table)).toEqual({ columns: ['none', 'note', 'question', 'home'], heading: 1 });
    expect(read(table)).toEqual([
      [1, 'heading', null],
      [2, 'A?', undefined, 45, 'slowly'],
    ]);
  });
  it('finds its headings below a title', () => {
    const table = [['Pub quiz'], [''], ['Nr', 'Question', 'Time'], ['1', 'A?', '20']];
    expect(read(table)).toEqual([
      [1, 'heading', null],
      [3, 'heading', null],
      [4, 'A?', 20, 20, ''],
    ]);
  });
  it('uses the columns that a producer chooses where headings are unclear', () => {
    const table = [
      ['Runde', 'Was'],
      ['1', 'A?'],
    ];
    expect(layoutOf(table)).toEqual({ columns: ['question', 'studio'], heading: null });
    expect(read(table, { columns: ['none', 'question'], heading: 1 })).toEqual([
      [1, 'heading', null],
      [2, 'A?', undefined, undefined, ''],
    ]);
  });
  it.each([
    ['Frage', 'Reihenfolge', 'zuhause', 'home'],
    ['Pregunta', 'Orden', 'Ambos', 'both'],
    ['السؤال', 'الترتيب', 'استوديو', 'studio'],
  ])('has headings and orders in the languages of the interface: %s', (...words) => {
    const [question, order, wanted, known] = words;
    const table = [
      [question, order],
      ['A?', wanted],
    ];
    expect(readTable(table, layoutOf(table))[1]).toMatchObject({ kind: 'question', order: known });
  });
  it('has no headings if it is a plain list', () => {
    expect(read([['Question'], ['A?']], layoutOf([['Question'], ['A?']], true))).toEqual([
      [1, 'Question', undefined, undefined, ''],
      [2, 'A?', undefined, undefined, ''],
    ]);
  });
  it('reads an exported question for two audiences as one', () => {
    const table = [
      ['question', 'audience', 'planned_seconds'],
      ['A?', 'studio', '20'],
      ['A?', 'home', '30'],
      ['B?', 'studio', ''],
      ['B?', 'home', ''],
    ];
    expect(read(table)).toEqual([
      [1, 'heading', null],
      [2, 'A?', 20, 30, ''],
      [3, 'merged', null],
      [4, 'B?', null, null, ''],
      [5, 'merged', null],
    ]);
  });
});

describe('a row that cannot be used [R2.control-paste]', () => {
  it.each([
    [['', '20'], 'This row has no question.'],
    [['\u200B', '20'], 'This row has no question.'],
    [['A?', 'soon'], '"soon" is not a time. Write 0:30, or 30 for seconds.'],
    [['A?', '0:00'], '"0:00" is not a time. Write 0:30, or 30 for seconds.'],
    [['A?', '0.0208333'], '"0.0208333" is not a time. Write 0:30, or 30 for seconds.'],
    [
      ['A?', '99:99'],
      '"99:99" is longer than 60:59, the longest timer. Write 1:30 for 90 seconds.',
    ],
    [['x'.repeat(501)], 'The question is longer than 500 characters.'],
    [['A?', '', '', 'n'.repeat(501)], 'The note is longer than 500 characters.'],
    [['1989'], 'This is a number, not a question.'],
    [['12.06.1998'], 'This is a number, not a question.'],
    [['#REF!'], 'This is a spreadsheet error, not a question.'],
    [
      ['Stra\uFFFDe?'],
      "Some characters in this row couldn't be read. Choose another character set, or save the file as UTF-8.",
    ],
    [['A\0?'], "The text has characters we can't save. Please remove them."],
    [
      ['Name a fruit', '', '', '', 'please'],
      '"please" is in an unknown column. Choose what the column holds, or leave it out.',
    ],
  ])('%j: %s', (cells, problem) => {
    expect(problems([cells])).toEqual([problem]);
  });
  it('has a cell beside the headings, or an unknown order', () => {
    expect(problems([['Question'], ['Name a fruit', 'please']])).toEqual([
      null,
      '"please" is in an unknown column. Choose what the column holds, or leave it out.',
    ]);
    const table = [
      ['Question', 'Order'],
      ['A?', 'first'],
    ];
    expect(problems(table)[1]).toBe('"first" is not an order. Write both, studio or home.');
  });
});

describe('a timer', () => {
  it.each([
    ['30', 30],
    ['30 s', 30],
    ['30.00', 30],
    ['30,0', 30],
    ['３０', 30],
    ['0:30', 30],
    ['０：３０', 30],
    ['00:30.0', 30],
    ['1:30', 90],
    ['0:00:30', 30],
    ['00:01:30', 90],
    ['12:30 AM', 30],
    ['01:30 PM', 810],
    ['1:30:00', null],
    ['5 PM', null],
    ['', undefined],
  ])('%j is %j seconds', (cell, seconds) => {
    expect(secondsOf(cell)).toBe(seconds);
  });
  it.each([
    [
      'are minutes and seconds if hours would be too long',
      ['00:30:00', '12:45:00 AM', '20'],
      [30, 45, 20],
    ],
    ['are hours, minutes and seconds if none is too long', ['00:02:00', '00:05:00'], [120, 300]],
    [
      'are hours, minutes and seconds beside a time with seconds',
      ['00:30:00', '0:00:45'],
      [1_800, 45],
    ],
  ])('times with hours and no seconds %s', (_, times, seconds) => {
    const table = times.map((time) => ['A?', time]);
    expect(readTable(table, layoutOf(table)).map(({ studioSeconds }) => studioSeconds)).toEqual(
      seconds,
    );
  });
  it('may be missing', () => {
    expect(read([['A?', 'none', '-']])).toEqual([[1, 'A?', null, null, '']]);
  });
});

describe('the sheet with the questions', () => {
  const cover = { isHidden: false, rows: [['The big quiz'], ['by Anna']] };
  const headed = { isHidden: false, rows: [['Question'], ['A?']] };
  const old = { isHidden: true, rows: [['Question', 'Studio'], ['A?'], ['B?']] };
  const empty = { isHidden: false, rows: [] };
  it.each([
    ['has headings', [cover, headed], 1],
    ['is not hidden', [old, headed], 1],
    ['has the most questions', [{ isHidden: false, rows: [['A?']] }, cover], 1],
    ['is a hidden one if no other sheet has questions', [empty, old], 1],
    [
      'is the first table if all tables are empty',
      [old, empty].map((each) => ({ ...each, rows: [] })),
      1,
    ],
  ])('%s', (_, sheets, at) => {
    expect(likelySheet(sheets)).toBe(at);
  });
});
