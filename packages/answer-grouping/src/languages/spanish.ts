import { stemmer } from '@orama/stemmers/spanish';
import { toCardinal } from 'n2words/es-ES';
import { type OwnRules, wholeWords } from './own-rules.ts';

/** Removes the ending of a plural: 'flores' becomes 'flore'. */
const singular = (word: string): string =>
  word.length > 3 && /[aeo]s$/.test(word) ? word.slice(0, -1) : word;

/** The same stem for singular and plural: 'coch' for 'coche' and 'coches', 'pec' for 'pez' and 'peces'. */
const stemOf = (word: string): string =>
  /^[a-z]{3,}$/.test(word)
    ? singular(word)
        .replace(/(?<=[a-z]{2}[^aeiou])e$/, '')
        .replace(/(?<=[a-z]{2})z$/, 'c')
    : word;

const NEGATIONS = 'no sin';
const ARTICLES = 'el la los las lo un una unos unas';

/** Shorter words that sound equal are mostly different: 'casa' and 'caza', 'hola' and 'ola'. */
const LEAST_HOMOPHONE = 5;
const SAME_SOUND = /v|^h|(?<!c)h|z|c(?=[ei])|ll|qu|g(?=[ei])/g;
const sound = (letters: string): string => SOUNDS[letters] ?? '';
const SOUNDS: Readonly<Record<string, string>> = {
  v: 'b',
  z: 's',
  c: 's',
  ll: 'y',
  qu: 'k',
  g: 'j',
};

/** Feminine hundreds, 'veinte y uno', and what people say beside these. */
function* otherNumbers(): Iterable<readonly [string, number]> {
  for (let value = 200; value < 1000; value += 1)
    yield [
      toCardinal(value).replace(/cientos|quinientos/, (word) => `${word.slice(0, -2)}as`),
      value,
    ];
  for (let unit = 1; unit < 10; unit += 1) yield [`veinte y ${toCardinal(unit)}`, 20 + unit];
  yield ['docena', 12];
}

const PEOPLE =
  'persona|personaje|hombre|mujer|español|española|famoso|famosa|actor|actriz|cantante|músico|político|política|deportista|futbolista|tenista|escritor|escritora|pintor|pintora|presidente|presidenta|rey|reina|poeta|compositor|científico|científica|inventor|filósofo';
const PLACES = 'país|ciudad|provincia|capital|lugar|isla|región|continente|pueblo';
const ASKED = String.raw`(?:nombra|menciona|dime|di|qué|cuál es) (?:\S+ ){0,2}`;

export const spanish = (): OwnRules => ({
  and: 'y',
  articles: ARTICLES,
  words: {
    fillers: `${ARTICLES} de del y e a al para mi mis tu tus su sus nuestro nuestra es son aproximadamente alrededor`,
    prepositions: 'en con por',
    // Written by hand: the Spanish lists of packages contain nouns and verbs with a meaning, such as 'trabajo'.
    lightWords:
      'yo me te se le les nos que como cuando porque si ya muy en con por he ha has han hemos había hay haber soy eres era eran fue estoy está estaba estaban estar tengo tiene tenía tener tuve hace hago hacer hice voy va vamos ir iba fui esto eso este ese esta esa aquí allí también solo algo alguien mucho mucha muchos muchas',
    negations: `${NEGATIONS} nunca nada nadie ningún ninguno ninguna ni jamás tampoco`,
    bareNegations: NEGATIONS,
    countWords: 'parte número',
    modifiers: 'más menos sobre bajo casi entre antes después hasta desde medio media cada',
    eventWords: 'año años día fecha mes nació murió fundó',
    classWords:
      'río lago mar monte isla islas ciudad provincia pueblo universidad castillo planeta volcán',
    titles:
      'señor señora don doña rey reina papa príncipe princesa conde duque san santa santo presidente emperador general doctor',
    nounEnds:
      'algo alguien cosa cosas razón motivo excusa que con sin en de del para por a y o cuando donde',
  },
  singular,
  stemOf,
  stemInPhrase: (word) => stemmer(stemOf(word)).replace(/(?<=[a-z]{4})[aeio]$/, ''),
  plainSpelling: (word) => (word.length < LEAST_HOMOPHONE ? word : word.replace(SAME_SOUND, sound)),
  // Words that differ in gender only are mostly different: 'plato' and 'plata', 'gato' and 'gata'.
  areApart: (a, b) => isFeminineOf(a, b) || isFeminineOf(b, a),
  respell: (text) => text.replace(/\bpor ciento\b/g, 'percent'),
  numbers: {
    toCardinal,
    others: otherNumbers(),
    scales: { mil: 3, millón: 6, millones: 6, mill: 6, billón: 12, billones: 12 },
    ones: ['un'],
    joined: null,
  },
  joints: 'de del',
  days: { primero: 1 },
  halfAt: (tokens, at) =>
    tokens[at] === 'y' && (tokens[at + 1] === 'media' || tokens[at + 1] === 'medio') ? 2 : 0,
  questions: {
    leads: [/(?:nombra|menciona|dime|di)(?: una?| unos| unas| el| la| los| las)? (.*)/u],
    kindOf: /(?<!\p{L})(?:tipo|clase) de /gu,
    kinds: [
      [wholeWords('cu[áa]nt[oa]s?'), 'count'],
      [wholeWords('cuándo|qué (?:año|día|fecha|mes|siglo)'), 'time'],
      [wholeWords(`quién|quiénes|${ASKED}(?:${PEOPLE})`), 'person'],
      [wholeWords(`dónde|adónde|${ASKED}(?:${PLACES})`), 'place'],
    ],
    questionWord: wholeWords('quién|quiénes|qué|cuándo|dónde|cuáles|cuál|cuánt[oa]s?|cómo', 'gu'),
    demand: /^\W*(?:nombra|menciona|dime|di) /u,
    reason: wholeWords('por qué|razón|motivo|excusa'),
    kindsAlike: [],
  },
});

const isFeminineOf = (a: string, b: string): boolean =>
  a.endsWith('a') && (a.slice(0, -1) === b || `${a.slice(0, -1)}o` === b);
