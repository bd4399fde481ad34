import { lettersOf } from './distance.ts';

/** Words up to this length are the same only when they are equal. */
const MAX_EXACT_LENGTH = 3;

/** Words that make no other answer of an answer. */
const FILLERS = new Set(
  'of the a an and to for they my your his her their our its is about around approximately'.split(
    ' ',
  ),
);

const NEGATIONS = new Set(
  'no not never none non without cannot cant dont doesnt didnt isnt arent wasnt wont nobody nothing'.split(
    ' ',
  ),
);

const IRREGULAR_PLURALS = new Map([
  ['men', 'man'],
  ['women', 'woman'],
  ['children', 'child'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['geese', 'goose'],
  ['mice', 'mouse'],
]);

/** A word as it is compared. */
export type Word = {
  readonly text: string;
  /** With the plainest letters for its sounds: 'phone' is 'fone', 'knock' is 'nok'. */
  readonly spelling: string;
  /** How it sounds, roughly. */
  readonly sound: string;
  /** The letters of `spelling` as bits (`lettersOf`). */
  readonly letters: number;
  /** Whether it is the same only when equal: it is very short, or not of letters alone. */
  readonly isFixed: boolean;
};

/** What is compared of an answer. Texts that differ in `facts` are different answers. */
export type Shape = {
  readonly key: string;
  /** Numbers, meaningful signs and negation, in order. */
  readonly facts: string;
  /** The words that matter, in the singular. */
  readonly words: readonly Word[];
  /** `words` without blanks. */
  readonly compact: Word;
  /** `words` in alphabetical order: equal for 'tom hanks' and 'hanks tom'. */
  readonly sorted: string;
  /** Whether misspellings are looked for: only alphabets in which a letter is a small part of a word. */
  readonly isSpelled: boolean;
};

/** The shape of a key made by `textKey`. */
export function shapeOf(key: string): Shape {
  const tokens = key.split(' ');
  // The last word is never empty: 'vitamin a'.
  const content = tokens.filter((token, at) => at === tokens.length - 1 || !FILLERS.has(token));
  const words = content.map((token) =>
    singular(content.length > 1 ? withoutOrdinal(token) : token),
  );
  const signs = key.match(/[^\p{L}\p{M}\s\u200c\u200d]+/gu) ?? [];
  const isNegative = tokens.some((token) => NEGATIONS.has(token));
  return {
    key,
    facts: [...signs, ...(isNegative ? ['not'] : [])].join(' '),
    words: words.map(wordOf),
    compact: wordOf(words.join('')),
    sorted: words.toSorted().join(' '),
    isSpelled: !/[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(key),
  };
}

function wordOf(text: string): Word {
  const isFixed = text.length <= MAX_EXACT_LENGTH || !/^[\p{L}\p{M}]+$/u.test(text);
  const spelling = isFixed ? text : plainSpelling(text);
  const sound = isFixed ? text : soundOf(spelling);
  return { text, spelling, sound, letters: lettersOf(spelling), isFixed };
}

/** The singular of an English plural or possessive; a word that only looks like one loses its end alike. */
function singular(word: string): string {
  const irregular = IRREGULAR_PLURALS.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4 || !word.endsWith('s') || /\d|(?:ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** '13th amendment' is 'amendment 13'; but 'first love' is not 'one love'. */
function withoutOrdinal(word: string): string {
  return word.replace(/^(?![13]\D)(\d+)(?:st|nd|rd|th)$/, '$1');
}

function plainSpelling(word: string): string {
  return (
    word
      .replaceAll('ph', 'f')
      .replaceAll('ck', 'k')
      .replace(/^[kg]n/, 'n')
      .replace(/^wr/, 'r')
      .replace(/^ps/, 's')
      // 'goooal'
      .replace(/(.)\1{2,}/g, '$1$1')
  );
}

/** Letters by their sound, the first that matches; other letters sound as they are. */
const SOUNDS: readonly (readonly [pattern: string, sound: string])[] = [
  ['v', 'f'],
  ['[st]?ch', 'C'],
  ['sh|[st]i(?=[ao])|ssi', 'S'],
  ['kh|c(?![eiy])|q', 'k'],
  ['c|z', 's'],
  ['x', 'ks'],
  ['dge?|g(?=[eiy])', 'j'],
  ['gh', 'g'],
  ['rh', 'r'],
  ['(?<!^)[aeiouyh]', ''],
];
const SOUND = new RegExp(SOUNDS.map(([pattern]) => `(${pattern})`).join('|'), 'g');

/** How a word sounds, roughly: its consonants by sound, without doubles; of the vowels only the first. */
function soundOf(spelling: string): string {
  return spelling
    .replace(
      SOUND,
      (_, ...groups: unknown[]) =>
        SOUNDS[groups.findIndex((group) => group !== undefined)]?.[1] ?? '',
    )
    .replace(/(.)\1+/g, '$1');
}
