import type { MatchReason } from '#machines/contract/entities.ts';
import { leastCost, spellingCost } from './distance.ts';
import { type Shape, type Word } from './shape.ts';

/** The bounds of a slip across words: its cost, and the letters of a word that need not stand alone. */
const MAX_JOINED_COST = 4;
const MIN_PART_LENGTH = 3;

/**
 * Costs of misspelling (quarters of an edit) that a word of at most `length` letters bears: at all, more
 * when it sounds the same, and more when it is like no other. Short words have too many neighbours
 * (ball, bell, bull) for more than a doubled letter or a swap.
 */
const LIMITS = [
  { length: 4, cost: 1, sameSound: 0, loner: 0 },
  { length: 5, cost: 2, sameSound: 0, loner: 1 },
  { length: 7, cost: 4, sameSound: 2, loner: 2 },
  { length: 9, cost: 6, sameSound: 4, loner: 4 },
  { length: 11, cost: 8, sameSound: 4, loner: 4 },
  { length: Infinity, cost: 10, sameSound: 4, loner: 4 },
];

export type Misspelling = {
  /** In quarters of an edit. */
  readonly cost: number;
  /** Whether that is near enough; if not, it is for a text that is like no other. */
  readonly isSure: boolean;
  /** Whether it is near enough even for two texts that many have given. */
  readonly isClose: boolean;
};

const EQUAL: Misspelling = { cost: 0, isSure: true, isClose: true };

/** Whether the two are one answer by form alone: blanks, plurals, empty words, word order. */
export function sameForm(a: Shape, b: Shape): MatchReason | null {
  if (a.facts !== b.facts) return null;
  if (a.compact.text === b.compact.text) return 'spelling';
  return a.sorted === b.sorted ? 'word-order' : null;
}

/**
 * Whether one may be a misspelling of the other; null when they are different answers.
 */
export function misspelling(a: Shape, b: Shape): Misspelling | null {
  if (a.facts !== b.facts || !a.isSpelled || !b.isSpelled) return null;
  if (a.words.length !== b.words.length) return joined(a, b);
  let sum: Misspelling = EQUAL;
  for (const [index, word] of a.words.entries()) {
    const other = b.words[index];
    const next = other === undefined ? null : misspelledWord(word, other);
    if (next === null) return null;
    sum = {
      cost: sum.cost + next.cost,
      isSure: sum.isSure && next.isSure,
      isClose: sum.isClose && next.isClose,
    };
  }
  return sum;
}

/** 'icecreem' and 'ice cream'. A word more is another answer, and so is a letter on its own. */
function joined(a: Shape, b: Shape): Misspelling | null {
  const [few, many] = a.words.length < b.words.length ? [a, b] : [b, a];
  if (many.words.some((word) => word.text.length < MIN_PART_LENGTH && !isIn(few, word)))
    return null;
  const found = misspelledWord(few.compact, many.compact);
  return found !== null && found.cost <= MAX_JOINED_COST ? found : null;
}

function isIn({ words }: Shape, { text }: Word): boolean {
  return words.some((word) => word.text === text);
}

function misspelledWord(a: Word, b: Word): Misspelling | null {
  if (a.text === b.text) return EQUAL;
  if (a.isFixed || b.isFixed || a.sound.charAt(0) !== b.sound.charAt(0)) return null;
  const length = Math.min(a.spelling.length, b.spelling.length);
  const limit = LIMITS.find((each) => length <= each.length);
  if (limit === undefined) return null;
  const sure = limit.cost + (a.sound === b.sound ? limit.sameSound : 0);
  const max = sure + limit.loner;
  if (leastCost(a.letters, b.letters) > max) return null;
  const cost = spellingCost(a.spelling, b.spelling, max);
  return cost <= max ? { cost, isSure: cost <= sure, isClose: 2 * cost <= limit.cost } : null;
}
