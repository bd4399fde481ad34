import type { Audience, LeaderboardEntry, User } from '#machines/contract/entities.ts';
import type { BoardsSnapshot } from './boards.ts';
import { entriesOf, withOwnRow } from './rules/boards.ts';

/** Number of rows, with the reader's own row in the middle if possible. */
const ROWS = 3;

/**
 * Today's row of the reader within their audience, between the neighbouring rows if the received top of the board has
 * them; empty: the reader has no row, or it is not known.
 */
export function selectAround(
  { context: { tops, standing, period, points } }: BoardsSnapshot,
  reader: Pick<User, 'id' | 'name' | 'role_id'>,
  audience: Audience,
): readonly LeaderboardEntry[] {
  const own = standing?.daily ?? (period === 'daily' ? points : null);
  if (own === null) return [];
  const listed = entriesOf(tops['daily']?.entries ?? [], audience);
  const at = listed.findIndex(({ user_id }) => user_id === reader.id);
  if (at === -1) return withOwnRow([], reader, own);
  const from = Math.max(0, Math.min(at - 1, listed.length - ROWS));
  // The received top ranks both audiences together.
  return listed
    .slice(from, from + ROWS)
    .map(({ rank, username, user_id, role_id, total_points }) => ({
      username,
      user_id,
      role_id,
      total_points,
      rank: 1 + listed.filter((other) => other.rank < rank).length,
      ...(listed.filter((other) => other.rank === rank).length > 1 && { shared: true }),
    }));
}
