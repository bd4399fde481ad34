/**
 * How much more than `npm test` the long run leaves to chance: runs of a property, rounds, the
 * length of a storm.
 */
export const LONGER = Number(process.env['LONGER'] ?? 1);

/** How many examples a property is tried with: in `npm test` a third of them all. */
export const runs = (all: number): number => Math.ceil((all * LONGER) / 3);
