import abbreviations from './data/abbreviations.json';
import givenNames from './data/given-names.json';
import petNames from './data/pet-names.json';
import type { KnowledgeDraft } from './draft.ts';

/** What people of a given name are called, also in other languages, and what words are shortened to. */
export function addShortForms(draft: KnowledgeDraft): void {
  for (const { word, short } of [petNames, givenNames].flatMap(pairsOf)) {
    draft.flag(short, 'givenName');
    draft.standsFor(short, word, 'fullName');
  }
  for (const { word, short } of pairsOf(abbreviations)) draft.standsFor(short, word, 'long');
}

const pairsOf = (list: Readonly<Record<string, string>>): { word: string; short: string }[] =>
  Object.entries(list).flatMap(([word, shorts]) =>
    shorts.split(' ').map((short) => ({ word, short })),
  );
