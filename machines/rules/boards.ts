import type { Audience, LeaderboardEntry, RoleId } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';

export type Period = 'daily' | 'all-time';

/** A board: of one question, of everybody in a period, or both audiences of a period apart. */
export type BoardSubject =
  | { readonly kind: 'session'; readonly gameSessionId: string }
  | { readonly kind: 'everybody'; readonly period: Period }
  | { readonly kind: 'pair'; readonly period: Period };

const ROLES: Readonly<Record<Audience, RoleId>> = { studio: ROLE.contestant, home: ROLE.home };

/** Whether a board begins anew with the UTC day. */
export function isDaily(subject: BoardSubject): boolean {
  return subject.kind !== 'session' && subject.period === 'daily';
}

/** Whether points that moved in one game session (undefined: somewhere) can change a board. */
export function concerns(subject: BoardSubject, gameSessionId: string | undefined): boolean {
  if (subject.kind !== 'session' || gameSessionId === undefined) return true;
  return subject.gameSessionId === gameSessionId;
}

/** One audience's entries of a board, ranked among themselves: 1, 1, 3 (decisions §5). */
export function entriesOf(
  entries: readonly LeaderboardEntry[],
  audience: Audience,
): LeaderboardEntry[] {
  let last: LeaderboardEntry | null = null;
  return entries
    .filter(({ role_id }) => role_id === ROLES[audience])
    .map((entry, index) => {
      const isShared = last !== null && last.total_points === entry.total_points;
      last = { ...entry, rank: isShared && last ? last.rank : index + 1 };
      return last;
    });
}
