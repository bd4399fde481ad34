import { lettersOf } from './distance.ts';

/** Words up to this length are the same only when they are equal. */
const MAX_EXACT_LENGTH = 2;

/** A word as it is compared. */
export type Word = {
  readonly text: string;
  /** With the plainest letters for its sounds: 'phone' is 'fone', 'knock' is 'nok'. */
  readonly spelling: string;
  /** How it sounds, roughly. */
  readonly sound: string;
  /** What it begins with, roughly: words of different starts are never compared. */
  readonly start: string;
  /** The letters of `spelling` as bits (`lettersOf`). */
  readonly letters: number;
  /** Whether it is the same only when equal: it is very short, or not of letters alone. */
  readonly isFixed: boolean;
  /** Whether it is a word or a name, and so no slip for another one. */
  readonly isKnown: boolean;
};

/** What is compared of an answer. Texts that differ in `facts` are different answers. */
export type Shape = {
  readonly key: string;
  /** Values, meaningful signs, the region of a place and negation, in order. */
  readonly facts: string;
  /** The words that matter, in the singular. */
  readonly words: readonly Word[];
  /** `words` without blanks. */
  readonly compact: Word;
  /** Whether misspellings are looked for: only alphabets in which a letter is a small part of a word. */
  readonly isSpelled: boolean;
  /** Whether every word is known. */
  readonly isKnown: boolean;
  /** Whether it is a name among many unknown ones: what is like a known one need not be a slip for it. */
  readonly isName: boolean;
};

/** The shape of a text of these words, each in the singular. */
export function shapeOf(
  key: string,
  facts: string,
  texts: readonly string[],
  isKnown: (word: string) => boolean,
  isName = false,
): Shape {
  const compared = texts.map((word) => wordOf(word, isKnown(word)));
  const joined = texts.join('');
  return {
    key,
    facts,
    words: compared,
    compact: wordOf(joined, isKnown(joined)),
    isSpelled: !/[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(key),
    isKnown: compared.every((word) => word.isKnown || word.isFixed),
    isName,
  };
}

/** So many words are kept as they sound; then all are forgotten. */
const MAX_WORDS = 20_000;
const words = { known: new Map<string, Word>(), unknown: new Map<string, Word>() };

export function wordOf(text: string, isKnown: boolean): Word {
  const kept = isKnown ? words.known : words.unknown;
  const found = kept.get(text);
  if (found !== undefined) return found;
  if (kept.size >= MAX_WORDS) kept.clear();
  const fresh = readWord(text, isKnown);
  kept.set(text, fresh);
  return fresh;
}

function readWord(text: string, isKnown: boolean): Word {
  const isFixed = text.length <= MAX_EXACT_LENGTH || !/^[\p{L}\p{M}]+$/u.test(text);
  const spelling = isFixed ? text : plainSpelling(text);
  const sound = isFixed ? text : soundOf(spelling);
  const start = startOf(spelling);
  return { text, spelling, sound, start, letters: lettersOf(spelling), isFixed, isKnown };
}

function plainSpelling(word: string): string {
  return (
    word
      .replaceAll('ph', 'f')
      .replaceAll('ck', 'k')
      .replace(/^[kg]n/, 'n')
      .replace(/^wr/, 'r')
      .replace(/^ps/, 's')
      .replaceAll('igh', 'i')
      .replace(/our$/, 'or')
      // 'goooal'
      .replace(/(.)\1{2,}/g, '$1$1')
  );
}

/** The first letter, one for all that are written for each other. */
function startOf(spelling: string): string {
  const first = spelling.charAt(0);
  if (/[aeiouy]/.test(first)) return 'A';
  if (/^c[eiy]|^[sxz]/.test(spelling)) return 's';
  return STARTS.get(first) ?? first;
}

const STARTS = new Map([
  ['c', 'k'],
  ['q', 'k'],
  ['j', 'g'],
  ['v', 'f'],
]);

/** Letters by their sound, the first that matches; other letters sound as they are. */
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
