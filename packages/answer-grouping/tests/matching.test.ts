import { describe, expect, it } from 'vitest';
import { NO_CONTEXT } from '../src/grouping.ts';
import { NO_INTENT } from '../src/question-intent.ts';
import { readText } from '../src/readings.ts';
import {
  misspelledWord,
  type Misspelling,
  misspelling,
  shapeOf,
  spellingCost,
  wordOf,
} from '../src/word-shapes.ts';
import { SMALL_KNOWLEDGE } from './small-knowledge.ts';
import { rows } from './rows.ts';

const shape = (key: string) => readText({ key }, NO_CONTEXT).shape;
const slip = (a: string, b: string) => misspelling(shape(a), shape(b));

const known = { knowledge: SMALL_KNOWLEDGE, intent: NO_INTENT };
const knownSlip = (a: string, b: string) =>
  misspelling(readText({ key: a }, known).shape, readText({ key: b }, known).shape);

describe('misspelling', () => {
  it.each([
    ['planet', 'plannet', { cost: 1, isSure: true, isClose: true }],
    ['planet', 'plonet', { cost: 3, isSure: true, isClose: false }],
    ['planet', 'pladet', { cost: 5, isSure: false, isClose: false }],
    ['planet', 'plader', null],
    ['planet', 'plonit', { cost: 6, isSure: true, isClose: false }],
    ['pladet curie', 'planet currie', { cost: 6, isSure: false, isClose: false }],
    ['never mind', 'newer mind', null],
    ['strawberry tea', 'strawberry', null],
    ['dog', 'dogg', null],
    ['phantom', 'fantom', { cost: 0, isSure: true, isClose: true }],
    ['marie curie', 'marrie courie', { cost: 3, isSure: true, isClose: false }],
    ['marie curie', 'marrie curie', { cost: 1, isSure: true, isClose: true }],
    ['marie curie', 'marie kury', null],
    ['ice cream', 'icecreem', { cost: 3, isSure: true, isClose: true }],
    ['apollo 11', 'apolo 11', { cost: 1, isSure: true, isClose: true }],
    ['apollo 11', 'apollo 12', null],
    ['apollo 1', 'apollo', null],
    ['can swim', 'cannot swim', null],
    ['cat', 'cats dog', null],
    ['cat', 'cut', null],
    ['planet', 'blanet', null],
    ['edward i', 'edwart', null],
    ['hepatitis a', 'hepatitis', null],
    ['馬来西亜国', '馬来西亞国', null],
  ])('%s / %s', (a, b, expected) => {
    expect([slip(a, b), slip(b, a)]).toEqual([expected, expected]);
  });
});

describe('misspelling of known words', () => {
  it.each([
    ['horse', 'house'],
    ['batman', 'batwoman'],
  ])('none: %s / %s', (a, b) => {
    expect([knownSlip(a, b), knownSlip(b, a)]).toEqual([null, null]);
  });

  it.each(
    rows(`
    elephant = ellifunt ; elephant = alephant ; dog = dogg ; product manager = product manger
    spacecraft = space craght
  `),
  )('%s / %s', (a, b) => {
    expect([knownSlip(a, b)?.isSure, knownSlip(b, a)?.isSure]).toEqual([true, true]);
  });
});

/**
 * How similar two spellings are: 'close' even if both are frequent, 'loner' only for a text without
 * other matches.
 */
const nearness = (found: Misspelling | null) => {
  if (found === null) return 'none';
  if (found.isClose) return 'close';
  return found.isSure ? 'sure' : 'loner';
};
const between = (a: string, isKnown: boolean, b: string) => {
  const [one, other] = [wordOf(a, isKnown), wordOf(b, false)];
  const found = nearness(misspelledWord(one, other));
  expect(nearness(misspelledWord(other, one))).toBe(found);
  return found;
};

describe('spellings are closer the longer the word, and closer to a known word than to an unknown one', () => {
  it.each(
    rows(`
    fan = phan = 0 = close = close ; dog = dogg = 1 = none = sure ; dog = dgo = 2 = none = loner
    dog = dug = 3 = none = loner ; dog = dol = 5 = none = none ; milk = millk = 1 = sure = close
    milk = mlik = 2 = none = sure ; milk = melk = 3 = none = sure ; milk = molek = 5 = none = loner
    money = monney = 1 = close = close ; money = mnoey = 2 = sure = close ; money = maney = 3 = loner = sure
    money = monai = 6 = none = sure ; money = menai = 9 = none = loner ; candle = candel = 2 = close = close
    lantern = lanbern = 5 = loner = sure ; combat = conpad = 6 = loner = sure
    lantern = landirm = 7 = none = sure ; lantern = lontyrm = 8 = none = loner
    crocodile = crobodile = 5 = sure = sure ; crocodile = crobodale = 8 = loner = sure
    crocodile = crobudale = 11 = none = loner ; electricity = elegtricaty = 5 = sure = close
    electricity = electrabaty = 11 = loner = sure ; electricity = elactrabaty = 14 = none = loner
    electricity = elacdrabatu = 19 = none = none ; refrigerator = refrigenator = 5 = close = close
    refrigerator = rafrigenutor = 11 = loner = sure ; refrigerator = rafragenutor = 14 = loner = loner
    refrigerator = rafragenutar = 17 = none = loner
  `).map(([a = '', b = '', c = '', d = '', e = '']) => [a, b, Number(c), d, e] as const),
  )('%s / %s, at a cost of %i', (a, b, cost, ofUnknown, ofKnown) => {
    expect([between(a, false, b), between(a, true, b)]).toEqual([ofUnknown, ofKnown]);
    expect(spellingCost(wordOf(a, true).spelling, wordOf(b, true).spelling, cost)).toBe(cost);
  });

  it.each(
    rows(`
    lantern = lontirn = sure ; crocodile = krokudale = sure ; crocodile = krakudale = loner
  `),
  )('spellings that sound the same may differ more: %s / %s', (a, b, expected) => {
    expect(between(a, false, b)).toBe(expected);
  });
});

describe('one word is a misspelling of another', () => {
  it.each([
    ['but not of two known ones', wordOf('planet', true), wordOf('plannet', true)],
    ['but not when another sound begins it', wordOf('planet', false), wordOf('blanet', false)],
    ['but not when it is very short', wordOf('tv', true), wordOf('tw', false)],
    ['but not when one is very short', wordOf('tv', true), wordOf('tvv', false)],
    ['but not with figures', wordOf('mp3', true), wordOf('mpp3', false)],
    ['but not for a man and a woman', wordOf('policeman', true), wordOf('policewoman', false)],
    ['but not for men and women', wordOf('policemen', false), wordOf('policewomen', false)],
  ])('%s', (_, a, b) => {
    expect([misspelledWord(a, b), misspelledWord(b, a)]).toEqual([null, null]);
  });

  it.each(
    rows(`
    emigrate = immigrate = none = close ; catalog = katalog = close = close
    giraffe = guraffe = sure = close ; policewoman = policewomann = close = close
    fireman = firreman = close = close ; policeman = policemann = close = close
  `),
  )('when %s / %s', (a, b, ofUnknown, ofKnown) => {
    expect([between(a, false, b), between(a, true, b)]).toEqual([ofUnknown, ofKnown]);
  });
});

const WORDS = new Set(
  'note book notebook blue angel angle manager man eager long marital martial law first place palace silver bronze medals'.split(
    ' ',
  ),
);
const textOf = (key: string) => shapeOf(key, '', key.split(' '), (word) => WORDS.has(word));
const ofTexts = (a: string, b: string) => {
  const found = nearness(misspelling(textOf(a), textOf(b)));
  expect(nearness(misspelling(textOf(b), textOf(a)))).toBe(found);
  return found;
};

describe('words that were split or joined', () => {
  it.each(
    rows(`
    note book = notebok = close ; strawperry ajm = strawberryjam = close
    strawburry jem = strawberryjam = none ; note book = notebook = close ; man eager = manager = none
    la notes bok = la notesbok = close ; la notes bok = notesbok = none ; not baak = notebook = sure
    nod bok = notebook = none ; not baak long = notebook long = none
  `),
  )('are the same answer %s / %s', (a, b, expected) => {
    expect(ofTexts(a, b)).toBe(expected);
  });
});

describe('a misspelling that is another valid word', () => {
  it.each(
    rows(`
    martial law = marital law = sure ; blue angel = blue angle = none ; first place = first palace = none
    martial = marital = none ; silver medals = bronze medals = none ; medals b12345 = medals p12345 = none
  `),
  )('%s / %s', (a, b, expected) => {
    expect(ofTexts(a, b)).toBe(expected);
  });
});
