import likelihood from './data/likelihood.json';
import type { CountedText, TextGroup } from './grouping.ts';
import { type Knowledge, withCache } from './knowledge/knowledge.ts';
import { rulesOf } from './languages/rules.ts';
import type { TextContext } from './readings.ts';
import type { Steps } from './steps.ts';
import { spellingCost, type Word, wordOf } from './word-shapes.ts';

/** How many texts of a group are compared, the most frequent first. */
const MOST_TEXTS = 2;
/** Terms (letter pairs, words, meanings) that more than this number of groups share are ignored. */
const MOST_SHARING = 60;
/** Two spellings with a smaller share of common letter pairs are not compared letter by letter. */
const LEAST_LETTERS = 0.3;
/** Each group is compared with up to this many other groups: those that share most terms with it. */
const MOST_NEIGHBOURS = 12;

/** The features that describe how similar two groups are, each from 0 to 1. */
export const FEATURES = [
  'bias',
  'letters',
  'words',
  'wordsWithin',
  'within',
  'sameMeaning',
  'partMeaning',
  'otherMeaning',
  'initials',
  'otherFigures',
  'rare',
  'edits',
  'sound',
  'start',
  'known',
  'oneKnown',
  'single',
  'crowded',
  'denied',
] as const;
export type Features = Readonly<Record<(typeof FEATURES)[number], number>>;

/**
 * The weight of each feature, fitted by a logistic regression on questions whose answers people had grouped
 * (`bench/fit-suggestions.ts`).
 */
export const LIKELIHOOD: Features = likelihood;

/** How likely two groups with these features are one answer, from 0 to 1. */
export const likelihoodOf = (features: Features, model: Features): number =>
  1 / (1 + Math.exp(-weighed(features, model)));

/** The weighted sum of the features. Skips zeros, because most features of most pairs are 0. */
const weighed = (features: Features, model: Features): number => {
  let sum = 0;
  for (const feature of FEATURES) {
    const value = features[feature];
    if (value !== 0) sum += value * model[feature];
  }
  return sum;
};

/** Groups with their texts and context. */
export type Compare = Pick<TextContext, 'knowledge' | 'language'> & {
  readonly groups: readonly TextGroup[];
  readonly counted: readonly CountedText[];
};

type Known = Pick<TextContext, 'knowledge' | 'language'>;

/** The groups prepared for comparison, and the compared pairs as positions of groups in the given list. */
export type ComparedPairs = {
  readonly groups: readonly Compared[];
  /** The position of each text's group, by text. */
  readonly groupOf: ReadonlyMap<string, number>;
  readonly pairs: readonly {
    readonly a: number;
    readonly b: number;
    readonly features: Features;
  }[];
};

/** Finds the pairs of groups that may be the same answer, and computes their features. */
export function* comparedInSteps(given: Compare): Steps<ComparedPairs> {
  const { language } = given;
  const known = { knowledge: withCache(rulesOf(language).known(given.knowledge)), language };
  const countOf = new Map(given.counted.map(({ key, count }) => [key, count]));
  const groups: Compared[] = [];
  const groupOf = new Map<string, number>();
  for (const [position, group] of given.groups.entries()) {
    for (const { key } of group.members) groupOf.set(key, position);
    groups.push(comparedOf(group, countOf, known));
    yield;
  }
  const groupsWith = yield* groupsWithInSteps(groups);
  const neighbours = yield* neighboursInSteps(groups);
  const pairs: ComparedPairs['pairs'][number][] = [];
  for (const [a, group] of groups.entries()) {
    for (const b of neighbours(a)) {
      const features = featuresOf(group, groups[b] ?? group, groupsWith);
      if (features !== null) pairs.push({ a, b, features });
      yield;
    }
    yield;
  }
  return { groups, groupOf, pairs };
}

/** Ids of meanings, each with its rank among the meanings of the phrase: 0 for the most common sense. */
type Ranks = ReadonlyMap<number, number>;

/** A text prepared for comparison. */
type Sketch = {
  /** The text without blanks. */
  readonly compact: string;
  readonly word: Word;
  readonly bigrams: ReadonlySet<string>;
  /** Stems of the words, without negations and words that say little. */
  readonly words: ReadonlySet<string>;
  /** Possible meanings of the whole text and of each word in it. */
  readonly meanings: ReadonlySet<number>;
  /** Possible meanings of the whole text, with their distance from its most common sense. */
  readonly wholeMeanings: Ranks;
  readonly initials: string;
  readonly figures: string;
  readonly negations: number;
  readonly isKnown: boolean;
};
type Compared = {
  readonly key: string;
  readonly size: number;
  readonly sketches: readonly Sketch[];
};

/** How many groups contain each word. */
type GroupsWith = ReadonlyMap<string, number>;

function* groupsWithInSteps(groups: readonly Compared[]): Steps<GroupsWith> {
  const groupsWith = new Map<string, number>();
  for (const { sketches } of groups) {
    for (const word of new Set(sketches.flatMap(({ words }) => [...words])))
      groupsWith.set(word, (groupsWith.get(word) ?? 0) + 1);
    yield;
  }
  return groupsWith;
}

const stem = (word: string, { knowledge, language }: Known): string =>
  rulesOf(language).stemOf(knowledge.plainForm(word) ?? word, knowledge.isWord);

function comparedOf(
  { representative, members }: TextGroup,
  countOf: ReadonlyMap<string, number>,
  known: Known,
): Compared {
  const keys = members.map(({ key }) => key);
  const size = keys.reduce((sum, key) => sum + (countOf.get(key) ?? 0), 0);
  const most = keys.toSorted((a, b) => (countOf.get(b) ?? 0) - (countOf.get(a) ?? 0));
  const shown = [...new Set([representative, ...most])].slice(0, MOST_TEXTS);
  return { key: representative, size, sketches: shown.map((key) => sketchOf(key, known)) };
}

function sketchOf(key: string, known: Known): Sketch {
  const { knowledge } = known;
  const rules = rulesOf(known.language);
  const { lightWords, negations } = rules.words;
  const tokens = key.split(' ');
  const heavy = tokens.filter((token) => !lightWords.has(token) && !negations.has(token));
  const stems = (heavy.length === 0 ? tokens : heavy).map((token) => stem(token, known));
  const compact = key.replaceAll(' ', '');
  const bigrams = new Set<string>();
  for (let end = 2; end <= compact.length; end += 1) bigrams.add(compact.slice(end - 2, end));
  const wholeMeanings = ranksOf([key, stems.join(' ')], knowledge);
  return {
    compact,
    word: wordOf(compact, knowledge.isWord(compact), rules),
    bigrams,
    words: new Set(stems),
    meanings: new Set(ranksOf([key, stems.join(' '), ...stems], knowledge).keys()),
    wholeMeanings,
    initials: tokens.map((token) => token.charAt(0)).join(''),
    figures: (key.match(/\d+/g) ?? []).join(' '),
    negations: tokens.filter((token) => negations.has(token)).length,
    isKnown: tokens.every(
      (token) => knowledge.isWord(token) || knowledge.isWord(rules.singular(token)),
    ),
  };
}

function ranksOf(phrases: readonly string[], knowledge: Knowledge): Ranks {
  const ranks = new Map<number, number>();
  for (const phrase of phrases)
    for (const { id, rank } of knowledge.meaningsOf(phrase))
      ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
  return ranks;
}

/** 1 if both share a common sense, less if they only share a rarer sense, 0 if they share none. */
function closeness(a: Ranks, b: Ranks): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let nearest = Infinity;
  for (const [id, rank] of small) nearest = Math.min(nearest, rank + (large.get(id) ?? Infinity));
  return 1 / Math.max(1, nearest);
}

/** Returns a function that finds the groups that share most letter pairs, words and meanings with a given group. */
function* neighboursInSteps(groups: readonly Compared[]): Steps<(position: number) => number[]> {
  const postings = new Map<string | number, number[]>();
  // Terms are added one by one, without intermediate lists, because there are many groups.
  const termsOf = ({ sketches }: Compared) => {
    const terms = new Set<string | number>();
    for (const { bigrams, words, meanings, compact, initials } of sketches) {
      for (const bigram of bigrams) terms.add(bigram);
      for (const word of words) terms.add(`${word} `);
      for (const meaning of meanings) terms.add(meaning);
      if (compact.length <= 5) terms.add(`${compact}.`);
      if (initials.length > 1) terms.add(`${initials}.`);
    }
    return terms;
  };
  const terms: ReturnType<typeof termsOf>[] = [];
  for (const [position, group] of groups.entries()) {
    const each = termsOf(group);
    terms.push(each);
    for (const term of each) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [position]);
      else list.push(position);
    }
    yield;
  }
  return (position) => {
    const shared = new Map<number, number>();
    for (const term of terms[position] ?? []) {
      const list = postings.get(term) ?? [];
      if (list.length > MOST_SHARING) continue;
      // A term weighs more if few groups share it.
      for (const other of list)
        if (other > position) shared.set(other, (shared.get(other) ?? 0) + 1 / list.length);
    }
    return [...shared]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MOST_NEIGHBOURS)
      .map(([other]) => other);
  };
}

/** The features of the two texts, one of each group, that are most similar. */
function featuresOf(a: Compared, b: Compared, groupsWith: GroupsWith): Features | null {
  let best: readonly [Sketch, Sketch] | null = null;
  let most = -1;
  for (const one of a.sketches)
    for (const other of b.sketches) {
      const alike =
        dice(one.bigrams, other.bigrams) + closeness(one.wholeMeanings, other.wholeMeanings);
      if (alike > most) [best, most] = [[one, other], alike];
    }
  return best === null ? null : featuresOfTexts(...best, a, b, groupsWith);
}

function featuresOfTexts(
  one: Sketch,
  other: Sketch,
  a: Compared,
  b: Compared,
  groupsWith: GroupsWith,
): Features {
  const letters = dice(one.bigrams, other.bigrams);
  const shared = sharedOf(one.words, other.words);
  const fewer = Math.min(one.words.size, other.words.size);
  const [short, long] = one.compact.length <= other.compact.length ? [one, other] : [other, one];
  const sameMeaning = closeness(one.wholeMeanings, other.wholeMeanings);
  const areBothNamed = one.wholeMeanings.size > 0 && other.wholeMeanings.size > 0;
  const sharing = Math.min(...shared.map((word) => groupsWith.get(word) ?? 1));
  return {
    bias: 1,
    letters,
    words:
      shared.length === 0 ? 0 : shared.length / (one.words.size + other.words.size - shared.length),
    wordsWithin: shared.length > 0 && shared.length === fewer ? 1 : 0,
    within: short.compact.length > 2 && long.compact.includes(short.compact) ? 1 : 0,
    sameMeaning,
    partMeaning: sharedCount(one.meanings, other.meanings) > 0 ? 1 : 0,
    otherMeaning: areBothNamed && sameMeaning === 0 ? 1 : 0,
    initials: short.compact.length > 1 && long.initials === short.compact ? 1 : 0,
    otherFigures: one.figures === other.figures ? 0 : 1,
    rare: 1 - Math.min(a.size, b.size) / Math.max(a.size, b.size, 1),
    edits: letters < LEAST_LETTERS ? 0 : likeness(one.word.spelling, other.word.spelling),
    sound: one.word.sound === other.word.sound ? 1 : 0,
    start: one.word.start === other.word.start ? 1 : 0,
    known: one.isKnown && other.isKnown ? 1 : 0,
    oneKnown: one.isKnown !== other.isKnown ? 1 : 0,
    single: one.words.size === 1 && other.words.size === 1 ? 1 : 0,
    crowded: shared.length === 0 ? 0 : 1 - 2 / Math.max(2, sharing),
    denied: one.negations === other.negations ? 0 : 1,
  };
}

function sharedOf(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((word) => b.has(word));
}

function sharedCount<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const each of small) if (large.has(each)) shared += 1;
  return shared;
}

const dice = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.size + b.size === 0 ? 0 : (2 * sharedCount(a, b)) / (a.size + b.size);

/** Similarity of two spellings: 1 if they are equal, 0 if at least half of the letters would have to be edited. */
function likeness(a: string, b: string): number {
  const most = 2 * Math.max(a.length, b.length);
  const cost = spellingCost(a, b, most);
  return cost >= most ? 0 : 1 - cost / most;
}
