import type { MeaningKind } from './knowledge.ts';
import { spellingCost } from '../distance.ts';
import type { KnowledgeDraft } from './draft.ts';
import { addDerivations } from './derivations.ts';
import { addPlaceName } from './places.ts';
import {
  type PartOfSpeech,
  PARTS,
  type RankOf,
  readRanks,
  readSynsets,
  type Synset,
} from './wordnet-files.ts';

/** How many senses of a word count: the rarer ones mislead ('dog' is also a 'frank'). */
const SENSES: Readonly<Record<PartOfSpeech, number>> = { noun: 4, verb: 3, adj: 3, adv: 2 };

/** Numbers of the lexicographers' files (lexnames(5WN)). */
const PLACES = 15;
const PEOPLE = 18;

/** WordNet's synonyms; its countries, regions and cities are those known already where there are such. */
export function addWordNet(draft: KnowledgeDraft): void {
  const all = new Map(PARTS.map((part) => [part, readSynsets(part)]));
  addSpellings(draft, Array.from(all.values(), (synsets) => [...synsets.values()]).flat());
  for (const [part, synsets] of all) {
    const rankOf = readRanks(part);
    addConcepts(draft, part, synsets, rankOf);
    if (part === 'noun') {
      addNames(draft, synsets, rankOf);
      // Before the senses of its own, so that 'die' is 'death' first.
      addDerivations(draft, all, rankOf);
    }
  }
}

/** In quarters of an edit: 'manoeuvre' and 'maneuver', but not 'Scottish' and 'Scots'. */
const MAX_SPELLING_COST = 4;

/** Words that stand wherever another one does and are spelled much like it: 'programme' is 'program'. */
function addSpellings(draft: KnowledgeDraft, synsets: readonly Synset[]): void {
  const places = new Map<string, Synset[]>();
  for (const synset of synsets) {
    for (const lemma of new Set(synset.lemmas)) {
      const found = places.get(lemma) ?? [];
      found.push(synset);
      places.set(lemma, found);
    }
  }
  for (const [word, own] of places) {
    const [first] = own;
    if (first === undefined || !/^[a-z]{4,}$/.test(word)) continue;
    const main = first.lemmas.find(
      (lemma) =>
        lemma.charAt(0) === word.charAt(0) &&
        /^[a-z]{4,}$/.test(lemma) &&
        own.every(({ lemmas }) => lemmas.includes(lemma)) &&
        spellingCost(word, lemma, MAX_SPELLING_COST) <= MAX_SPELLING_COST,
    );
    if (main !== undefined) draft.standsFor(word, main, 'plain');
  }
}

function addConcepts(
  draft: KnowledgeDraft,
  part: PartOfSpeech,
  synsets: ReadonlyMap<string, Synset>,
  rankOf: RankOf,
): void {
  const concepts = [...synsets.values()].filter(({ isInstance }) => !isInstance);
  const ids = new Map(concepts.map(({ offset }) => [offset, draft.newId('concept')]));
  for (const { offset, lemmas: written, hypernyms, wider, isInformal } of concepts) {
    const id = ids.get(offset);
    const above = ids.get(wider ?? '');
    if (id !== undefined && above !== undefined) draft.liesIn(id, above);
    const lemmas = written.filter((lemma) => !hasOtherInitials(lemma, written));
    const formal = isInformal ? ids.get(hypernyms[0] ?? '') : undefined;
    const things = lemmas.map((lemma) => (part === 'adj' ? draft.conceptOf(lemma) : null));
    for (const [at, lemma] of lemmas.entries()) {
      const thing = things[at] ?? null;
      // 'Violet' is a colour as 'purple' is, and another one.
      if (thing !== null && things.some((other) => other !== null && other !== thing)) continue;
      const rank = rankOf(lemma, offset);
      if (rank >= SENSES[part] || id === undefined) continue;
      draft.means(lemma, { id, rank, isCode: isCode(lemma) });
      // The dictionary is American and for every day: 'colour' and 'alkene' are words as well.
      if (/^[a-z]{4,}$/.test(lemma)) draft.flag(lemma, 'word');
      // 'bread' for money is one sense further off than 'bread'.
      if (formal !== undefined) draft.means(lemma, { id: formal, rank: rank && rank + 1 });
    }
  }
}

function addNames(
  draft: KnowledgeDraft,
  synsets: ReadonlyMap<string, Synset>,
  rankOf: RankOf,
): void {
  const instances = [...synsets.values()].filter(({ isInstance }) => isInstance);
  const kinds = new Map(
    instances.map((synset) => {
      const kind = kindOf(synset, synsets);
      // Lithuania is filed as a Baltic state only, Ireland as an island as well.
      const isCountry =
        kind === 'thing' &&
        synset.file === PLACES &&
        known(draft, { lemmas: synset.lemmas.slice(0, 1) }, 'country') !== undefined;
      return [synset.offset, isCountry ? 'country' : kind];
    }),
  );
  const ids = new Map<string, number>();
  // A place lies in one of a kind before its own.
  for (const kind of ['country', 'region', 'city', 'person', 'thing'] as const) {
    for (const synset of instances) {
      if (kinds.get(synset.offset) !== kind) continue;
      const place = synset.wholes.map((whole) => ids.get(whole)).find((id) => id !== undefined);
      const id = known(draft, synset, kind, place) ?? draft.newId(kind);
      ids.set(synset.offset, id);
      if (place !== undefined && place !== id && kind !== 'country') draft.liesIn(id, place);
      for (const lemma of synset.lemmas) {
        const rank = Math.max(0, rankOf(lemma, synset.offset));
        if (isCode(lemma)) draft.means(lemma, { id, rank, isCode: true });
        else if (kind === 'person' || kind === 'thing') draft.means(lemma, { id, rank });
        else addPlaceName(draft, lemma, id, rank);
        if (kind === 'person' && isSurname(lemma, synset)) draft.flag(lemma, 'surname');
      }
    }
  }
}

/** The country or region of that name which is known already. */
function known(
  draft: KnowledgeDraft,
  { lemmas }: Pick<Synset, 'lemmas'>,
  kind: MeaningKind,
  place?: number,
): number | undefined {
  if (kind !== 'country' && kind !== 'region') return undefined;
  return lemmas
    .filter((lemma) => !isCode(lemma))
    .flatMap((lemma) => draft.meaningsOf(lemma))
    .find(
      (meaning) =>
        meaning.kind === kind &&
        !meaning.isCode &&
        (kind === 'country' || (place !== undefined && draft.placeOf(meaning.id) === place)),
    )?.id;
}

function kindOf(synset: Synset, synsets: ReadonlyMap<string, Synset>): MeaningKind {
  if (synset.file === PEOPLE) return 'person';
  if (synset.file !== PLACES) return 'thing';
  const classes = new Set<string>();
  const climb = (offsets: readonly string[]): void => {
    for (const offset of offsets) {
      const above = synsets.get(offset);
      if (above?.file !== PLACES || classes.has(above.lemmas.join())) continue;
      classes.add(above.lemmas.join());
      climb(above.hypernyms);
    }
  };
  climb(synset.hypernyms);
  if (classes.has('city,metropolis,urban center') || classes.has('town')) return 'city';
  if (classes.has('country,state,land')) return 'country';
  return classes.has('state,province') ? 'region' : 'thing';
}

/** 'chief operating officer' beside 'CEO': the acronyms of as many letters are of other words. */
function hasOtherInitials(lemma: string, lemmas: readonly string[]): boolean {
  const words = lemma.split(/[ -]/);
  const acronyms = lemmas.filter(
    (other) => words.length > 2 && /^[A-Z]+$/.test(other) && other.length === words.length,
  );
  const initials = words.map((word) => word.charAt(0).toUpperCase()).join('');
  return acronyms.length > 0 && !acronyms.includes(initials);
}

/** 'USA', 'Au', 'Mass.' */
const isCode = (lemma: string): boolean => /^(?:[A-Z]{1,4}|[A-Z][a-z]|.*\.)$/.test(lemma);

/** 'Newton', who is 'Isaac Newton', too. */
const isSurname = (lemma: string, { lemmas }: Synset): boolean =>
  /^\p{Lu}[\p{L}'-]+$/u.test(lemma) && lemmas.some((other) => other.endsWith(` ${lemma}`));
