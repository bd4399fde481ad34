import words from './data/empty-words.json';

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that do not change an answer, except as its last word: the 'a' of 'vitamin a' matters. */
export const FILLERS = set(words.fillers);

/** Amounts that only stress what follows: 'a lot of money'. */
export const AMOUNTS = set(words.amounts);

export const PREPOSITIONS = set(words.prepositions);

/** Words that say little in an answer given as a sentence. */
export const LIGHT_WORDS = set(words.lightWords);

export const NEGATIONS = set(words.negations);

/** Words that introduce a number: 'part' in 'part 2'. */
export const COUNT_WORDS = set(words.countWords);

/** Words that change the value beside them: 'more', 'under', 'before'. */
export const MODIFIERS = set(words.modifiers);

/** Words that describe the event in an answer to 'when' and add nothing to the date: 'released', 'born'. */
export const EVENT_WORDS = set(words.eventWords);

/** Names of kinds of things that follow or precede a name and add nothing to it: 'river nile'. */
export const CLASS_WORDS = set(words.classWords);

/**
 * Words for kinds of companies, which add nothing even to a common noun: 'Bank Inc.' means the same as 'bank'. Other class
 * words may make a different noun: 'river bank' is not 'bank'.
 */
export const FIRM_CLASS_WORDS = set(words.firmClassWords);

/** Titles and offices that stand before or after a name. */
export const TITLES = set(words.titles);

/** Parts of family names that are often left out. */
export const PARTICLES = set(words.particles);

/** Class words that may accompany the name of a country or region without changing it: 'Oregon state'. */
export const STATES = set(words.states);
export const REALMS = set(words.realms);

/** Words that end the noun phrase that a question asks for: 'with' in 'name a food with garlic'. */
export const NOUN_ENDS = set(words.nounEnds);

export const GENERATIONS: ReadonlyMap<string, string> = new Map(Object.entries(words.generations));
