/** The kind of a meaning: a common concept ('sofa'), or a kind of thing with a proper name. */
export const MEANING_KINDS = [
  'concept',
  'country',
  'region',
  'city',
  'currency',
  'language',
  'person',
  /** Any other named thing: a river, a battle, a planet, a book. */
  'thing',
] as const;

export type MeaningKind = (typeof MEANING_KINDS)[number];

/** A possible meaning of a phrase. */
export type Meaning = {
  /** Phrases with the same meaning share its id: 'sofa' and 'couch'; 'germany', 'de' and 'deutschland'. */
  readonly id: number;
  readonly kind: MeaningKind;
  /** 0 for the most common sense of the phrase, 1 for the next. */
  readonly rank: number;
  /** Whether the phrase is a code or symbol: 'de' for Germany, 'ma' for Massachusetts, 'au' for gold. */
  readonly isCode: boolean;
};

/**
 * Knowledge of words and names. All phrases are keys (`textKey`) or words of a key. Two phrases with known meanings but
 * no meaning in common are certainly different: 'austria' and 'australia'.
 */
export type Knowledge = {
  /**
   * Whether this is a correctly spelled English word or a word of a known name, and so not a misspelling of another
   * word.
   */
  readonly isWord: (word: string) => boolean;
  readonly isGivenName: (word: string) => boolean;
  readonly isSurname: (word: string) => boolean;
  /** The names that a pet form or another form of a given name may stand for: 'william' for 'bill'. */
  readonly fullNamesOf: (word: string) => readonly string[];
  /** The words that an abbreviation may stand for: 'manager' for 'mgr', 'saint' and 'street' for 'st'. */
  readonly longFormsOf: (word: string) => readonly string[];
  /** The plain form of an inflected word, or the word for an emoji: 'bus' for 'buses', 'dog' for '🐶'. */
  readonly plainForm: (phrase: string) => string | null;
  /** The possible meanings of the whole phrase, most common first; empty if unknown. */
  readonly meaningsOf: (phrase: string) => readonly Meaning[];
  /** The id of the place that contains this place: the region of a city, the country of a region; null if unknown. */
  readonly placeOf: (id: number) => number | null;
  /** The id of the next wider concept: furniture for a sofa; null if unknown. */
  readonly widerOf: (id: number) => number | null;
};

const NONE: readonly Meaning[] = [];

/** Knowledge that contains no words and names. */
export const NO_KNOWLEDGE: Knowledge = {
  isWord: () => false,
  isGivenName: () => false,
  isSurname: () => false,
  fullNamesOf: () => [],
  longFormsOf: () => [],
  plainForm: () => null,
  meaningsOf: () => NONE,
  placeOf: () => null,
  widerOf: () => null,
};

/** Maximum size of each cache; a full cache is cleared. */
const MAX_REMEMBERED = 20_000;

/** Caches lookups, which repeat often. */
export function withCache(knowledge: Knowledge): Knowledge {
  if (knowledge === NO_KNOWLEDGE) return knowledge;
  return {
    isWord: memoized(knowledge.isWord),
    isGivenName: memoized(knowledge.isGivenName),
    isSurname: memoized(knowledge.isSurname),
    fullNamesOf: memoized(knowledge.fullNamesOf),
    longFormsOf: memoized(knowledge.longFormsOf),
    plainForm: memoized(knowledge.plainForm),
    meaningsOf: memoized(knowledge.meaningsOf),
    placeOf: knowledge.placeOf,
    widerOf: knowledge.widerOf,
  };
}

/** Caches up to `max` results of a function. */
export function memoized<T>(
  find: (phrase: string) => T,
  max = MAX_REMEMBERED,
): (phrase: string) => T {
  const known = new Map<string, T>();
  return (phrase) => {
    const found = known.get(phrase);
    if (found !== undefined) return found;
    if (known.size >= max) known.clear();
    const fresh = find(phrase);
    known.set(phrase, fresh);
    return fresh;
  };
}
