import { foldLetters } from '../letters.ts';
import { readFigures, readRoman, wordAt } from '../numbers.ts';

/** The number words of a language. All are folded (`foldLetters`) when they are read. */
export type NumberWords = {
  readonly toCardinal: (value: number) => string;
  /** Further words and phrases, and their values. */
  readonly others: Iterable<readonly [phrase: string, value: number]>;
  /** Words for powers of ten from a thousand up: 'million' is 6. */
  readonly scales: Readonly<Record<string, number>>;
  /** Words for 1 that are articles unless a power of ten follows. */
  readonly ones: readonly string[];
  /** The word for a thousand if it is written together with the words around it. */
  readonly joined: string | null;
};

const BELOW_THOUSAND = 1000;

/** Returns the function that writes numbers in figures, from a table of the words for all numbers below a thousand. */
export function numberReader(words: NumberWords): (tokens: readonly string[]) => string[] {
  const values = new Map<string, number>();
  for (let value = 0; value < BELOW_THOUSAND; value += 1)
    values.set(foldLetters(words.toCardinal(value)), value);
  for (const [phrase, value] of words.others) values.set(foldLetters(phrase), value);
  const longest = Math.max(...Array.from(values.keys(), (phrase) => phrase.split(' ').length));
  const scales = new Map(
    Object.entries(words.scales).map(([word, power]) => [foldLetters(word), power]),
  );
  const powerAt = (tokens: readonly string[], at: number) => scales.get(wordAt(tokens, at)) ?? null;
  const ones = new Set(words.ones);

  function readBelow(
    tokens: readonly string[],
    at: number,
  ): { value: number; next: number } | null {
    for (let next = Math.min(at + longest, tokens.length); next > at; next -= 1) {
      const value = values.get(tokens.slice(at, next).join(' '));
      if (value !== undefined) return { value, next };
    }
    return ones.has(wordAt(tokens, at)) && powerAt(tokens, at + 1) !== null
      ? { value: 1, next: at + 1 }
      : null;
  }

  /** Reads groups of up to three digits, each with a smaller power of ten than the group before. */
  function readAmount(
    tokens: readonly string[],
    at: number,
  ): { text: string; next: number } | null {
    let value = 0;
    let next = at;
    let limit = Infinity;
    while (limit > 0) {
      const group = readBelow(tokens, next) ?? { value: 1, next };
      const power = powerAt(tokens, group.next) ?? 0;
      if ((group.next === next && power === 0) || power >= limit) break;
      value += group.value * 10 ** power;
      next = power > 0 ? group.next + 1 : group.next;
      limit = power;
    }
    return next > at ? { text: String(value), next } : null;
  }

  /** 'zweitausenddrei' as 'zwei', 'tausend', 'drei', if these are numbers. */
  function apart(token: string): readonly string[] {
    const { joined } = words;
    const at = joined === null ? -1 : token.indexOf(joined);
    if (joined === null || at < 0 || token === joined) return [token];
    const parts = [token.slice(0, at), joined, token.slice(at + joined.length)].filter(Boolean);
    const isNumber = parts.every((part) => scales.has(part) || ones.has(part) || values.has(part));
    return isNumber ? parts : [token];
  }

  return (given) => {
    const tokens = given.flatMap(apart);
    const result: string[] = [];
    let at = 0;
    while (at < tokens.length) {
      // A Roman numeral that begins a text is more often a word: 'vi' is Spanish for 'I saw'.
      const isLater = wordAt(tokens, at - 1).length > 1;
      const { text, next } = readFigures(tokens, at, powerAt) ??
        readAmount(tokens, at) ??
        (isLater ? readRoman(tokens, at) : null) ?? { text: wordAt(tokens, at), next: at + 1 };
      result.push(text);
      at = next;
    }
    return result;
  };
}
