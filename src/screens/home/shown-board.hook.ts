import type { ActiveQuestion } from '#machines/contract/entities.ts';
import { withKnownShares } from '#machines/results/rules/ranked-groups.ts';
import { usePassed } from '#src/bindings/countdown.ts';

export type Board = NonNullable<ActiveQuestion['board']>;

/** The board as the stage screen shows it now (null: not open yet). */
export function useShownBoard(board: Board): Board {
  const instants = board.flatMap((place) => (place === null ? [] : [place.shownAt]));
  // By their number, as all may be shown within milliseconds: asking the clock again could skip one.
  const latest = instants.toSorted((a, b) => a - b)[usePassed(instants) - 1] ?? -Infinity;
  return withKnownShares(
    board.map((place) => (place === null || place.shownAt > latest ? null : place)),
  );
}
