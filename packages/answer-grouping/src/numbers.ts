import words from './data/numbers.json';

const SMALL = new Map(words.small.split(' ').map((word, value) => [word, value]));

const TENS = new Map(Object.entries(words.tens));

/** The power of ten of each scale word. */
const SCALES = new Map(Object.entries(words.powersOfTen));

/** 'second' is absent because it is also a unit of time; instead, '2nd' is spelled out. */
const ORDINALS = new Map(Object.entries(words.ordinals));

const ROMAN_DIGITS = new Map(Object.entries({ i: 1, v: 5, x: 10 }));

const FIGURES = /^\p{Sc}?\d+(?:\.\d+)?$/u;
const ROMAN = /^x{0,3}(?:ix|iv|v?i{0,3})$/;

/** A number read from words: its text and the position after it. */
type Reading = { text: string; next: number };
type Amount = { value: number; next: number };

/**
 * Writes every number in figures: 'twenty one', 'xxi' and '21' become '21', '2.5 million' becomes '2500000', 'first'
 * becomes '1st'. Words must be lower case.
 */
export function canonicalNumbers(tokens: readonly string[]): string[] {
  const result: string[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = wordAt(tokens, at);
    const { text, next } = readFigures(tokens, at) ??
      readOrdinal(tokens, at) ??
      readWords(tokens, at) ??
      readRoman(tokens, at) ?? { text: token, next: at + 1 };
    result.push(text);
    at = next;
  }
  return result;
}

/** An ordinal in figures: '1st', '2nd', '11th'. */
export function ordinal(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1;
  const suffix = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10];
  return `${value}${suffix ?? 'th'}`;
}

/** The token at a position; empty before the first and past the last. */
export const wordAt = (tokens: readonly string[], at: number): string => tokens[at] ?? '';

/** Reads figures with scale words ('5 million', '2.5 hundred thousand') or 'percent'; plain figures stay unchanged. */
export function readFigures(
  tokens: readonly string[],
  at: number,
  powerAt = scaleAt,
): Reading | null {
  const figures = wordAt(tokens, at);
  if (figures === '2nd') return { text: 'second', next: at + 1 };
  if (!FIGURES.test(figures)) return null;
  let next = at + 1;
  let zeros = 0;
  for (let power = powerAt(tokens, next); power !== null; power = powerAt(tokens, next)) {
    zeros += power;
    next += 1;
  }
  const text = zeros === 0 ? figures : shifted(figures, zeros);
  if (tokens[next] === 'percent' || tokens[next] === '%')
    return { text: `${text}%`, next: next + 1 };
  return { text, next };
}

function scaleAt(tokens: readonly string[], at: number): number | null {
  const word = wordAt(tokens, at);
  return word === 'hundred' ? 2 : (SCALES.get(word) ?? null);
}

/** Multiplies decimal figures by a power of ten, exactly. */
function shifted(figures: string, power: number): string {
  const [whole = '', fraction = ''] = figures.split('.');
  const digits = whole + fraction.slice(0, power).padEnd(power, '0');
  const rest = fraction.slice(power);
  const trimmed = digits.replace(/(?<!\d)0+(?=\d)/, '');
  return rest === '' ? trimmed : `${trimmed}.${rest}`;
}

/** Reads 'third', 'twenty first'. */
function readOrdinal(tokens: readonly string[], at: number): Reading | null {
  const tens = TENS.get(wordAt(tokens, at)) ?? 0;
  const last = tens === 0 ? at : at + 1;
  const unit = ORDINALS.get(wordAt(tokens, last));
  if (unit === undefined || (tens > 0 && unit > 9)) return null;
  return { text: ordinal(tens + unit), next: last + 1 };
}

/** Reads 'one hundred and five', 'two million', 'nineteen eighty four', 'ten percent'. */
function readWords(tokens: readonly string[], at: number): Reading | null {
  const amount = readYear(tokens, at) ?? readAmount(tokens, at);
  if (amount === null) return null;
  const isPercent = tokens[amount.next] === 'percent';
  return {
    text: `${amount.value}${isPercent ? '%' : ''}`,
    next: amount.next + (isPercent ? 1 : 0),
  };
}

function readYear(tokens: readonly string[], at: number): Amount | null {
  const century = readBelowHundred(tokens, at);
  if (century === null || century.value < 10 || century.value > 20) return null;
  const rest = readBelowHundred(tokens, century.next);
  if (rest === null || rest.value < 10 || scaleAt(tokens, rest.next) !== null) return null;
  return { value: century.value * 100 + rest.value, next: rest.next };
}

/** Reads groups of up to three digits, each with a smaller scale word than the group before. */
function readAmount(tokens: readonly string[], at: number): Amount | null {
  let value = 0;
  let next = at;
  let limit = Infinity;
  while (limit > 0) {
    const start = next > at ? afterAnd(tokens, next) : next;
    const group = readBelowThousand(tokens, start) ?? { value: 1, next: start };
    const power = SCALES.get(wordAt(tokens, group.next)) ?? 0;
    const isSpelled = group.next > start || power > 0;
    if (!isSpelled || power >= limit) break;
    value += group.value * 10 ** power;
    next = power > 0 ? group.next + 1 : group.next;
    limit = power;
  }
  return next > at ? { value, next } : null;
}

function readBelowThousand(tokens: readonly string[], at: number): Amount | null {
  const first = readBelowHundred(tokens, at);
  const hundredAt = first === null ? at : first.next;
  if (tokens[hundredAt] !== 'hundred') return first;
  const value = (first?.value ?? 1) * 100;
  const rest = readBelowHundred(tokens, afterAnd(tokens, hundredAt + 1));
  if (rest === null || rest.value === 0) return { value, next: hundredAt + 1 };
  return { value: value + rest.value, next: rest.next };
}

function readBelowHundred(tokens: readonly string[], at: number): Amount | null {
  const small = SMALL.get(wordAt(tokens, at));
  if (small !== undefined) return { value: small, next: at + 1 };
  const tens = TENS.get(wordAt(tokens, at));
  if (tens === undefined) return null;
  const unit = SMALL.get(wordAt(tokens, at + 1)) ?? 0;
  return unit > 0 && unit < 10
    ? { value: tens + unit, next: at + 2 }
    : { value: tens, next: at + 1 };
}

function afterAnd(tokens: readonly string[], at: number): number {
  return tokens[at] === 'and' ? at + 1 : at;
}

/**
 * Reads Roman numerals up to 39 ('viii', 'xiv'). A single letter is read as a numeral only as the last word, after a
 * longer word ('world war i', 'henry v'); alone it is a letter.
 */
export function readRoman(tokens: readonly string[], at: number): Reading | null {
  const token = wordAt(tokens, at);
  if (token === '' || !ROMAN.test(token)) return null;
  const before = wordAt(tokens, at - 1);
  const isLast = at === tokens.length - 1;
  if (token.length === 1 && !(isLast && /^\p{L}{3,}$/u.test(before))) return null;
  const digits = Array.from(token, (letter) => ROMAN_DIGITS.get(letter) ?? 0);
  const value = digits.reduce(
    (sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit),
    0,
  );
  return { text: String(value), next: at + 1 };
}
