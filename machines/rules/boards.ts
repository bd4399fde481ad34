import type { Audience, LeaderboardEntry, RoleId } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';

export type Period = 'daily' | 'all-time';

/** A board: of one question, of everybody in a period, or both audiences of a period apart. */
export type BoardSubject =
  | { readonly kind: 'session'; readonly gameSessionId: string }
  | { readonly kind: 'everybody'; readonly period: Period }
  | { readonly kind: 'pair'; readonly period: Period };

/** A board as it is loaded. */
export interface Board {
  /** The best, and the reader's own row, wherever it is. */
  readonly entries: readonly LeaderboardEntry[];
  /** How many people there are, of an audience or all together, where the server says so; else the entries are everybody. */
  readonly people: Readonly<Partial<Record<Audience | 'all', number>>>;
}

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

/** One audience's entries of a board; they are ranked among themselves already (decisions §9). */
export const entriesOf = (
  entries: readonly LeaderboardEntry[],
  audience: Audience,
): readonly LeaderboardEntry[] => entries.filter(({ role_id }) => role_id === ROLES[audience]);
