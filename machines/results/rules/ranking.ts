import { m } from 'messages';
/** The sort keys of a leaderboard; `answeredAt` is the earliest answer of the period, epoch ms. */
export type Rankable = {
  total_points: number;
  answeredAt: number;
  username: string;
  user_id: string;
};

/**
 * Entries in leaderboard order with standard competition ranks (1, 1, 3): equal points share the rank; within a rank
 * the earlier answer comes first, then the name (decisions §5).
 */
export function rankEntries<T extends Rankable>(entries: readonly T[]): (T & { rank: number })[] {
  let rank = 0;
  let lastPoints: number | null = null;
  return entries.toSorted(compareEntries).map((entry, index) => {
    if (entry.total_points !== lastPoints) rank = index + 1;
    lastPoints = entry.total_points;
    return { ...entry, rank };
  });
}

/** Marks the rows that others share their rank with. `rows`: all of a board, or one more than are used. */
export function withShared<T extends { readonly rank: number }>(
  rows: readonly T[],
): (T & { shared?: true })[] {
  const people = new Map<number, number>();
  for (const { rank } of rows) people.set(rank, (people.get(rank) ?? 0) + 1);
  return rows.map((row) => ({ ...row, ...((people.get(row.rank) ?? 0) > 1 && SHARED) }));
}
export const SHARED = { shared: true } as const;

/**
 * Compares by code points: the order of SQLite's BINARY and PostgreSQL's "C" collation, so that a
 * list sorted here and one sorted by a store agree. Negative when `a` comes first.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const difference = (a.codePointAt(i) ?? 0) - (b.codePointAt(i) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** '1st', '2nd', 'Joint 11th'; '-' without a rank. */
export function ordinal(rank: number | null, isShared = false): string {
  if (rank === null) return '-';
  return isShared ? m.rankJoint({ rank: m.rankOrdinal({ rank }) }) : m.rankOrdinal({ rank });
}

/** The rank of a group in words: 'Most popular', '2nd most popular'. */
export const popularText = (rank: number): string =>
  rank === 1 ? m.rankMostPopular() : m.rankPopular({ rank: m.rankOrdinal({ rank }) });

function compareEntries(a: Rankable, b: Rankable): number {
  return (
    b.total_points - a.total_points ||
    a.answeredAt - b.answeredAt ||
    compareText(a.username, b.username) ||
    compareText(a.user_id, b.user_id)
  );
}
