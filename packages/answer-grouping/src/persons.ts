import { type Knowledge, NO_KNOWLEDGE } from './knowledge/knowledge.ts';
import type { WordLists } from './languages/language.ts';
import { rulesOf } from './languages/rules.ts';
import { postingsInSteps } from './postings.ts';
import type { TextContext, Reading } from './readings.ts';
import type { ShortForm } from './short-forms.ts';
import type { Steps } from './steps.ts';
import { GENERATIONS, PARTICLES } from './word-lists.ts';
import { misspelledWord, type Word, wordOf } from './word-shapes.ts';

/** A text parsed as a person's name. */
export type PersonName = {
  /** Given names and initials, without titles and particles. */
  readonly given: readonly Word[];
  readonly surname: Word;
  /** 'junior', 'senior', or the number of a ruler. */
  readonly generation: string | null;
};

/**
 * How two names of one person relate: the same in full, or the first name is a shorter or longer form of the second.
 */
export type NameFit = 'full' | 'shorter' | 'longer';

const MAX_WORDS = 7;

/** Parses a text as a person's name; null if it does not look like one. */
export function readPerson(
  tokens: readonly string[],
  { knowledge, intent, language }: TextContext,
): PersonName | null {
  const rules = rulesOf(language);
  const { knowsWords, words } = rules;
  const { names, generation } = nameWords(tokens, knowledge, words);
  const surname = names.at(-1) ?? '';
  if (names.length > MAX_WORDS || surname.length < 2) return null;
  if (names.some((name) => !/^\p{L}+$/u.test(name))) return null;
  const given = names.slice(0, -1);
  const isCommon = isCommonNoun(surname, knowledge);
  const hasGiven = given.some((each) => knowledge.isGivenName(each));
  const isPerson =
    (intent.kind === 'person' && (given.length === 0 || hasGiven || !isCommon)) ||
    (knowsWords && !isCommon && (hasGiven || isMadeOfNames(names, knowledge))) ||
    (hasGiven && knowledge.isSurname(surname));
  if (!isPerson) return null;
  const word = (text: string) => wordOf(text, knowledge.isWord(text), rules);
  return { given: given.map(word), surname: word(surname), generation };
}

/** Whether a word is most commonly a common noun. */
function isCommonNoun(word: string, knowledge: Knowledge): boolean {
  const meanings = knowledge.meaningsOf(word);
  const isConcept = meanings.some(({ kind, rank }) => kind === 'concept' && rank === 0);
  return isConcept && !meanings.some(({ kind, rank }) => kind === 'person' && rank === 0);
}

/** Whether no word is a common noun. Always false without knowledge. */
const isMadeOfNames = (words: readonly string[], knowledge: Knowledge): boolean =>
  knowledge !== NO_KNOWLEDGE &&
  words.every((word) => isInitial(word, words) || !isCommonNoun(word, knowledge));

/**
 * Whether a word is an initial beside another initial ('G. W. F. Hegel'); a single letter may stand for something else
 * ('N. Carolina').
 */
const isInitial = (word: string, words: readonly string[]): boolean =>
  word.length === 1 && words.filter((other) => other.length === 1).length > 1;

const isName = (word: string, knowledge: Knowledge): boolean =>
  knowledge.isGivenName(word) || knowledge.isSurname(word);

function nameWords(
  tokens: readonly string[],
  knowledge: Knowledge,
  { titles }: WordLists,
): { names: string[]; generation: string | null } {
  const generation = generationOf(tokens, knowledge, titles);
  let words = generation === null ? tokens : tokens.slice(0, -1);
  if (words.length > 2 && words.at(-1) === 'augustus') words = words.slice(0, -1);
  // If all words are titles (-1), the last one is taken for the name.
  words = words.slice(words.findIndex((word) => !titles.has(word)));
  // A nickname within a name: 'papa' in 'ernest papa hemingway'.
  const isByname = (word: string, at: number) =>
    at > 0 &&
    /^\p{L}{2,}$/u.test(word) &&
    isCommonNoun(word, knowledge) &&
    !isName(word, knowledge);
  const names = words.filter(
    (word, at) => at === words.length - 1 || !(PARTICLES.has(word) || isByname(word, at)),
  );
  return {
    names: names.flatMap((word, at) => (at < names.length - 1 ? split(word, knowledge) : [word])),
    generation,
  };
}

/** Returns 'junior', 'senior' or the number of a king; null if the name has none. */
function generationOf(
  tokens: readonly string[],
  knowledge: Knowledge,
  titles: ReadonlySet<string>,
): string | null {
  const isGiven = (token: string | undefined) => knowledge.isGivenName(token ?? '');
  const last = tokens.slice(1).at(-1) ?? '';
  const isKing = /^\d{1,2}$/.test(last) && isGiven(tokens.find((token) => !titles.has(token)));
  return GENERATIONS.get(last) ?? (isKing ? last : null);
}

/** Maximum length of a word that is split into names. */
const MAX_ROW = 40;

/** Splits given names without a hyphen ('jeanantoine') and initials written together ('jk'). */
function split(
  word: string,
  knowledge: Knowledge,
  // Rests of words that cannot be split, to try each only once: 'deedeedeed' has few rests but many ways to reach them.
  whole = new Set<string>(),
): string[] {
  // Consonants alone are initials: 'J.K.'.
  if (/^[bcdfghjklmnpqrstvwxz]{2,3}$/.test(word)) return word.split('');
  if (word.length < 7 || word.length > MAX_ROW || whole.has(word) || knowledge.isWord(word))
    return [word];
  for (let at = word.length - 3; at >= 3; at -= 1) {
    if (!knowledge.isGivenName(word.slice(0, at))) continue;
    const rest = word.slice(at);
    const others = knowledge.isGivenName(rest) ? [rest] : split(rest, knowledge, whole);
    if (others.length > 1 || knowledge.isGivenName(rest)) return [word.slice(0, at), ...others];
  }
  whole.add(word);
  return [word];
}

/** Returns how two names may belong to the same person; null if they cannot. */
export function nameFit(a: PersonName, b: PersonName, knowledge: Knowledge): NameFit | null {
  if (!isSlip(a.surname, b.surname)) return null;
  const isGenerationKnown = a.generation !== null && b.generation !== null;
  if (isGenerationKnown && a.generation !== b.generation) return null;
  const isEven = a.given.length === b.given.length && a.generation === b.generation;
  if (isEven) {
    if (!isEachSame(a.given, b.given, a.given.length > 1, knowledge)) return null;
    const [initialsA, initialsB] = [initialsOf(a), initialsOf(b)];
    if (initialsA === initialsB) return 'full';
    return initialsA > initialsB ? 'shorter' : 'longer';
  }
  const isShorter = a.given.length <= b.given.length;
  const [short, long] = isShorter ? [a, b] : [b, a];
  // A surname with a generation is not a full name without one: 'Smith Jr.' is not 'John Smith'.
  if (short.generation !== null && long.generation === null && short.given.length === 0)
    return null;
  if (!isAligned(short.given, long.given, knowledge)) return null;
  if (a.given.length === b.given.length) return a.generation === null ? 'shorter' : 'longer';
  return isShorter ? 'shorter' : 'longer';
}

/** How many of the given names are initials. */
export const initialsOf = ({ given }: PersonName): number =>
  given.filter(({ text }) => text.length === 1).length;

/**
 * Whether every given name of the shorter name is also a given name of the longer one, in the same order. Initials
 * after the first name must be at the same position in both.
 */
function isAligned(short: readonly Word[], long: readonly Word[], knowledge: Knowledge): boolean {
  if (short.slice(1).some(({ text }) => text.length === 1)) {
    return isEachSame(short, long, true, knowledge);
  }
  let rest = long;
  for (const word of short) {
    const at = rest.findIndex((other) => isSameGiven(word, other, true, knowledge));
    if (at === -1) return false;
    rest = rest.slice(at + 1);
  }
  return true;
}

const isEachSame = (
  short: readonly Word[],
  long: readonly Word[],
  isLong: boolean,
  knowledge: Knowledge,
): boolean =>
  short.every((word, at) => {
    const other = long[at];
    return other !== undefined && isSameGiven(word, other, isLong, knowledge);
  });

const isSlip = (a: Word, b: Word): boolean => misspelledWord(a, b)?.isSure === true;

const MAX_VARIANT_COST = 3;

/**
 * Whether two given names may be the same: 'w' and 'william', 'bill' and 'william'. With `isLong` (beside other given
 * names) also spelling variants: 'kaspar' and 'kasper'.
 */
function isSameGiven(a: Word, b: Word, isLong: boolean, knowledge: Knowledge): boolean {
  if (isSlip(a, b)) return true;
  if (a.text.length === 1 || b.text.length === 1) return a.text.charAt(0) === b.text.charAt(0);
  const fullA = knowledge.fullNamesOf(a.text);
  const fullB = knowledge.fullNamesOf(b.text);
  const isPetForm = fullA.includes(b.text) || fullB.includes(a.text);
  if (isPetForm || fullA.some((name) => fullB.includes(name))) return true;
  if (!isLong) return false;
  const variant = misspelledWord({ ...a, isKnown: false }, b);
  return variant !== null && variant.cost <= MAX_VARIANT_COST;
}

/** Maximum number of given names in a shorter form of a name. */
const MAX_GIVEN = 5;

/**
 * Merges full names first, then shorter names with longer ones. Shorter names with most given names and fewest initials
 * come first, so that 'Kennedy' finds 'J. F. Kennedy' and 'John F. Kennedy' already in one group.
 */
export function* personNamesInSteps(
  readings: readonly Reading[],
  { knowledge, intent }: TextContext,
): Steps<ShortForm[]> {
  const bySurname = yield* postingsInSteps(readings, ({ person }) =>
    person === null || person.given.length === 0 ? [] : [person.surname.sound],
  );
  const byFirst = yield* postingsInSteps(readings, ({ person }) =>
    (person?.given ?? []).slice(0, 1).map(({ text }) => text),
  );
  const fitting = (own: PersonName, fit: NameFit) =>
    (bySurname.get(own.surname.sound) ?? []).filter((position) => {
      const other = readings[position]?.person ?? null;
      return other !== null && nameFit(own, other, knowledge) === fit;
    });
  const full: ShortForm = {
    reason: 'spelling',
    isMutual: true,
    hostsOf: ({ person }) => (person === null ? [] : fitting(person, 'full')),
  };
  const shorter = upTo(MAX_GIVEN)
    .toReversed()
    .flatMap((given) =>
      upTo(given).map((initials): ShortForm => ({
        reason: 'short-form',
        isSole: true,
        hostsOf: ({ person }) =>
          person?.given.length === given && initialsOf(person) === initials
            ? fitting(person, 'shorter')
            : [],
      })),
    );
  /** A first name alone, if the question asks for a person and it is not a surname in the round. */
  const first: ShortForm = {
    reason: 'short-form',
    hostsOf: ({ key, person }) =>
      intent.kind === 'person' &&
      knowledge.isGivenName(key) &&
      !bySurname.has(person?.surname.sound ?? '')
        ? (byFirst.get(key) ?? [])
        : [],
  };
  return [full, ...shorter, first];
}

const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, index) => index);
