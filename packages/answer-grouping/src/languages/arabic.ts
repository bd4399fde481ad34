import { toCardinal } from 'n2words/ar-SA';
import { type OwnRules, wholeWords } from './own-rules.ts';

/** Removes the article 'ال' of a word of at least three other letters. */
const withoutArticle = (word: string): string => word.replace(/^ال(?=\p{L}{3})/u, '');

/** Their form beside a feminine noun lacks the last letter. */
const FROM_THREE_TO_TEN = [3, 4, 5, 6, 7, 8, 9, 10];

const NEGATIONS = 'لا ليس ليست لم لن بدون';
const FILLERS = 'و في من على إلى عن مع أو هذا هذه ذلك التي الذي';

/** Letters with and without hamza, the forms of yeh and heh, vowel signs and tatweel are unified in every key. */
export const arabic = (): OwnRules => ({
  and: 'و',
  articles: '',
  words: {
    fillers: FILLERS,
    lightWords: `${FILLERS} أنا هو هي نحن كان كانت لأن قد أن إن`,
    negations: NEGATIONS,
    bareNegations: NEGATIONS,
    modifiers: 'أكثر أقل فوق تحت قبل بعد حوالي بين كل',
    eventWords: 'سنة عام يوم شهر تاريخ',
  },
  singular: withoutArticle,
  stemOf: withoutArticle,
  stemInPhrase: withoutArticle,
  numbers: {
    toCardinal,
    others: FROM_THREE_TO_TEN.map((value) => [toCardinal(value).replace(/ة$/, ''), value]),
    scales: { ألف: 3, آلاف: 3, مليون: 6, ملايين: 6, مليار: 9 },
    ones: [],
    joined: null,
  },
  questions: {
    leads: [],
    kindOf: null,
    kinds: [
      [wholeWords('كم'), 'count'],
      [wholeWords('متى'), 'time'],
      [wholeWords('أين'), 'place'],
    ],
    questionWord: null,
    demand: null,
    reason: wholeWords('لماذا|سبب'),
    kindsAlike: [],
  },
});
