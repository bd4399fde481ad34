import { foldLetters } from '../letters.ts';
import { type Knowledge, type Meaning, NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { type Unit, unitOf } from '../units.ts';
import { arabic } from './arabic.ts';
import { ENGLISH } from './english.ts';
import { german } from './german.ts';
import type { Calendar, Language, QuestionPatterns, WordLists } from './language.ts';
import { numberReader } from './number-words.ts';
import { folded, type OwnRules } from './own-rules.ts';
import { spanish } from './spanish.ts';

const OWN: ReadonlyMap<string, () => OwnRules> = new Map([
  ['ar', arabic],
  ['de', german],
  ['es', spanish],
]);

const NEUTRAL: OwnRules = { articles: '', words: {} };

const keep = (text: string): string => text;

const NO_QUESTIONS: QuestionPatterns = {
  leads: [],
  kindOf: null,
  kinds: [],
  questionWord: null,
  demand: null,
  reason: null,
  kindsAlike: [],
};

/**
 * Makes the rules of a language other than English: its own, and what `Intl` knows of it. Common words are not known, so
 * only names have meanings.
 */
export function otherLanguage(language: Intl.UnicodeBCP47LocaleIdentifier): Language {
  const own = OWN.get(language)?.() ?? NEUTRAL;
  const articles = new Set(folded(own.articles));
  const words = listsOf(own.words);
  const unit = unitsOf(language);
  return {
    words,
    knowsWords: false,
    known: (knowledge) => namesOf(knowledge, words, articles),
    and: own.and ?? '&',
    isArticle: (word, next) => next !== undefined && articles.has(word ?? ''),
    respellFigures: withPlainFigures(language, own.respellFigures ?? keep),
    respell: own.respell ?? keep,
    withFigures: own.numbers === undefined ? ENGLISH.withFigures : numberReader(own.numbers),
    unified: (tokens) => withoutRoyalTitle(tokens, words.titles, articles),
    withNegationsApart: (tokens) => tokens,
    negatedIn: () => null,
    singular: own.singular ?? keep,
    stemOf: own.stemOf ?? keep,
    stemInPhrase: own.stemInPhrase ?? own.stemOf ?? keep,
    plainSpelling: own.plainSpelling ?? keep,
    areApart: own.areApart ?? (() => false),
    calendar: calendarOf(language, own),
    unitOf: (word) => unit.get(word) ?? unitOf(word),
    halfAt: own.halfAt ?? (() => 0),
    questions: own.questions ?? NO_QUESTIONS,
  };
}

/** 'Wilhelm 2' for 'Kaiser Wilhelm 2' and 'Wilhelm der 2', because the number identifies the ruler. */
function withoutRoyalTitle(
  tokens: readonly string[],
  titles: ReadonlySet<string>,
  articles: ReadonlySet<string>,
): readonly string[] {
  if (tokens.length < 3 || !/^\d{1,2}$/.test(tokens.at(-1) ?? '')) return tokens;
  return tokens.filter(
    (token, at) =>
      !(at === 0 && titles.has(token)) && !(at === tokens.length - 2 && articles.has(token)),
  );
}

function listsOf(own: OwnRules['words']): WordLists {
  const set = (name: keyof WordLists): ReadonlySet<string> => new Set(folded(own[name] ?? ''));
  return {
    fillers: set('fillers'),
    amounts: set('amounts'),
    prepositions: set('prepositions'),
    lightWords: set('lightWords'),
    negations: set('negations'),
    bareNegations: set('bareNegations'),
    countWords: set('countWords'),
    modifiers: set('modifiers'),
    eventWords: set('eventWords'),
    classWords: set('classWords'),
    titles: new Set([...ENGLISH.words.titles, ...set('titles')]),
    nounEnds: new Set((own.nounEnds ?? '').split(' ')),
  };
}

/** Correct names of at least this length are known words; shorter ones are too often other words of the language. */
const LEAST_NAME = 5;

/** Only the names of the knowledge table, because its words are English. A code that is also a small word is no name. */
function namesOf(
  knowledge: Knowledge,
  { fillers, lightWords, prepositions, negations }: WordLists,
  articles: ReadonlySet<string>,
): Knowledge {
  if (knowledge === NO_KNOWLEDGE) return knowledge;
  const isSmall = (word: string) =>
    [fillers, lightWords, prepositions, negations].some((list) => list.has(word));
  const named = (phrase: string): readonly Meaning[] =>
    knowledge
      .meaningsOf(phrase)
      .filter(({ kind, isCode }) => kind !== 'concept' && !(isCode && isSmall(phrase)));
  return {
    ...knowledge,
    isWord: (word) =>
      word.length >= LEAST_NAME && named(word).some(({ kind }) => kind === 'country'),
    longFormsOf: () => [],
    plainForm: () => null,
    meaningsOf: (phrase) => {
      const found = named(phrase);
      if (found.length > 0) return found;
      // The key lacks the article that belongs to a name: 'La Habana'.
      return (
        Array.from(articles, (article) => named(`${article} ${phrase}`)).find(
          (each) => each.length > 0,
        ) ?? found
      );
    },
  };
}

/** Writes '1.000' as '1000' in languages that separate thousands by dots, and '1-12-2001' as a date. */
function withPlainFigures(
  language: string,
  respell: (text: string) => string,
): (text: string) => string {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567);
  const hasDots = parts.some(({ type, value }) => type === 'group' && value === '.');
  return (text) => {
    const plain = respell(text).replace(
      /(?<![\d-])(\d{1,2})-(\d{1,2})-(\d{4})(?![\d-])/g,
      '$1/$2/$3',
    );
    return hasDots
      ? plain.replace(/(?<![\d.,])\d{1,3}(?:\.\d{3})+(?!\.?\d)/g, (figures) =>
          figures.replaceAll('.', ''),
        )
      : plain;
  };
}

const partOf = (parts: readonly Intl.DateTimeFormatPart[], type: string): string =>
  foldLetters(parts.find((part) => part.type === type)?.value ?? '').replaceAll('.', '');

/** A date of every month and of every weekday. */
const DATES = [
  ...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2000, month))),
  ...Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2000, 0, day + 1))),
];

function calendarOf(language: string, own: OwnRules): Calendar {
  const monthOf = new Map<string, number>();
  const weekdays = new Set<string>();
  for (const locale of [language, ...(own.locales ?? [])]) {
    for (const style of ['long', 'short'] as const) {
      const named = new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: style,
        weekday: style,
        timeZone: 'UTC',
      });
      for (const date of DATES) {
        const parts = named.formatToParts(date);
        monthOf.set(partOf(parts, 'month'), date.getUTCMonth() + 1);
        weekdays.add(partOf(parts, 'weekday'));
      }
    }
  }
  const order = new Intl.DateTimeFormat(language)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' ? [type] : []));
  return {
    monthOf,
    weekdays,
    joints: new Set(folded(own.joints ?? '')),
    days: new Map(Object.entries(own.days ?? {})),
    isDayFirst: order[0] === 'day',
    holidays: new Map(),
  };
}

const UNITS =
  'millisecond second minute hour day week month year millimeter centimeter meter kilometer mile inch foot yard gram kilogram liter milliliter hectare acre'.split(
    ' ',
  );
/** Numbers that need different plural forms in one language or another. */
const PLURALS = [1, 2, 5, 11];

/** The units by their names in a language: 'stunden' and 'std' for hours. */
function unitsOf(language: string): ReadonlyMap<string, Unit> {
  const units = new Map<string, Unit>();
  for (const unit of UNITS) {
    const meant = unitOf(unit);
    if (meant === null) continue;
    for (const unitDisplay of ['long', 'short'] as const) {
      const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay });
      for (const count of PLURALS)
        for (const { type, value } of format.formatToParts(count))
          if (type === 'unit') units.set(foldLetters(value).replaceAll('.', ''), meant);
    }
  }
  return units;
}
