/** How much more than `npm test` the long run leaves to chance: runs of a property, rounds, the length of a storm. */
export const LONGER = Number(process.env['LONGER'] ?? 1);
