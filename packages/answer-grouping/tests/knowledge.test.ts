import { describe, expect, it } from 'vitest';
import { type Knowledge, NO_KNOWLEDGE, withCache } from '../src/knowledge/knowledge.ts';
import { knowledgeOf } from './small-knowledge.ts';

const KNOWN = knowledgeOf({
  things: [
    { kind: 'country', names: 'france' },
    { kind: 'city', names: 'paris', within: 0 },
  ],
  givenNames: 'bill',
  surnames: 'smith',
  fullNames: { bill: ['william'] },
  longForms: { mgr: ['manager'] },
  plainForms: { buses: 'bus' },
});

/** The knowledge with a record of the words that were looked up. */
function noting(knowledge: Knowledge): { noted: string[]; knowledge: Knowledge } {
  const noted: string[] = [];
  const note =
    <T>(find: (word: string) => T) =>
    (word: string) => {
      noted.push(word);
      return find(word);
    };
  return {
    noted,
    knowledge: {
      isWord: note(knowledge.isWord),
      isGivenName: note(knowledge.isGivenName),
      isSurname: note(knowledge.isSurname),
      fullNamesOf: note(knowledge.fullNamesOf),
      longFormsOf: note(knowledge.longFormsOf),
      plainForm: note(knowledge.plainForm),
      meaningsOf: note(knowledge.meaningsOf),
      placeOf: knowledge.placeOf,
      widerOf: knowledge.widerOf,
    },
  };
}

describe('the cache of knowledge', () => {
  it.each([
    ['isWord', 'paris', 'pariss'],
    ['isGivenName', 'bill', 'smith'],
    ['isSurname', 'smith', 'bill'],
    ['fullNamesOf', 'bill', 'william'],
    ['longFormsOf', 'mgr', 'manager'],
    ['plainForm', 'buses', 'bus'],
    ['meaningsOf', 'paris', 'pariss'],
  ] as const)('looks up %s once per word', (ask, known, unknown) => {
    const { noted, knowledge } = noting(KNOWN);
    const kept = withCache(knowledge)[ask];
    const answers = [known, unknown, known, unknown].map((word) => kept(word));
    expect(answers).toEqual([known, unknown, known, unknown].map((word) => KNOWN[ask](word)));
    expect(noted).toEqual([known, unknown]);
  });

  it('is empty without knowledge', () => {
    expect(withCache(NO_KNOWLEDGE)).toBe(NO_KNOWLEDGE);
  });

  it('is cleared after 20,000 words', () => {
    const { noted, knowledge } = noting(KNOWN);
    const { isWord } = withCache(knowledge);
    for (let at = 1; at <= 20_000; at += 1) isWord(`word${at}`);
    noted.length = 0;
    for (const word of ['word1', 'word20000', 'one more', 'one more', 'word20000', 'word20000'])
      isWord(word);
    expect(noted).toEqual(['one more', 'word20000']);
  });
});
