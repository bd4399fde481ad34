import { leastCost, spellingCost } from './distance.ts';
import { type Shape, type Word } from './shape.ts';

/** The bounds of a slip across words: its cost, and the letters of a word that need not stand alone. */
const MAX_JOINED_COST = 4;
const MIN_PART_LENGTH = 3;
const MAX_LENGTH_CHANGE = 1;

/** A slip that makes another word: in long words beside right ones, and a small one. */
const MIN_REAL_LENGTH = 6;
const MAX_REAL_COST = 2;

type Limit = {
  readonly length: number;
  readonly cost: number;
  readonly sameSound: number;
  readonly loner: number;
};

/**
 * Costs of misspelling (quarters of an edit) that a word of at most `length` letters bears: at all, more
 * when it sounds the same, and more when it is like no other. Short words have too many neighbours
 * (ball, bell, bull) for more than a doubled letter or a swap.
 */
const LIMITS: readonly Limit[] = [
  { length: 3, cost: 0, sameSound: 0, loner: 0 },
  { length: 4, cost: 1, sameSound: 0, loner: 0 },
  { length: 5, cost: 2, sameSound: 0, loner: 1 },
  { length: 7, cost: 4, sameSound: 2, loner: 2 },
  { length: 9, cost: 6, sameSound: 4, loner: 4 },
  { length: 11, cost: 8, sameSound: 4, loner: 4 },
  { length: Infinity, cost: 10, sameSound: 4, loner: 4 },
];

/** The same where one of the two is a known word and the other one is none. */
const LIMITS_OF_KNOWN: readonly Limit[] = [
  { length: 3, cost: 1, sameSound: 1, loner: 1 },
  { length: 4, cost: 3, sameSound: 1, loner: 2 },
  { length: 5, cost: 5, sameSound: 2, loner: 2 },
  { length: 7, cost: 7, sameSound: 3, loner: 4 },
  { length: 9, cost: 9, sameSound: 4, loner: 5 },
  { length: 11, cost: 11, sameSound: 4, loner: 6 },
  { length: Infinity, cost: 13, sameSound: 4, loner: 6 },
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

/** Whether one may be a misspelling of the other; null when they are different answers. */
export function misspelling(a: Shape, b: Shape): Misspelling | null {
  if (a.facts !== b.facts || !a.isSpelled || !b.isSpelled) return null;
  if (a.words.length !== b.words.length) return joined(a, b);
  const isName = (a.isName || b.isName) && !hasEqualWord(a, b);
  let sum: Misspelling = EQUAL;
  for (const [index, word] of a.words.entries()) {
    const other = b.words[index];
    const next =
      other === undefined
        ? null
        : (misspelledWord(word, other, isName) ?? realWordSlip(word, other, a.words.length));
    if (next === null) return null;
    sum = {
      cost: sum.cost + next.cost,
      isSure: sum.isSure && next.isSure,
      isClose: sum.isClose && next.isClose,
    };
  }
  return sum;
}

/** 'Edgar Dagas' and 'Edgar Degas': what else they say is the same, and so they are hardly two names. */
const hasEqualWord = (a: Shape, b: Shape): boolean =>
  a.words.some((word, at) => word.text === b.words[at]?.text);

/** 'icecreem' and 'ice cream'. A word more is another answer, and so is a letter on its own. */
function joined(a: Shape, b: Shape): Misspelling | null {
  const [few, many] = a.words.length < b.words.length ? [a, b] : [b, a];
  if (few.isKnown && many.isKnown && few.compact.text !== many.compact.text) return null;
  const found = misspelledWord(few.compact, { ...many.compact, isKnown: false });
  if (found === null) return null;
  const kept = new Set(few.words.map(({ text }) => text));
  if (many.words.some(({ text }) => text.length < MIN_PART_LENGTH && !kept.has(text))) return null;
  const isLike = Math.abs(few.compact.text.length - many.compact.text.length) <= MAX_LENGTH_CHANGE;
  const isBroken = few.words.length === 1 && few.isKnown && isLike;
  return isBroken || found.cost <= MAX_JOINED_COST ? found : null;
}

/** 'product manger': both are words, but only one is meant. */
function realWordSlip(a: Word, b: Word, count: number): Misspelling | null {
  const isLong = Math.min(a.text.length, b.text.length) >= MIN_REAL_LENGTH;
  if (count < 2 || !isLong || a.isFixed || b.isFixed) return null;
  const cost = spellingCost(a.spelling, b.spelling, MAX_REAL_COST);
  return cost <= MAX_REAL_COST ? { cost, isSure: true, isClose: false } : null;
}

/**
 * Whether one word may be a misspelling of the other; two known words are none. Of names not all right
 * ones are known, so that a known and an unknown one must be as near as two unknown words.
 */
export function misspelledWord(a: Word, b: Word, isName = false): Misspelling | null {
  if (a.text === b.text) return EQUAL;
  if (a.isFixed || b.isFixed || a.start !== b.start) return null;
  if ((a.isKnown && b.isKnown) || isOtherSex(a.text, b.text)) return null;
  const isAnchored = !isName && a.isKnown !== b.isKnown;
  // 'inglish'; but 'emigrate' and 'immigrate' may both be meant.
  const isSameStart = a.text[0] === b.text[0] || a.sound[0] === b.sound[0];
  if (!isAnchored && !isSameStart) return null;
  const length = Math.min(a.spelling.length, b.spelling.length);
  const limits = isAnchored ? LIMITS_OF_KNOWN : LIMITS;
  const limit = limits.find((each) => length <= each.length);
  if (limit === undefined) return null;
  const sure = limit.cost + (a.sound === b.sound ? limit.sameSound : 0);
  const max = sure + limit.loner;
  if (leastCost(a.letters, b.letters) > max) return null;
  const cost = spellingCost(a.spelling, b.spelling, max);
  return cost <= max ? { cost, isSure: cost <= sure, isClose: 2 * cost <= limit.cost } : null;
}

/** 'batman' and 'batwoman'. */
const isOtherSex = (a: string, b: string): boolean =>
  /wom[ae]n$/.test(a) !== /wom[ae]n$/.test(b) && /m[ae]n$/.test(a) && /m[ae]n$/.test(b);
