import { canonicalNumbers } from './numbers.ts';

/**
 * Letters that people interchange: Latin letters that are not a base letter with a mark; Russian 'ё', which is mostly
 * printed as 'е'; Arabic letters as Lucene's ArabicNormalizer and PersianNormalizer fold them.
 */
const LETTERS = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ё', 'е'],
  ['\u0671', '\u0627'], // alef wasla: alef
  ['\u0649', '\u064a'], // alef maksura: yeh
  ['\u06cc', '\u064a'], // Farsi yeh: yeh
  ['\u06a9', '\u0643'], // keheh: kaf
  ['\u0629', '\u0647'], // teh marbuta: heh
  ['\u06c1', '\u0647'], // heh goal: heh
  ['\u0621', ''], // hamza alone, which many leave out
]);
export const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');

/** Accents used as apostrophes, which NFKC would turn into a blank with an accent. */
const ACUTES = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/gu;
const APOSTROPHES = /['’‘‛`ʹʻʼʽʾʿˈˊˋ′‵\u055a\u05f3\u07f4\ua78c]/gu;

/** A key is cut at `MAX_GROWTH` times the length of its text, but never below `ALWAYS_ALLOWED_LENGTH`. */
const MAX_GROWTH = 2;
const ALWAYS_ALLOWED_LENGTH = 400;

/**
 * Normalisation is repeated until nothing changes. This limit is never reached: the second round nearly always changes
 * nothing.
 */
const MAX_ROUNDS = 8;

/**
 * The normal form of an answer: two answers with equal keys are the same answer. Removes case, width, accents of Latin
 * and Greek letters, Arabic vowel signs and hamzas, Hebrew points, punctuation, apostrophes, surplus blanks and leading
 * articles, and writes numbers in figures. Keeps signs that carry meaning ('o+', 'f#', '50%', '$5', '-3', '1/2'). Emoji
 * beside a word are removed; an answer of emoji or punctuation alone is kept as it is. Other scripts keep every letter,
 * and as many marks on it as their spelling needs. A key has at most twice as many characters as the text, or 400. The
 * key of a key is the same key, and only an empty text has an empty key.
 */
export function textKey(text: string): string {
  const maxLength = Math.max(MAX_GROWTH * text.length, ALWAYS_ALLOWED_LENGTH);
  let key = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = beginning(normalized(withoutExcessMarks(key), maxLength), maxLength);
    if (next === key) break;
    key = next;
  }
  return key;
}

/** Keeps at most six marks and joiners on one letter; no script needs more. */
const withoutExcessMarks = (text: string): string =>
  text.replace(/([\p{M}\u200c\u200d]{6})[\p{M}\u200c\u200d]+/gu, '$1');

/** The first `length` characters of a text, without half a surrogate pair at the end. */
const beginning = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

function normalized(text: string, maxLength: number): string {
  const folded = foldLetters(text, maxLength);
  // 'no one' must not be read as the number 1.
  const words = foldSigns(folded)
    .replace(/\bno one\b/g, 'nobody')
    .split(' ');
  const key = canonicalNumbers(withoutArticles(words))
    .join(' ')
    .replace(/\d[\d ]*\.?/g, withJoinedThousands);
  if (key !== '') return key;
  return collapsed(folded) || collapsed(text) || text;
}

/** Joins the digit groups of one number: '10 000', like '10,000'. Other figures in a row are several numbers. */
const withJoinedThousands = (figures: string): string =>
  figures.replace(/^\d{1,3}(?: \d{3})+(?![\d.]| \d)/, (number) => number.replaceAll(' ', ''));

/** Letters and digits with marks that many people leave out: accents, Arabic hamzas and vowel signs, Hebrew points. */
const UNMARKED =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}])\p{M}+/gu;

/** Applies NFKC, lower case and ASCII digits, and removes invisible characters and marks that many people leave out. */
function foldLetters(text: string, maxLength: number): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  // NFKC would turn '™' and '℠' into letters.
  const composed = text.replace(/[™℠]/g, '').replace(ACUTES, "'").normalize('NFKC');
  return (
    // NFKC expands some characters to eighteen letters, so cut the text before the next passes.
    beginning(composed, maxLength)
      // Upper case first, like a case fold: 'ß' becomes 'ss' and 'ς' becomes 'σ'.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .normalize('NFD')
      // The Arabic tatweel only stretches a word and means nothing.
      .replaceAll('\u0640', '')
      .replace(UNMARKED, '$1')
      .normalize('NFKC')
      // Removes the stress mark of dictionaries. 'й' is a letter of its own, and composed by now.
      .replace(/(?<=\p{Script=Cyrillic})\u0301/gu, '')
      .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter)
      // Keeps joiners, which belong to the spelling of some scripts and to emoji, and tags, which distinguish flags.
      .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu, '')
      .replace(/(?<=^|[\s\p{Script=Latin}\p{Nd}])[\u200c\u200d]+/gu, '')
      .replace(/\p{Nd}/gu, asciiDigit)
  );
}

/** Unifies signs that carry meaning, and replaces all other signs by blanks. */
function foldSigns(text: string): string {
  // Most answers contain no signs, so skip the slow part.
  if (/^[a-z]+(?: [a-z]+)*$/.test(text) && !/\bper cent\b/.test(text)) return text;
  const hasWord = /\p{L}{2}|[^\P{L}\p{Script=Latin}]/u.test(text);
  const isPictorial = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text);
  if (!isPictorial && !/[\p{L}\p{N}]/u.test(text)) return '';
  const plain = text
    .replace(/[\u2010-\u2015\u2043\u2212]/g, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replaceAll('♯', '#')
    .replace(/(?<=\d)['’](?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d)['’′]+(?=\d)/g, ' ')
    .replace(APOSTROPHES, '')
    .replace(/(?<=\p{L})["״“”„](?=\p{L})/gu, '')
    .replaceAll('&', ' and ')
    .replace(/(?<=\S) \+ (?=\S)|(?<=[\p{L}\p{N}])\+(?=[\p{L}\p{N}])/gu, ' and ')
    .replace(/\bper cent\b/g, 'percent');
  return foldFigures(plain)
    .replace(SIGN, (sign: string, meaningful: string | undefined) =>
      meaningful !== undefined || (!hasWord && /[\p{S}\p{Cf}]/u.test(sign)) ? sign : ' ',
    )
    .replace(/(?<=^|\s)\p{M}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Matches a sign. Group 1 is set if the sign carries meaning at its position. */
export const SIGN = new RegExp(
  [
    '(',
    [
      String.raw`(?<=[\p{L}\p{N}+])\++(?![\p{L}\p{N}])`, // c++, 18+
      String.raw`(?<=(?<![\p{L}\p{N}])(?:\p{L}|ab))-+(?![\p{L}\p{N}-])`, // a-, ab-
      String.raw`(?<![^\s(])-(?=\p{Sc}?\d)`, // -3
      String.raw`(?<=\p{L})[#♭]`, // f#
      String.raw`(?<=\d ?)%`,
      String.raw`(?<=\d)[.:/](?=\d)`, // 2.5, 10:30, 1/2
      String.raw`\p{Sc}(?=\d)`, // $5
    ].join('|'),
    String.raw`)|[^\p{L}\p{M}\p{N}\s\u200c\u200d]`,
  ].join(''),
  'gu',
);

/** Writes figures without separators, with the currency in front and the scale word ('million') apart. */
function foldFigures(text: string): string {
  return (
    text
      .replace(/(?<=\d)(?=(?:hundred|thousand|million|billion|trillion|bn|percent)\b)/g, ' ')
      .replace(/(?<![\d.,])\d{1,3}(?:,\d{2,3})*,\d{3}(?!,?\d)/g, (figures) =>
        figures.replaceAll(',', ''),
      )
      .replace(/(?<![\d.,])(\d+),(\d{1,2})(?![.,]?\d)/g, '$1.$2')
      .replace(/(?<![\p{L}\d.])\.(?=\d)/gu, '0.')
      // Removes dots in abbreviations: 'u.s.a', 'ph.d'.
      .replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L})|(?<=\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
      .replace(/(?<![\d.])(\d+)\.0+(?![\d.])/g, '$1')
      .replace(/(\p{Sc}) (?=\d)/gu, '$1')
      .replace(/(?<![\p{Sc}\d.])(\d[\d.]*) ?(\p{Sc})(?!\d)/gu, '$2$1')
      // Joins a blood group or school grade with its sign: 'ab +'.
      .replace(/(?<=(?:^| )(?:[a-fo]|ab)) (?=[+-]$)/g, '')
  );
}

function withoutArticles(words: readonly string[]): readonly string[] {
  let from = 0;
  while (isArticle(words[from], words[from + 1])) from += 1;
  return words.slice(from);
}

/** Whether a word is an article before the next word; in 'a b', 'a 10' and 'a and b' it is the letter 'a'. */
function isArticle(word: string | undefined, next: string | undefined): boolean {
  if (next === undefined) return false;
  if (word === 'the') return true;
  return (word === 'a' || word === 'an') && /^\p{L}{2}/u.test(next) && next !== 'and';
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  // Unicode places the ten digits of a script in a row, starting at a multiple of 16 or 6 after it.
  const row = code - (code % 16);
  const zero = /^\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
  return String((code - zero + 10) % 10);
}
