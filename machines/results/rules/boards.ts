import type {
  Audience,
  BoardTops,
  LeaderboardEntry,
  RoleId,
  SessionTop,
  Standing,
  User,
} from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';

export type Period = 'daily' | 'all-time';

/** A board: of one question, of everybody in a period, or both audiences of a period apart. */
export type BoardSubject =
  | { readonly kind: 'session'; readonly gameSessionId: string }
  | { readonly kind: 'everybody'; readonly period: Period }
  | { readonly kind: 'pair'; readonly period: Period }
  /** Both audiences apart, of the show that is live or has ended last. */
  | { readonly kind: 'show' };

/** A board as it is loaded. */
export interface Board {
  /** The best, and the reader's own row, wherever it is. */
  readonly entries: readonly LeaderboardEntry[];
  /** How many people there are, of an audience or all together, where the server says so; else the entries are everybody. */
  readonly people: Readonly<Partial<Record<Audience | 'all', number>>>;
  /** How many have how many points, where the server says so. */
  readonly tally?: SessionTop['tally'];
}

/** The best of boards as the server tells them: of everybody by period, of game sessions by their ids. */
export type Tops = Readonly<Record<string, Board>>;

/** What is told of a board; a pair is not told, nor a show. */
export const topOf = (tops: Tops, subject: BoardSubject): Board | undefined =>
  subject.kind === 'pair' || subject.kind === 'show'
    ? undefined
    : tops[subject.kind === 'session' ? subject.gameSessionId : subject.period];

export const topsIn = ({ sessions, ...periods }: BoardTops): Tops =>
  Object.fromEntries(
    Object.entries({ ...sessions, ...periods }).map(([key, { people, ...top }]) => [
      key,
      { ...top, people: { all: people } },
    ]),
  );

/** One's points and rank on a board; null: one is not on it. */
export type OwnRow = Readonly<Pick<Standing, 'points' | 'rank'>>;

/** A board's entries with the reader's own row, which follows the best where it is not among them. */
export function withOwn(
  entries: readonly LeaderboardEntry[],
  reader: Pick<User, 'id' | 'name' | 'role_id'>,
  { points, rank }: OwnRow,
): readonly LeaderboardEntry[] {
  const { id, name, role_id } = reader;
  if (rank === null || entries.some(({ user_id }) => user_id === id)) return entries;
  return [...entries, { rank, username: name, user_id: id, role_id, total_points: points }];
}

/** The rank of who has so many points of a game session. */
export const rankIn = (tally: SessionTop['tally'], points: number): number =>
  1 + tally.reduce((above, [total, people]) => (total > points ? above + people : above), 0);

const ROLES: Readonly<Record<Audience, RoleId>> = { studio: ROLE.contestant, home: ROLE.home };

/** Whether a board begins anew with the day. */
export function isDaily(subject: BoardSubject): boolean {
  return 'period' in subject && subject.period === 'daily';
}

/** Whether points that moved in one game session (undefined: somewhere) can change a board. */
export function concerns(subject: BoardSubject, gameSessionId: string | undefined): boolean {
  if (subject.kind !== 'session' || gameSessionId === undefined) return true;
  return subject.gameSessionId === gameSessionId;
}

/** One audience's entries of a pair, which is ranked among each. */
export const entriesOf = (
  entries: readonly LeaderboardEntry[],
  audience: Audience,
): readonly LeaderboardEntry[] => entries.filter(({ role_id }) => role_id === ROLES[audience]);
