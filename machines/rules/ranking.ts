import type { RoleId } from '#machines/contract/entities.ts';

/** What decides a place on a leaderboard; `answeredAt` is the earliest answer of the period, epoch ms. */
export type Rankable = {
  role_id: RoleId;
  total_points: number;
  answeredAt: number;
  username: string;
  user_id: string;
};

/**
 * Entries in leaderboard order, each with its standard competition rank (1, 1, 3) among those of its own role: the
 * audiences earn by different rules (decisions §9). Equal points share the rank; within it the earlier answer, then the
 * name comes first (decisions §5).
 */
export function rankEntries<T extends Rankable>(entries: readonly T[]): (T & { rank: number })[] {
  const last = new Map<RoleId, { place: number; rank: number; points: number | null }>();
  return entries.toSorted(compareEntries).map((entry) => {
    const { role_id: role, total_points: points } = entry;
    const above = last.get(role) ?? { place: 0, rank: 0, points: null };
    const place = above.place + 1;
    const rank = above.points === points ? above.rank : place;
    last.set(role, { place, rank, points });
    return { ...entry, rank };
  });
}

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

/** '1st', '2nd', '11th'; '-' for somebody without a rank. */
export function ordinal(rank: number | null): string {
  if (rank === null) return '-';
  const isTeen = Math.floor(rank / 10) % 10 === 1;
  const suffix = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][rank % 10];
  return `${rank}${suffix ?? 'th'}`;
}

function compareEntries(a: Rankable, b: Rankable): number {
  return (
    b.total_points - a.total_points ||
    a.answeredAt - b.answeredAt ||
    compareText(a.username, b.username) ||
    compareText(a.user_id, b.user_id)
  );
}
