import words from './data/dates.json';

/** A date or a part of one; absent parts were not said. */
export type CalendarDate = {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
};

/** Days with a name of their own, as keys. */
const HOLIDAYS = new Map(
  Object.entries(words.holidays).map(
    ([name, [month = 0, day = 0]]) => [name, { year: null, month, day }] as const,
  ),
);

/** The day of the year that a whole key names. */
export const holidayOf = (key: string): CalendarDate | null => HOLIDAYS.get(key) ?? null;

/** What was read from `at` on, and the position after it. */
export type Read<T> = { readonly value: T; readonly next: number };

const MONTHS = words.months.split(' ');
const MONTH_OF: ReadonlyMap<string, number> = new Map([
  ...MONTHS.flatMap((name, index) => [
    [name, index + 1] as const,
    [name.slice(0, 3), index + 1] as const,
  ]),
  ['sept', 9],
]);
const WEEKDAYS = new Set(words.weekdays.split(' '));

const JOINTS = new Set(['of', 'the', 'in']);

/** Reads '4 july 1776', 'july the 4th', 'sept 2001', '25/12', '2001-10-09' (as '2001 10 9' it is a list). */
export function readDate(tokens: readonly string[], at: number): Read<CalendarDate> | null {
  return (
    readAfterWeekday(tokens, at) ??
    readMonthFirst(tokens, at) ??
    readDayFirst(tokens, at) ??
    readFigures(tokens, at)
  );
}

/** '10/9/2001' is one day to some and another to others: the other one, if there is one. */
export function otherReading({ year, month, day }: CalendarDate): CalendarDate | null {
  if (month === null || day === null || day > 12 || day === month) return null;
  return { year, month: day, day: month };
}

export const dateText = ({ year, month, day }: CalendarDate): string =>
  [year, month, day].map((part) => part ?? '').join('-');

function readAfterWeekday(tokens: readonly string[], at: number): Read<CalendarDate> | null {
  if (!WEEKDAYS.has(tokens[at] ?? '')) return null;
  const next = afterJoints(tokens, at + 1);
  return readMonthFirst(tokens, next) ?? readDayFirst(tokens, next) ?? readFigures(tokens, next);
}

function readMonthFirst(tokens: readonly string[], at: number): Read<CalendarDate> | null {
  const month = MONTH_OF.get(tokens[at] ?? '');
  if (month === undefined) return null;
  const dayAt = afterJoints(tokens, at + 1);
  const day = dayOf(tokens[dayAt]);
  if (day !== null) return withYear(tokens, dayAt + 1, month, day);
  const year = yearOf(tokens[dayAt]);
  return year === null ? null : { value: { year, month, day: null }, next: dayAt + 1 };
}

function readDayFirst(tokens: readonly string[], at: number): Read<CalendarDate> | null {
  const day = dayOf(tokens[at]);
  if (day === null) return null;
  const monthAt = afterJoints(tokens, at + 1);
  const month = MONTH_OF.get(tokens[monthAt] ?? '');
  return month === undefined ? null : withYear(tokens, monthAt + 1, month, day);
}

function withYear(
  tokens: readonly string[],
  at: number,
  month: number,
  day: number,
): Read<CalendarDate> {
  const yearAt = afterJoints(tokens, at);
  const year = yearOf(tokens[yearAt]);
  return year === null
    ? { value: { year, month, day }, next: at }
    : { value: { year, month, day }, next: yearAt + 1 };
}

/** '25/12', '10/9/2001', '2001/10/9', with the month first where both are possible. */
function readFigures(tokens: readonly string[], at: number): Read<CalendarDate> | null {
  const match = /^(\d{1,4})([./])(\d{1,2})(?:\2(\d{1,4}))?$/.exec(tokens[at] ?? '');
  if (match === null) return null;
  const [, a = '', sign, b = '', c] = match;
  // '1/2' is a half, '2.5' a number.
  if (c === undefined && (sign === '.' || !(Number(a) > 12 || Number(b) > 12))) return null;
  if (a.length === 4) {
    const isDay = isDate(Number(b), Number(c));
    return isDay
      ? { value: { year: Number(a), month: Number(b), day: Number(c) }, next: at + 1 }
      : null;
  }
  const year = c === undefined ? null : fullYear(c);
  const [month, day] =
    Number(a) > 12 || sign === '.' ? [Number(b), Number(a)] : [Number(a), Number(b)];
  return isDate(month, day) ? { value: { year, month, day }, next: at + 1 } : null;
}

const isDate = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31;

function fullYear(figures: string): number {
  const year = Number(figures);
  if (figures.length > 2) return year;
  return year + (year < 40 ? 2000 : 1900);
}

function dayOf(token: string | undefined): number | null {
  const figures = token === 'second' ? '2' : /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(token ?? '')?.[1];
  const day = Number(figures ?? 0);
  return day >= 1 && day <= 31 ? day : null;
}

function yearOf(token: string | undefined): number | null {
  return /^[12]\d{3}$/.test(token ?? '') ? Number(token) : null;
}

function afterJoints(tokens: readonly string[], at: number): number {
  let next = at;
  while (JOINTS.has(tokens[next] ?? '')) next += 1;
  return next;
}
