import { FILLERS } from './empty-words.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { postingsInSteps } from './postings.ts';
import type { Reading } from './readings.ts';
import type { FindForm, ShortForm } from './short-form.ts';
import type { Steps } from './steps.ts';

const MAX_LENGTH = 6;
/** Shorter ones must be typed in capitals. */
const MIN_PLAIN = 3;

/** 'LOTR' and 'Lord of the Rings'. */
export function* acronymsInSteps(
  readings: readonly Reading[],
  knowledge: Knowledge,
): Steps<ShortForm> {
  const byInitials = yield* postingsInSteps(readings, ({ tokens }) => initialsOf(tokens));
  return {
    reason: 'short-form',
    hostsOf: (reading) =>
      isAcronym(reading, knowledge) ? (byInitials.get(reading.key) ?? []) : [],
  };
}

/** The longest acronym inside of a text, and the longest phrase it stands for. */
const MAX_INNER = 4;
/** Shorter words are left out of acronyms, or make none. */
const MIN_WORD = 3;
/** The most forms of one text that are tried. */
const MAX_ALTERNATIVES = 6;

/** The first forms of a text that have other words for one of its own. */
export function alternativesOf(
  tokens: readonly string[],
  othersFor: (token: string) => Iterable<string>,
): string[] {
  const changes = tokens.flatMap((token, at) =>
    Array.from(othersFor(token), (words) => ({ at, words })),
  );
  return changes
    .slice(0, MAX_ALTERNATIVES)
    .map(({ at, words }) => tokens.with(at, words).join(' '));
}

/** 'HR manager' where another text says 'human resources'. */
export function* innerAcronymsInSteps(
  readings: readonly Reading[],
  find: FindForm,
  knowledge: Knowledge,
): Steps<ShortForm> {
  const innerOf = ({ tokens, locality, value }: Reading) =>
    tokens.length < 2 || locality !== null || value !== null
      ? []
      : tokens.filter((token) => /^[a-z]{2,4}$/.test(token) && !isNoun(token, knowledge));
  const wanted = yield* postingsInSteps(readings, innerOf);
  const phrases = new Map<string, Set<string>>();
  for (const { tokens } of readings) {
    for (const words of runsOf(tokens)) {
      const initials = firstLettersOf(words);
      if (!wanted.has(initials)) continue;
      const found = phrases.get(initials) ?? new Set();
      phrases.set(initials, found.add(words.join(' ')));
    }
    yield;
  }
  return {
    reason: 'short-form',
    hostsOf: (reading) => {
      const inner = new Set(innerOf(reading));
      const phrasesFor = (token: string) => (inner.has(token) ? (phrases.get(token) ?? []) : []);
      return alternativesOf(reading.tokens, phrasesFor).flatMap(find);
    },
  };
}

/** Every two to four neighbouring words of which none is short. */
function runsOf(tokens: readonly string[]): (readonly string[])[] {
  return tokens.flatMap((_, from) => {
    const near = tokens.slice(from, from + MAX_INNER);
    const short = near.findIndex((word) => word.length < MIN_WORD);
    const length = short === -1 ? near.length : short;
    return Array.from({ length: Math.max(0, length - 1) }, (__, index) => near.slice(0, index + 2));
  });
}

/** Of all words, and of those that say something: 'dod' and 'dd' for 'department of defense'. */
function initialsOf(tokens: readonly string[]): string[] {
  const heavy = tokens.filter((token) => !FILLERS.has(token) && token !== 'in' && token !== 'on');
  return [tokens, heavy].map(firstLettersOf).filter((initials) => /^\p{L}{2,}$/u.test(initials));
}

const firstLettersOf = (words: readonly string[]): string =>
  words.join(' ').replace(/(?<=\S)\S| /gu, '');

function isAcronym({ key, text, meanings }: Reading, knowledge: Knowledge): boolean {
  if (key.length > MAX_LENGTH) return false;
  const isCapital = text !== null && /^[\p{Lu}.\s]+$/u.test(text);
  const isName = meanings.length === 0 && knowledge.isWord(key);
  return isCapital || (key.length >= MIN_PLAIN && !isName && !isNoun(key, knowledge));
}

/** Whether the word is a common noun above all, and no mere code. */
const isNoun = (word: string, knowledge: Knowledge): boolean =>
  knowledge
    .meaningsOf(word)
    .some(({ kind, rank, isCode }) => kind === 'concept' && rank === 0 && !isCode);
