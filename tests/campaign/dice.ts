/** Choices that are the same again for the same seed. */
export interface Dice {
  /** A whole number from 0 to `end - 1`. */
  readonly below: (end: number) => number;
  /** @throws Error when there is nothing to choose from */
  readonly pick: <T>(list: readonly T[]) => T;
  /** True as often as `share` (0 to 1) says. */
  readonly chance: (share: number) => boolean;
}

/** Mulberry32 over the FNV-1a hash of what it is seeded with. */
export function diceOf(...seeds: readonly (number | string)[]): Dice {
  let state = 2_166_136_261;
  for (const sign of seeds.join(' ')) {
    state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  }
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]): T => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error('There is nothing to choose from.');
      return chosen;
    },
  };
}
