import type { Knowledge, Meaning, MeaningKind } from '#machines/rules/knowledge.ts';

const words = (text: string) => new Set(text.split(/\s+/));

const WORDS =
  words(`horse house elephant dog cat product manager manger batman spacecraft space craft
  hope hop lie stop build cherry flag pole tuna fish sofa couch director human resources assistant
  united states untied telephone answer weather cold river battle boxer rebellion senior vice president
  time spend quiet quieter quietest money lot size rock roll program numb number corn corner`);
const GIVEN_NAMES = words('george bill william john jane mary marie albert jean antoine edgar');
const SURNAMES = words('bush newton curie smith steinbeck degas lavoisier einstein');

type Thing = {
  readonly kind: MeaningKind;
  readonly names: string;
  readonly codes?: string;
  readonly within?: number;
};

/** Everything that has a meaning; its place in the list is its id. */
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

const MEANINGS = new Map<string, Meaning[]>();
for (const [id, { kind, names, codes }] of THINGS.entries()) {
  for (const [list, isCode] of [[names, false] as const, [codes ?? '', true] as const]) {
    for (const name of list.split('|').filter(Boolean)) {
      const known = MEANINGS.get(name) ?? [];
      MEANINGS.set(name, [...known, { id, kind, rank: 0, isCode }]);
    }
  }
}

const LONG_FORMS = new Map([
  ['mgr', ['manager']],
  ['st', ['saint', 'street']],
  ['admin', ['administration', 'administrative']],
]);

const PLAIN_FORMS = new Map([
  ['🐶', 'dog'],
  ['programme', 'program'],
]);

/** Enough to show each rule. */
export const SMALL_KNOWLEDGE: Knowledge = {
  isWord: (word) =>
    WORDS.has(word) || GIVEN_NAMES.has(word) || SURNAMES.has(word) || MEANINGS.has(word),
  isGivenName: (word) => GIVEN_NAMES.has(word),
  isSurname: (word) => SURNAMES.has(word),
  fullNamesOf: (word) => (word === 'bill' ? ['william'] : []),
  longFormsOf: (word) => LONG_FORMS.get(word) ?? [],
  plainForm: (word) => PLAIN_FORMS.get(word) ?? null,
  meaningsOf: (phrase) => MEANINGS.get(phrase) ?? [],
  placeOf: (id) => THINGS[id]?.within ?? null,
};
