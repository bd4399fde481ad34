import type { Language } from './languages/language.ts';
import { rulesOf } from './languages/rules.ts';
import { beginning, foldLetters } from './letters.ts';

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
 * key of a key is the same key, and only an empty text has an empty key. Articles and number words are those of
 * `language`, a primary language subtag.
 */
export function textKey(text: string, language?: string): string {
  const rules = rulesOf(language);
  const maxLength = Math.max(MAX_GROWTH * text.length, ALWAYS_ALLOWED_LENGTH);
  let key = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = beginning(normalized(withoutExcessMarks(key), maxLength, rules), maxLength);
    if (next === key) break;
    key = next;
  }
  return key;
}

/** Keeps at most six marks and joiners on one letter; no script needs more. */
const withoutExcessMarks = (text: string): string =>
  text.replace(/([\p{M}\u200c\u200d]{6})[\p{M}\u200c\u200d]+/gu, '$1');

function normalized(text: string, maxLength: number, rules: Language): string {
  const folded = foldLetters(text, maxLength);
  const words = rules.respell(foldSigns(folded, rules)).split(' ');
  const key = rules
    .withFigures(withoutArticles(words, rules))
    .join(' ')
    .replace(/\d[\d ]*\.?/g, withJoinedThousands);
  if (key !== '') return key;
  return collapsed(folded) || collapsed(text) || text;
}

/** Joins the digit groups of one number: '10 000', like '10,000'. Other figures in a row are several numbers. */
const withJoinedThousands = (figures: string): string =>
  figures.replace(/^\d{1,3}(?: \d{3})+(?![\d.]| \d)/, (number) => number.replaceAll(' ', ''));

/** Unifies signs that carry meaning, and replaces all other signs by blanks. */
function foldSigns(text: string, { and, respellFigures }: Language): string {
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
    .replaceAll('&', ` ${and} `)
    .replace(/(?<=\S) \+ (?=\S)|(?<=[\p{L}\p{N}])\+(?=[\p{L}\p{N}])/gu, ` ${and} `)
    .replace(/\bper cent\b/g, 'percent');
  return foldFigures(respellFigures(plain))
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

function withoutArticles(words: readonly string[], { isArticle }: Language): readonly string[] {
  let from = 0;
  while (isArticle(words[from], words[from + 1])) from += 1;
  return words.slice(from);
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
