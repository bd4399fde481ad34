/** A rank as boards show it: a shared one with '='. */
export const rankText = (rank: number, isShared: boolean): string =>
  isShared ? `${rank} =` : String(rank);

/** The ranks of a board's rows as it shows them. */
export function rankTexts(ranks: readonly number[]): string[] {
  const people = new Map<number, number>();
  for (const rank of ranks) people.set(rank, (people.get(rank) ?? 0) + 1);
  return ranks.map((rank) => rankText(rank, (people.get(rank) ?? 1) > 1));
}
