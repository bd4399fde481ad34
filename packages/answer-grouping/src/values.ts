import { type CalendarDate, dateText, holidayOf, otherReading, readDate } from './dates.ts';
import { wordAt } from './numbers.ts';
import { singular } from './stems.ts';
import { type Unit, unitOf } from './units.ts';

/** A number, a quantity or a date as it is compared: equal texts are equal values. */
export type Value = {
  readonly kind: 'number' | 'quantity' | 'date' | 'time';
  readonly text: string;
  /** The bare number of a quantity. */
  readonly figures?: string;
  /** The other date that figures in two orders may mean. */
  readonly other?: string;
};

/** What a text says in values, and its other words. */
export type Values = { readonly values: readonly Value[]; readonly words: readonly string[] };

const FIGURES = /^(\p{Sc}?)(-?\d+(?:\.\d+)?)(%|°?\p{L}+)?$/u;
const FRACTION = /^(\d+)\/(\d+)$/;
const ERAS: ReadonlyMap<string, number> = new Map([
  ['bc', -1],
  ['bce', -1],
  ['ad', 1],
  ['ce', 1],
]);
/** '$5m'. */
const SCALES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['b', 1e9],
]);
const DIGITS = 9;
const METRES_OF_KILOMETRE = 1000;

/** Reads the values of a key's words; every other word stays as it is. */
export function readValues(given: readonly string[]): Values {
  const tokens = withHalves(given);
  const values: Value[] = [];
  const words: string[] = [];
  let at = 0;
  while (at < tokens.length) {
    const found = readValue(tokens, at);
    if (found === null) words.push(wordAt(tokens, at));
    else values.push(found.value);
    at = found?.next ?? at + 1;
  }
  return { values, words };
}

/** Units that are said without a number. */
const BARE_SPANS: ReadonlySet<string> = new Set(['fortnight', 'decade', 'century']);

/** '1 and a half hours', '1 1/2 hours', '2 hours and a half', 'hour and a half', '3 quarters of an hour', '1h30' in figures. */
function withHalves(tokens: readonly string[]): readonly string[] {
  const [span = '', ...others] = tokens;
  if (others.length === 0 && BARE_SPANS.has(span)) return ['1', span];
  if (!tokens.some((token) => token === 'half' || /\d/.test(token))) return tokens;
  const isHalf = (at: number) =>
    tokens[at] === 'and' && isArticle(tokens[at + 1]) && tokens[at + 2] === 'half';
  const isUnit = (at: number) => unitOf(wordAt(tokens, at)) !== null;
  const result: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = wordAt(tokens, at);
    const whole = /^\d+$/.test(token) ? Number(token) : null;
    const timed = /^(\d{1,2})h(\d{2})$/.exec(token);
    if (whole !== null && isHalf(at + 1)) {
      result.push(String(whole + 0.5));
      at += 3;
    } else if (whole !== null && tokens[at + 1] === '1/2') {
      result.push(String(whole + 0.5));
      at += 1;
    } else if (whole !== null && isUnit(at + 1) && isHalf(at + 2)) {
      result.push(String(whole + 0.5), wordAt(tokens, at + 1));
      at += 4;
    } else if (at === 0 && isUnit(0) && isHalf(1)) {
      result.push('1.5', token);
      at += 3;
    } else if (whole === 3 && tokens[at + 1] === 'quarters' && tokens[at + 2] === 'of') {
      result.push('3/4');
      at += isArticle(tokens[at + 3]) ? 3 : 2;
    } else if (timed !== null) result.push(String(Number(timed[1]) * 60 + Number(timed[2])), 'min');
    else result.push(token);
  }
  return result;
}

type Found = { readonly value: Value; readonly next: number };

function readValue(tokens: readonly string[], at: number): Found | null {
  return (
    readWholeDate(tokens, at) ??
    readTime(tokens, at) ??
    readDozens(tokens, at) ??
    readQuantity(tokens, at)
  );
}

function readWholeDate(tokens: readonly string[], at: number): Found | null {
  const found = readDate(tokens, at);
  if (found === null) return null;
  // After a year the month comes first.
  const mayBeOther = /^\d{1,2}[./]/.test(wordAt(tokens, found.next - 1));
  return { value: dateValue(found.value, mayBeOther), next: found.next };
}

/** The date of a day that has a name of its own. */
export function readHoliday(key: string): Value | null {
  const date = holidayOf(key);
  return date === null ? null : dateValue(date, false);
}

function dateValue(date: CalendarDate, mayBeOther: boolean): Value {
  const other = mayBeOther ? otherReading(date) : null;
  return {
    kind: 'date',
    text: dateText(date),
    ...(other === null ? {} : { other: dateText(other) }),
  };
}

/** '10:30 pm', '10 pm', '22:30'. */
function readTime(tokens: readonly string[], at: number): Found | null {
  const match = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/.exec(wordAt(tokens, at));
  if (match === null) return null;
  const [token, hours = '', minutes, attached] = match;
  const following = wordAt(tokens, at + 1);
  const isApart = attached === undefined && /^[ap]m$/.test(following);
  const half = attached ?? (isApart ? following : undefined);
  if (half === undefined && !token.includes(':')) return null;
  const hour = Number(hours);
  if (hour > 23 || Number(minutes ?? 0) > 59) return null;
  const after = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  // Without 'am' or 'pm' a small hour may be of either half.
  const isOpen = half === undefined && hour > 0 && hour <= 12;
  return {
    value: { kind: 'time', text: `${isOpen ? '?' : ''}${after * 60 + Number(minutes ?? 0)}` },
    next: at + (isApart ? 2 : 1),
  };
}

/** 'a dozen', '2 dozen', 'half a dozen'. */
function readDozens(tokens: readonly string[], at: number): Found | null {
  const first = wordAt(tokens, at);
  if (isDozen(first)) return partOf(12, tokens, at + 1);
  const figures = first === 'half' ? 0.5 : (plainFigures(first) ?? (first === 'a' ? 1 : null));
  const dozenAt = tokens[at + 1] === 'a' ? at + 2 : at + 1;
  if (figures === null || !isDozen(wordAt(tokens, dozenAt))) return null;
  return partOf(figures * 12, tokens, dozenAt + 1);
}

const isDozen = (word: string): boolean => singular(word) === 'dozen';

function plainFigures(token: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(token) ? Number(token) : null;
}

/** '5280 ft', '5ft 6in', '$5', '500 bc', '1/2'; a plain number is a value too. */
function readQuantity(tokens: readonly string[], at: number): Found | null {
  const token = wordAt(tokens, at);
  const fraction = FRACTION.exec(token);
  if (fraction !== null && Number(fraction[2]) > 0) {
    return partOf(Number(fraction[1]) / Number(fraction[2]), tokens, at + 1);
  }
  if (token === 'half' && isArticle(tokens[at + 1]) && unitOf(wordAt(tokens, at + 2)) !== null) {
    return partOf(0.5, tokens, at + 2);
  }
  const eraBefore = ERAS.get(token);
  if (eraBefore !== undefined) {
    const inEra = readAmount(tokens, at + 1);
    return inEra?.unit === null
      ? { value: numberValue(inEra.amount * eraBefore), next: inEra.next }
      : null;
  }
  const first = readAmount(tokens, at);
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
  const readMore = () => readAmount(tokens, afterAnd(tokens, next), true);
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

/** '1/2 mile', 'half an hour'. */
function partOf(amount: number, tokens: readonly string[], unitAt: number): Found {
  const unit = unitOf(wordAt(tokens, unitAt));
  if (unit === null) return { value: numberValue(amount), next: unitAt };
  const text = `${rounded(amount * unit.factor)} ${unit.dimension}`;
  return { value: { kind: 'quantity', text, figures: rounded(amount) }, next: unitAt + 1 };
}

/** Whether the number alone may stand for the quantity: not for a percentage, nor for '1m', which may be a million. */
const isPlainUnit = (word: string, dimension: string): boolean =>
  dimension !== 'percent' && !/^[\d.]+\p{L}$/u.test(word);

type Amount = {
  readonly amount: number;
  readonly figures: string;
  readonly unit: Unit | null;
  readonly next: number;
};

/** `isInner`: after another quantity, where 'in' may be inches. */
function readAmount(tokens: readonly string[], at: number, isInner = false): Amount | null {
  const match = FIGURES.exec(wordAt(tokens, at));
  if (match === null) return null;
  const [, sign = '', typed = '', end = ''] = match;
  const figures = typed.includes('.') ? typed.replace(/(?<![.0])0+$|(?<=\.0)0+$/, '') : typed;
  const amount = Number(figures);
  // '80s' are no seconds.
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

/** 'km/h', whose stroke is a blank by now, and 'miles per hour'; any other unit as it is. */
function perHour(unit: Unit, tokens: readonly string[], at: number): { unit: Unit; next: number } {
  const hourAt = tokens[at] === 'per' ? at + 1 : at;
  const isHour = tokens[hourAt] === 'h' || (hourAt > at && tokens[hourAt] === 'hour');
  return unit.dimension === 'length' && isHour
    ? { unit: { dimension: 'speed', factor: unit.factor / METRES_OF_KILOMETRE }, next: hourAt + 1 }
    : { unit, next: at };
}

/** '100 degrees celsius'. */
function skippedDegree(tokens: readonly string[], at: number): { word: string; next: number } {
  const skip = singular(wordAt(tokens, at)) === 'degree' ? at + 1 : at;
  return { word: wordAt(tokens, skip), next: skip + 1 };
}

const afterAnd = (tokens: readonly string[], at: number) => (tokens[at] === 'and' ? at + 1 : at);

const numberValue = (amount: number): Value => ({ kind: 'number', text: rounded(amount) });

/** Without the noise of calculating with fractions. */
const rounded = (amount: number): string => String(Number(amount.toPrecision(DIGITS)));
