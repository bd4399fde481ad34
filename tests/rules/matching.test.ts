import { describe, expect, it } from 'vitest';
import { misspelling, sameForm } from '#machines/rules/matching.ts';
import { shapeOf } from '#machines/rules/shape.ts';

const form = (a: string, b: string) => sameForm(shapeOf(a), shapeOf(b));
const slip = (a: string, b: string) => misspelling(shapeOf(a), shapeOf(b));

describe('sameForm', () => {
  it.each([
    ['note book', 'notebook', 'spelling'],
    ['note book', 'notebooks', 'spelling'],
    ['marie curie', 'curie marie', 'word-order'],
    ['4 july', 'july 4', 'word-order'],
    ['planet', 'plannet', null],
    ['2 1', '21', null],
    ['o', 'o+', null],
  ])('%s / %s: %s', (a, b, reason) => {
    expect(form(a, b)).toBe(reason);
  });
});

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
