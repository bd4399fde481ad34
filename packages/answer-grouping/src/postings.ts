import type { Reading } from './readings.ts';
import type { Steps } from './steps.ts';

/** An index: for every key, the positions of the texts with that key. */
export type Postings = ReadonlyMap<string, readonly number[]>;

/** Indexes texts by the keys that `keysOf` returns for each of them. */
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
