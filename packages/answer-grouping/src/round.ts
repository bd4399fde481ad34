import { type IndexedTexts, indexShapesInSteps } from './candidates.ts';
import { type Cities, citiesInSteps } from './cities.ts';
import type { Tags } from './clusters.ts';
import {
  type Knowledge,
  type Meaning,
  type MeaningKind,
  remembering,
} from './knowledge/knowledge.ts';
import { countryOf } from './localities.ts';
import { type About, type GivenText, type Reading, readText } from './readings.ts';
import { resolveSensesInSteps } from './senses.ts';
import type { ShortForm } from './short-form.ts';
import { shortFormsInSteps } from './short-forms.ts';
import type { Steps } from './steps.ts';

/** All texts of a game session, read and indexed. */
export type Round = {
  readonly about: About;
  readonly readings: readonly Reading[];
  readonly senses: readonly (Meaning | null)[];
  readonly texts: IndexedTexts;
  readonly cities: Cities;
  readonly shortForms: readonly ShortForm[];
};

export function* readRoundInSteps(
  given: readonly GivenText[],
  counts: readonly number[],
  about: About,
): Steps<Round> {
  const knowledge = remembering(about.knowledge);
  const home = yield* homeInSteps(given, knowledge);
  const inCountry = { ...about, knowledge, home };
  const readings: Reading[] = [];
  for (const text of given) {
    readings.push(readText(text, inCountry));
    yield;
  }
  const senses = yield* resolveSensesInSteps(readings);
  const texts = yield* indexShapesInSteps(readings.map(({ shape }) => shape));
  const cities = yield* citiesInSteps(readings, senses, counts, about.knowledge);
  const shortForms = yield* shortFormsInSteps(readings, inCountry);
  return { about: inCountry, readings, senses, texts, cities, shortForms };
}

/** The country that most texts end with; null when none does. */
function* homeInSteps(given: readonly GivenText[], knowledge: Knowledge): Steps<number | null> {
  const counts = new Map<number, number>();
  for (const { key } of given) {
    const country = countryOf(key.split(' '), knowledge);
    if (country !== null) counts.set(country.id, (counts.get(country.id) ?? 0) + 1);
    yield;
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return first?.[0] ?? null;
}

const CLASS_OF: Readonly<Record<MeaningKind, string | null>> = {
  concept: null,
  country: 'place',
  region: 'place',
  city: 'city',
  currency: 'currency',
  language: 'language',
  person: 'person',
  thing: 'thing',
};

/** What a text surely is; null when that is not known. */
export function tagsOf(
  { tokens, value, locality, person, isNegative }: Reading,
  sense: Meaning | null,
): Tags | null {
  const tags = new Map<string, string>();
  if (value !== null) tags.set(value.kind, value.text);
  if (isNegative) tags.set('sense', 'not');
  // Charles I is not Charles II.
  const generation = person?.generation ?? null;
  if (generation !== null) tags.set('generation', generation);
  const within = locality?.within ?? null;
  if (within !== null && within !== locality?.country) tags.set('within', String(within));
  const name = sense === null ? null : CLASS_OF[sense.kind];
  // One word may be any of several people.
  const isSure = sense?.kind !== 'person' || tokens.length > 1;
  if (sense !== null && name !== null && isSure) tags.set(name, String(sense.id));
  return tags.size === 0 ? null : tags;
}
