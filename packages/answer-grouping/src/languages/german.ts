import { stemmer } from '@orama/stemmers/german';
import { stopwords } from '@orama/stopwords/german';
import { toCardinal, toOrdinal } from 'n2words/de-DE';
import { folded, type OwnRules, wholeWords } from './own-rules.ts';

/** Writes 'ae', 'oe' and 'ue' like the umlauts in a key: 'Kaese' and 'Käse'; not in 'Bauer', 'neue' and 'Quelle'. */
const withoutUmlauts = (word: string): string =>
  /[aou]e/.test(word) ? word.replace(/ae|oe|(?<![aeq])ue/g, (pair) => pair.charAt(0)) : word;

/** Nouns with the plural '-er'; others in '-er' are mostly people or tools ('Läufer'), which are not their stem ('Lauf'). */
const PLURALS_IN_ER =
  /(?:mann|haus|buch|rad|wald|land|dorf|glas|blatt|dach|loch|schloss|wort|wurm|huhn|kalb|lamm|tuch|band|gott|rand|grab|volk|horn|korn|amt|gut|kind|bild|ei|lied|kleid|feld|geist|geld|brett|nest|schild|licht|gesicht|rind|geschenk)er$/;

/** Words that keep their ending, because they would become another word without it: 'Reise' is not 'Reis'. */
const WHOLE: ReadonlySet<string> = new Set(
  'reise reisen kohle kohlen note noten rate raten rinde rinden decke decken kuchen becken laden wagen reifen kasten rucken graben bogen ananas atlas chaos'.split(
    ' ',
  ),
);

/** Removes the ending of a plural or a case. */
function stemOf(word: string): string {
  if (word.length < 4 || WHOLE.has(word) || !/^[a-z]+$/.test(word)) return word;
  if (PLURALS_IN_ER.test(word)) return word.slice(0, -2);
  if (word.endsWith('innen')) return word.slice(0, -3);
  if (word.length > 4 && /(?:[oy]|[^aeiou]a|er|el)s$/.test(word)) return word.slice(0, -1);
  if (word.length > 4 && /e[lr]n$/.test(word)) return word.slice(0, -1);
  return word.replace(/en?$/, '');
}

/** What letters sound like. */
const SOUNDS: Readonly<Record<string, string>> = {
  ph: 'f',
  th: 't',
  dt: 't',
  ck: 'k',
  tz: 'z',
  v: 'f',
  y: 'i',
};

const NEGATIONS = 'nicht kein keine keinen keinem keiner keines ohne';
const MODIFIERS =
  'mehr weniger über unter als mindestens höchstens fast beinahe knapp vor nach bis zwischen ab seit jede jeder jedes pro halb halbe';
const ARTICLES = 'der die das den dem des ein eine einen einem einer eines';

const HALVES = Array.from({ length: 20 }, (_, value) => value + 1);
const CENTURIES = Array.from({ length: 9 }, (_, index) => index + 11);
const TENS = Array.from({ length: 100 }, (_, value) => value);

/** 'neunzehnhundertneun', 'hundertfünf', 'dreieinhalb', 'dritter', and what people say beside these. */
function* otherNumbers(): Iterable<readonly [string, number]> {
  const below = TENS.map((value) => (value === 0 ? '' : toCardinal(value)));
  for (const [value, word] of below.entries()) {
    yield [`hundert${word}`, 100 + value];
    for (const century of CENTURIES)
      yield [`${below[century]}hundert${word}`, century * 100 + value];
  }
  for (const value of HALVES) yield [`${value === 1 ? 'ein' : below[value]}einhalb`, value + 0.5];
  for (const value of TENS.slice(1)) {
    const first = toOrdinal(value);
    for (const end of ['', 'r', 's', 'n', 'm']) yield [first + end, value];
  }
  yield* [
    ['anderthalb', 1.5],
    ['zwo', 2],
    ['dutzend', 12],
    ['fuenf', 5],
    ['zwoelf', 12],
  ] as const;
}

const PEOPLE =
  'person|deutsche[nr]?|schauspieler(?:in)?|sänger(?:in)?|musiker(?:in)?|politiker(?:in)?|sportler(?:in)?|fußballer(?:in)?|promi|prominente[nr]?|präsident(?:en)?|könig(?:in)?|kaiser(?:in)?|schriftsteller(?:in)?|autor(?:in)?|dichter(?:in)?|maler(?:in)?|komponist(?:en)?|wissenschaftler(?:in)?|erfinder(?:in)?|philosoph(?:en)?';
const PLACES = 'land|stadt|ort|insel|kontinent|bundesland|hauptstadt|region|gegend';
const ASKED = String.raw`(?:nenn\p{L}*|welche[rsnm]?) (?:\S+ ){0,3}`;

export const german = (): OwnRules => ({
  and: 'und',
  articles: ARTICLES,
  words: {
    fillers: `${ARTICLES} und von vom zu zum zur für mein meine meinen meinem meiner dein deine unser unsere ist sind etwa ungefähr ca circa rund paar`,
    prepositions: 'in im am an auf aus bei mit',
    lightWords: [
      ...stopwords.filter((word) => !folded(`${NEGATIONS} nichts ${MODIFIERS}`).includes(word)),
      'gehen gehe geht ging mache macht gemacht tun wegen beim',
    ].join(' '),
    negations: `${NEGATIONS} nichts nie niemals niemand`,
    bareNegations: NEGATIONS,
    countWords: 'teil nr nummer',
    modifiers: MODIFIERS,
    eventWords: 'jahr jahre jahren tag datum monat uhr geboren gestorben gegründet',
    classWords:
      'fluss see meer berg insel stadt gebirge wüste kanal bundesland kanton provinz universität planet',
    titles:
      'herr frau doktor professor könig königin kaiser kaiserin papst prinz prinzessin fürst graf sankt kanzler bundeskanzler präsident',
    nounEnds: `etwas jemanden grund ausrede sache dinge der die das den dem mit ohne in im am an auf aus bei für von zu um wenn weil man sie ihr du ich`,
  },
  singular: withoutUmlauts,
  plainSpelling: (word) =>
    word.replace(/ph|th|dt|ck|tz|v|y/g, (letters) => SOUNDS[letters] ?? letters),
  stemOf: (word) => stemOf(withoutUmlauts(word)),
  stemInPhrase: (word) => stemmer(stemOf(withoutUmlauts(word))),
  areApart: (a, b) => a === `${b}in` || b === `${a}in` || a === `${b}innen` || b === `${a}innen`,
  respell: (text) => text.replace(/\bprozent\b/g, 'percent'),
  // The day and month of '9.11.'
  respellFigures: (text) =>
    text.replace(
      /(?<![\d.])(\d{1,2})\. ?(\d{1,2})\.(?! ?\d)/g,
      (figures, day: string, month: string) => {
        const name = MONTHS[Number(month) - 1];
        return name === undefined ? figures : `${day} ${name}`;
      },
    ),
  numbers: {
    toCardinal,
    others: otherNumbers(),
    scales: {
      tausend: 3,
      tsd: 3,
      million: 6,
      millionen: 6,
      mio: 6,
      milliarde: 9,
      milliarden: 9,
      mrd: 9,
    },
    ones: ['ein', 'eine'],
    joined: 'tausend',
  },
  locales: ['de-AT'],
  joints: 'der den im',
  questions: {
    leads: [
      /nenn\p{L}*(?: sie)?(?: mir| uns)? (?:ein\p{L}* |das |die |den )?(?:berühmt\p{L}* |bekannt\p{L}* )?(.*)/u,
      /welche[rsnm]? (.*)/u,
    ],
    kindOf: /(?<!\p{L})(?:art|sorte) (?:von )?/gu,
    kinds: [
      [wholeWords('wie ?viele?'), 'count'],
      [wholeWords('wann|welche[sm]? (?:jahr|datum|monat)|welche[nm] (?:tag|monat)'), 'time'],
      [wholeWords(`wer|wem|wen|wessen|${ASKED}(?:${PEOPLE})`), 'person'],
      [wholeWords(`wo|woher|wohin|${ASKED}(?:${PLACES})`), 'place'],
    ],
    questionWord: wholeWords('wer|wem|wen|was|wann|wo|warum|wie|welche[rsnm]?', 'gu'),
    demand: /^\W*nenn\p{L}* /u,
    reason: wholeWords('warum|wieso|weshalb|grund|gründe|ausreden?'),
    kindsAlike: [],
  },
});

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('de', { month: 'long', timeZone: 'UTC' })
    .format(Date.UTC(2000, month))
    .toLowerCase(),
);
