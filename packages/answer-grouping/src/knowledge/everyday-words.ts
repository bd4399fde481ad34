import sameThings from './data/everyday-words.json';
import type { KnowledgeDraft } from './draft.ts';

/**
 * What people call the same thing, British and American, formal and familiar, where WordNet has no synonyms or takes
 * another sense for the commoner one. A key is a word whose commonest sense is meant.
 * @throws Error when a phrase is listed twice.
 */
export function addEverydayWords(draft: KnowledgeDraft): void {
  const listed = new Set<string>();
  const taken = new Set<number>();
  for (const [head, others] of Object.entries(sameThings)) {
    const known = draft.conceptOf(head);
    // Two lines may begin with words of one sense in WordNet: here they are two.
    const id = known === null || taken.has(known) ? draft.newId('concept') : known;
    taken.add(id);
    for (const phrase of [head, ...others.split(', ')]) {
      if (listed.has(phrase)) throw new Error(`'${phrase}' is listed twice among everyday words`);
      listed.add(phrase);
      draft.meansAbove(phrase, id);
    }
  }
}
