import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Unit } from '../units.ts';

/** Lists of words with a function; `src/data/README.md` describes them. */
export type WordLists = {
  /** Words that do not change an answer, except as its last word: the 'a' of 'vitamin a' matters. */
  readonly fillers: ReadonlySet<string>;
  /** Amounts that only stress what follows: 'a lot of money'. */
  readonly amounts: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Words that say little in an answer given as a sentence. */
  readonly lightWords: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  /** Negations that mean no more than 'not', unlike 'never'. */
  readonly bareNegations: ReadonlySet<string>;
  /** Words that introduce a number: 'part' in 'part 2'. */
  readonly countWords: ReadonlySet<string>;
  /** Words that change the value beside them: 'more', 'under', 'before'. */
  readonly modifiers: ReadonlySet<string>;
  /** Words that describe the event in an answer to 'when' and add nothing to the date: 'released', 'born'. */
  readonly eventWords: ReadonlySet<string>;
  /** Names of kinds of things that follow or precede a name and add nothing to it: 'river nile'. */
  readonly classWords: ReadonlySet<string>;
  /** Titles and offices that stand before or after a name. */
  readonly titles: ReadonlySet<string>;
  /** Words that end the noun phrase that a question asks for: 'with' in 'name a food with garlic'. */
  readonly nounEnds: ReadonlySet<string>;
};

/** How dates are written. */
export type Calendar = {
  readonly monthOf: ReadonlyMap<string, number>;
  readonly weekdays: ReadonlySet<string>;
  /** Words between day, month and year: 'of'. */
  readonly joints: ReadonlySet<string>;
  /** Words for a day of the month that are not figures in a key: 'second'. */
  readonly days: ReadonlyMap<string, number>;
  /** Whether '3/4' is the third of April. */
  readonly isDayFirst: boolean;
  /** The dates (`dateText`) of named days, by key. */
  readonly holidays: ReadonlyMap<string, string>;
};

/** How to recognise what a question asks for. Patterns match the question in lower case. */
export type QuestionPatterns = {
  /** Patterns that capture the words from the noun that is asked for. */
  readonly leads: readonly RegExp[];
  /** Words such as 'kind of' before that noun. */
  readonly kindOf: RegExp | null;
  readonly kinds: readonly (readonly [RegExp, 'person' | 'time' | 'count' | 'place'])[];
  readonly questionWord: RegExp | null;
  /** 'Name' or 'tell me' at the beginning. */
  readonly demand: RegExp | null;
  readonly reason: RegExp | null;
  /** Groups of nouns for the same kind of thing. */
  readonly kindsAlike: readonly (readonly string[])[];
};

/** Everything about answers that depends on their language. */
export type Language = {
  readonly words: WordLists;
  /** Whether the knowledge table contains the common words of the language, and not only names. */
  readonly knowsWords: boolean;
  /** The knowledge that is true in this language. */
  readonly known: (knowledge: Knowledge) => Knowledge;

  /** The word for '&'. */
  readonly and: string;
  /** Whether a word is an article before the next word. */
  readonly isArticle: (word: string | undefined, next: string | undefined) => boolean;
  /** Writes figures as in English: '1.000' as '1000'. */
  readonly respellFigures: (text: string) => string;
  /** Replaces phrases that would be misread word by word. */
  readonly respell: (text: string) => string;
  /** Writes numbers in figures. */
  readonly withFigures: (tokens: readonly string[]) => string[];

  /** Unifies the words of a key, given the text as typed: 'c sharp' to 'c#'. */
  readonly unified: (tokens: readonly string[], text: string) => readonly string[];
  /** Splits negative words: 'dont' into 'do' and 'not'. */
  readonly withNegationsApart: (tokens: readonly string[]) => readonly string[];
  /** The phrase that a negative phrase negates; null if it negates none. */
  readonly negatedIn: (
    words: readonly string[],
    isWord: (word: string) => boolean,
  ) => readonly string[] | null;

  /** The form of a word that its spelling is compared in. */
  readonly singular: (word: string) => string;
  /** The word without inflection. */
  readonly stemOf: (word: string, isWord: (word: string) => boolean) => string;
  /** The stem of a word in a phrase of an answer given as a sentence. */
  readonly stemInPhrase: (word: string, isWord: (word: string) => boolean) => string;
  /** A simplified spelling, equal for words that sound equal: 'fone' for 'phone'. */
  readonly plainSpelling: (word: string) => string;
  /** Whether two words are certainly different although they are spelled alike: 'batman' and 'batwoman'. */
  readonly areApart: (a: string, b: string) => boolean;

  readonly calendar: Calendar;
  readonly unitOf: (word: string) => Unit | null;
  /** The number of words at a position that mean 'and a half'; 0 if they do not. */
  readonly halfAt: (tokens: readonly string[], at: number) => number;
  readonly questions: QuestionPatterns;
};
