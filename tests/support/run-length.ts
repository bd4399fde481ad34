/** The factor by which the long run extends random tests: runs of a property, rounds, the length of a storm. */
export const LONGER = Number(process.env['LONGER'] ?? 1);

/** The number of examples of a property; in `npm test` a third of `all`. */
export const runs = (all: number): number => Math.ceil((all * LONGER) / 3);
