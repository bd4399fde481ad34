import type { Reading } from './readings.ts';
import type { Steps } from './steps.ts';

/** For every key the positions of the texts that have it. */
export type Postings = ReadonlyMap<string, readonly number[]>;

/** Indexes texts by what `keysOf` reads from each. */
export function* postingsInSteps(
  readings: readonly Reading[],
  keysOf: (reading: Reading) => readonly string[],
): Steps<Postings> {
  const found = new Map<string, number[]>();
  for (const [position, reading] of readings.entries()) {
    for (const key of new Set(keysOf(reading))) {
      const positions = found.get(key);
      if (positions === undefined) found.set(key, [position]);
      else positions.push(position);
    }
    yield;
  }
  return found;
}
