import units from './data/units.json';

/** What a unit measures, and how many of the base unit it is. */
export type Unit = { readonly dimension: string; readonly factor: number };

/** Money keeps its currency as dimension; months and years have no fixed number of days, and so one of their own. */
const UNIT_OF = new Map(
  Object.entries(units).flatMap(([dimension, rows]) =>
    Object.entries(rows).flatMap(([names, factor]) =>
      names.split(' ').map((name) => [name, { dimension, factor }] as const),
    ),
  ),
);

/** The unit a word names, in the singular or plural. */
export function unitOf(word: string): Unit | null {
  return UNIT_OF.get(word) ?? (word.endsWith('s') ? UNIT_OF.get(word.slice(0, -1)) : null) ?? null;
}
