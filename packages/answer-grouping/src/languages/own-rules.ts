import { foldLetters } from '../letters.ts';
import type { Language, WordLists } from './language.ts';
import type { NumberWords } from './number-words.ts';

/** The rules of one language beside those that `Intl` gives. All but the word lists replace neutral ones. */
export type OwnRules = Partial<
  Pick<
    Language,
    | 'and'
    | 'respell'
    | 'respellFigures'
    | 'singular'
    | 'stemOf'
    | 'stemInPhrase'
    | 'plainSpelling'
    | 'areApart'
    | 'halfAt'
    | 'questions'
  >
> & {
  readonly articles: string;
  readonly words: Partial<Record<keyof WordLists, string>>;
  readonly numbers?: NumberWords;
  /** Words between day and month. */
  readonly joints?: string;
  readonly days?: Readonly<Record<string, number>>;
  /** Further locales with other names of months: 'de-AT'. */
  readonly locales?: readonly string[];
};

/** The folded words of a list. */
export const folded = (list: string): readonly string[] =>
  list === '' ? [] : list.split(' ').map((word) => foldLetters(word));

/** A pattern for whole words, of any alphabet. */
export const wholeWords = (alternatives: string, flags = 'u'): RegExp =>
  new RegExp(`(?<![\\p{L}])(?:${alternatives})(?![\\p{L}])`, flags);
