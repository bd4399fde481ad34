import { describe, expect, it } from 'vitest';
import { NOTHING_ASKED } from '#machines/rules/asked.ts';
import { misspelling } from '#machines/rules/matching.ts';
import { NOTHING_KNOWN } from '#machines/rules/grouping.ts';
import { readText } from '#machines/rules/readings.ts';
import { SMALL_KNOWLEDGE } from './small-knowledge.ts';

const shape = (key: string) => readText({ key }, NOTHING_KNOWN).shape;
const slip = (a: string, b: string) => misspelling(shape(a), shape(b));

const known = { knowledge: SMALL_KNOWLEDGE, asked: NOTHING_ASKED };
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

  it.each([
    ['an unknown spelling may be farther', 'elephant', 'ellifunt'],
    ['a first letter of the same kind', 'elephant', 'alephant'],
    ['a short word with a letter too many', 'dog', 'dogg'],
    ['a slip that makes a word, beside a right one', 'product manager', 'product manger'],
    ['words that were parted', 'spacecraft', 'space craght'],
  ])('%s: %s / %s', (_, a, b) => {
    expect([knownSlip(a, b)?.isSure, knownSlip(b, a)?.isSure]).toEqual([true, true]);
  });
});
