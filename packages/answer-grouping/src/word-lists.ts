import words from './data/empty-words.json';

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * Words for kinds of companies, which add nothing even to a common noun: 'Bank Inc.' means the same as 'bank'. Other class
 * words may make a different noun: 'river bank' is not 'bank'.
 */
export const FIRM_CLASS_WORDS = set(words.firmClassWords);

/** Parts of family names that are often left out. */
export const PARTICLES = set(words.particles);

/** Class words that may accompany the name of a country or region without changing it: 'Oregon state'. */
export const STATES = set(words.states);
export const REALMS = set(words.realms);

export const GENERATIONS: ReadonlyMap<string, string> = new Map(Object.entries(words.generations));
