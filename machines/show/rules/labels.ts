import { m } from 'messages';

/** Abbreviations that stay in capitals. Without those that are also words, such as 'IT' and 'US'. */
const ACRONYMS = new Set(
  (
    'AC ABBA AI ATM ATV BBC BBQ BLT BMW CCTV CD CEO CIA CNN DHL DIY DJ DNA DVD EU FBI FIFA GMT GP GPS HBO HDMI HIV IBM ' +
    'ID IKEA IQ ITV JFK KFC LCD LED LSD MLB MOT MP MRI MTV NASA NATO NBA NBC NFL NHL NHS NYC OJ PC PM RAF REM RSPCA RV ' +
    'SPF SUV TV UEFA UFO UK UN UNESCO UNICEF UPS USA USB UV VIP VR VW WC WIFI WWE XL YMCA'
  ).split(' '),
);
/** Roman numerals, and abbreviations without a vowel. */
const CAPITALS = /^(?:[IVX]{2,5}|[BCDFGHJKLMNPQRSTVWXZ]{2,5})$/u;
const WORD = /\p{L}[\p{L}\p{M}\p{N}'’&]*/gu;
const PUNCTUATION = /[\s.,;:!?…]/u;

const isCapital = (text: string): boolean =>
  text === text.toUpperCase() && text !== text.toLowerCase();

/** Lowers a word in capitals, unless it is an abbreviation, contains a digit, or is a single letter other than 'A'. */
function lowered(word: string): string {
  if (!isCapital(word) || /\p{N}/u.test(word)) return word;
  if (word.length === 1) return word === 'A' ? 'a' : word;
  return ACRONYMS.has(word) || CAPITALS.test(word) ? word : word.toLowerCase();
}

/** A pattern with `+$` would take quadratic time. */
function withoutLastPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && PUNCTUATION.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** The text with its first letter in upper case, unless the word has a capital of its own ('iPod'). */
export const raised = (text: string): string =>
  text.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase());

/**
 * Formats the label of a group for the stage: without punctuation at the end, capitals only where they belong, the
 * first letter raised. An empty label is that of a group that is held back.
 */
export function airLabel(text: string): string {
  if (text === '') return m.deskHeld();
  const bare = withoutLastPunctuation(text.trim());
  if (bare === '') return text;
  return raised(bare.replaceAll(WORD, lowered));
}

/** A text of a group and how many people gave it. */
export interface CountedLabel {
  readonly text: string;
  readonly count: number;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];
/** Letters and digits of a text, for comparing texts that differ in spaces and punctuation. */
const compactOf = (text: string): string => wordsOf(text).join('');
/** With more letters than this, a slip may be two letters off. */
const LONG = 8;

/** Whether two texts differ by at most `most` added, missing, changed or swapped letters. */
function isNear(one: string, other: string, most: number): boolean {
  if (one === other) return true;
  if (most === 0 || Math.abs(one.length - other.length) > most) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  return (
    isNear(a.slice(1), b, most - 1) ||
    isNear(a, b.slice(1), most - 1) ||
    isNear(a.slice(1), b.slice(1), most - 1) ||
    (a[0] === b[1] && a[1] === b[0] && isNear(a.slice(2), b.slice(2), most - 1))
  );
}

/** The label with one letter moved over a space, if all its words are then known; null: there is none. */
function respaced(words: readonly string[], isKnown: (word: string) => boolean): string | null {
  for (const [at, next] of words.entries()) {
    const word = words[at - 1];
    if (word === undefined) continue;
    const joined = word + next;
    for (const cut of [word.length + 1, word.length - 1]) {
      const moved = words.toSpliced(at - 1, 2, joined.slice(0, cut), joined.slice(cut));
      if (cut > 0 && cut < joined.length && moved.every(isKnown)) return moved.join(' ');
    }
  }
  return null;
}

/**
 * Returns a cleaner label for a group with an obvious slip in its label ('Th etrain', 'Sufboard'); null: there is none.
 * The slip is obvious only if a word of the label is unknown, and the label becomes known by a small change that also
 * another text of the group has, or by moving a letter over a space. `all`: the texts of all groups of the question;
 * their frequent words count as known. `isWord`: whether a dictionary has a word.
 */
export function cleanerLabel(
  label: string,
  texts: readonly CountedLabel[],
  {
    all,
    isWord,
  }: { readonly all: readonly CountedLabel[]; readonly isWord: (word: string) => boolean },
): string | null {
  const counts = new Map<string, number>();
  for (const { text, count } of all)
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + count);
  const words = wordsOf(label);
  /** The label's own people do not make its words known. */
  const own = texts.find(({ text }) => compactOf(text) === compactOf(label))?.count ?? 0;
  const isKnown = (word: string): boolean =>
    isWord(word) || /^\p{N}+$/u.test(word) || (counts.get(word) ?? 0) > 2 * own + 1;
  if (words.every(isKnown)) return null;
  const compact = compactOf(label);
  const best = texts
    .toSorted((one, other) => other.count - one.count)
    .find(
      ({ text }) =>
        compactOf(text) !== '' &&
        wordsOf(text).join(' ') !== words.join(' ') &&
        wordsOf(text).every(isKnown) &&
        isNear(compactOf(text), compact, compact.length > LONG ? 2 : 1),
    );
  const found = best?.text ?? respaced(words, isKnown);
  return found === null ? null : airLabel(found);
}
