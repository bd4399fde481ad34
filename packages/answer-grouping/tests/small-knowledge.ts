import type { Knowledge, Meaning, MeaningKind } from '../src/knowledge/knowledge.ts';

const WORDS = `horse house elephant dog cat product manager manger batman spacecraft space craft
  hope hop lie stop build cherry flag pole tuna fish sofa couch director human resources assistant
  united states untied telephone answer weather cold river battle boxer rebellion senior vice president
  time spend quiet quieter quietest money lot size rock roll program numb number corn corner`;
const GIVEN_NAMES = 'george bill william john jane mary marie albert jean antoine edgar';
const SURNAMES = 'bush newton curie smith steinbeck degas lavoisier einstein';

/**
 * A thing with its names, separated by '|'. For 'bank#1' the thing is only the second sense of 'bank'. `within`: the id
 * of the containing thing.
 */
export type Thing = {
  readonly kind: MeaningKind;
  readonly names: string;
  readonly codes?: string;
  readonly within?: number;
};

/** All knowledge; words are separated by blanks. Names of things are words as well. */
export type Known = {
  /** Things with their positions in the list as ids. */
  readonly things?: readonly Thing[];
  readonly words?: string;
  readonly givenNames?: string;
  readonly surnames?: string;
  readonly fullNames?: Readonly<Record<string, readonly string[]>>;
  readonly longForms?: Readonly<Record<string, readonly string[]>>;
  readonly plainForms?: Readonly<Record<string, string>>;
};

/** The known things. */
const THINGS: readonly Thing[] = [
  { kind: 'concept', names: 'sofa|couch' },
  { kind: 'concept', names: 'dog|🐶' },
  { kind: 'concept', names: 'flag' },
  { kind: 'concept', names: 'cold' },
  { kind: 'country', names: 'united states|usa', codes: 'us' },
  { kind: 'country', names: 'germany|deutschland', codes: 'de' },
  { kind: 'country', names: 'japan', codes: 'jp' },
  { kind: 'country', names: 'austria', codes: 'at' },
  { kind: 'country', names: 'australia', codes: 'au' },
  { kind: 'region', names: 'louisiana', codes: 'la', within: 4 },
  { kind: 'region', names: 'oregon', codes: 'or', within: 4 },
  { kind: 'region', names: 'maine', codes: 'me', within: 4 },
  { kind: 'city', names: 'los angeles', codes: 'la' },
  { kind: 'city', names: 'boston' },
  { kind: 'person', names: 'albert einstein' },
  { kind: 'person', names: 'newton|isaac newton' },
  { kind: 'country', names: 'congo|western congo' },
  { kind: 'country', names: 'congo|eastern congo' },
  { kind: 'concept', names: 'president' },
  { kind: 'currency', names: 'euro', codes: 'eur' },
  { kind: 'region', names: 'georgetown', within: 6 },
  { kind: 'region', names: 'georgetown', codes: 'gt', within: 4 },
  { kind: 'city', names: 'bar' },
  { kind: 'concept', names: 'bar|pub' },
];

/** Knowledge of the listed things only. */
export function knowledgeOf(known: Known): Knowledge {
  const things = known.things ?? [];
  const meanings = new Map<string, Meaning[]>();
  for (const [id, { kind, names, codes }] of things.entries()) {
    for (const [list, isCode] of [[names, false] as const, [codes ?? '', true] as const]) {
      for (const each of list.split('|').filter(Boolean)) {
        const [name = '', rank = 0] = each.split('#');
        const found = meanings.get(name) ?? [];
        meanings.set(name, [...found, { id, kind, rank: Number(rank), isCode }]);
      }
    }
  }
  for (const found of meanings.values()) found.sort((a, b) => a.rank - b.rank);
  const [words, givenNames, surnames] = [known.words, known.givenNames, known.surnames].map(
    (text = '') => new Set(text.split(/\s+/)),
  );
  const fullNames = new Map(Object.entries(known.fullNames ?? {}));
  const longForms = new Map(Object.entries(known.longForms ?? {}));
  const plainForms = new Map(Object.entries(known.plainForms ?? {}));
  const isGivenName = (word: string) => givenNames?.has(word) ?? false;
  const isSurname = (word: string) => surnames?.has(word) ?? false;
  return {
    isWord: (word) =>
      (words?.has(word) ?? false) || isGivenName(word) || isSurname(word) || meanings.has(word),
    isGivenName,
    isSurname,
    fullNamesOf: (word) => fullNames.get(word) ?? [],
    longFormsOf: (word) => longForms.get(word) ?? [],
    plainForm: (word) => plainForms.get(word) ?? null,
    meaningsOf: (phrase) => meanings.get(phrase) ?? [],
    placeOf: (id) => things[id]?.within ?? null,
    widerOf: (id) => things[id]?.within ?? null,
  };
}

/** A small knowledge that suffices to test each rule. */
export const SMALL_KNOWLEDGE: Knowledge = knowledgeOf({
  things: THINGS,
  words: WORDS,
  givenNames: GIVEN_NAMES,
  surnames: SURNAMES,
  fullNames: { bill: ['william'] },
  longForms: {
    mgr: ['manager'],
    st: ['saint', 'street'],
    admin: ['administration', 'administrative'],
  },
  plainForms: { '🐶': 'dog', programme: 'program' },
});
