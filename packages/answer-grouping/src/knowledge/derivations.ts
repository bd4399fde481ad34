import type { KnowledgeDraft } from './draft.ts';
import {
  type PartOfSpeech,
  type RankOf,
  readIndex,
  readRanks,
  type Synset,
} from './wordnet-files.ts';

/**
 * Numbers of the lexicographers' files (lexnames(5WN)) of acts, attributes, things said, events, feelings,
 * processes and states: 'building' is a thing, and 'teacher' a person, and no other word for what is done.
 */
const ABSTRACT: ReadonlySet<number> = new Set([4, 7, 10, 11, 12, 22, 26]);

/** So many letters must be the same. */
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
