/** A rank as boards show it: a shared one with '='. */
export const rankText = (rank: number, isShared: boolean): string =>
  isShared ? `${rank} =` : String(rank);

/** The ranks of a board's groups of these sizes: equally large ones share a rank, and the next one leaves a gap. */
export function boardRanks(sizes: readonly number[]): number[] {
  const sorted = sizes.toSorted((a, b) => b - a);
  const first = new Map<number, number>();
  for (const [at, size] of sorted.entries()) if (!first.has(size)) first.set(size, at + 1);
  return sizes.map((size) => first.get(size) ?? 0);
}

/** The ranks of a board's rows as it shows them. */
export function rankTexts(ranks: readonly number[]): string[] {
  const people = new Map<number, number>();
  for (const rank of ranks) people.set(rank, (people.get(rank) ?? 0) + 1);
  return ranks.map((rank) => rankText(rank, (people.get(rank) ?? 1) > 1));
}
