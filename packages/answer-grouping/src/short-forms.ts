import type { MatchReason } from './match-reason.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { otherScriptsInSteps } from './other-scripts.ts';
import { personNamesInSteps } from './persons.ts';
import { postingsInSteps } from './postings.ts';
import { type TextContext, type Reading, readText } from './readings.ts';
import { rulesOf } from './languages/rules.ts';
import type { Steps } from './steps.ts';
import { textKey } from './text.ts';
import { bareFiguresInSteps } from './values.ts';
import { FIRM_CLASS_WORDS, REALMS, STATES } from './word-lists.ts';

/** One way in which a text may be a shorter or longer form of other texts, its hosts. */
export type ShortForm = {
  readonly reason: MatchReason;
  /** The text merges with the groups of all its hosts. Otherwise it merges only if its hosts are in one group. */
  readonly isMutual?: true;
  /** A name that fits several hosts stays on its own, even if it is already grouped with one of them. */
  readonly isSole?: true;
  /** Positions of the texts that the given text may be a form of. */
  readonly hostsOf: (reading: Reading) => readonly number[];
};

/** Finds the positions of texts that share a form with a key. */
export type FindForm = (key: string) => readonly number[];

/** Returns all short forms in the order in which they are applied; each builds on the merges of those before it. */
export function* shortFormsInSteps(
  readings: readonly Reading[],
  about: TextContext,
): Steps<ShortForm[]> {
  const byForm = yield* postingsInSteps(readings, ({ forms }) => forms.map(({ text }) => text));
  const find: FindForm = (key) =>
    readText({ key }, about).forms.flatMap((form) => byForm.get(form.text) ?? []);
  return [
    yield* bareFiguresInSteps(readings, about.intent, rulesOf(about.language).words),
    ...(yield* otherScriptsInSteps(readings)),
    ...(yield* personNamesInSteps(readings, about)),
    longForms(find, about),
    yield* acronymsInSteps(readings, about),
    yield* realmsInSteps(readings, about),
    yield* classWordsInSteps(readings, about),
    yield* parentheticalsInSteps(readings, find, about),
  ];
}

/**
 * Tries each long form of an ambiguous abbreviation: 'admin assistant' may be 'administrative assistant' or
 * 'administration assistant'.
 */
function longForms(find: FindForm, { knowledge }: TextContext): ShortForm {
  const longFor = (token: string) => {
    const long = knowledge.longFormsOf(token);
    return long.length < 2 ? [] : long;
  };
  return {
    reason: 'short-form',
    hostsOf: ({ tokens }) =>
      tokens.length < 2 ? [] : alternativesOf(tokens, longFor).flatMap(find),
  };
}

const MAX_LENGTH = 6;
/** Shorter acronyms must be typed in capitals. */
const MIN_PLAIN = 3;

/** Matches acronyms of whole texts: 'LOTR' and 'Lord of the Rings'. */
export function* acronymsInSteps(
  readings: readonly Reading[],
  about: TextContext,
): Steps<ShortForm> {
  const { fillers } = rulesOf(about.language).words;
  const byInitials = yield* postingsInSteps(readings, ({ tokens }) => initialsOf(tokens, fillers));
  return {
    reason: 'short-form',
    hostsOf: (reading) => (isAcronym(reading, about) ? (byInitials.get(reading.key) ?? []) : []),
  };
}

/** Maximum number of variants of a text that are tried. */
const MAX_ALTERNATIVES = 6;

/** Returns variants of a text, each with one of its words replaced; at most `MAX_ALTERNATIVES`. */
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

/** The initials of all words, and of the words without fillers: 'dod' and 'dd' for 'department of defense'. */
function initialsOf(tokens: readonly string[], fillers: ReadonlySet<string>): string[] {
  const heavy = tokens.filter((token) => !fillers.has(token) && token !== 'in' && token !== 'on');
  return [tokens, heavy].map(firstLettersOf).filter((initials) => /^\p{L}{2,}$/u.test(initials));
}

const firstLettersOf = (words: readonly string[]): string =>
  words.join(' ').replace(/(?<=\S)\S| /gu, '');

function isAcronym(
  { key, text, meanings }: Reading,
  { knowledge, language }: TextContext,
): boolean {
  if (key.length > MAX_LENGTH) return false;
  const isCapital = text !== null && /^[\p{Lu}.\s]+$/u.test(text);
  if (!rulesOf(language).knowsWords) return isCapital;
  const isName = meanings.length === 0 && knowledge.isWord(key);
  return isCapital || (key.length >= MIN_PLAIN && !isName && !isNoun(key, knowledge));
}

/** Whether the word is mainly a common noun rather than a code. */
const isNoun = (word: string, knowledge: Knowledge): boolean =>
  knowledge
    .meaningsOf(word)
    .some(({ kind, rank, isCode }) => kind === 'concept' && rank === 0 && !isCode);

/** Matches a name with and without a class word: 'Mughals' and 'Mughal Empire', but not 'bank' and 'river bank'. */
export function* classWordsInSteps(
  readings: readonly Reading[],
  about: TextContext,
): Steps<ShortForm> {
  const { words } = rulesOf(about.language);
  const isClassWord = (word: string): boolean =>
    words.classWords.has(word) || FIRM_CLASS_WORDS.has(word);
  const byCore = yield* postingsInSteps(readings, ({ tokens }) => {
    const classWords = tokens.filter(isClassWord);
    if (classWords.length === 0) return [];
    const isFirm = classWords.every((token) => FIRM_CLASS_WORDS.has(token));
    const isState = classWords.every((token) => STATES.has(token));
    const core = stemsOf(
      tokens.filter((token) => !isClassWord(token) && !words.fillers.has(token)),
      about,
    );
    return [`${isFirm ? 'firm:' : ''}${core}`, ...(isState ? [`state:${core}`] : [])];
  });
  return {
    reason: 'short-form',
    hostsOf: (reading) => {
      if (reading.value !== null) return [];
      const own = stemsOf(reading.tokens, about);
      // For countries and regions, only state words may be left out: Mexico is neither 'Mexico City' nor the 'Gulf of
      // Mexico'.
      if (reading.meanings.some(({ kind }) => kind === 'country' || kind === 'region')) {
        return byCore.get(`state:${own}`) ?? [];
      }
      const firm = byCore.get(`firm:${own}`) ?? [];
      return isCommon(reading, about.knowledge) ? firm : [...firm, ...(byCore.get(own) ?? [])];
    },
  };
}

/** Matches the same realm under different words: 'Ming dynasty' and 'Ming empire'. */
export function* realmsInSteps(readings: readonly Reading[], about: TextContext): Steps<ShortForm> {
  const coreOf = ({ tokens }: Reading) =>
    tokens.length > 1 && REALMS.has(tokens.at(-1) ?? '')
      ? [stemsOf(tokens.slice(0, -1), about)]
      : [];
  const byCore = yield* postingsInSteps(readings, coreOf);
  return {
    reason: 'short-form',
    isMutual: true,
    hostsOf: (reading) => coreOf(reading).flatMap((core) => byCore.get(core) ?? []),
  };
}

const stemsOf = (tokens: readonly string[], { knowledge, language }: TextContext): string =>
  tokens.map((word) => rulesOf(language).stemOf(word, knowledge.isWord)).join(' ');

/** Whether a text is a known common noun. */
function isCommon({ tokens, meanings }: Reading, knowledge: Knowledge): boolean {
  const first = meanings.find(({ rank }) => rank === 0);
  if (first !== undefined) return first.kind === 'concept';
  return tokens.every((token) => knowledge.isWord(token) && !knowledge.isSurname(token));
}

/**
 * Patterns of answers with additions to their core: 'ADP (adenosine diphosphate)', 'Hobbit, or There and Back Again',
 * 'Imagine - John Lennon', '(I Can't Get No) Satisfaction'.
 */
const BRACKETS = [/^([^()]+)\(([^()]+)\)[^()]*$/, /^\(([^()]+)\)([^()]+)$/];
const TAILS = [
  /^(.+?)(?:[,;.:] or:?,?|,? or[:,]) (.+)/,
  /^([^:]+): (.+)/,
  /^(.+?) [-\u2013\u2014] (.+)/,
];
const SERIES = /^([^:]+): /;
/** Words around a name: 'The Tragedy of Hamlet, Prince of Denmark'. */
const FRAME =
  /^(?:the )?(?:\S+ ){0,2}(?:adventures|tragedy|comedy|story|tale|legend|history|chronicles|life|case) of (.+)$/i;
const APPOSITION = /^([^,]+), (?:the )?(?:\S+ ){0,2}?(\p{L}+)(?: of)? [^,]+$/u;
const MAX_PARTS = 6;

/** The series name before the colon of a title. */
const seriesOf = ({ text }: Reading, language?: string): string[] => {
  const series = SERIES.exec(text ?? '')?.[1];
  return series === undefined ? [] : [textKey(series, language)];
};

/**
 * Matches a text with another text that is only its core: 'ADP (adenosine diphosphate)' with 'ADP', 'the Boxer
 * Rebellion in China' with 'Boxer Rebellion'.
 */
export function* parentheticalsInSteps(
  readings: readonly Reading[],
  find: FindForm,
  about: TextContext,
): Steps<ShortForm> {
  const { language } = about;
  const ofSeries = yield* postingsInSteps(readings, (reading) => seriesOf(reading, language));
  return {
    reason: 'short-form',
    hostsOf: (reading) => {
      const parts = [
        ...partsOf(reading.text ?? '', language),
        ...framed(reading, about),
        ...beforeAuthor(reading, about),
        ...beforePlace(reading, about),
      ];
      return (
        parts
          // The name of a series means none of its parts if the round has several: 'CSI' is not 'CSI: Miami'.
          .filter((part) => (ofSeries.get(part)?.length ?? 0) < 2)
          .map(find)
          .find((positions) => positions.length > 0) ?? []
      );
    },
  };
}

/** The part after words such as 'the adventures of', and the part before words such as ', Prince of Denmark'. */
function framed({ text }: Reading, { language }: TextContext): string[] {
  const typed = text ?? '';
  const whole = FRAME.exec(typed)?.[1] ?? typed;
  const [, name = '', title = ''] = APPOSITION.exec(whole) ?? [];
  const head = rulesOf(language).words.titles.has(title.toLowerCase()) ? [name] : [];
  return [...(whole === typed ? [] : [whole]), ...head].map((part) => textKey(part, language));
}

/** The parts of a title, the last part first, because the name of a series says less than that of its part. */
function partsOf(text: string, language?: string): string[] {
  const brackets = firstMatch(BRACKETS, text);
  if (brackets !== null) return brackets.map((part) => textKey(part, language));
  const parts: string[] = [];
  let rest = firstMatch(TAILS, text);
  while (rest !== null && parts.length < MAX_PARTS) {
    const [head = '', tail = ''] = rest;
    parts.push(textKey(tail, language), textKey(head, language));
    rest = firstMatch(TAILS, tail);
  }
  return parts;
}

/** The captures of the first pattern that matches; null if none does. */
const firstMatch = (patterns: readonly RegExp[], text: string): readonly string[] | null =>
  patterns
    .map((pattern) => pattern.exec(text))
    .find((found) => found !== null)
    ?.slice(1) ?? null;

/** The part before 'by William Shakespeare'. */
function beforeAuthor({ text }: Reading, { knowledge, language }: TextContext): string[] {
  const [, work, author] = /^(.+) by (\p{Lu}.*)$/u.exec(text ?? '') ?? [];
  if (work === undefined || author === undefined) return [];
  const names = textKey(author, language).split(' ');
  const isPerson = knowledge.isGivenName(names[0] ?? '') || knowledge.isSurname(names.at(-1) ?? '');
  return isPerson ? [textKey(work, language)] : [];
}

/** Whether a phrase is only a class word: 'The Republic' is not 'the Republic of China'. */
const isKind = (words: readonly string[], classWords: ReadonlySet<string>): boolean =>
  words.length === 1 &&
  [classWords, FIRM_CLASS_WORDS, REALMS, STATES].some((kind) => kind.has(words[0] ?? ''));

/** The part before 'of Japan' or 'in Vietnam'. */
function beforePlace({ tokens }: Reading, { knowledge, language }: TextContext): string[] {
  const { knowsWords, words } = rulesOf(language);
  if (!knowsWords) return [];
  const at = tokens.findLastIndex((token) => token === 'of' || token === 'in');
  if (at < 1 || isKind(tokens.slice(0, at), words.classWords)) return [];
  const place = tokens.slice(at + 1).filter((token) => token !== 'the');
  const isPlace = knowledge
    .meaningsOf(place.join(' '))
    .some(({ kind, isCode }) => !isCode && (kind === 'country' || kind === 'region'));
  return isPlace ? [tokens.slice(0, at).join(' ')] : [];
}
