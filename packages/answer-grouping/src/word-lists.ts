import words from './data/empty-words.json';

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Fillers: words that do not change an answer, except as its last word: 'vitamin a'. */
export const FILLERS = set(words.fillers);

/** Amounts that only stress what follows: 'a lot of money'. */
export const AMOUNTS = set(words.amounts);

export const PREPOSITIONS = set(words.prepositions);

/** Words that say little in an answer given as a sentence. */
export const LIGHT_WORDS = set(words.lightWords);

export const NEGATIONS = set(words.negations);

/** Words before the number of one of several: 'part 2'. */
export const COUNT_WORDS = set(words.countWords);

/** Words that change a value. */
export const MODIFIERS = set(words.modifiers);

/** Words about the event in an answer to 'when'. */
export const EVENT_WORDS = set(words.eventWords);

/** Names of kinds of things that follow or precede a name and add nothing to it: 'river nile'. */
export const CLASS_WORDS = set(words.classWords);

/** Those that never form a compound noun with a name: 'flag pole' is no flag, but no one says 'bank river'. */
export const FIRM_CLASS_WORDS = set(words.firmClassWords);

/** Titles before a name, and what follows it. */
export const TITLES = set(words.titles);

/** Parts of family names that are often left out. */
export const PARTICLES = set(words.particles);

/** Words that may stand with the name of a country or region without changing it. */
export const STATES = set(words.states);
export const REALMS = set(words.realms);

/** Suffixes of the noun that a question asks for. */
export const NOUN_ENDS = set(words.nounEnds);

export const GENERATIONS: ReadonlyMap<string, string> = new Map(Object.entries(words.generations));
