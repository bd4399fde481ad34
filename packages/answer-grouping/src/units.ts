import units from './data/units.json';

/** What a unit measures, and its size in base units. */
export type Unit = { readonly dimension: string; readonly factor: number };

/**
 * Units by name. Each currency is a dimension of its own, and so are months and years, which have no fixed number of
 * days.
 */
const UNIT_OF = new Map(
  Object.entries(units).flatMap(([dimension, rows]) =>
    Object.entries(rows).flatMap(([names, factor]) =>
      names.split(' ').map((name) => [name, { dimension, factor }] as const),
    ),
  ),
);

/** Returns the unit that a word names, in the singular or plural. */
export function unitOf(word: string): Unit | null {
  return UNIT_OF.get(word) ?? (word.endsWith('s') ? UNIT_OF.get(word.slice(0, -1)) : null) ?? null;
}
