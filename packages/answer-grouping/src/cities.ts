import type { Knowledge, Meaning } from './knowledge/knowledge.ts';
import type { Reading } from './readings.ts';
import type { Steps } from './steps.ts';

/** A bare name is the place that this many times as many texts mean as each other one of the name. */
const DOMINANCE = 3;

/** Finds the texts of the place that a bare or half-named city means in its round. */
export type Cities = {
  readonly hostsOf: (reading: Reading, sense: Meaning | null) => readonly number[];
};

type Place = { readonly within: number; readonly positions: number[]; count: number };

export function* citiesInSteps(
  readings: readonly Reading[],
  senses: readonly (Meaning | null)[],
  counts: readonly number[],
  knowledge: Knowledge,
): Steps<Cities> {
  const byName = new Map<string, Map<number, Place>>();
  for (const [position, { locality, shape }] of readings.entries()) {
    yield;
    if (locality === null || locality.within === null || locality.within === locality.country)
      continue;
    const name = shape.words.map(({ text }) => text).join('');
    const places = byName.get(name) ?? new Map<number, Place>();
    const place = places.get(locality.within) ?? {
      within: locality.within,
      positions: [],
      count: 0,
    };
    place.positions.push(position);
    place.count += counts[position] ?? 0;
    places.set(locality.within, place);
    byName.set(name, places);
  }
  const regions = senses.filter((sense) => sense?.kind === 'region').length;
  const localities = readings.filter(({ locality }) => (locality?.within ?? null) !== null).length;
  // Among states, Washington is one.
  const areStates = regions > localities;
  return {
    hostsOf: ({ locality, shape, value }, sense) => {
      const isBare = locality === null || locality.within === null;
      if (value !== null || (!isBare && locality.within !== locality.country)) return [];
      const places = byName.get(shape.words.map(({ text }) => text).join(''));
      const country = locality?.country ?? null;
      const fitting = [...(places?.values() ?? [])]
        .filter(({ within }) => {
          const home = knowledge.placeOf(within);
          return country === null || home === null || home === country;
        })
        .sort((a, b) => b.count - a.count);
      const [first, second] = fitting;
      const isOther = sense?.kind === 'country' || (areStates && sense?.kind === 'region');
      if (first === undefined || isOther) return [];
      return first.count >= DOMINANCE * (second?.count ?? 0) ? first.positions : [];
    },
  };
}
