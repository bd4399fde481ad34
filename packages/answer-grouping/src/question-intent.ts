import type { QuestionPatterns } from './languages/language.ts';
import { rulesOf } from './languages/rules.ts';
import { textKey } from './text.ts';

/** What a question asks for, derived from its words. */
export type QuestionIntent = {
  readonly kind: 'person' | 'time' | 'count' | 'place' | null;
  /** Words of the question. They add nothing to an answer that repeats them. */
  readonly words: ReadonlySet<string>;
  /** The words that name the kind of thing asked for: 'river' in 'which river', 'food' in 'name a food'. */
  readonly nouns: ReadonlySet<string>;
};

export const NO_INTENT: QuestionIntent = { kind: null, words: new Set(), nouns: new Set() };

/**
 * Returns the part of a question that asks, without subordinate clauses: 'when' in 'Name something people forget when
 * they leave' does not ask for a time.
 */
function askingPart(plain: string, { questionWord, demand }: QuestionPatterns): string {
  const words = questionWord === null ? [] : [...plain.matchAll(questionWord)];
  const end = (demand?.test(plain) === true ? words[0] : words[1])?.index;
  return plain.slice(0, end).trimEnd();
}

const isUnknown = () => false;

/** Parses a question. In a language without patterns for questions, only `words` is useful. */
export function readQuestion(question: string, language?: string): QuestionIntent {
  const { questions, singular, stemOf, knowsWords, words: lists } = rulesOf(language);
  const { kinds, kindOf, leads, demand, reason, kindsAlike } = questions;
  /** The words of a text, normalised like answers. */
  const wordsOf = (text: string): string[] =>
    textKey(text, language)
      .split(' ')
      .flatMap((word) => [word, singular(word), ...(knowsWords ? [] : [stemOf(word, isUnknown)])]);
  const withKindsAlike = (nouns: readonly string[]): readonly string[] => [
    ...nouns,
    ...kindsAlike.filter((alike) => alike.some((kind) => nouns.includes(kind))).flat(),
  ];
  const plain = question.toLowerCase();
  const asking = askingPart(plain, questions);
  const kind = kinds.find(([pattern]) => pattern.test(asking))?.[1] ?? null;
  const named = kindOf === null ? plain : plain.replace(kindOf, '');
  const lead = leads.map((pattern) => pattern.exec(named)).find((found) => found !== null);
  const nouns: string[] = [];
  for (const word of (lead?.[1] ?? '').split(/[^\p{L}\p{M}\p{N}'-]+/u).slice(0, 3)) {
    if (word === '' || lists.nounEnds.has(word)) break;
    nouns.push(word);
  }
  const words = new Set(wordsOf(demand === null ? plain : plain.replace(demand, '')));
  return {
    kind,
    words,
    // Answers to a question for reasons are often sentences that repeat any word of the question.
    nouns:
      reason?.test(plain) === true
        ? words
        : new Set(
            nouns.length === 0 ? [] : wordsOf(withKindsAlike(wordsOf(nouns.join(' '))).join(' ')),
          ),
  };
}
