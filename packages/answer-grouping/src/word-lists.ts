import words from './data/empty-words.json';

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that make no other answer of an answer, save as its last one: 'vitamin a'. */
export const FILLERS = set(words.fillers);

/** They say no more than that there is much of what follows: 'a lot of money'. */
export const AMOUNTS = set(words.amounts);

export const PREPOSITIONS = set(words.prepositions);

/** Words that say little in an answer given as a sentence. */
export const LIGHT_WORDS = set(words.lightWords);

export const NEGATIONS = set(words.negations);

/** Words that stand before the number of one of several: 'part 2'. */
export const COUNT_WORDS = set(words.countWords);

/** Words that make another value of a value. */
export const MODIFIERS = set(words.modifiers);

/** What an answer to 'when' says of the event. */
export const EVENT_WORDS = set(words.eventWords);

/** Names of kinds of things that follow or precede a name and add nothing to it: 'river nile'. */
export const CLASS_WORDS = set(words.classWords);

/** Those that make no common noun of what they stand with: 'flag pole' is no flag, but no one says 'bank river'. */
export const FIRM_CLASS_WORDS = set(words.firmClassWords);

/** Titles before a name, and what follows it. */
export const TITLES = set(words.titles);

/** Parts of family names that are often left out. */
export const PARTICLES = set(words.particles);

/** What may stand with the name of a country or a region and mean the same. */
export const STATES = set(words.states);
export const REALMS = set(words.realms);

/** Ends of the noun that a question asks for. */
export const NOUN_ENDS = set(words.nounEnds);

export const GENERATIONS: ReadonlyMap<string, string> = new Map(Object.entries(words.generations));
