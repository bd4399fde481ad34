import { m } from 'messages';
import type { ReleaseOrder } from '#machines/contract/rundown.ts';
import { LIMITS, MAX_TIMER_MINUTES, MAX_TIMER_SECONDS } from '#machines/contract/limits.ts';
import { isValidText, isVisibleText } from '#machines/contract/text.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';

/* Reads questions from the cells of a table that was typed, pasted or loaded from a file. */

/** The cells of a table, row by row. */
export type Table = readonly (readonly string[])[];

/**
 * Meaning of a column. `unknown`: rows with a text in this column are refused until the producer has chosen its
 * meaning.
 */
export const COLUMNS = [
  'question',
  'studio',
  'home',
  'timer',
  'note',
  'order',
  'audience',
  'unknown',
  'none',
] as const;
export type Column = (typeof COLUMNS)[number];

/** The columns of a table without headings. */
const UNNAMED: readonly Column[] = ['question', 'studio', 'home', 'note'];

/** In the languages of the interface, and in others that were seen in producers' tables. */
const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  [
    'question',
    /^(?:questions?|question text|text|fragen?|preguntas?|الأسئلة|السؤال|سؤال|問題|質問)$/iu,
  ],
  ['studio', /^(?:studio(?: timer| seconds)?|timer for studio|estudio|(?:ال)?استوديو|スタジオ)$/iu],
  ['home', /^(?:home(?: timer| seconds)?|timer for home|zuhause|casa|(?:ال)?منزل|ホーム)$/iu],
  [
    'timer',
    /^(?:timer|time|seconds|zeit|sekunden|tiempo|segundos|الوقت|ثوان|制限時間|planned_seconds)$/iu,
  ],
  ['note', /^(?:notes?|host|host notes?|notiz(?:en)?|notas?|ملاحظات?|メモ)$/iu],
  ['order', /^(?:order|release order|reihenfolge|orden|الترتيب|ترتيب)$/iu],
  ['audience', /^audience$/iu],
];
/** Number of rows to search for headings: titles and dates often stand above them. */
const HEADING_WITHIN = 30;

const columnOf = (heading: string): Column | null =>
  HEADINGS.find(([, pattern]) => pattern.test(heading.trim()))?.[0] ?? null;

/** Number of different known headings in a row; 0 if there is no heading for the questions. */
export function headingsIn(row: readonly string[]): number {
  const named = row.map(columnOf);
  return named.includes('question') ? new Set(named.filter((each) => each !== null)).size : 0;
}

export interface TableLayout {
  readonly columns: readonly Column[];
  /** The row of the headings, from 1; null: there is none. */
  readonly heading: number | null;
  /** Whether 00:30:00 means thirty seconds; undefined: no timer has this form. */
  readonly areMinutes?: boolean | undefined;
}

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Number of columns up to the last column with a text. */
function widthOf(table: Table): number {
  let width = 0;
  for (const row of table)
    for (const [at, cell] of row.entries()) if (cell.trim() !== '') width = Math.max(width, at + 1);
  return width;
}

/**
 * The layout of a table according to its headings; without headings: question, timers, note. A list (`isList`) has no
 * headings.
 */
export function layoutOf(table: Table, isList = false): TableLayout {
  const width = widthOf(table);
  const at = isList ? -1 : table.slice(0, HEADING_WITHIN).findIndex((row) => headingsIn(row) > 0);
  const headings = table[at];
  const columns = Array.from({ length: width }, (_, index): Column => {
    if (headings === undefined) return UNNAMED[index] ?? 'unknown';
    const heading = headings[index]?.trim() ?? '';
    if (heading === '') return 'unknown';
    const column = columnOf(heading) ?? 'none';
    // If two columns have the same meaning, the second is ignored.
    return headings.findIndex((each) => columnOf(each) === column) < index ? 'none' : column;
  });
  return readAsMinutes(table, { columns, heading: at < 0 ? null : at + 1 });
}

/** A row of a table, interpreted. */
export interface TableRow {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly text: string;
  /** Null: no timer; undefined: not given. */
  readonly studioSeconds: number | null | undefined;
  readonly homeSeconds: number | null | undefined;
  readonly order: ReleaseOrder | undefined;
  readonly note: string;
  /** `merged`: the other audience of the question above it. `heading`: the headings, or a row above them. */
  readonly kind: 'question' | 'merged' | 'heading' | 'wrong';
  /** Why a row that is `wrong` cannot be used. */
  readonly problem: string | null;
}

const LONGEST_TIMER = MAX_TIMER_MINUTES * 60 + MAX_TIMER_SECONDS;
/** Accepted forms of a time: 30, 30 s, 30.0, 0:30, 00:30, 12:30:00 AM. */
const TIME =
  /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,4})(?:[.,]0+)?(?: ?(?:s|sec|seconds|(AM|PM)))?$/iu;
/** Maximum number of characters of a time, with spaces. */
const LONGEST_TIME = 30;
const NO_TIMER = /^(?:none|no timer|[-–—])$/iu;

interface Time {
  readonly seconds: number;
  /** Whether it has hours and no seconds, like 00:30:00. */
  readonly isWholeMinutes: boolean;
}

/**
 * Parses a time. Two parts are minutes and seconds, although a spreadsheet stores '0:30' as half an hour: no timer is
 * that long.
 */
function timeOf(cell: string): Time | null {
  if (cell.length > LONGEST_TIME) return null;
  const found = TIME.exec(cell.normalize('NFKC'));
  if (found === null) return null;
  const [, , , , noon] = found;
  const parts = found
    .slice(1, 4)
    .flatMap((digits) => (digits === undefined ? [] : [Number(digits)]));
  // '5 PM' can only be a time of day.
  if (noon !== undefined && parts.length < 2) return null;
  const [first = 0, ...rest] = parts;
  const hours = noon === undefined ? first : (first % 12) + (noon.toUpperCase() === 'PM' ? 12 : 0);
  return {
    seconds: [hours, ...rest].reduce((sum, part) => sum * 60 + part, 0),
    isWholeMinutes: parts.length === 3 && parts[2] === 0,
  };
}

const secondsIn = (cell: string, areMinutes: boolean): number | null => {
  const time = timeOf(cell);
  return time !== null && time.isWholeMinutes && areMinutes
    ? time.seconds / 60
    : (time?.seconds ?? null);
};

/**
 * Seconds of '30', '1:30' or '0:01:30'; undefined: the cell is empty; null: not a time. `areMinutes`: as in `Layout`.
 */
export function secondsOf(cell: string, areMinutes = false): number | null | undefined {
  if (cell === '') return undefined;
  const seconds = secondsIn(cell, areMinutes);
  return seconds !== null && seconds >= 1 && seconds <= LONGEST_TIMER ? seconds : null;
}

const TIMERS: ReadonlySet<Column> = new Set(['studio', 'home', 'timer']);
/** From this length on, a timer was more likely meant in seconds than in minutes. */
const LIKELY_SECONDS = 600;
/**
 * Spreadsheets may display '0:30' as '00:30:00' or '12:30:00 AM'. If all times of a table have hours and no seconds,
 * and at least one of them is long, they are read as minutes and seconds.
 */
export function readAsMinutes(table: Table, { columns, heading }: TableLayout): TableLayout {
  const times = table.slice(heading ?? 0).flatMap((cells) =>
    cells.flatMap((cell, at) => {
      const time = TIMERS.has(columns[at] ?? 'none') ? timeOf(cell.trim()) : null;
      return time === null || !cell.includes(':') ? [] : [time];
    }),
  );
  if (!times.some(({ isWholeMinutes }) => isWholeMinutes)) return { columns, heading };
  const areMinutes =
    times.every(({ isWholeMinutes }) => isWholeMinutes) &&
    times.some(({ seconds }) => seconds >= LIKELY_SECONDS);
  return { columns, heading, areMinutes };
}

function timerProblem(cell: string, areMinutes: boolean): string | null {
  if (NO_TIMER.test(cell) || secondsOf(cell, areMinutes) !== null) return null;
  return (secondsIn(cell, areMinutes) ?? 0) > LONGEST_TIMER
    ? m.showLongerThanLongestTimer({ cell, shortClock: shortClockText(LONGEST_TIMER) })
    : m.showNotATime({ cell });
}

const NUMBER = /^[\p{N}\s.,:/-]+$/u;
const SPREADSHEET_ERROR = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|#+)$/u;

function questionProblem(text: string): string | null {
  if (!isVisibleText(text)) return m.showRowHasNoQuestion();
  if (text.length > LIMITS.questionLength)
    return m.showQuestionLongerThanCharacters({ questionLength: LIMITS.questionLength });
  if (SPREADSHEET_ERROR.test(text)) return m.showSpreadsheetErrorNotQuestion();
  return NUMBER.test(text) ? m.showNumberNotQuestion() : null;
}

const noteProblem = (note: string): string | null =>
  note.length > LIMITS.noteLength
    ? m.showNoteLongerThanCharacters({ noteLength: LIMITS.noteLength })
    : null;

const ORDERS: readonly (readonly [ReleaseOrder, RegExp])[] = [
  ['both', /^(?:both|beide|ambos|كلاهما)$/iu],
  ['studio', /^(?:studio|estudio|(?:ال)?استوديو)$/iu],
  ['home', /^(?:home|zuhause|casa|(?:ال)?منزل)$/iu],
];
const orderOf = (cell: string): ReleaseOrder | undefined =>
  ORDERS.find(([, pattern]) => pattern.test(cell))?.[0];
const orderProblem = (cell: string): string | null =>
  cell === '' || orderOf(cell) !== undefined ? null : m.showNotOrderWriteBoth({ cell });

function charactersProblem(cells: readonly string[]): string | null {
  if (cells.some((cell) => cell.includes('\uFFFD'))) return m.showSomeCharactersRowCouldnt();
  return cells.every(isValidText) ? null : m.textTextHasCharactersWe();
}

const unknownProblem = (cell: string | undefined): string | null =>
  cell === undefined ? null : m.showUnknownColumnChooseWhat({ cell });

/** Reads the rows of a table, without blank ones. */
export function readTable(table: Table, layout: TableLayout): TableRow[] {
  const { columns, heading } = layout;
  const rows: TableRow[] = [];
  for (const [index, cells] of table.entries()) {
    if (isBlank(cells)) continue;
    const row = readRow(
      index + 1,
      cells.map((cell) => cell.trim()),
      layout,
    );
    const isAbove = heading !== null && row.row <= heading;
    const before = rows.at(-1);
    if (isAbove) rows.push({ ...row, kind: 'heading', problem: null });
    else if (before !== undefined && isOtherAudience(before, row, columns)) {
      rows.splice(-1, 1, { ...before, homeSeconds: row.homeSeconds });
      rows.push({ ...row, kind: 'merged' });
    } else rows.push(row);
  }
  return rows;
}

function readRow(row: number, cells: readonly string[], layout: TableLayout): TableRow {
  const { columns, areMinutes = false } = layout;
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? '';
  const [text, note, order, audience] = [
    cell('question'),
    cell('note'),
    cell('order'),
    cell('audience'),
  ];
  const timers = [cell('studio'), cell('home'), cell('timer')] as const;
  const problem =
    questionProblem(text) ??
    timers.map((each) => timerProblem(each, areMinutes)).find((each) => each !== null) ??
    noteProblem(note) ??
    orderProblem(order) ??
    charactersProblem(cells) ??
    unknownProblem(cells.find((each, at) => columns[at] === 'unknown' && each !== ''));
  const [studio, home, both] = timers.map((each) =>
    NO_TIMER.test(each) ? null : secondsOf(each, areMinutes),
  );
  // In an export, which has one row for each audience, an empty cell means no timer.
  const shared = both === undefined && columns.includes('audience') ? null : both;
  return {
    row,
    cells,
    text,
    studioSeconds: studio === undefined && audience !== 'home' ? shared : studio,
    homeSeconds: home === undefined && audience !== 'studio' ? shared : home,
    order: orderOf(order),
    note,
    kind: problem === null ? 'question' : 'wrong',
    problem,
  };
}

/** Whether a row of an export is the Home row of the studio question above it. */
const isOtherAudience = (studio: TableRow, home: TableRow, columns: readonly Column[]): boolean => {
  const at = columns.indexOf('audience');
  return (
    studio.kind === 'question' &&
    home.kind === 'question' &&
    studio.text === home.text &&
    studio.cells[at] === 'studio' &&
    home.cells[at] === 'home'
  );
};

/**
 * Index of the sheet that most likely contains the questions: a sheet with headings, otherwise the sheet with the most
 * questions; hidden sheets last.
 */
export function likelySheet(
  sheets: readonly { readonly isHidden: boolean; readonly rows: Table }[],
): number {
  const scores = sheets.map(({ isHidden, rows }) => {
    const layout = layoutOf(rows);
    const questions = readTable(rows, layout).filter(({ kind }) => kind === 'question').length;
    const headings = layout.heading === null ? 0 : headingsIn(rows[layout.heading - 1] ?? []);
    if (questions === 0) return isHidden ? -2 : -1;
    return (isHidden ? 0 : 1e9) + headings * 1e6 + questions;
  });
  return scores.indexOf(Math.max(...scores));
}
