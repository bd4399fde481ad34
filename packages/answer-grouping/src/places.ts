import type { Knowledge, Meaning, MeaningKind } from './knowledge/knowledge.ts';
import type { Reading } from './readings.ts';
import type { ShortForm } from './short-forms.ts';
import type { Steps } from './steps.ts';

/** A place, with the region and country that the text names after it. */
export type Locality = {
  /** The words of the place itself, without its region and country. */
  readonly words: readonly string[];
  /**
   * The meaning id of the region that contains the place, otherwise of the country. Null if the place is itself a
   * region of that country.
   */
  readonly within: number | null;
  /** The meaning id of the country, if the text names it. */
  readonly country: number | null;
};

const MAX_TAIL = 4;
/** Maximum number of words of a region whose name ends with the name of a country. */
const MAX_REGION = 8;
const PLACES: ReadonlySet<MeaningKind> = new Set(['country', 'region', 'city']);

/** Evidence on whether a doubtful last word ('or', 'in', 'me') is a place. */
export type TailEvidence = {
  /** The text as typed, if known. */
  readonly text: string | null;
  readonly isPlaceAsked: boolean;
  readonly fillers: ReadonlySet<string>;
  /** The country that most texts of the round name. */
  readonly home: number | null;
};

/**
 * Reads a place with its region or country: 'portland or usa', 'paris france', 'maryland usa'. Null if the text does
 * not end with a known region or country.
 */
export function readLocality(
  tokens: readonly string[],
  knowledge: Knowledge,
  evidence: TailEvidence,
): Locality | null {
  if (isA(tokens, ['country', 'region'], knowledge)) return null;
  const country = countryOf(tokens, knowledge);
  const inner = country === null ? tokens : tokens.slice(0, country.at);
  const found = tailOf(inner, 'region', knowledge, country?.id ?? evidence.home);
  // A region must be in the named country: the 'in' of 'Paris in France' is not Indiana.
  const region = found !== null && isWithin(found, country?.id ?? null, knowledge) ? found : null;
  const isWhole = country !== null && isRegionOf(inner, country.id, knowledge);
  const tail = isWhole ? country : (region ?? country);
  if (tail === null) return null;
  const words = tokens.slice(0, tail.at);
  if (evidence.fillers.has(words.at(-1) ?? '')) return null;
  if (!isPlace(words, tokens.slice(tail.at), knowledge, evidence)) return null;
  return { words, within: isWhole ? null : tail.id, country: country?.id ?? null };
}

type Tail = { readonly id: number; readonly at: number };

const isA = (
  words: readonly string[],
  kinds: readonly MeaningKind[],
  { meaningsOf }: Knowledge,
): boolean => meaningsOf(words.join(' ')).some(({ kind }) => kinds.includes(kind));

/** Whether a name is a region of the given country: 'Valencia' is a region of Spain but not of Venezuela. */
const isRegionOf = (words: readonly string[], country: number, knowledge: Knowledge): boolean =>
  knowledge
    .meaningsOf(words.join(' '))
    .some((meaning) => meaning.kind === 'region' && isWithin(meaning, country, knowledge));

/**
 * Finds the country at the end of a text. Null if the text ends with a code that is also a region's ('CA' may be
 * California), or with the name of a region that ends with the name of a country ('New Mexico').
 */
export function countryOf(tokens: readonly string[], knowledge: Knowledge): Tail | null {
  const country = tailOf(tokens, 'country', knowledge);
  if (country === null) return null;
  const last = tokens.slice(-MAX_REGION);
  const before = last.slice(0, country.at - tokens.length);
  const isPart = before.some((_, at) => isA(last.slice(at), ['region'], knowledge));
  if (isPart) return null;
  const meanings = knowledge.meaningsOf(tokens.slice(country.at).join(' '));
  const isCode = meanings.every(({ id, isCode: is }) => id !== country.id || is);
  return isCode && meanings.some(({ kind }) => kind === 'region') ? null : country;
}

/** Finds the longest known place of a kind at the end of a text, but never the whole text. */
function tailOf(
  tokens: readonly string[],
  kind: MeaningKind,
  knowledge: Knowledge,
  country: number | null = null,
): Tail | null {
  for (let at = Math.max(1, tokens.length - MAX_TAIL); at < tokens.length; at += 1) {
    const phrase = tokens.slice(at).join(' ');
    // Skip 'states' alone: otherwise 'Untied States' would be read as a place 'Untied' in the United States.
    if (phrase === 'states') continue;
    const found = knowledge.meaningsOf(phrase).filter((meaning) => meaning.kind === kind);
    const first = found.find((meaning) => isWithin(meaning, country, knowledge)) ?? found[0];
    if (first !== undefined) return { id: first.id, at };
  }
  return null;
}

/** Whether a place lies in a country, directly or within a region. Also true if that is unknown. */
function isWithin({ id }: Pick<Meaning, 'id'>, country: number | null, knowledge: Knowledge) {
  let within = knowledge.placeOf(id);
  if (country === null || within === null) return true;
  while (within !== null && within !== country) within = knowledge.placeOf(within);
  return within === country;
}

function isPlace(
  words: readonly string[],
  tail: readonly string[],
  knowledge: Knowledge,
  { text, isPlaceAsked }: TailEvidence,
): boolean {
  if (isPlaceAsked) return true;
  const isKnown = isA(words, ['city', 'region'], knowledge);
  const isCode = knowledge
    .meaningsOf(tail.join(' '))
    .every((meaning) => meaning.isCode || !PLACES.has(meaning.kind));
  // A code after an unknown place is not enough: 'HR' in 'Manager, HR' is not Croatia.
  if (isCode && tail.length === 1 && !isKnown) return false;
  const isMarked =
    text !== null && (/\p{L}\s*[,/]\s*\p{L}/u.test(text) || /\s[A-Z]{2}\b/.test(text));
  if (isMarked) return true;
  return isKnown && (tail.length > 1 || (tail[0] ?? '').length > 2);
}

/**
 * A bare city name means the place that people mention at least this many times as often as each other place of the same
 * name.
 */
const DOMINANCE = 3;

type Place = {
  readonly within: number;
  readonly isCountry: boolean;
  readonly positions: number[];
  count: number;
};

/** Matches a bare city name ('Portland') with the city that this round means by it ('Portland, Oregon'). */
export function* citiesInSteps(
  readings: readonly Reading[],
  senses: readonly (Meaning | null)[],
  counts: readonly number[],
  knowledge: Knowledge,
): Steps<ShortForm> {
  const byName = new Map<string, Map<number, Place>>();
  for (const [position, { locality, shape }] of readings.entries()) {
    yield;
    if (locality === null || locality.within === null) continue;
    const name = nameOf(shape);
    const places = byName.get(name) ?? new Map<number, Place>();
    const place = places.get(locality.within) ?? {
      within: locality.within,
      isCountry: locality.within === locality.country,
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
  // If most places of the round are states, 'Washington' means the state.
  const areStates = regions > localities;
  const senseOf = new Map(readings.map((reading, at) => [reading, senses[at]]));
  return {
    reason: 'short-form',
    isSole: true,
    hostsOf: (reading) => {
      const { locality, shape, value } = reading;
      const sense = senseOf.get(reading);
      const isBare = locality === null || locality.within === null;
      if (value !== null || (!isBare && locality.within !== locality.country)) return [];
      const country = locality?.country ?? null;
      const places = byName.get(nameOf(shape));
      const fitting = [...(places?.values() ?? [])]
        .filter(({ within, isCountry }) => {
          if (country === null) return true;
          const home = knowledge.placeOf(within);
          return !isCountry && (home === null || home === country);
        })
        .sort((a, b) => b.count - a.count);
      const [first, second] = fitting;
      const isOther = sense?.kind === 'country' || (areStates && sense?.kind === 'region');
      if (first === undefined || isOther) return [];
      return first.count >= DOMINANCE * (second?.count ?? 0) ? first.positions : [];
    },
  };
}

const nameOf = ({ words }: Reading['shape']): string => words.map(({ text }) => text).join('');
