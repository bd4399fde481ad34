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

/** The first `length` characters of a text, without half a surrogate pair at the end. */
export const beginning = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** Letters and digits with marks that many people leave out: accents, Arabic hamzas and vowel signs, Hebrew points. */
const UNMARKED =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}])\p{M}+/gu;

/** Applies NFKC, lower case and ASCII digits, and removes invisible characters and marks that many people leave out. */
export function foldLetters(text: string, maxLength = Infinity): string {
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

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  // Unicode places the ten digits of a script in a row, starting at a multiple of 16 or 6 after it.
  const row = code - (code % 16);
  const zero = /^\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
  return String((code - zero + 10) % 10);
}
