import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import {
  type HiddenPoints,
  boardKeyOf,
  type PeriodBoard,
  readTop,
  readHidden,
  type Row,
  type HistogramEntry,
} from './store.ts';

type Reader = Kysely<Schema>;

/** The people with points that Home does not see yet. */
interface Hidden {
  /** The rows of the board with hidden points. */
  readonly rows: readonly HiddenPoints[];
  /** Hidden points by person, also of people who are not on the board. */
  readonly points: ReadonlyMap<string, number>;
}

/**
 * The totals as Home sees them while some points are still hidden from it: the stored totals minus the hidden points.
 * Every `db` argument must show the same state.
 */
export class HomeView {
  /** The instant of the view, epoch ms. */
  readonly at: number;
  readonly #hidden = new Map<string, Promise<Hidden>>();

  constructor(at: number) {
    this.at = at;
  }

  /** Returns the top of a board as Home sees it. */
  async best(db: Reader, board: PeriodBoard, limit: number): Promise<Row[]> {
    const others = await readTop(db, board, { limit, homeAt: this.at });
    return [...others, ...(await this.#of(db, board)).rows.map(known)];
  }

  /** Returns the hidden part of each person's total on a board; people without hidden points are absent. */
  async hidden(db: Reader, board: PeriodBoard): Promise<ReadonlyMap<string, number>> {
    return (await this.#of(db, board)).points;
  }

  /** Returns the correction to the stored number of people with more points on a board. */
  async moreAbove(db: Reader, board: PeriodBoard, points: number): Promise<number> {
    const { rows } = await this.#of(db, board);
    const above = (totals: readonly Row[]) =>
      totals.filter(({ total_points }) => total_points > points).length;
    return above(rows.map(known)) - above(rows);
  }

  /** Returns the corrections to the stored histogram of a board's points. */
  async tally(db: Reader, board: PeriodBoard): Promise<(HistogramEntry & PeriodBoard)[]> {
    return (await this.#of(db, board)).rows.flatMap((row) => [
      { ...board, total_points: row.total_points, people: -1 },
      { ...board, total_points: known(row).total_points, people: 1 },
    ]);
  }

  #of(db: Reader, board: PeriodBoard): Promise<Hidden> {
    const key = boardKeyOf(board);
    const hidden = this.#hidden.get(key) ?? read(db, board, this.at);
    this.#hidden.set(key, hidden);
    hidden.catch(() => this.#hidden.delete(key));
    return hidden;
  }
}

async function read(db: Reader, board: PeriodBoard, at: number): Promise<Hidden> {
  const all = await readHidden(db, board, at);
  return {
    rows: all.filter(({ isListed }) => isListed === 1),
    points: new Map(all.map(({ user_id, hidden }) => [user_id, hidden])),
  };
}

const known = ({ hidden, isListed: _isListed, ...row }: HiddenPoints): Row => ({
  ...row,
  total_points: row.total_points - hidden,
});
