import { KnowledgeDraft } from './draft.ts';
import {
  addCityNames,
  addCurrencySigns,
  addEnglishNames,
  addForeignNames,
  addStateAbbreviations,
} from './places.ts';
import { writeTable } from './table.ts';
import { addWordNet, readLemmas } from './wordnet.ts';
import { addEmoji, addEverydayWords, addGivenNames, addShortForms, addWords } from './words.ts';

/** Builds the table of words and names from the source packages and the runtime. */
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
