import type { Cell } from '#machines/show/rules/cells.ts';
import type { Rows } from './book.ts';

/** Number of rows written at once; a stream buffers several times as many. */
const PAGE = 200;
export function* pagesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < rows.length; first += PAGE) yield rows.slice(first, first + PAGE);
}
export async function* inPages(rows: readonly (readonly Cell[])[]): Rows {
  yield* pagesOf(rows);
}

/** The cell of a moment, epoch ms; null: it is empty. */
export const moment = (at: number | null): Date | null => (at === null ? null : new Date(at));
