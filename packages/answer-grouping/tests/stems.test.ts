import { describe, expect, it } from 'vitest';
import { singular, stemInPhrase, stemOf } from '../src/stems.ts';
import { rows } from './rows.ts';

const WORDS = new Set(
  'lie carry eye fly stop hope hop go use the cry fall hiss his hallow hallo walk key untie try she oversleep lock locke'.split(
    ' ',
  ),
);
const isWord = (word: string): boolean => WORDS.has(word);

describe('the singular', () => {
  it.each(
    rows(`
    dogs = dog ; cats = cat ; tables = table ; bread = bread ; cherries = cherry ; flies = fly ; ties = tie
    boxes = box ; buses = bus ; waltzes = waltz ; churches = church ; dishes = dish ; horses = hors
    chessboards = chessboard ; issues = issue
  `),
  )('of %s is %s', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });

  it.each(
    rows(`
    gas ; bus ; glass ; virus ; iris ; 1990s ; dog
  `),
  )('of %s is the same', (word) => {
    expect(singular(word)).toBe(word);
  });

  it.each(
    rows(`
    men = man ; women = woman ; children = child ; feet = foot ; teeth = tooth ; geese = goose
    mice = mouse
  `),
  )('of %s is %s, as a learned exception', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });
});

describe('the stem of a word', () => {
  it.each(
    rows(`
    lies = lie ; lying = lie ; carrying = carry ; flying = fly ; eying = eye ; carried = carry
    untied = untie ; lied = lie ; tried = try ; stopped = stop ; hoping = hope ; hopping = hop ; using = use
    falling = fall ; hissing = hiss ; hallowed = hallow ; walking = walk ; fallings = fall ; locking = lock
    went = go ; overslept = oversleep ; rewent = rewent ; eaten = eat ; arose = arise ; written = write
  `),
  )('is it without %s', (word, stem) => {
    expect(stemOf(word, isWord)).toBe(stem);
  });

  it.each(
    rows(`
    wedding ; thing ; shed ; king ; going ; walkingstick ; red ; мcars ; 747s
  `),
  )('is the whole word when %s', (word) => {
    expect(stemOf(word, isWord)).toBe(word);
  });

  it.each(
    rows(`
    σκυλοσ = σκυλ ; σκυλουσ = σκυλ ; πορτα = πορτ ; πορτεσ = πορτ ; πορτων = πορτ ; οικογενεια = οικογενε
    ονοματα = ονομ ; ζωα = ζωα ; νησι = νησ ; vitaminα = vitaminα
  `),
  )('in Greek is without case and number: %s is %s', (word, stem) => {
    expect(stemOf(word, isWord)).toBe(stem);
  });
});

describe('the stem of a word beside others', () => {
  it.each(
    rows(`
    left = leave ; lost = lose ; broken = break ; walking = walk
  `),
  )('treats %s as a form of %s', (word, stem) => {
    expect(stemInPhrase(word, isWord)).toBe(stem);
  });

  it('is not that of the word alone', () => {
    expect(stemOf('left', isWord)).toBe('left');
  });
});
