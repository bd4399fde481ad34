/**
 * How many examples a property is tried with: all of them where the environment says `PROPERTY_RUNS=all`,
 * else a third.
 */
export const runs = (all: number): number =>
  process.env['PROPERTY_RUNS'] === 'all' ? all : Math.ceil(all / 3);
