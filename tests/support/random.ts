/** Random choices that are determined by a seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;
  /** A whole number from 0 up to, not including, `below`. */
  readonly below: (below: number) => number;
  readonly between: (least: number, most: number) => number;
  /** True with this probability, 0 to 1. */
  readonly chance: (share: number) => boolean;
  /** @throws RangeError for an empty list */
  readonly pick: <T>(items: readonly T[]) => T;
  /** A separate sequence for another actor of a scenario. */
  readonly fork: () => Random;
}

/** A generator of numbers from 0 up to 1 (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomFrom(seed: number): Random {
  const next = numbersFrom(seed);
  const below = (most: number): number => Math.floor(next() * most);
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
    fork: () => randomFrom(below(2 ** 31)),
  };
}

/** Random choices seeded by words and numbers, through their FNV-1a hash. */
export function randomOf(...seeds: readonly (number | string)[]): Random {
  let hash = 2_166_136_261;
  for (const sign of seeds.join(' '))
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return randomFrom(hash);
}
