import scripts from './data/other-scripts.json';
import { postingsInSteps } from './postings.ts';
import type { Reading } from './readings.ts';
import type { ShortForm } from './short-forms.ts';
import type { Steps } from './steps.ts';

/** Texts with fewer consonants are not matched by consonants, because they would fit too many words. */
const MIN_CONSONANTS = 3;
/**
 * From this length on, Latin spellings with the same sound are taken for one name: 'Rachmaninov' and 'Rachmaninoff'.
 */
const MIN_LONG = 6;

const isLatin = (text: string): boolean => !/[^\P{L}\p{Script=Latin}]/u.test(text);
const isGreek = (text: string): boolean => /\p{Script=Greek}/u.test(text);
/** Whether a text is in a script that leaves out most vowels. */
const isAbjad = (text: string): boolean => /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);
/** Whether a text is in a script whose vowels differ from those of the Latin spelling. */
const isLoose = (text: string): boolean => /[\p{Script=Hangul}\p{Script=Katakana}]/u.test(text);

/**
 * Matches texts of other scripts with texts of the same sound: 'Пушкин' and 'Pushkin', 'すし' and 'sushi', '삼성' and
 * 'Samsung'. Two Latin texts are never matched with each other this way.
 */
export function* otherScriptsInSteps(readings: readonly Reading[]): Steps<ShortForm[]> {
  const isNeeded = readings.some(({ key }) => !isLatin(key));
  const skeletonsOf = ({ key, value }: Reading): readonly string[] => {
    if (value !== null || !isNeeded) return [];
    const ways = isGreek(key) ? greekWaysOf(key) : [key];
    const latin = ways.map((way) => romanised(way) ?? '').filter((way) => way !== '');
    return latin.flatMap((way) => (isLatin(key) ? [way] : spellingsOf(way))).map(skeletonOf);
  };
  const consonantsIn = (reading: Reading): readonly string[] =>
    skeletonsOf(reading)
      .slice(0, 1)
      .map(consonantsOf)
      .filter((consonants) => consonants.length >= MIN_CONSONANTS);
  const bySkeleton = yield* postingsInSteps(readings, skeletonsOf);
  const byConsonants = yield* postingsInSteps(readings, consonantsIn);
  /** Other texts with the same sound; only the Latin ones if there are any. */
  const same = (reading: Reading): readonly number[] => {
    const others = skeletonsOf(reading)
      .map((skeleton) => (bySkeleton.get(skeleton) ?? []).filter(isOther(reading)))
      .find((found) => found.length > 0);
    const latin = others?.filter(isInLatin) ?? [];
    return latin.length > 0 ? latin : (others ?? []);
  };
  const isOther = (reading: Reading) => (position: number) =>
    readings[position]?.key !== reading.key;
  const isInLatin = (position: number) => isLatin(readings[position]?.key ?? '');
  const isLong = (reading: Reading) => (skeletonsOf(reading)[0] ?? '').length >= MIN_LONG;
  return [
    {
      reason: 'spelling',
      isMutual: true,
      hostsOf: (reading) =>
        isLatin(reading.key) || isAbjad(reading.key) || !isLong(reading) ? [] : same(reading),
    },
    {
      reason: 'spelling',
      hostsOf: (reading) => {
        if (isLatin(reading.key)) return [];
        const hosts = isAbjad(reading.key) ? [] : same(reading);
        if (hosts.length > 0) return hosts;
        return isAbjad(reading.key) || isLoose(reading.key)
          ? consonantsIn(reading)
              .flatMap((consonants) => byConsonants.get(consonants) ?? [])
              .filter((position) => isOther(reading)(position) && isInLatin(position))
          : [];
      },
    },
  ];
}

const lettersOf = (table: string): (readonly [string, string])[] =>
  Array.from(table.matchAll(/(\S) (\S+)/gu), ([, letter = '', latin = '']) => [
    letter,
    latin === '.' ? '' : latin,
  ]);
const LETTERS = new Map(
  [scripts.cyrillic, scripts.greek, scripts.hebrew, scripts.arabic, scripts.hiragana].flatMap(
    lettersOf,
  ),
);
const GREEK_PAIRS = new Map(Object.entries(scripts.greekPairs));
export const GREEK_PAIR = new RegExp([...GREEK_PAIRS.keys()].join('|'), 'gu');
const SMALL_VOWELS = new Map(Object.entries(scripts.smallVowels));
const [HANGUL_INITIALS, HANGUL_VOWELS, HANGUL_FINALS] = [
  scripts.hangul.initials.split(' '),
  scripts.hangul.vowels.split(' '),
  scripts.hangul.finals.split(' '),
];

const KATAKANA_SHIFT = 0x60;
const FIRST_HANGUL = 0xac00;
const LAST_HANGUL = 0xd7a3;
const partOf = (list: readonly string[], position: number): string =>
  (list[position] ?? '').replace('.', '');
const hangul = (code: number): string => {
  const at = code - FIRST_HANGUL;
  return (
    partOf(HANGUL_INITIALS, Math.floor(at / (HANGUL_VOWELS.length * HANGUL_FINALS.length))) +
    partOf(HANGUL_VOWELS, Math.floor(at / HANGUL_FINALS.length) % HANGUL_VOWELS.length) +
    partOf(HANGUL_FINALS, at % HANGUL_FINALS.length)
  );
};

/** Transliterates a text of an alphabet or syllabary to Latin letters; null if a part is in another script. */
export function romanised(text: string): string | null {
  let latin = '';
  let isDoubling = false;
  for (const given of text.replace(GREEK_PAIR, (pair) => GREEK_PAIRS.get(pair) ?? pair)) {
    const code = given.codePointAt(0) ?? 0;
    const isKatakana = code >= 0x30a1 && code <= 0x30f4;
    const letter = isKatakana ? String.fromCodePoint(code - KATAKANA_SHIFT) : given;
    const small = SMALL_VOWELS.get(letter);
    if (small !== undefined) {
      // A small vowel replaces the vowel before it: 'きゃ' is 'kya', 'しゃ' is 'sha', 'ティ' is 'ti'.
      latin =
        latin.replace(/[aeiou]$/, '') + (/(?:sh|ch|j)i$/.test(latin) ? small.slice(-1) : small);
      continue;
    }
    if (letter === 'っ') {
      isDoubling = true;
      continue;
    }
    const found =
      code >= FIRST_HANGUL && code <= LAST_HANGUL
        ? hangul(code)
        : (LETTERS.get(letter) ?? (/[a-z0-9\s]/.test(letter) ? letter : null));
    if (letter === 'ー') continue;
    if (found === null) return null;
    latin += isDoubling ? found.charAt(0) + found : found;
    isDoubling = false;
  }
  return latin;
}

/**
 * Returns a text's sound as a skeleton: unifies letters that romanisations interchange, and drops blanks, double
 * letters and long vowels.
 */
export const skeletonOf = (latin: string): string =>
  latin
    .replace(/\s/g, '')
    .replace(/dzh|dj/g, 'j')
    .replace(/sch|sh/g, 'S')
    // German writes 's' for 'sh' before 't' and 'p': 'Einstein'.
    .replace(/S(?=[tp])/g, 's')
    .replace(/t?ch|tsch|cz/g, 'C')
    .replace(/zh/g, 'j')
    .replace(/ph/g, 'f')
    .replace(/([kgtd])h/g, '$1')
    .replace(/ks/g, 'x')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/[cq]/g, 'k')
    .replace(/ts|tz|z/g, 's')
    .replace(/off$/, 'ov')
    .replace(/ew/g, 'iu')
    .replace(/w/g, 'v')
    .replace(/[yj]/g, 'i')
    .replace(/iu/g, 'u')
    .replace(/ou|oo/g, 'o')
    .replace(/ei|ii|ie/g, 'i')
    // A silent 'h' after a vowel: 'John', 'Ahmad'.
    .replace(/(?<=[aeiou])h(?![aeiou])/g, '')
    .replace(/(.)\1+/g, '$1');

/**
 * Variants of a Greek text as loanwords spell it: with 'e' for eta, and without a final sigma ('Archimedes',
 * 'moussaka').
 */
export const greekWaysOf = (text: string): readonly string[] =>
  [text, text.replaceAll('η', 'ε')].flatMap((each) => [each, each.replace(/σ$/u, '')]);

/**
 * Variants for Cyrillic 'х' (romanised 'kh') and an initial 'г' ('g'), which Latin names write as 'ch' or 'h': 'Bach',
 * 'Hamlet'.
 */
export const spellingsOf = (latin: string): readonly string[] => {
  const heads = /\bg/.test(latin) ? [latin, latin.replace(/\bg/g, 'h')] : [latin];
  return heads.flatMap((each) =>
    each.includes('kh') ? [each, each.replaceAll('kh', 'ch'), each.replaceAll('kh', 'h')] : [each],
  );
};

const VOICELESS = new Map(Object.entries({ b: 'p', d: 't', g: 'k', l: 'r', f: 'p' }));

/** The consonants of a skeleton, voiced ones as voiceless, for scripts that write different vowels or none. */
export const consonantsOf = (skeleton: string): string =>
  skeleton.replace(/[aeiou]/g, '').replace(/[bdfgl]/g, (letter) => VOICELESS.get(letter) ?? letter);
