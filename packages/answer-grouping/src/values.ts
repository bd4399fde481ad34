import { ENGLISH } from './languages/english.ts';
import type { Calendar, Language, WordLists } from './languages/language.ts';
import { wordAt } from './numbers.ts';
import { postingsInSteps } from './postings.ts';
import type { QuestionIntent } from './question-intent.ts';
import type { Reading } from './readings.ts';
import type { ShortForm } from './short-forms.ts';
import { singular } from './stems.ts';
import type { Steps } from './steps.ts';
import type { Unit } from './units.ts';

/** A date or a part of a date; null parts were not given. */
export type CalendarDate = {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
};

/** The value read from a position, and the position after it. */
export type Parsed<T> = { readonly value: T; readonly next: number };

/**
 * Reads '4 july 1776', 'july the 4th', 'sept 2001', '25/12', '2001-10-09' (as '2001 10 9' it is a list), with or without a
 * weekday before it.
 */
export function readDate(
  tokens: readonly string[],
  at: number,
  calendar: Calendar = ENGLISH.calendar,
): Parsed<CalendarDate> | null {
  const isWeekday = calendar.weekdays.has(wordAt(tokens, at));
  const from = isWeekday ? afterJoints(tokens, at + 1, calendar) : at;
  let date: CalendarDate = { year: null, month: null, day: null };
  let end = from;
  for (let next = from; date.year === null; next = afterJoints(tokens, end, calendar)) {
    const token = wordAt(tokens, next);
    const month = date.month ?? calendar.monthOf.get(token) ?? null;
    const day = date.day ?? dayOf(token, calendar);
    // A year follows the month: '1776 july' is no date.
    const year = date.month !== null && /^[12]\d{3}$/.test(token) ? Number(token) : null;
    if (month === date.month && day === date.day && year === null) break;
    date = { year, month, day };
    end = next + 1;
  }
  const isDated = date.month !== null && (date.day !== null || date.year !== null);
  return isDated ? { value: date, next: end } : readFigures(tokens, from, calendar);
}

export const dateText = ({ year, month, day }: CalendarDate): string =>
  [year, month, day].map((part) => part ?? '').join('-');

/** Reads '25/12', '10/9/2001', '2001/10/9'. Where both orders are possible, that of the language counts. */
function readFigures(
  tokens: readonly string[],
  at: number,
  calendar: Calendar,
): Parsed<CalendarDate> | null {
  const match = /^(\d{1,4})([./])(\d{1,2})(?:\2(\d{1,4}))?$/.exec(wordAt(tokens, at));
  if (match === null) return null;
  const [, a = '', sign, b = '', c] = match;
  const [one, other] = [Number(a), Number(b)];
  // Two figures are a date only if one is above 12 and the sign is '/': '1/2' is a half, '2.5' is a number.
  if (c === undefined && (sign === '.' || !(one > 12 || other > 12))) return null;
  const isDayFirst = one > 12 || sign === '.' || (calendar.isDayFirst && other <= 12);
  const [month, day] = isDayFirst ? [other, one] : [one, other];
  const value =
    a.length === 4
      ? { year: one, month: other, day: Number(c) }
      : { year: c === undefined ? null : fullYear(c), month, day };
  const isDate = value.month >= 1 && value.month <= 12 && value.day >= 1 && value.day <= 31;
  return isDate ? { value, next: at + 1 } : null;
}

function fullYear(figures: string): number {
  const year = Number(figures);
  if (figures.length > 2) return year;
  return year + (year < 40 ? 2000 : 1900);
}

function dayOf(token: string, { days }: Calendar): number | null {
  const day = days.get(token) ?? Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(token)?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : null;
}

function afterJoints(tokens: readonly string[], at: number, { joints }: Calendar): number {
  let next = at;
  while (joints.has(wordAt(tokens, next))) next += 1;
  return next;
}

/** A number, quantity, date or time, normalised for comparison: equal texts are equal values. */
export type Value = {
  readonly kind: 'number' | 'quantity' | 'date' | 'time';
  readonly text: string;
  /** The number of a quantity without its unit. */
  readonly figures?: string;
  /** What the text may mean instead: the date with day and month swapped, the time in either half of the day. */
  readonly others?: readonly string[];
};

/** The values in a text, and its other words. */
export type Values = { readonly values: readonly Value[]; readonly words: readonly string[] };

const FIGURES = /^(\p{Sc}?)(-?\d+(?:\.\d+)?)(%|°?\p{L}+)?$/u;
const FRACTION = /^(\d+)\/(\d+)$/;
const ERAS = new Map(Object.entries({ bc: -1, bce: -1, ad: 1, ce: 1 }));
/** Factors of letters after an amount of money: '$5m'. */
const SCALES = new Map(Object.entries({ k: 1e3, m: 1e6, mn: 1e6, b: 1e9 }));
const DIGITS = 9;
const METRES_OF_KILOMETRE = 1000;

/** Reads the values among the words of a key; the other words stay unchanged. */
export function readValues(given: readonly string[], language: Language = ENGLISH): Values {
  const tokens = withHalves(given, language);
  const values: Value[] = [];
  const words: string[] = [];
  let at = 0;
  while (at < tokens.length) {
    const found = readValue(tokens, at, language);
    if (found === null) words.push(wordAt(tokens, at));
    else values.push(found.value);
    at = found?.next ?? at + 1;
  }
  return { values, words };
}

/** Units that are used without a number: 'a decade'. */
const BARE_SPANS: ReadonlySet<string> = new Set(['fortnight', 'decade', 'century']);

/**
 * Writes halves in figures: '1 and a half hours', '1 1/2 hours', '2 hours and a half', 'hour and a half', '3 quarters
 * of an hour', '1h30'.
 */
function withHalves(tokens: readonly string[], { halfAt, unitOf }: Language): readonly string[] {
  const [span = '', ...others] = tokens;
  if (others.length === 0 && BARE_SPANS.has(span)) return ['1', span];
  if (!tokens.some((token) => token === 'half' || /\d/.test(token))) return tokens;
  const isUnit = (at: number) => unitOf(wordAt(tokens, at)) !== null;
  const result: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = wordAt(tokens, at);
    const whole = /^\d+$/.test(token) ? Number(token) : null;
    const timed = /^(\d{1,2})h(\d{2})$/.exec(token);
    if (whole !== null && halfAt(tokens, at + 1) > 0) {
      result.push(String(whole + 0.5));
      at += halfAt(tokens, at + 1);
    } else if (whole !== null && tokens[at + 1] === '1/2') {
      result.push(String(whole + 0.5));
      at += 1;
    } else if (whole !== null && isUnit(at + 1) && halfAt(tokens, at + 2) > 0) {
      result.push(String(whole + 0.5), wordAt(tokens, at + 1));
      at += 1 + halfAt(tokens, at + 2);
    } else if (at === 0 && isUnit(0) && halfAt(tokens, 1) > 0) {
      result.push('1.5', token);
      at += halfAt(tokens, 1);
    } else if (whole === 3 && tokens[at + 1] === 'quarters' && tokens[at + 2] === 'of') {
      result.push('3/4');
      at += isArticle(tokens[at + 3]) ? 3 : 2;
    } else if (timed !== null) result.push(String(Number(timed[1]) * 60 + Number(timed[2])), 'min');
    else result.push(token);
  }
  return result;
}

type Found = { readonly value: Value; readonly next: number };

function readValue(tokens: readonly string[], at: number, language: Language): Found | null {
  return (
    readWholeDate(tokens, at, language) ??
    readTime(tokens, at) ??
    readDozens(tokens, at, language) ??
    readQuantity(tokens, at, language)
  );
}

function readWholeDate(
  tokens: readonly string[],
  at: number,
  { calendar }: Language,
): Found | null {
  const found = readDate(tokens, at, calendar);
  if (found === null) return null;
  const { year, month, day } = found.value;
  const value: Value = { kind: 'date', text: dateText(found.value) };
  // Day and month of figures that do not start with the year may be swapped.
  const isSwappable = /^\d{1,2}[./]/.test(wordAt(tokens, found.next - 1));
  return isSwappable && day !== null && day <= 12 && day !== month
    ? {
        value: { ...value, others: [dateText({ year, month: day, day: month })] },
        next: found.next,
      }
    : { value, next: found.next };
}

/** Reads '10:30 pm', '10 pm', '22:30'. */
function readTime(tokens: readonly string[], at: number): Found | null {
  const match = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/.exec(wordAt(tokens, at));
  if (match === null) return null;
  const [token, hours = '', minutes = '00', attached] = match;
  const following = wordAt(tokens, at + 1);
  const isApart = attached === undefined && /^[ap]m$/.test(following);
  const half = attached ?? (isApart ? following : undefined);
  const hour = Number(hours);
  if ((half === undefined && !token.includes(':')) || hour > 23 || Number(minutes) > 59)
    return null;
  const [morning, evening] = [0, 12].map((from) => `${from + (hour % 12)}:${minutes}`);
  const told = half === undefined ? `${hour}:${minutes}` : half === 'pm' ? evening : morning;
  // Without 'am' or 'pm', an hour up to 12 may be in either half of the day.
  const isOpen = half === undefined && hour > 0 && hour <= 12;
  return {
    value: isOpen
      ? { kind: 'time', text: `${token}?`, others: [morning ?? '', evening ?? ''] }
      : { kind: 'time', text: told ?? '' },
    next: at + (isApart ? 2 : 1),
  };
}

/** Reads 'a dozen', '2 dozen', 'half a dozen'. */
function readDozens(tokens: readonly string[], at: number, language: Language): Found | null {
  const first = wordAt(tokens, at);
  if (isDozen(first)) return partOf(12, tokens, at + 1, language);
  const figures = first === 'half' ? 0.5 : (plainFigures(first) ?? (first === 'a' ? 1 : null));
  const dozenAt = tokens[at + 1] === 'a' ? at + 2 : at + 1;
  if (figures === null || !isDozen(wordAt(tokens, dozenAt))) return null;
  return partOf(figures * 12, tokens, dozenAt + 1, language);
}

const isDozen = (word: string): boolean => singular(word) === 'dozen';

function plainFigures(token: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(token) ? Number(token) : null;
}

/** Reads '5280 ft', '5ft 6in', '$5', '500 bc', '1/2', or a plain number. */
function readQuantity(tokens: readonly string[], at: number, language: Language): Found | null {
  const token = wordAt(tokens, at);
  const fraction = FRACTION.exec(token);
  if (fraction !== null && Number(fraction[2]) > 0) {
    return partOf(Number(fraction[1]) / Number(fraction[2]), tokens, at + 1, language);
  }
  if (
    token === 'half' &&
    isArticle(tokens[at + 1]) &&
    language.unitOf(wordAt(tokens, at + 2)) !== null
  ) {
    return partOf(0.5, tokens, at + 2, language);
  }
  const eraBefore = ERAS.get(token);
  if (eraBefore !== undefined) {
    const inEra = readAmount(tokens, at + 1, language);
    return inEra?.unit === null
      ? { value: numberValue(inEra.amount * eraBefore), next: inEra.next }
      : null;
  }
  const first = readAmount(tokens, at, language);
  if (first === null) return null;
  if (first.unit === null) {
    const era = ERAS.get(wordAt(tokens, first.next));
    if (era !== undefined) {
      return { value: numberValue(first.amount * era), next: first.next + 1 };
    }
    return { value: { kind: 'number', text: first.figures }, next: first.next };
  }
  const { dimension } = first.unit;
  let total = first.amount * first.unit.factor;
  let { next } = first;
  const readMore = () => readAmount(tokens, afterAnd(tokens, next, language), language, true);
  let more = readMore();
  while (more?.unit?.dimension === dimension && more.unit.factor < first.unit.factor) {
    total += more.amount * more.unit.factor;
    ({ next } = more);
    more = readMore();
  }
  return {
    value: {
      kind: 'quantity',
      text: `${rounded(total)} ${dimension}`,
      ...(next === first.next && isPlainUnit(wordAt(tokens, next - 1), dimension)
        ? { figures: first.figures }
        : {}),
    },
    next,
  };
}

const isArticle = (word: string | undefined) => word === 'a' || word === 'an';

/** Returns an amount with the unit that follows it, if there is one: '1/2 mile', 'half an hour'. */
function partOf(
  amount: number,
  tokens: readonly string[],
  unitAt: number,
  { unitOf }: Language,
): Found {
  const unit = unitOf(wordAt(tokens, unitAt));
  if (unit === null) return { value: numberValue(amount), next: unitAt };
  const text = `${rounded(amount * unit.factor)} ${unit.dimension}`;
  return { value: { kind: 'quantity', text, figures: rounded(amount) }, next: unitAt + 1 };
}

/** Whether people may leave out the unit: not 'percent', and not the letter in '1m', which may mean a million. */
const isPlainUnit = (word: string, dimension: string): boolean =>
  dimension !== 'percent' && !/^[\d.]+\p{L}$/u.test(word);

type Amount = {
  readonly amount: number;
  readonly figures: string;
  readonly unit: Unit | null;
  readonly next: number;
};

/** Reads a number with its unit. `isInner`: the number follows another quantity, so 'in' may mean inches. */
function readAmount(
  tokens: readonly string[],
  at: number,
  { unitOf }: Language,
  isInner = false,
): Amount | null {
  const match = FIGURES.exec(wordAt(tokens, at));
  if (match === null) return null;
  const [, sign = '', typed = '', end = ''] = match;
  const figures = typed.includes('.') ? typed.replace(/(?<![.0])0+$|(?<=\.0)0+$/, '') : typed;
  const amount = Number(figures);
  // '80s' is a decade, not 80 seconds.
  if (end === 's') return null;
  if (sign !== '') {
    const scale = end === '' ? 1 : SCALES.get(end);
    if (scale === undefined) return null;
    const unit = unitOf(sign) ?? { dimension: sign, factor: 1 };
    return { amount: amount * scale, figures: String(amount * scale), unit, next: at + 1 };
  }
  if (end !== '') {
    const unit = unitOf(end === 'in' ? 'inch' : end);
    return unit === null ? null : { amount, figures, ...perHour(unit, tokens, at + 1) };
  }
  const { word, next } = skippedDegree(tokens, at + 1);
  const unit = unitOf(isInner && word === 'in' ? 'inch' : word);
  return unit === null
    ? { amount, figures, unit, next: at + 1 }
    : { amount, figures, ...perHour(unit, tokens, next) };
}

/**
 * Turns a length into a speed if 'per hour' follows: 'km/h' (in a key the slash is a blank), 'miles per hour'. Other
 * units stay unchanged.
 */
function perHour(unit: Unit, tokens: readonly string[], at: number): { unit: Unit; next: number } {
  const hourAt = tokens[at] === 'per' ? at + 1 : at;
  const isHour = tokens[hourAt] === 'h' || (hourAt > at && tokens[hourAt] === 'hour');
  return unit.dimension === 'length' && isHour
    ? { unit: { dimension: 'speed', factor: unit.factor / METRES_OF_KILOMETRE }, next: hourAt + 1 }
    : { unit, next: at };
}

/** Skips the word 'degrees' before a unit: '100 degrees celsius'. */
function skippedDegree(tokens: readonly string[], at: number): { word: string; next: number } {
  const skip = singular(wordAt(tokens, at)) === 'degree' ? at + 1 : at;
  return { word: wordAt(tokens, skip), next: skip + 1 };
}

const afterAnd = (tokens: readonly string[], at: number, { and }: Language) =>
  tokens[at] === and ? at + 1 : at;

const numberValue = (amount: number): Value => ({ kind: 'number', text: rounded(amount) });

/** Rounds away floating-point noise. */
const rounded = (amount: number): string => String(Number(amount.toPrecision(DIGITS)));

/**
 * Matches a bare number with a quantity of that number ('12', '12 inches'), and, if the question asks for a count, with
 * a text that starts with it ('216 countries and territories').
 */
export function* bareFiguresInSteps(
  readings: readonly Reading[],
  { kind }: QuestionIntent,
  { modifiers }: WordLists = ENGLISH.words,
): Steps<ShortForm> {
  const byFigures = yield* postingsInSteps(readings, ({ value, tokens }) => {
    if (value !== null) return value.figures === undefined ? [] : [value.figures];
    const [first = '', ...others] = tokens;
    return kind === 'count' && others.every((token) => !/\d/.test(token) && !modifiers.has(token))
      ? [first]
      : [];
  });
  return {
    reason: 'number',
    hostsOf: ({ value }) => (value?.kind === 'number' ? (byFigures.get(value.text) ?? []) : []),
  };
}
