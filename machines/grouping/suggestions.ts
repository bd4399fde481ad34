import type { DeskSuggestion } from '#machines/contract/desk.ts';
import { CONTESTANT_POINTS } from '#machines/contract/limits.ts';
import { compareText } from '#machines/rules/ranking.ts';
import { LIGHT_WORDS, NEGATIONS } from './empty-words.ts';
import type { CountedText, TextGroup } from './grouping.ts';
import { type Knowledge, remembering } from './knowledge.ts';
import { spellingCost } from './distance.ts';
import { type Word, wordOf } from './shape.ts';
import { stemOf } from './stems.ts';
import type { Steps } from './steps.ts';

export type SuggestionReason = DeskSuggestion['reason'];

/** A question for the producer: are the groups of these two texts one answer? */
export type Suggestion = {
  readonly keys: readonly [string, string];
  readonly reason: SuggestionReason;
  /** How many answers would be worth other points with a Yes. */
  readonly points: number;
};

/** What others than text matching propose, each from 0 to 1 as likely as it is. */
export type Proposal = {
  readonly reason: SuggestionReason;
  readonly keys: readonly [string, string];
  readonly likelihood: number;
};

export type Suggesting = {
  readonly groups: readonly TextGroup[];
  readonly counted: readonly CountedText[];
  readonly knowledge: Knowledge;
  /** Pairs of texts that a producer has said to be different answers. */
  readonly apart?: readonly (readonly [string, string])[];
  readonly proposals?: readonly Proposal[];
};

/** More are not worth a producer's time. */
const MOST_SUGGESTIONS = 40;
/** Of each group so many texts are compared, those that most people gave. */
const MOST_TEXTS = 4;
/** A pair of letters or a word that so many groups share tells nothing. */
const MOST_SHARING = 60;
/** A group is compared with so many others, those that share most with it. */
const MOST_NEIGHBOURS = 24;
/** Less likely than that, nobody is asked. */
const LEAST_LIKELIHOOD = 0.16;
/** A group that nobody scores with counts a little too: home viewers get its size. */
const SIZE_SHARE = 0.05;

/**
 * The likeliest wrong groupings, those first that change most points. A producer says Yes or No to each. What was
 * decided is not proposed again, nor a join of groups that hold texts which were said to be different.
 */
export function* suggestInSteps(given: Suggesting): Steps<Suggestion[]> {
  const { apart = [], proposals = [] } = given;
  const knowledge = remembering(given.knowledge);
  const countOf = new Map(given.counted.map(({ key, count }) => [key, count]));
  const groups: Compared[] = [];
  const groupOf = new Map<string, number>();
  for (const [position, group] of given.groups.entries()) {
    for (const { key } of group.members) groupOf.set(key, position);
    groups.push(comparedOf(group, countOf, knowledge));
    yield;
  }
  const stakes = stakesOf(groups.map(({ size }) => size));
  const different = new Set(
    apart.map(([a, b]) => pairOf(groupOf.get(a) ?? -1, groupOf.get(b) ?? -1)),
  );
  const joins = new Map<string, Weighed>();
  const offerJoin = (a: number, b: number, likelihood: number, reason: SuggestionReason): void => {
    const pair = pairOf(a, b);
    const [one, other] = [groups[Math.min(a, b)], groups[Math.max(a, b)]];
    if (one === undefined || other === undefined || one === other || different.has(pair)) return;
    if (likelihood < Math.max(LEAST_LIKELIHOOD, joins.get(pair)?.likelihood ?? 0)) return;
    const keys = [one.key, other.key] as const;
    const points = stakes(one.size, other.size);
    joins.set(pair, {
      likelihood,
      worth: likelihood * (points + SIZE_SHARE * Math.min(one.size, other.size)),
      suggestion: { keys, reason, points },
    });
  };
  for (const { keys, likelihood, reason } of proposals)
    offerJoin(groupOf.get(keys[0]) ?? -1, groupOf.get(keys[1]) ?? -1, likelihood, reason);
  const neighbours = neighboursOf(groups);
  yield;
  for (const [position, group] of groups.entries()) {
    for (const other of neighbours(position)) {
      const signs = signsOf(group, groups[other] ?? group);
      if (signs !== null) offerJoin(position, other, likelihoodOf(signs), reasonOf(signs));
    }
    yield;
  }
  return [...joins.values()]
    .sort(
      (a, b) =>
        b.worth - a.worth || compareText(a.suggestion.keys.join(' '), b.suggestion.keys.join(' ')),
    )
    .slice(0, MOST_SUGGESTIONS)
    .map(({ suggestion }) => suggestion);
}

/** `worth`: how many points hang on it, as likely as it is. */
type Weighed = {
  readonly likelihood: number;
  readonly worth: number;
  readonly suggestion: Suggestion;
};

const pairOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

/** A text as it is compared with others. */
type Sketch = {
  /** Letters and figures alone. */
  readonly compact: string;
  readonly word: Word;
  readonly bigrams: ReadonlySet<string>;
  /** Stems of the words that matter. */
  readonly words: ReadonlySet<string>;
  /** What the text, or a word of it, may mean. */
  readonly meanings: ReadonlySet<number>;
  readonly wholeMeanings: ReadonlySet<number>;
  readonly initials: string;
  readonly figures: string;
  readonly isKnown: boolean;
};
type Compared = {
  readonly key: string;
  readonly size: number;
  readonly sketches: readonly Sketch[];
};

function comparedOf(
  { representative, members }: TextGroup,
  countOf: ReadonlyMap<string, number>,
  knowledge: Knowledge,
): Compared {
  const keys = members.map(({ key }) => key);
  const size = keys.reduce((sum, key) => sum + (countOf.get(key) ?? 0), 0);
  const most = keys.toSorted((a, b) => (countOf.get(b) ?? 0) - (countOf.get(a) ?? 0));
  const shown = [...new Set([representative, ...most])].slice(0, MOST_TEXTS);
  return { key: representative, size, sketches: shown.map((key) => sketchOf(key, knowledge)) };
}

function sketchOf(key: string, knowledge: Knowledge): Sketch {
  const tokens = key.split(' ');
  const heavy = tokens.filter((token) => !LIGHT_WORDS.has(token) && !NEGATIONS.has(token));
  const stems = (heavy.length === 0 ? tokens : heavy).map((token) =>
    stemOf(knowledge.plainForm(token) ?? token, knowledge.isWord),
  );
  const compact = key.replaceAll(' ', '');
  const bigrams = new Set<string>();
  for (let end = 2; end <= compact.length; end += 1) bigrams.add(compact.slice(end - 2, end));
  const whole = [key, stems.join(' ')].flatMap((each) => knowledge.meaningsOf(each));
  const parts = stems.flatMap((stem) => knowledge.meaningsOf(stem));
  return {
    compact,
    word: wordOf(compact, knowledge.isWord(compact)),
    bigrams,
    words: new Set(stems),
    meanings: new Set([...whole, ...parts].map(({ id }) => id)),
    wholeMeanings: new Set(whole.map(({ id }) => id)),
    initials: tokens.map((token) => token.charAt(0)).join(''),
    figures: (key.match(/\d+/g) ?? []).join(' '),
    isKnown: tokens.every((token) => knowledge.isWord(token)),
  };
}

/** The groups that share most with a group: pairs of letters, words, meanings. */
function neighboursOf(groups: readonly Compared[]): (position: number) => number[] {
  const postings = new Map<string | number, number[]>();
  const featuresOf = ({ sketches }: Compared) =>
    new Set(
      sketches.flatMap<string | number>(({ bigrams, words, meanings, compact, initials }) => [
        ...bigrams,
        ...Array.from(words, (word) => `${word} `),
        ...meanings,
        ...(compact.length <= 5 ? [`${compact}.`] : []),
        ...(initials.length > 1 ? [`${initials}.`] : []),
      ]),
    );
  const features = groups.map(featuresOf);
  for (const [position, each] of features.entries())
    for (const feature of each) {
      const list = postings.get(feature);
      if (list === undefined) postings.set(feature, [position]);
      else list.push(position);
    }
  return (position) => {
    const shared = new Map<number, number>();
    for (const feature of features[position] ?? []) {
      const list = postings.get(feature) ?? [];
      if (list.length > MOST_SHARING) continue;
      // A rare thing that is shared says more.
      for (const other of list)
        if (other > position) shared.set(other, (shared.get(other) ?? 0) + 1 / list.length);
    }
    return [...shared]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MOST_NEIGHBOURS)
      .map(([other]) => other);
  };
}

/**
 * How much each sign says for one answer: a logistic regression over the pairs that are compared here, of questions with
 * groups made by people (docs/grouping.md).
 */
const WEIGHTS = {
  bias: -4.99,
  letters: 3.37,
  words: -1.89,
  wordsWithin: 1.35,
  within: 0.99,
  sameMeaning: 1.2,
  partMeaning: 0.78,
  otherMeaning: -1.08,
  initials: 1.69,
  otherFigures: -1.86,
  rare: 0.13,
  edits: 1.88,
  sound: 1.3,
  start: 0.7,
  known: -0.73,
  oneKnown: 0.03,
  single: 0.94,
};
/** How alike two groups are, each sign from 0 to 1. */
export type Signs = Readonly<Record<keyof typeof WEIGHTS, number>>;

const likelihoodOf = (signs: Signs): number => 1 / (1 + Math.exp(-weighed(signs)));

const weighed = (signs: Signs): number =>
  signs.bias * WEIGHTS.bias +
  signs.letters * WEIGHTS.letters +
  signs.words * WEIGHTS.words +
  signs.wordsWithin * WEIGHTS.wordsWithin +
  signs.within * WEIGHTS.within +
  signs.sameMeaning * WEIGHTS.sameMeaning +
  signs.partMeaning * WEIGHTS.partMeaning +
  signs.otherMeaning * WEIGHTS.otherMeaning +
  signs.initials * WEIGHTS.initials +
  signs.otherFigures * WEIGHTS.otherFigures +
  signs.rare * WEIGHTS.rare +
  signs.edits * WEIGHTS.edits +
  signs.sound * WEIGHTS.sound +
  signs.start * WEIGHTS.start +
  signs.known * WEIGHTS.known +
  signs.oneKnown * WEIGHTS.oneKnown +
  signs.single * WEIGHTS.single;

const reasonOf = (signs: Signs): SuggestionReason => {
  if (signs.sameMeaning > 0) return 'meaning';
  return signs.words > signs.letters ? 'words' : 'spelling';
};

/** The signs of the two texts, one of each group, that are most alike. */
function signsOf(a: Compared, b: Compared): Signs | null {
  let best: Signs | null = null;
  for (const one of a.sketches)
    for (const other of b.sketches) {
      const signs = signsOfTexts(one, other, a, b);
      if (best === null || weighed(signs) > weighed(best)) best = signs;
    }
  return best;
}

/** How many answers change their points when two groups of these sizes become one. */
function stakesOf(sizes: readonly number[]): (a: number, b: number) => number {
  const groupsOf = new Map<number, number>();
  for (const size of sizes) groupsOf.set(size, (groupsOf.get(size) ?? 0) + 1);
  const inOrder = [...groupsOf.keys()].filter((size) => size > 0).toSorted((a, b) => b - a);
  const before = contestantPoints(inOrder);
  return (a, b) => {
    const together = a + b;
    const left = (size: number): number =>
      (groupsOf.get(size) ?? 0) - Number(size === a) - Number(size === b);
    // Two sizes at most go, so that these decide all points.
    const leading = inOrder.slice(0, CONTESTANT_POINTS.length + 2).filter((size) => left(size) > 0);
    const after = contestantPoints([...new Set([together, ...leading])].toSorted((x, y) => y - x));
    const isMoved = (size: number, to: number): boolean =>
      (before.get(size) ?? 0) !== (after.get(to) ?? 0);
    const others = leading.reduce(
      (sum, size) => sum + (isMoved(size, size) ? left(size) * size : 0),
      0,
    );
    return others + [a, b].reduce((sum, size) => sum + (isMoved(size, together) ? size : 0), 0);
  };
}

/** What contestants get for groups of these different sizes, the largest first (decisions §5). */
const contestantPoints = (sizes: readonly number[]): ReadonlyMap<number, number> =>
  new Map(
    sizes
      .slice(0, CONTESTANT_POINTS.length)
      .map((size, rank) => [size, CONTESTANT_POINTS[rank] ?? 0]),
  );

function signsOfTexts(one: Sketch, other: Sketch, a: Compared, b: Compared): Signs {
  const sharedWords = sharedCount(one.words, other.words);
  const fewer = Math.min(one.words.size, other.words.size);
  const [short, long] = one.compact.length <= other.compact.length ? [one, other] : [other, one];
  return {
    bias: 1,
    letters: dice(one.bigrams, other.bigrams),
    words: sharedWords === 0 ? 0 : sharedWords / (one.words.size + other.words.size - sharedWords),
    wordsWithin: sharedWords > 0 && sharedWords === fewer ? 1 : 0,
    within: short.compact.length > 2 && long.compact.includes(short.compact) ? 1 : 0,
    sameMeaning: sharedCount(one.wholeMeanings, other.wholeMeanings) > 0 ? 1 : 0,
    partMeaning: sharedCount(one.meanings, other.meanings) > 0 ? 1 : 0,
    otherMeaning:
      one.wholeMeanings.size > 0 &&
      other.wholeMeanings.size > 0 &&
      sharedCount(one.wholeMeanings, other.wholeMeanings) === 0
        ? 1
        : 0,
    initials: short.compact.length > 1 && long.initials === short.compact ? 1 : 0,
    otherFigures: one.figures === other.figures ? 0 : 1,
    rare: 1 - Math.min(a.size, b.size) / Math.max(a.size, b.size, 1),
    edits: likeness(one.word.spelling, other.word.spelling),
    sound: one.word.sound === other.word.sound ? 1 : 0,
    start: one.word.start === other.word.start ? 1 : 0,
    known: one.isKnown && other.isKnown ? 1 : 0,
    oneKnown: one.isKnown !== other.isKnown ? 1 : 0,
    single: one.words.size === 1 && other.words.size === 1 ? 1 : 0,
  };
}

function sharedCount<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const each of small) if (large.has(each)) shared += 1;
  return shared;
}

const dice = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.size + b.size === 0 ? 0 : (2 * sharedCount(a, b)) / (a.size + b.size);

/** 1 for equal spellings, 0 from half of their letters on. */
function likeness(a: string, b: string): number {
  const most = 2 * Math.max(a.length, b.length);
  const cost = spellingCost(a, b, most);
  return cost >= most ? 0 : 1 - cost / most;
}
