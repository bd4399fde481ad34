import { describe, expect, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { rulesOf } from '../src/languages/rules.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { rows } from './rows.ts';
import { knowledgeOf } from './small-knowledge.ts';

const knowledge = knowledgeOf({
  things: [
    { kind: 'country', names: 'mexico|mexiko' },
    { kind: 'country', names: 'austria|osterreich' },
    { kind: 'concept', names: 'gift|present' },
    { kind: 'city', names: 'la habana|havanna' },
    { kind: 'country', names: 'armenia', codes: 'am' },
    { kind: 'person', names: 'wilhelm' },
  ],
  words: 'gift present hat rat',
  givenNames: 'wilhelm felipe',
});

/** Whether two answers to a question are one, with other answers beside them. */
function areOne(language: string, a: string, b: string, question: string): boolean {
  const counted = [a, b].map((text) => ({ key: textKey(text, language), text, count: 1 }));
  const intent = readQuestion(question, language);
  return groupTexts(counted, { knowledge, intent, language }).length === 1;
}

describe('a key in the language of the show', () => {
  it.each(
    rows(`
    de = die Katze = katze
    de = die = die
    de = eine Million = 1000000
    de = 3,7 Mio. = 3700000
    de = 3.700.000 = 3700000
    de = zweitausendeinundzwanzig = 2021
    de = neunzehnhundertneunundachtzig = 1989
    de = dreieinhalb Prozent = 3.5%
    de = Wilhelm der Zweite = wilhelm der 2
    de = 24.12. = 24 dezember
    de = Brot & Butter = brot und butter
    es = los perros = perros
    es = mil cuatrocientos noventa y dos = 1492
    es = un millón = 1000000
    es = 500 mil = 500000
    es = veinte y cuatro = 24
    es = diez por ciento = 10%
    es = siglo XV = siglo 15
    es = vi la tele = vi la tele
    ar = خمسة وعشرون = 25
    ar = مليون = 1000000
    fr = la table = la table
    fr = one apple = 1 apple
  `),
  )('%s: %s', (language = '', text = '', key = '') => {
    expect(textKey(text, language)).toBe(key);
    expect(textKey(key, language)).toBe(key);
  });
});

describe('one answer', () => {
  it.each(
    rows(`
    de = Hund = die Hunde = Nenne ein Tier.
    de = Katze = Katzen = Nenne ein Tier.
    de = Haus = Häuser = Nenne etwas.
    de = Vogel = Voegel = Nenne ein Tier.
    de = Lehrerin = Lehrerinnen = Nenne einen Beruf.
    de = Autos = Auto = Nenne etwas.
    de = Milch = Mlich = Nenne etwas.
    de = 8 Stunden = acht Std. = Wie viele Stunden schläfst du?
    de = 9. November 1989 = 09.11.89 = Wann war das?
    de = 1. Jänner = erster Januar = Wann war das?
    de = ich habe den Bus verpasst = Bus verpasst = Warum kommst du zu spät?
    de = kein Benzin = ohne Benzin = Warum?
    de = Kaiser Wilhelm II = Wilhelm der Zweite = Wer war das?
    de = Mexiko = Mexico = Nenne ein Land.
    es = perro = los perros = Nombra un animal.
    es = flores = la flor = Nombra algo.
    es = pez = peces = Nombra un animal.
    es = cabayo = caballo = Nombra un animal.
    es = doce de octubre de 1492 = 12/10/1492 = ¿Cuándo fue?
    es = siete y media = 7,5 horas = ¿Cuántas horas duermes?
    es = perdí las llaves = he perdido la llave = ¿Por qué llegas tarde?
    es = sin ganas = no tengo ganas = ¿Por qué llegas tarde?
    es = rey Felipe VI = Felipe VI = ¿Quién es?
    es = La Habana = Habana = Nombra una ciudad.
    ar = الكتاب = كتاب = اذكر شيئا
    ar = مُهَنْدِس = المهندس = اذكر مهنة
    ar = سيّارة = سياره = اذكر شيئا
    ar = إسلام آباد = اسلام اباد = اذكر مدينة
    ar = خمس ساعات = 5 ساعات = كم ساعة تنام؟
    fr = 3 heures = 3 h = Combien ?
  `),
  )('%s: %s, %s', (language = '', a = '', b = '', question = '') => {
    expect(areOne(language, a, b, question)).toBe(true);
  });
});

describe('different answers', () => {
  it.each(
    rows(`
    de = Reis = Reise = Nenne etwas.
    de = Küche = Kuchen = Nenne etwas.
    de = Lehrer = Lehrerin = Nenne einen Beruf.
    de = Läufer = Lauf = Nenne etwas.
    de = Nudeln = Nadeln = Nenne etwas.
    de = Becher = Bücher = Nenne etwas.
    de = Kirche = Kirsche = Nenne etwas.
    de = Lust = keine Lust = Warum?
    de = Gift = Präsent = Nenne etwas.
    de = Frankfurt am Main = Frankfurt an der Oder = Nenne eine Stadt.
    de = 9. November 1989 = 10. November 1989 = Wann war das?
    de = Wilhelm I = Wilhelm II = Wer war das?
    es = plato = plata = Nombra algo.
    es = profesor = profesora = Nombra una profesión.
    es = casa = caza = Nombra algo.
    es = cerveza = cereza = Nombra algo.
    es = hombre = hambre = Nombra algo.
    es = ganas = sin ganas = ¿Por qué?
    es = año = un año y medio = ¿Cuánto?
    ar = كتاب = كلاب = اذكر شيئا
    ar = مال = لا مال = لماذا
    fr = chat = chats = Nommez un animal.
  `),
  )('%s: %s, %s', (language = '', a = '', b = '', question = '') => {
    expect(areOne(language, a, b, question)).toBe(false);
  });
});

it.each(
  rows(`
  de = Wie viele Tage? = count ; de = Wann? = time ; de = Nenne einen berühmten Sänger. = person
  de = Welches Land liegt in Asien? = place ; de = Nenne ein Tier. = null
  es = ¿Cuántos días? = count ; es = ¿Cuándo? = time ; es = Nombra una actriz. = person
  es = ¿Dónde? = place ; es = Nombra un animal. = null ; ar = كم يوما؟ = count ; fr = Quand ? = null
`),
)('%s: %s asks for %s', (language = '', question = '', kind = '') => {
  expect(String(readQuestion(question, language).kind)).toBe(kind);
});

it('has no rules of another language than that asked for', () => {
  expect(rulesOf('fr').words.negations.size).toBe(0);
  expect(rulesOf('en')).toBe(rulesOf());
  expect(rulesOf('de')).toBe(rulesOf('de'));
});
