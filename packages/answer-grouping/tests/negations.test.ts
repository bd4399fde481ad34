import { describe, expect, it } from 'vitest';
import { negatedBy, negatedIn, withNegationsApart } from '../src/tokens.ts';
import { orNull, rows } from './rows.ts';

const isWord = (word: string) =>
  'locked fair vegetarian complete legal possible regular honest meat come important well feel'
    .split(' ')
    .includes(word);

it.each(
  rows(`
    they dont see = they do not see ; unable to see = can not see ; able to see = can see
    i knew nobody = i knew not anybody ; did nothing = did not anything ; went nowhere = went not anywhere
    noone came = not anybody came ; did not know anyone = did not know anybody ; anyone = anyone
    nobody = nobody ; they can see = they can see ; lack of money = no money ; not enough money = no money
    ran out of money = no money ; out of = out of ; get out of bed = get out of bed
  `),
)('negations are normalised: %s', (key, apart) => {
  expect(withNegationsApart(key.split(' ')).join(' ')).toBe(apart);
});

describe('opposites', () => {
  it.each(
    rows(`
    unlocked = locked ; unfair = fair ; nonvegetarian = vegetarian ; incomplete = complete ; illegal = legal
    impossible = possible ; irregular = regular ; dishonest = honest ; meatless = meat ; income = null
    unknownword = null ; locked = null
  `).map(([a = '', b = '']) => [a, orNull(b)] as const),
  )('%s is not %s', (word, positive) => {
    expect(negatedBy(word, isWord)).toBe(positive);
  });

  it.each([
    ['feel unwell', ['feel', 'well']],
    ['dairy free', ['dairy']],
    ['buy one free', null],
    ['feel well', null],
  ])('%s', (phrase, positive) => {
    expect(negatedIn(phrase.split(' '), isWord)).toEqual(positive);
  });
});
