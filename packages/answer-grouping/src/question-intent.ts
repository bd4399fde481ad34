import { singular } from './stems.ts';
import { textKey } from './text.ts';
import { NOUN_ENDS } from './word-lists.ts';

/** What a question asks for, derived from its words. */
export type QuestionIntent = {
  readonly kind: 'person' | 'time' | 'count' | 'place' | null;
  /** Words of the question. They add nothing to an answer that repeats them. */
  readonly words: ReadonlySet<string>;
  /** The words that name the kind of thing asked for: 'river' in 'which river', 'food' in 'name a food'. */
  readonly nouns: ReadonlySet<string>;
};

export const NO_INTENT: QuestionIntent = { kind: null, words: new Set(), nouns: new Set() };

/** The words of a text, normalised like answers. */
const wordsOf = (text: string): string[] =>
  textKey(text)
    .split(' ')
    .flatMap((word) => [word, singular(word)]);

/**
 * Patterns of the words before the noun that is asked for; the last pattern is for a question that starts with the
 * noun.
 */
const LEADS = [
  /\b(?:name|list|give|mention|tell|state)(?: me| us)? (?:an? |the |one |some )?(.*)/,
  /\b(?:which|what|how many|whose)(?: is| are| was| were)?(?: the| a| an)? (.*)/,
  /^(?:an? |the )?(\p{L}+ (?:that|which|with|who|used|where)\b.*)/u,
];
const KIND_OF =
  /\b(?:different |various )?(?:type|kind|sort|name|form|example|part)s? of (?:an? |the )?/g;

const KINDS: readonly (readonly [RegExp, QuestionIntent['kind']])[] = [
  [/\bhow (?:many|much)\b|\bwhat (?:number|percentage|percent|year of age)\b/, 'count'],
  [/\bwhen\b|\b(?:what|which|on what) (?:year|date|day|month|century|decade)\b|\bdate\?*$/, 'time'],
  [
    /\bwho(?:m|se)?\b|\b(?:which|what|name an?) (?:\w+ ){0,2}(?:person|president|king|queen|emperor|actor|actress|singer|author|writer|poet|composer|painter|artist|boxer|wrestler|rapper|band|villain|hero|player|scientist|inventor|explorer|philosopher|leader|musician|athlete|celebrity|comedian|director|politician|general)\b/,
    'person',
  ],
  [
    /\bwhere\b|\b(?:which|what|name an?) (?:\w+ )?(?:country|city|state|province|capital|town|place|region|island|continent)\b/,
    'place',
  ],
];

const QUESTION_WORD = /\b(?:who(?:m|se)?|what|which|when|where|why|how)\b/g;
const DEMAND =
  /^\W*(?:name|list|give|mention|tell|state)(?: me| us)? (?!who|what|which|when|where|why|how)/;

/**
 * Returns the part of a question that asks, without subordinate clauses: 'when' in 'Name something people forget when
 * they leave' does not ask for a time.
 */
function askingPart(plain: string): string {
  const words = [...plain.matchAll(QUESTION_WORD)];
  const end = (DEMAND.test(plain) ? words[0] : words[1])?.index;
  return plain.slice(0, end).trimEnd();
}

/** Groups of nouns for the same kind of thing. */
const KINDS_ALIKE = [
  'film movie',
  'tv television show series programme program',
  'book novel',
  'song tune track',
].map((words) => words.split(' '));

const withKindsAlike = (nouns: readonly string[]): readonly string[] => [
  ...nouns,
  ...KINDS_ALIKE.filter((kinds) => kinds.some((kind) => nouns.includes(kind))).flat(),
];

/** Parses an English question. For a question in another language, only `words` is useful. */
export function readQuestion(question: string): QuestionIntent {
  const plain = question.toLowerCase();
  const kind = KINDS.find(([pattern]) => pattern.test(askingPart(plain)))?.[1] ?? null;
  const asking = plain.replace(KIND_OF, '');
  const lead = LEADS.map((pattern) => pattern.exec(asking)).find((found) => found !== null);
  const nouns: string[] = [];
  for (const word of (lead?.[1] ?? '').split(/[^\p{L}\p{M}\p{N}'-]+/u).slice(0, 3)) {
    if (word === '' || NOUN_ENDS.has(word)) break;
    nouns.push(word);
  }
  const words = new Set(wordsOf(plain.replace(DEMAND, '')));
  // Answers to a question for reasons are often sentences that repeat any word of the question.
  const isReason = /\b(?:reason|why)\b/.test(plain);
  return {
    kind,
    words,
    nouns: isReason
      ? words
      : new Set(
          nouns.length === 0 ? [] : wordsOf(withKindsAlike(wordsOf(nouns.join(' '))).join(' ')),
        ),
  };
}
