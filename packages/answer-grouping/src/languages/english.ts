import calendar from '../data/dates.json';
import lists from '../data/empty-words.json';
import { canonicalNumbers } from '../numbers.ts';
import { singular, stemInPhrase, stemOf } from '../stems.ts';
import {
  isOtherSex,
  negatedIn,
  withLetterSigns,
  withNegationsApart,
  withReignsInFigures,
} from '../tokens.ts';
import { unitOf } from '../units.ts';
import type { Language } from './language.ts';

export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const MONTHS = calendar.months.split(' ');

export const ENGLISH: Language = {
  words: {
    fillers: wordSet(lists.fillers),
    amounts: wordSet(lists.amounts),
    prepositions: wordSet(lists.prepositions),
    lightWords: wordSet(lists.lightWords),
    negations: wordSet(lists.negations),
    bareNegations: wordSet('no not non without'),
    countWords: wordSet(lists.countWords),
    modifiers: wordSet(lists.modifiers),
    eventWords: wordSet(lists.eventWords),
    classWords: wordSet(lists.classWords),
    titles: wordSet(lists.titles),
    nounEnds: wordSet(lists.nounEnds),
  },
  knowsWords: true,
  known: (knowledge) => knowledge,
  and: 'and',
  // In 'a b', 'a 10' and 'a and b' it is the letter 'a'.
  isArticle: (word, next) => {
    if (next === undefined) return false;
    if (word === 'the') return true;
    return (word === 'a' || word === 'an') && /^\p{L}{2}/u.test(next) && next !== 'and';
  },
  respellFigures: (text) => text,
  // 'no one' must not be read as the number 1.
  respell: (text) => text.replace(/\bno one\b/g, 'nobody'),
  withFigures: canonicalNumbers,
  unified: (tokens, text) => {
    const words = withReignsInFigures(withoutRoyalTitle(withLetterSigns(tokens, text)));
    // A trailing article: 'Catcher in the Rye, The'.
    return words.length > 2 && words.at(-1) === 'the' ? words.slice(0, -1) : words;
  },
  withNegationsApart,
  negatedIn,
  singular,
  stemOf,
  stemInPhrase,
  plainSpelling,
  areApart: isOtherSex,
  calendar: {
    monthOf: new Map([
      ...MONTHS.flatMap((name, index) => [
        [name, index + 1] as const,
        [name.slice(0, 3), index + 1] as const,
      ]),
      ['sept', 9],
    ]),
    weekdays: wordSet(calendar.weekdays),
    joints: wordSet('of the in'),
    days: new Map([['second', 2]]),
    isDayFirst: false,
    holidays: new Map(Object.entries(calendar.holidays)),
  },
  unitOf,
  halfAt: (tokens, at) =>
    tokens[at] === 'and' && /^an?$/.test(tokens[at + 1] ?? '') && tokens[at + 2] === 'half' ? 3 : 0,
  questions: {
    leads: [
      /\b(?:name|list|give|mention|tell|state)(?: me| us)? (?:an? |the |one |some )?(.*)/,
      /\b(?:which|what|how many|whose)(?: is| are| was| were)?(?: the| a| an)? (.*)/,
      // A question that starts with the noun.
      /^(?:an? |the )?(\p{L}+ (?:that|which|with|who|used|where)\b.*)/u,
    ],
    kindOf:
      /\b(?:different |various )?(?:type|kind|sort|name|form|example|part)s? of (?:an? |the )?/g,
    kinds: [
      [/\bhow (?:many|much)\b|\bwhat (?:number|percentage|percent|year of age)\b/, 'count'],
      [
        /\bwhen\b|\b(?:what|which|on what) (?:year|date|day|month|century|decade)\b|\bdate\?*$/,
        'time',
      ],
      [
        /\bwho(?:m|se)?\b|\b(?:which|what|name an?) (?:\w+ ){0,2}(?:person|president|king|queen|emperor|actor|actress|singer|author|writer|poet|composer|painter|artist|boxer|wrestler|rapper|band|villain|hero|player|scientist|inventor|explorer|philosopher|leader|musician|athlete|celebrity|comedian|director|politician|general)\b/,
        'person',
      ],
      [
        /\bwhere\b|\b(?:which|what|name an?) (?:\w+ )?(?:country|city|state|province|capital|town|place|region|island|continent)\b/,
        'place',
      ],
    ],
    questionWord: /\b(?:who(?:m|se)?|what|which|when|where|why|how)\b/g,
    demand:
      /^\W*(?:name|list|give|mention|tell|state)(?: me| us)? (?!who|what|which|when|where|why|how)/,
    reason: /\b(?:reason|why)\b/,
    kindsAlike: [
      'film movie',
      'tv television show series programme program',
      'book novel',
      'song tune track',
    ].map((words) => words.split(' ')),
  },
};

const ROYAL: ReadonlySet<string> = wordSet(
  'king queen emperor empress tsar czar kaiser prince pope sultan shah',
);

/** Removes the title in 'king henry v', because the number identifies the ruler without it. */
const withoutRoyalTitle = (words: readonly string[]): readonly string[] =>
  words.length > 2 && ROYAL.has(words[0] ?? '') && /^(?:\d{1,2}|i|v)$/.test(words[2] ?? '')
    ? words.slice(1)
    : words;

function plainSpelling(word: string): string {
  return (
    word
      .replaceAll('ph', 'f')
      .replaceAll('ck', 'k')
      .replace(/^[kg]n/, 'n')
      .replace(/^wr/, 'r')
      .replace(/^ps/, 's')
      .replaceAll('igh', 'i')
      .replace(/our$/, 'or')
      // Emphasis by repetition: 'goooal'.
      .replace(/(.)\1{2,}/g, '$1$1')
  );
}
