import type {
  Audience,
  BoardTops,
  LeaderboardEntry,
  RoleId,
  SeasonBoard,
  SessionTop,
  ShowBoard,
  Standing,
  User,
} from '#machines/contract/entities.ts';
import { SHARED } from '#machines/results/rules/ranking.ts';
import { ROLE } from '#machines/contract/roles.ts';

export type Period = 'daily' | 'all-time';

/** Which board: one question, everybody in a period, or both audiences of a period side by side. */
export type BoardSubject =
  | { readonly kind: 'session'; readonly gameSessionId: string }
  | { readonly kind: 'everybody'; readonly period: Period }
  | { readonly kind: 'pair'; readonly period: Period }
  /** Both audiences side by side, of the show that is live or ended last. */
  | { readonly kind: 'show' }
  /** Both audiences side by side, of a season; without an id, of the season of the newest show. */
  | { readonly kind: 'season'; readonly seasonId?: string };

/** A loaded board. */
export interface Board {
  /** The top entries, and the reader's own row at any rank. */
  readonly entries: readonly LeaderboardEntry[];
  /** Number of people in an audience or in all, if the server sends it; otherwise `entries` contains everyone. */
  readonly people: Readonly<Partial<Record<Audience | 'all', number>>>;
  /** The teams of a show that has teams. */
  readonly teams?: NonNullable<ShowBoard['teams']>;
  /** The season of the board (null: there is none), and all that the reader can choose from. */
  readonly ofSeason?: Pick<SeasonBoard, 'season' | 'seasons'>;
  /** Histogram of points, if the server sends it. */
  readonly tally?: SessionTop['tally'];
}

/** Received tops of boards: boards of everybody by period, boards of game sessions by id. */
export type TopsBySubject = Readonly<Record<string, Board>>;

/** The received top of a board of a question or of everybody; undefined for other boards, which are not sent. */
export function topOf(tops: TopsBySubject, subject: BoardSubject): Board | undefined {
  if (subject.kind === 'session') return tops[subject.gameSessionId];
  return subject.kind === 'everybody' ? tops[subject.period] : undefined;
}

export const topsIn = ({ sessions, ...periods }: BoardTops): TopsBySubject =>
  Object.fromEntries(
    Object.entries({ ...sessions, ...periods }).map(([key, { people, ...top }]) => [
      key,
      { ...top, people: { all: people } },
    ]),
  );

/** The reader's own points and rank on a board; rank null: not on it. */
export type OwnRow = Readonly<Pick<Standing, 'points' | 'rank' | 'shared'>>;

/** A board's entries with the reader's own row, appended if it is not among them. */
export function withOwnRow(
  entries: readonly LeaderboardEntry[],
  reader: Pick<User, 'id' | 'name' | 'role_id'>,
  { points, rank, shared }: OwnRow,
): readonly LeaderboardEntry[] {
  const { id, name, role_id } = reader;
  if (rank === null || entries.some(({ user_id }) => user_id === id)) return entries;
  const own = { rank, username: name, user_id: id, role_id, total_points: points };
  return [...entries, { ...own, ...(shared && SHARED) }];
}

/** The row of a player with `points` in a game session. */
export const ownRowIn = (tally: SessionTop['tally'], points: number): OwnRow => ({
  points,
  rank: 1 + tally.reduce((above, [total, people]) => (total > points ? above + people : above), 0),
  ...((tally.find(([total]) => total === points)?.[1] ?? 0) > 1 && SHARED),
});

const ROLES: Readonly<Record<Audience, RoleId>> = { studio: ROLE.contestant, home: ROLE.home };

/** Whether a board starts again each day. */
export function isDaily(subject: BoardSubject): boolean {
  return 'period' in subject && subject.period === 'daily';
}

/** Whether changed points in one game session (undefined: in any) can change a board. */
export function mayChangeBoard(subject: BoardSubject, gameSessionId: string | undefined): boolean {
  if (subject.kind !== 'session' || gameSessionId === undefined) return true;
  return subject.gameSessionId === gameSessionId;
}

/** The entries of one audience; each audience is ranked separately. */
export const entriesOf = (
  entries: readonly LeaderboardEntry[],
  audience: Audience,
): readonly LeaderboardEntry[] => entries.filter(({ role_id }) => role_id === ROLES[audience]);
