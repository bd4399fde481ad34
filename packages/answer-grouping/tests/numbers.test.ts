import { describe, expect, it } from 'vitest';
import { canonicalNumbers } from '../src/numbers.ts';
import { rows } from './rows.ts';

const figuresOf = (words: string) => canonicalNumbers(words.split(' ')).join(' ');

describe('canonicalNumbers', () => {
  it.each(
    rows(`
    zero = 0 ; one = 1 ; two = 2 ; three = 3 ; four = 4 ; five = 5 ; six = 6 ; seven = 7 ; eight = 8
    nine = 9 ; ten = 10 ; eleven = 11 ; twelve = 12 ; thirteen = 13 ; fourteen = 14 ; fifteen = 15
    sixteen = 16 ; seventeen = 17 ; eighteen = 18 ; nineteen = 19 ; twenty = 20 ; thirty = 30
    forty = 40 ; fourty = 40 ; fifty = 50 ; sixty = 60 ; seventy = 70 ; eighty = 80 ; ninety = 90
    ninty = 90 ; hundred = 100 ; thousand = 1000 ; million = 1000000 ; billion = 1000000000
    bn = 1000000000 ; trillion = 1000000000000
  `),
  )('knows the number %s', (word, figures) => {
    expect(figuresOf(word)).toBe(figures);
  });

  it.each(
    rows(`
    first = 1st ; third = 3rd ; fourth = 4th ; fifth = 5th ; sixth = 6th ; seventh = 7th ; eighth = 8th
    ninth = 9th ; tenth = 10th ; eleventh = 11th ; twelfth = 12th ; thirteenth = 13th
    fourteenth = 14th ; fifteenth = 15th ; sixteenth = 16th ; seventeenth = 17th ; eighteenth = 18th
    nineteenth = 19th ; twentieth = 20th ; thirtieth = 30th ; fortieth = 40th ; fiftieth = 50th
    sixtieth = 60th ; seventieth = 70th ; eightieth = 80th ; ninetieth = 90th
  `),
  )('knows the place %s', (word, figures) => {
    expect(figuresOf(word)).toBe(figures);
  });

  it.each([
    ...rows(`
    twenty one = 21 ; ninety nine = 99 ; fifty ten = 50 10 ; fifty zero = 50 0 ; one twenty = 1 20
    twenty first = 21st ; ninety ninth = 99th ; twenty tenth = 20 10th ; one second = 1 second
    2nd = second ; 22nd 3rd = 22nd 3rd ; about twenty one of them = about 21 of them
  `),
    ['', ''],
  ])('reads tens and ones: %s: %s', (words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each(
    rows(`
    three hundred = 300 ; three hundred five = 305 ; three hundred and twenty one = 321
    three hundred and more = 300 and more ; three thousand and = 3000 and ; three hundred zero = 300 0
    three hundred and zero = 300 and 0 ; nineteen hundred = 1900 ; one hundred thousand = 100000
    one trillion two billion three million four thousand five = 1002003004005
    one million and two thousand and one = 1002001 ; million = 1000000 ; one million thousand = 1001000
    two thousand three thousand = 2000 3000 ; two thousand million = 2000 1000000
    two thousand and million = 2000 and 1000000 ; one and two = 1 and 2 ; salt and five = salt and 5
    one two three = 1 2 3
  `),
  )('reads large numbers: %s: %s', (words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each(
    rows(`
    nineteen eighty four = 1984 ; ten ten = 1010 ; nine eighty four = 9 84 ; twenty ninety nine = 2099
    twenty one twelve = 21 12 ; nineteen ten = 1910 ; nineteen nine = 19 9 ; nineteen = 19
    nineteen eighty thousand = 19 80000 ; nineteen eighty hundred = 19 8000
    nineteen eighty four film = 1984 film
  `),
  )('reads years: %s: %s', (words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each(
    rows(`
    ten percent = 10% ; twenty ten percent = 2010% ; 10 percent = 10% ; 2.5 % = 2.5%
    ten percent off = 10% off ; 10 percent off = 10% off ; percent = percent
  `),
  )('reads shares: %s: %s', (words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each(
    rows(`
    5 million = 5000000 ; 5 hundred = 500 ; 5 hundred thousand = 500000 ; 5 million percent = 5000000%
    2.5 million = 2500000 ; 2.5 hundred thousand = 250000 ; 10.5 hundred = 1050 ; 12.34 hundred = 1234
    1.2345 thousand = 1234.5 ; 0.5 million = 500000 ; 0.005 hundred = 0.5 ; 0 million = 0
    $5 million = $5000000 ; $0.5 million = $500000 ; 5 million people = 5000000 people
    $$5 million = $$5 1000000 ; 5x million = 5x 1000000 ; 1.5.2 million = 1.5.2 1000000
    5. million = 5. 1000000 ; b12 million = b12 1000000
  `),
  )('multiplies figures exactly: %s is %s', (words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each(
    rows(`
    ii = 2 ; iv = 4 ; viii = 8 ; ix = 9 ; xiv = 14 ; xix = 19 ; xxxix = 39
    louis xvi of france = louis 16 of france ; ii world war = 2 world war ; iiii = iiii ; vx = vx
    xxxx = xxxx ; taxi = taxi ; ivy = ivy
  `),
  )('reads Roman numerals to 39: %s is %s', (words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each(
    rows(`
    henry v = henry 5 ; world war i = world war 1 ; malcolm x = malcolm 10 ; v = v
    henry v of england = henry v of england ; i claudius = i claudius ; war i = war 1 ; am i = am i
    7eleven i = 7eleven i ; eleven7 i = eleven7 i
  `),
  )('takes a single letter for a number only as the last word: %s: %s', (words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });
});
