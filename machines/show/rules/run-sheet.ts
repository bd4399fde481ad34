import type { Presets } from '#machines/contract/rundown.ts';
import type { RunSheet, RunSheetItem } from '#machines/show/run-sheet-calls.ts';

/* The planned times of a run sheet: each question takes as long as its timers, and a while besides. */

/** What a question takes besides its timers, s: reading it out, the reveal, and talk. */
export const BESIDES_SECONDS = 60;
/** How long a question without a timer is open, s. */
export const UNTIMED_SECONDS = 60;

/** How long an item takes, s. One timer after the other if the audiences answer in turn. */
export function plannedSeconds({
  order,
  studioSeconds,
  homeSeconds,
}: Omit<Presets, 'note'>): number {
  const timers = [studioSeconds, homeSeconds].filter((seconds) => seconds !== null);
  const open =
    timers.length === 0
      ? UNTIMED_SECONDS
      : order === 'both'
        ? Math.max(...timers)
        : (studioSeconds ?? UNTIMED_SECONDS) + (homeSeconds ?? UNTIMED_SECONDS);
  return open + BESIDES_SECONDS;
}

/** An item with its number in the rundown. `begins`: s after the start of the show; null: it is skipped. */
export interface PlannedItem extends RunSheetItem {
  readonly number: number;
  readonly begins: number | null;
}

/** Returns the items with their planned times, and how long the show takes, s. */
export function planned({ items }: Pick<RunSheet, 'items'>): {
  readonly items: readonly PlannedItem[];
  readonly seconds: number;
} {
  let seconds = 0;
  const timed = items.map((item, index): PlannedItem => {
    const begins = item.isSkipped ? null : seconds;
    if (!item.isSkipped) seconds += plannedSeconds(item);
    return { ...item, number: index + 1, begins };
  });
  return { items: timed, seconds };
}
