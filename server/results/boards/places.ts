import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import { LEADERBOARD_SIZE } from '#machines/contract/limits.ts';
import type { OwnRow } from '#machines/results/rules/boards.ts';
import { rankEntries, SHARED, withShared } from '#machines/results/rules/ranking.ts';
import type { Database } from '#server/db/client.ts';
import { type Counted, readHistogramOver, readStandings } from './show-store.ts';
import {
  boardKeyOf,
  type HistogramEntry,
  type PeriodBoard,
  type readTotals,
  type Row,
} from './store.ts';
import { isTieBroken } from './tie-break.ts';

/** A board as a reader gets it. */
export interface ServedBoard {
  /** The top of the board, and the reader's own row if it is below the top. Each has its rank on this board. */
  readonly entries: LeaderboardEntry[];
  /** Number of people on the board. */
  readonly people: number;
}

/** A board with the number of people for each total of points. */
export type TalliedBoard = ServedBoard & { readonly tally: readonly HistogramEntry[] };

/** Returns the board of an audience. */
export async function readBoardOver(db: Database['read'], over: Counted): Promise<TalliedBoard> {
  const best = await readStandings(db, over, LEADERBOARD_SIZE);
  const tally = await readHistogramOver(db, over);
  return { entries: best.map(entryOf), people: peopleIn(tally), tally };
}

/** Returns a function that returns how many people share the rank of a row. */
export const sharingIn =
  ({ entries, tally }: TalliedBoard) =>
  ({ rank, total_points: points }: Pick<LeaderboardEntry, 'rank' | 'total_points'>): number => {
    const people = peopleWith(tally, points);
    if (points !== entries[0]?.total_points || !isTieBroken(entries)) return people;
    return rank === 1 ? 1 : people - 1;
  };

/** Returns the rank of a person who is not in the top of a board. */
export const placeBelow = (board: TalliedBoard, points: number) => {
  const { rank } = placeIn(board.tally, points);
  const own = { rank: Math.max(rank, isTieBroken(board.entries) ? 2 : 1), total_points: points };
  return { rank: own.rank, ...(sharingIn(board)(own) > 1 && SHARED) };
};

/** Returns the number of people on a board. */
export const peopleIn = (tally: readonly HistogramEntry[]): number =>
  sum(tally.map(({ people }) => people));

/** Returns the rank of a total. */
export const placeIn = (tally: readonly HistogramEntry[], points: number) => ({
  rank: 1 + sum(tally.map(({ total_points, people }) => (total_points > points ? people : 0))),
  ...(peopleWith(tally, points) > 1 && SHARED),
});

const peopleWith = (tally: readonly HistogramEntry[], points: number): number =>
  tally.find((each) => each.total_points === points)?.people ?? 0;

type RankedRow = Row & { readonly rank: number; readonly shared?: true };

/** Returns the board with the reader's row, appended if it is not in the top. */
export async function withOwn(
  { entries, people }: ServedBoard,
  readerId: string | null,
  read: (userId: string) => Promise<RankedRow | undefined>,
): Promise<ServedBoard> {
  const isThere = entries.length === people || entries.some(({ user_id }) => user_id === readerId);
  const own = readerId === null || isThere ? undefined : await read(readerId);
  return { entries: own ? [...entries, entryOf(own)] : entries, people };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** Computes the rank of every total of a board, and whether several people have it. */
export function ranksIn(totals: Awaited<ReturnType<typeof readTotals>>) {
  const ranks = new Map<string, { readonly rank: number; readonly people: number }>();
  const above = new Map<string, number>();
  for (const { total_points: points, people, ...board } of totals.toSorted(
    (a, b) => b.total_points - a.total_points,
  )) {
    const key = boardKeyOf(board);
    const before = above.get(key) ?? 0;
    // The same points may occur in several rows, because the home view corrects totals by rows of its own.
    const equal = ranks.get(`${key} ${points}`) ?? { rank: before + 1, people: 0 };
    ranks.set(`${key} ${points}`, { ...equal, people: equal.people + people });
    above.set(key, before + people);
  }
  return (board: PeriodBoard, points: number): Pick<OwnRow, 'rank' | 'shared'> => {
    const { rank, people } = ranks.get(`${boardKeyOf(board)} ${points}`) ?? {
      rank: null,
      people: 0,
    };
    return { rank, ...(people > 1 && SHARED) };
  };
}

/** Returns the top entries of a board. `rows`: one more than that, which says whether the last rank is shared. */
export const bestOf = (rows: readonly Row[]): LeaderboardEntry[] =>
  withShared(rankEntries(rows)).slice(0, LEADERBOARD_SIZE).map(entryOf);

const entryOf = (row: RankedRow): LeaderboardEntry => {
  const { rank, username, user_id, role_id, total_points, shared } = row;
  return { rank, username, user_id, role_id, total_points, ...(shared && SHARED) };
};
