import type { Language } from './languages/language.ts';
import { ENGLISH } from './languages/english.ts';

/** Words up to this length match only when they are equal. */
const MAX_EXACT_LENGTH = 2;

/** A word prepared for comparison. */
export type Word = {
  readonly text: string;
  /** Simplified spelling: 'phone' is 'fone', 'knock' is 'nok'. */
  readonly spelling: string;
  /** The rough sound of the word. */
  readonly sound: string;
  /** The rough sound of the beginning; words with different starts are never compared. */
  readonly start: string;
  /** The letters of `spelling` as bits (`lettersOf`). */
  readonly letters: number;
  /** Whether the word only matches equal words: very short words, and words with other characters than letters. */
  readonly isFixed: boolean;
  /** Whether this is a known word or name, and therefore not a misspelling of another known word. */
  readonly isKnown: boolean;
};

/** The compared parts of an answer. Texts that differ in `facts` are different answers. */
export type Shape = {
  readonly key: string;
  /** The values, meaningful signs and region in the text, and whether it is negated, as one text. */
  readonly facts: string;
  /** The words without fillers, in the singular. */
  readonly words: readonly Word[];
  /** All words written together. */
  readonly compact: Word;
  /** Whether misspellings are considered. Only in alphabets where a single letter is a small part of a word. */
  readonly isSpelled: boolean;
  /** Whether every word is known. */
  readonly isKnown: boolean;
  /** Whether the text is a known word that does not fit the round (`asMisfit`). */
  readonly isMisfit: boolean;
  /** The spelling rules of the word's language. */
  readonly language: SpellingRules;
};

/** What the comparison of spellings needs of a language. */
export type SpellingRules = Pick<Language, 'areApart' | 'knowsWords' | 'plainSpelling'>;

/** Creates the shape of a text with these words, each in the singular. */
export function shapeOf(
  key: string,
  facts: string,
  texts: readonly string[],
  isKnown: (word: string) => boolean,
  language: SpellingRules = ENGLISH,
): Shape {
  const compared = texts.map((word) => wordOf(word, isKnown(word), language));
  const whole = texts.join('');
  return {
    key,
    facts,
    words: compared,
    compact: wordOf(whole, isKnown(whole), language),
    isSpelled: !/[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(key),
    isKnown: compared.every((word) => word.isKnown || word.isFixed),
    isMisfit: false,
    language,
  };
}

/** A known word that does not fit the round, and so is probably a slip of one that does: its words count as unknown. */
export const asMisfit = (shape: Shape): Shape => ({
  ...shape,
  isMisfit: true,
  words: shape.words.map((word) => ({ ...word, isKnown: false })),
  compact: { ...shape.compact, isKnown: false },
  isKnown: false,
});

/** Maximum size of the caches of words; one is cleared when full. */
const MAX_WORDS = 20_000;
type Words = Record<'known' | 'unknown', Map<string, Word>>;
const wordsOf = new WeakMap<SpellingRules, Words>();

export function wordOf(text: string, isKnown: boolean, language: SpellingRules = ENGLISH): Word {
  const words = wordsOf.get(language) ?? { known: new Map(), unknown: new Map() };
  wordsOf.set(language, words);
  const kept = isKnown ? words.known : words.unknown;
  const found = kept.get(text);
  if (found !== undefined) return found;
  if (kept.size >= MAX_WORDS) kept.clear();
  const fresh = readWord(text, isKnown, language);
  kept.set(text, fresh);
  return fresh;
}

function readWord(text: string, isKnown: boolean, { plainSpelling }: SpellingRules): Word {
  const isFixed = text.length <= MAX_EXACT_LENGTH || !/^[\p{L}\p{M}]+$/u.test(text);
  const spelling = isFixed ? text : plainSpelling(text);
  const sound = isFixed ? text : soundOf(spelling);
  const start = startOf(spelling);
  return { text, spelling, sound, start, letters: lettersOf(spelling), isFixed, isKnown };
}

/** The first letter; letters that are often written for each other have the same start. */
function startOf(spelling: string): string {
  const first = spelling.charAt(0);
  if (/[aeiouy]/.test(first)) return 'A';
  if (/^c[eiy]|^[sxz]/.test(spelling)) return 's';
  return STARTS.get(first) ?? first;
}

const STARTS = new Map(Object.entries({ c: 'k', q: 'k', j: 'g', v: 'f' }));

/** Patterns of letters and their sounds; the first matching pattern applies, and other letters stand for themselves. */
const SOUNDS: readonly (readonly [pattern: string, sound: string])[] = [
  ['v', 'f'],
  ['[st]?ch', 'C'],
  ['sh|[st]i(?=[ao])|ssi', 'S'],
  ['kh|c(?![eiy])|q', 'k'],
  ['c|z', 's'],
  ['x', 'ks'],
  ['dge?|g(?=[eiy])', 'j'],
  ['(?<!^)[aeiouyh]', ''],
];
export const SOUND = new RegExp(SOUNDS.map(([pattern]) => `(${pattern})`).join('|'), 'g');

/** The rough sound of a word: its consonants by sound, without doubles and without vowels except at the beginning. */
function soundOf(spelling: string): string {
  return spelling
    .replace(
      SOUND,
      (_, ...groups: unknown[]) =>
        SOUNDS[groups.findIndex((group) => group !== undefined)]?.[1] ?? '',
    )
    .replace(/(.)\1+/g, '$1');
}

/** Costs in quarters of a plain edit. */
const COST = {
  doubled: 1,
  softGap: 2,
  alike: 2,
  swap: 2,
  vowel: 3,
  near: 3,
  gap: 3,
  replace: 5,
  start: 2,
};

const VOWELS = 'aeiouyαεηιουωаеёиоуыэюя';
/** Letters that are often heard or spelled as each other. */
const ALIKE = ['ckqgx', 'szcx', 'dt', 'bpv', 'mn', 'vfw', 'jg', 'ijy'];

/** For every letter (by character code), a bit for each group that contains it; bit 0 stands for the vowels. */
const GROUPS = [VOWELS, ...ALIKE].reduce((bits, letters, group) => {
  for (const letter of letters) {
    const code = letter.charCodeAt(0);
    bits[code] = (bits[code] ?? 0) | (1 << group);
  }
  return bits;
}, new Uint16Array(0x500));

/** For every Latin letter, the letters beside it on a keyboard, as bits. */
const BESIDE = besideOf(['qwertyuiop', 'asdfghjkl', 'zxcvbnm']);

function besideOf(rows: readonly string[]): Uint32Array {
  const beside = new Uint32Array(0x500);
  const keys = rows.flatMap((row, y) =>
    Array.from(row, (letter, x) => ({ letter, x: x + y / 2, y })),
  );
  for (const key of keys)
    for (const other of keys)
      if (key !== other && Math.abs(key.x - other.x) <= 1 && Math.abs(key.y - other.y) <= 1) {
        const code = key.letter.charCodeAt(0);
        beside[code] = (beside[code] ?? 0) | (1 << (other.letter.charCodeAt(0) & 31));
      }
  return beside;
}

const VOWEL = 1;
const H = 'h'.charCodeAt(0);

/** Maximum length of a word; longer words are never misspellings of each other. */
const MAX_LENGTH = 64;
const STRIDE = MAX_LENGTH + 1;
/**
 * Scratch space, written before it is read: three rows of the distance table, and the cost of each letter of `b` as a
 * gap.
 */
const table = new Int32Array(3 * STRIDE);
const gaps = new Int32Array(MAX_LENGTH);

/**
 * Returns the difference of two spellings in quarters of an edit; `Infinity` beyond `max` and for words of more than 64
 * letters. A Damerau distance (insert, delete, replace, swap neighbours) in which common slips cost less: a letter
 * doubled or not, a vowel or an h left out, a consonant of the same sound.
 */
export function spellingCost(a: string, b: string, max: number): number {
  const width = b.length;
  if (Math.max(a.length, width) > MAX_LENGTH) return Infinity;
  table[0] = 0;
  for (let column = 1; column <= width; column += 1) {
    const gap = gapCost(b, column - 1);
    gaps[column - 1] = gap;
    table[column] = (table[column - 1] ?? 0) + gap;
  }
  let lastLeast = 0;
  for (let row = 1; row <= a.length; row += 1) {
    const current = (row % 3) * STRIDE;
    const last = ((row + 2) % 3) * STRIDE;
    const beforeLast = ((row + 1) % 3) * STRIDE;
    const letter = a.charCodeAt(row - 1);
    // NaN in the first row, so that no letter equals it.
    const before = a.charCodeAt(row - 2);
    const gap = gapCost(a, row - 1);
    let cost = (table[last] ?? 0) + gap;
    let least = cost;
    let diagonal = table[last] ?? 0;
    table[current] = cost;
    for (let column = 1; column <= width; column += 1) {
      const other = b.charCodeAt(column - 1);
      const above = table[last + column] ?? 0;
      cost = Math.min(
        diagonal + replaceCost(letter, other),
        above + gap,
        cost + (gaps[column - 1] ?? 0),
      );
      if (other === before && letter === b.charCodeAt(column - 2)) {
        cost = Math.min(cost, (table[beforeLast + column - 2] ?? 0) + COST.swap);
      }
      table[current + column] = cost;
      diagonal = above;
      if (cost < least) least = cost;
    }
    // Stop only if two rows in a row exceed the limit, because a swap reaches two rows back.
    if (least > max && lastLeast > max) return Infinity;
    lastLeast = least;
  }
  const cost = table[(a.length % 3) * STRIDE + width] ?? 0;
  return cost > max ? Infinity : cost;
}

/**
 * The letters of a word as bits. The number of bits in which two words differ is a lower bound of their `spellingCost`.
 */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** A lower bound of `spellingCost` for words with these letters. */
export function leastCost(a: number, b: number): number {
  let bits = a ^ b;
  let count = 0;
  while (bits !== 0) {
    bits &= bits - 1;
    count += 1;
  }
  return count;
}

function replaceCost(letter: number, other: number): number {
  if (letter === other) return 0;
  const shared = groupsOf(letter) & groupsOf(other);
  if (shared === 0) return areNeighbours(letter, other) ? COST.near : COST.replace;
  return (shared & VOWEL) === 0 ? COST.alike : COST.vowel;
}

const areNeighbours = (letter: number, other: number): boolean =>
  other < 0x80 && ((BESIDE[letter] ?? 0) & (1 << (other & 31))) !== 0;

/** The cost of a letter that only one of the spellings has. */
function gapCost(word: string, at: number): number {
  const letter = word.charCodeAt(at);
  if (letter === word.charCodeAt(at - 1) || letter === word.charCodeAt(at + 1)) return COST.doubled;
  return letter === H || (groupsOf(letter) & VOWEL) !== 0 ? COST.softGap : COST.gap;
}

function groupsOf(letter: number): number {
  return GROUPS[letter] ?? 0;
}

/**
 * Limits for a wrong blank between words ('icecreem'): the highest cost, the least length of a part, and the largest
 * difference in length.
 */
const MAX_JOINED_COST = 4;
const MIN_PART_LENGTH = 3;
const MAX_LENGTH_CHANGE = 1;

/** Limits for a slip that turns one word of a phrase into another known word: least word length and highest cost. */
const MIN_REAL_LENGTH = 6;
const MAX_REAL_COST = 2;

type Limit = {
  readonly length: number;
  readonly cost: number;
  readonly sameSound: number;
  readonly loner: number;
};

/**
 * The highest cost (quarters of an edit) of a misspelling of a word with at most `length` letters. `sameSound` is added
 * if both words sound the same, `loner` if the text is similar to no other text. Short words have too many neighbours
 * (ball, bell, bull) to allow more than a doubled letter or a swap.
 */
const LIMITS: readonly Limit[] = [
  { length: 3, cost: 0, sameSound: 0, loner: 0 },
  { length: 4, cost: 1, sameSound: 0, loner: 0 },
  { length: 5, cost: 2, sameSound: 0, loner: 1 },
  { length: 7, cost: 4, sameSound: 2, loner: 2 },
  { length: 9, cost: 6, sameSound: 4, loner: 4 },
  { length: 11, cost: 8, sameSound: 4, loner: 4 },
  { length: Infinity, cost: 10, sameSound: 4, loner: 4 },
];

/** The same limits for pairs with exactly one known word. */
const LIMITS_OF_KNOWN: readonly Limit[] = [
  { length: 3, cost: 1, sameSound: 1, loner: 1 },
  { length: 4, cost: 3, sameSound: 1, loner: 2 },
  { length: 5, cost: 5, sameSound: 2, loner: 2 },
  { length: 7, cost: 7, sameSound: 3, loner: 4 },
  { length: 9, cost: 9, sameSound: 4, loner: 5 },
  { length: 11, cost: 11, sameSound: 4, loner: 6 },
  { length: Infinity, cost: 13, sameSound: 4, loner: 6 },
];

export type Misspelling = {
  /** The difference in quarters of an edit. */
  readonly cost: number;
  /**
   * Whether the cost is low enough to merge any text; if false, only a text that is similar to no other may be merged.
   */
  readonly isSure: boolean;
  /** Whether the cost is low enough to merge even two popular texts. */
  readonly isClose: boolean;
};

const EQUAL: Misspelling = { cost: 0, isSure: true, isClose: true };

/**
 * The highest cost in a language without a dictionary, where both words may be right ('Nudeln', 'Nadeln'): the limit of
 * words two letters shorter, but letters may always be swapped or doubled.
 */
function maxInDoubt(length: number, hasSameLetters: boolean): number {
  const { cost = 0 } = LIMITS.find((each) => length - 2 <= each.length) ?? {};
  return hasSameLetters ? Math.max(cost, COST.swap) : cost;
}

/** Compares two texts; null if neither can be a misspelling of the other, so that they are different answers. */
export function misspelling(a: Shape, b: Shape): Misspelling | null {
  if (a.facts !== b.facts || !a.isSpelled || !b.isSpelled) return null;
  if (a.isMisfit && b.isMisfit && a.compact.text !== b.compact.text) return null;
  if (a.words.length !== b.words.length) return joined(a, b);
  let sum: Misspelling = EQUAL;
  for (const [index, word] of a.words.entries()) {
    const other = b.words[index];
    const next =
      other === undefined
        ? null
        : (misspelledWord(word, other, a.language) ?? realWordSlip(word, other, a.words.length));
    if (next === null) return null;
    sum = {
      cost: sum.cost + next.cost,
      isSure: sum.isSure && next.isSure,
      isClose: sum.isClose && next.isClose,
    };
  }
  return sum;
}

/**
 * Compares texts with different numbers of words: 'icecreem' and 'ice cream'. An additional word or single letter makes
 * a different answer.
 */
function joined(a: Shape, b: Shape): Misspelling | null {
  const [few, many] = a.words.length < b.words.length ? [a, b] : [b, a];
  if (few.isKnown && many.isKnown && few.compact.text !== many.compact.text) return null;
  const found = misspelledWord(few.compact, { ...many.compact, isKnown: false }, a.language);
  if (found === null) return null;
  const kept = new Set(few.words.map(({ text }) => text));
  if (many.words.some(({ text }) => text.length < MIN_PART_LENGTH && !kept.has(text))) return null;
  const isLike = Math.abs(few.compact.text.length - many.compact.text.length) <= MAX_LENGTH_CHANGE;
  const isBroken = few.words.length === 1 && few.isKnown && isLike;
  return isBroken || found.cost <= MAX_JOINED_COST ? found : null;
}

/** Compares two known words of phrases: in 'product manger', 'manger' is a word but 'manager' is meant. */
function realWordSlip(a: Word, b: Word, count: number): Misspelling | null {
  const isLong = Math.min(a.text.length, b.text.length) >= MIN_REAL_LENGTH;
  if (count < 2 || !isLong || a.isFixed || b.isFixed) return null;
  const cost = spellingCost(a.spelling, b.spelling, MAX_REAL_COST);
  return cost <= MAX_REAL_COST ? { cost, isSure: true, isClose: false } : null;
}

/**
 * Compares two words; null if neither can be a misspelling of the other, as for two known words.
 */
export function misspelledWord(
  a: Word,
  b: Word,
  { areApart, knowsWords }: SpellingRules = ENGLISH,
): Misspelling | null {
  if (a.text === b.text) return EQUAL;
  if (a.isFixed || b.isFixed) return null;
  const isOtherStart = a.start !== b.start;
  if ((a.isKnown && b.isKnown) || areApart(a.text, b.text)) return null;
  const isAnchored = a.isKnown !== b.isKnown;
  // A misspelling of a known word may start with another letter of the same sound ('inglish'). Otherwise the first
  // letter or its sound must be equal, because both may be meant ('emigrate', 'immigrate').
  const isSameStart = a.text[0] === b.text[0] || a.sound[0] === b.sound[0];
  if (!isAnchored && (!isSameStart || isOtherStart)) return null;
  const length = Math.min(a.spelling.length, b.spelling.length);
  const limits = isAnchored ? LIMITS_OF_KNOWN : LIMITS;
  const limit = limits.find((each) => length <= each.length);
  if (limit === undefined) return null;
  const sure =
    limit.cost + (a.sound === b.sound ? limit.sameSound : 0) - (isOtherStart ? COST.start : 0);
  const max = sure + limit.loner;
  if (leastCost(a.letters, b.letters) > max) return null;
  const cost = spellingCost(a.spelling, b.spelling, max);
  if (!knowsWords && !isAnchored && cost > maxInDoubt(length, a.letters === b.letters)) return null;
  return cost <= max ? { cost, isSure: cost <= sure, isClose: 2 * cost <= limit.cost } : null;
}
