import { KnowledgeDraft } from './draft.ts';
import { addEmoji } from './emoji.ts';
import { addEverydayWords } from './everyday-words.ts';
import {
  addCityNames,
  addCurrencySigns,
  addEnglishNames,
  addForeignNames,
  addStateAbbreviations,
} from './places.ts';
import { addShortForms } from './short-forms.ts';
import { addGivenNames, addWords } from './words.ts';
import { addWordNet } from './wordnet.ts';
import { readLemmas } from './wordnet-files.ts';
import { writeTable } from './table.ts';

/** The table of all that is known of words and names, from the runtime and the packages of the build. */
export function buildKnowledge(): Uint8Array {
  const draft = new KnowledgeDraft();
  const ids = addEnglishNames(draft);
  const lemmas = readLemmas();
  addWords(draft, (word) => lemmas.has(word.toLowerCase()));
  addGivenNames(draft);
  addShortForms(draft);
  addWordNet(draft);
  addEverydayWords(draft);
  addCurrencySigns(draft, ids);
  addForeignNames(draft, ids);
  addCityNames(draft);
  addStateAbbreviations(draft);
  addEmoji(draft);
  return writeTable(draft.table());
}
