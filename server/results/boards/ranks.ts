import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { countBetween, type PeriodBoard } from './store.ts';

/** A total of points, and how many people have more. */
interface Mark {
  readonly points: number;
  readonly above: number;
}

/**
 * Counts the people ahead of a total in one state of a board, by points alone. Known counts are kept as marks: a new
 * count starts from the nearest mark, so lookups get cheaper with their number. Counts run one after another.
 */
export class Ranks {
  readonly #board: PeriodBoard;
  readonly #known = new Map<number, Promise<number>>();
  /** Known counts, highest points first. */
  readonly #marks: Mark[] = [{ points: Infinity, above: 0 }];
  #last: Promise<unknown> = Promise.resolve();

  constructor(board: PeriodBoard) {
    this.#board = board;
  }

  /** Returns the number of people on the board. */
  people(db: Kysely<Schema>): Promise<number> {
    return this.above(-Infinity, db);
  }

  /** Returns the number of people with more points. `db` must show the same state in all calls. */
  above(points: number, db: Kysely<Schema>): Promise<number> {
    const known = this.#known.get(points);
    if (known !== undefined) return known;
    const find = () => this.#find(points, db);
    const above = this.#last.then(find, find);
    this.#last = above;
    this.#known.set(points, above);
    above.catch(() => this.#known.delete(points));
    return above;
  }

  async #find(points: number, db: Kysely<Schema>): Promise<number> {
    const at = this.#place(points);
    const higher = this.#marks[at - 1] ?? { points: Infinity, above: 0 };
    const lower = this.#marks[at];
    const isNearLower = lower !== undefined && points - lower.points < higher.points - points;
    const between = (above: number, upTo: number) => countBetween(db, this.#board, { above, upTo });
    const above = isNearLower
      ? lower.above - (await between(lower.points, points))
      : higher.above + (await between(points, higher.points));
    this.#marks.splice(at, 0, { points, above });
    return above;
  }

  /** Returns the position in `#marks` of the first mark without more points. */
  #place(points: number): number {
    let low = 0;
    let high = this.#marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#marks[middle]?.points ?? 0) > points) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
