import type { Tags } from './clusters.ts';
import {
  type Knowledge,
  type Meaning,
  type MeaningKind,
  memoized,
  withCache,
} from './knowledge/knowledge.ts';
import { rulesOf } from './languages/rules.ts';
import { citiesInSteps, countryOf } from './places.ts';
import {
  type TextContext,
  type GivenText,
  type Reading,
  isSentence,
  readText,
} from './readings.ts';
import { asMisfit } from './word-shapes.ts';
import { type ShortForm, shortFormsInSteps } from './short-forms.ts';
import { type IndexedTexts, indexShapesInSteps } from './spelling.ts';
import type { Steps } from './steps.ts';

/** All parsed and indexed texts of one question. */
export type Round = {
  readonly about: TextContext;
  readonly readings: readonly Reading[];
  readonly senses: readonly (Meaning | null)[];
  readonly texts: IndexedTexts;
  readonly shortForms: readonly ShortForm[];
};

export function* readRoundInSteps(
  given: readonly GivenText[],
  counts: readonly number[],
  about: TextContext,
): Steps<Round> {
  const knowledge = withCache(rulesOf(about.language).known(about.knowledge));
  const home = yield* homeInSteps(given, knowledge);
  const inCountry = { ...about, knowledge, home };
  const readings: Reading[] = [];
  for (const text of given) {
    readings.push(readText(text, inCountry));
    yield;
  }
  const senses = yield* resolveSensesInSteps(readings);
  const misfits = isSentence(about.intent) ? null : yield* misfitsInSteps(readings, knowledge);
  const texts = yield* indexShapesInSteps(
    readings.map(({ shape }, at) => (misfits?.has(at) === true ? asMisfit(shape) : shape)),
  );
  const cities = yield* citiesInSteps(readings, senses, counts, knowledge);
  const shortForms = [cities, ...(yield* shortFormsInSteps(readings, inCountry))];
  return { about: inCountry, readings, senses, texts, shortForms };
}

/** The country that most texts name at their end; null if no text names a country. */
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

/** A round is of one kind if this share of its known texts, and at least so many, are of that kind. */
const KIND_SHARE = 0.6;
const KIND_TEXTS = 6;
/** A text fits if it is of a kind with this share of the texts, up to so many concepts wider than the common kind. */
const FITTING_SHARE = 0.25;
const KIND_WIDER = 2;
/** Maximum number of wider concepts of a text that are considered. */
const MAX_WIDER = 12;

/**
 * The positions of known words that are not of the kind that most texts of the round are: among animals, 'seel' and
 * 'cameo' are no answers though they are words. None if the round has no kind.
 */
function* misfitsInSteps(
  readings: readonly Reading[],
  knowledge: Knowledge,
): Steps<ReadonlySet<number>> {
  const found = new Map<MeaningKind | number, { count: number; depth: number }>();
  const kinds: ReturnType<typeof kindsOf>[] = [];
  for (const { meanings } of readings) {
    const own = kindsOf(meanings, knowledge);
    kinds.push(own);
    for (const [kind, depth] of own)
      found.set(kind, { count: (found.get(kind)?.count ?? 0) + 1, depth });
    yield;
  }
  const known = kinds.filter(({ size }) => size > 0).length;
  const shared = [...found.values()].filter(
    ({ count }) => count >= Math.max(KIND_TEXTS, KIND_SHARE * known),
  );
  if (shared.length === 0) return new Set();
  const least = Math.max(...shared.map(({ depth }) => depth)) - KIND_WIDER;
  const isFit = (kind: MeaningKind | number): boolean => {
    const { count = 0, depth = 0 } = found.get(kind) ?? {};
    return count >= FITTING_SHARE * known && depth >= least;
  };
  return new Set(
    readings.flatMap(({ tokens, shape }, at) =>
      tokens.length === 1 && shape.isKnown && ![...(kinds[at]?.keys() ?? [])].some(isFit)
        ? [at]
        : [],
    ),
  );
}

/** The kinds of a text's meanings: kinds of names, and wider concepts with their depth; the narrowest are the deepest. */
function kindsOf(
  meanings: readonly Meaning[],
  { widerOf }: Knowledge,
): ReadonlyMap<MeaningKind | number, number> {
  const kinds = new Map<MeaningKind | number, number>();
  for (const { id, kind } of meanings) {
    if (kind !== 'concept') {
      kinds.set(kind, Infinity);
      continue;
    }
    const path = [id];
    for (let wider = widerOf(id); wider !== null && path.length < MAX_WIDER; wider = widerOf(wider))
      path.push(wider);
    for (const [at, concept] of path.entries()) kinds.set(concept, path.length - at);
  }
  return kinds;
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

/**
 * Returns the tags of a text that keep groups apart: clusters with different values for one tag never merge. Null if
 * the text has no tags.
 */
export function tagsOf(
  { tokens, value, locality, person, isNegative }: Reading,
  sense: Meaning | null,
): Tags | null {
  const tags = new Map<string, string>();
  if (value !== null) tags.set(value.kind, value.text);
  if (isNegative) tags.set('sense', 'not');
  // The number of a ruler keeps names apart: 'Charles I' is not 'Charles II'.
  const generation = person?.generation ?? null;
  if (generation !== null) tags.set('generation', generation);
  const within = locality?.within ?? null;
  if (within !== null && within !== locality?.country) tags.set('within', String(within));
  const name = sense === null ? null : CLASS_OF[sense.kind];
  // A single word may name any of several people, so it identifies none of them.
  const isSure = sense?.kind !== 'person' || tokens.length > 1;
  if (sense !== null && name !== null && isSure) tags.set(name, String(sense.id));
  return tags.size === 0 ? null : tags;
}

/**
 * Common words have many remote senses, so texts are only merged by senses up to this rank (0: the most common sense).
 */
const MAX_CONCEPT_RANK = 0;
/** A symbol in the round confirms a rarer sense of a word up to this rank: 'Au' confirms 'gold' as the element. */
const MAX_CODED_RANK = 2;
/** Weights for choosing a sense: that other texts may have the same sense, and the share of texts of the same kind. */
const SHARED_WEIGHT = 4;
const KIND_WEIGHT = 3;

/**
 * Chooses for every text the meaning that fits the other texts: 'la' is Louisiana among states and Los Angeles among
 * cities. The meaning is null if none is known.
 */
export function* resolveSensesInSteps(readings: readonly Reading[]): Steps<(Meaning | null)[]> {
  const surnames = new Set(
    readings.flatMap(({ tokens }) => (tokens.length > 1 ? tokens.slice(-1) : [])),
  );
  const isBareName = ({ key }: Reading) => surnames.has(key);
  const support = new Map<number, number>();
  const kinds = new Map<MeaningKind, number>();
  let known = 0;
  for (const reading of readings) {
    yield;
    const meanings = isBareName(reading)
      ? reading.meanings.filter(({ kind }) => kind !== 'person')
      : reading.meanings;
    if (meanings.length === 0) continue;
    known += 1;
    for (const { id, rank } of meanings) {
      support.set(id, (support.get(id) ?? 0) + 1 / (1 + rank));
    }
    const own = new Set(meanings.filter(({ rank }) => rank === 0).map(({ kind }) => kind));
    for (const kind of own) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const scoreOf = ({ id, kind, rank }: Meaning) => {
    const others = (support.get(id) ?? 0) - 1 / (1 + rank);
    const shared = others > 0 ? SHARED_WEIGHT + Math.min(others, SHARED_WEIGHT) / 2 : 0;
    return (shared + (KIND_WEIGHT * (kinds.get(kind) ?? 0)) / known) / (1 + rank / 2);
  };
  const isSupported = ({ id, rank }: Meaning) => (support.get(id) ?? 0) > 1 / (1 + rank);
  const byId = new Map<number, Reading[]>();
  for (const reading of readings) {
    for (const { id } of reading.meanings) {
      const found = byId.get(id) ?? [];
      found.push(reading);
      byId.set(id, found);
    }
    yield;
  }
  /** Whether some text can mean the first id of the pair but not the second. */
  const isMeantWithout = memoized((pair: string) => {
    const [id, other] = pair.split(' ').map(Number);
    return (byId.get(id ?? -1) ?? []).some(({ meanings }) =>
      meanings.every((each) => each.id !== other),
    );
  });
  const coded = new Set(
    readings.flatMap(({ meanings }) => meanings.flatMap(({ id, isCode }) => (isCode ? [id] : []))),
  );
  const isFar = ({ id, kind, rank }: Meaning) =>
    kind === 'concept' && rank > (coded.has(id) ? MAX_CODED_RANK : MAX_CONCEPT_RANK);
  const senseOf = (reading: Reading): Meaning | null => {
    const { tokens, meanings } = reading;
    // A text that is only the surname of a full name in the round: the full names decide which person it means.
    const isBare = isBareName(reading);
    // If a one-word name fits several people that other texts name, leave its meaning open.
    const people = meanings.filter((meaning) => meaning.kind === 'person' && isSupported(meaning));
    if (tokens.length === 1 && people.length > 1) return null;
    let best: Meaning | null = null;
    for (const meaning of meanings) {
      if (isFar(meaning) || (isBare && meaning.kind === 'person')) continue;
      if (best === null || scoreOf(meaning) > scoreOf(best)) best = meaning;
    }
    // An ambiguous name stays open if other texts name each of its meanings: 'Congo' may be two countries.
    const isOpen = (chosen: Meaning) =>
      chosen.kind !== 'concept' &&
      meanings.some(
        (meaning) =>
          meaning.kind === chosen.kind &&
          meaning.rank === chosen.rank &&
          isMeantWithout(`${meaning.id} ${chosen.id}`),
      );
    return best === null || isOpen(best) ? null : best;
  };
  const senses: (Meaning | null)[] = [];
  for (const reading of readings) {
    senses.push(senseOf(reading));
    yield;
  }
  return senses;
}
