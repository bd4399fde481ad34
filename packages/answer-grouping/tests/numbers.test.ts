import { describe, expect, it } from 'vitest';
import { canonicalNumbers } from '../src/numbers.ts';

const figuresOf = (words: string) => canonicalNumbers(words.split(' ')).join(' ');

/** Rows of a word and its figures from 'one 1, two 2'. */
const rows = (table: string) =>
  table.split(', ').map((row): [string, string] => {
    const at = row.lastIndexOf(' ');
    return [row.slice(0, at), row.slice(at + 1)];
  });

describe('canonicalNumbers', () => {
  it.each(
    rows(
      'zero 0, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17, eighteen 18, nineteen 19, twenty 20, thirty 30, forty 40, fourty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90, ninty 90, hundred 100, thousand 1000, million 1000000, billion 1000000000, bn 1000000000, trillion 1000000000000',
    ),
  )('knows the number %s', (word, figures) => {
    expect(figuresOf(word)).toBe(figures);
  });

  it.each(
    rows(
      'first 1st, third 3rd, fourth 4th, fifth 5th, sixth 6th, seventh 7th, eighth 8th, ninth 9th, tenth 10th, eleventh 11th, twelfth 12th, thirteenth 13th, fourteenth 14th, fifteenth 15th, sixteenth 16th, seventeenth 17th, eighteenth 18th, nineteenth 19th, twentieth 20th, thirtieth 30th, fortieth 40th, fiftieth 50th, sixtieth 60th, seventieth 70th, eightieth 80th, ninetieth 90th',
    ),
  )('knows the place %s', (word, figures) => {
    expect(figuresOf(word)).toBe(figures);
  });

  it.each([
    ['tens and one more word', 'twenty one', '21'],
    ['tens and nine', 'ninety nine', '99'],
    ['no more than nine', 'fifty ten', '50 10'],
    ['nothing is no more', 'fifty zero', '50 0'],
    ['no tens after ones', 'one twenty', '1 20'],
    ['places above twenty', 'twenty first', '21st'],
    ['places up to a ninth', 'ninety ninth', '99th'],
    ['no places above a ninth', 'twenty tenth', '20 10th'],
    ['one second is a time', 'one second', '1 second'],
    ['the second is one word in either spelling', '2nd', 'second'],
    ['other places stay as they are', '22nd 3rd', '22nd 3rd'],
    ['words around stay', 'about twenty one of them', 'about 21 of them'],
    ['no words', '', ''],
  ])('reads tens and ones: %s', (_, words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each([
    ['hundreds', 'three hundred', '300'],
    ['hundreds with more', 'three hundred five', '305'],
    ['with "and"', 'three hundred and twenty one', '321'],
    ['an "and" before no number', 'three hundred and more', '300 and more'],
    ['an "and" at the end', 'three thousand and', '3000 and'],
    ['nothing more', 'three hundred zero', '300 0'],
    ['"and" nothing', 'three hundred and zero', '300 and 0'],
    ['hundreds of more than ten', 'nineteen hundred', '1900'],
    ['hundreds of a scale', 'one hundred thousand', '100000'],
    [
      'scales from the largest down',
      'one trillion two billion three million four thousand five',
      '1002003004005',
    ],
    ['an "and" between scales', 'one million and two thousand and one', '1002001'],
    ['a scale without a number', 'million', '1000000'],
    ['a scale without a number after another', 'one million thousand', '1001000'],
    ['no scale twice', 'two thousand three thousand', '2000 3000'],
    ['no scale after a smaller one', 'two thousand million', '2000 1000000'],
    ['and neither with "and"', 'two thousand and million', '2000 and 1000000'],
    ['no "and" between numbers without a scale', 'one and two', '1 and 2'],
    ['an "and" before a number', 'salt and five', 'salt and 5'],
    ['a list', 'one two three', '1 2 3'],
  ])('reads large numbers: %s', (_, words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each([
    ['two halves', 'nineteen eighty four', '1984'],
    ['from the year 1010', 'ten ten', '1010'],
    ['not of a century below ten', 'nine eighty four', '9 84'],
    ['up to the year 2099', 'twenty ninety nine', '2099'],
    ['not of a later century', 'twenty one twelve', '21 12'],
    ['from the tenth year', 'nineteen ten', '1910'],
    ['not of years below ten', 'nineteen nine', '19 9'],
    ['not of one half alone', 'nineteen', '19'],
    ['not before a scale', 'nineteen eighty thousand', '19 80000'],
    ['not before hundreds', 'nineteen eighty hundred', '19 8000'],
    ['before other words', 'nineteen eighty four film', '1984 film'],
  ])('reads years: %s', (_, words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each([
    ['words', 'ten percent', '10%'],
    ['years as well', 'twenty ten percent', '2010%'],
    ['figures', '10 percent', '10%'],
    ['a sign apart', '2.5 %', '2.5%'],
    ['with what follows', 'ten percent off', '10% off'],
    ['figures with what follows', '10 percent off', '10% off'],
    ['percent alone', 'percent', 'percent'],
  ])('reads shares: %s', (_, words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each([
    ['5 million', '5000000'],
    ['5 hundred', '500'],
    ['5 hundred thousand', '500000'],
    ['5 million percent', '5000000%'],
    ['2.5 million', '2500000'],
    ['2.5 hundred thousand', '250000'],
    ['10.5 hundred', '1050'],
    ['12.34 hundred', '1234'],
    ['1.2345 thousand', '1234.5'],
    ['0.5 million', '500000'],
    ['0.005 hundred', '0.5'],
    ['0 million', '0'],
    ['$5 million', '$5000000'],
    ['$0.5 million', '$500000'],
    ['5 million people', '5000000 people'],
    ['$$5 million', '$$5 1000000'],
    ['5x million', '5x 1000000'],
    ['1.5.2 million', '1.5.2 1000000'],
    ['5. million', '5. 1000000'],
    ['b12 million', 'b12 1000000'],
  ])('multiplies figures exactly: %s is %s', (words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each([
    ['ii', '2'],
    ['iv', '4'],
    ['viii', '8'],
    ['ix', '9'],
    ['xiv', '14'],
    ['xix', '19'],
    ['xxxix', '39'],
    ['louis xvi of france', 'louis 16 of france'],
    ['ii world war', '2 world war'],
    ['iiii', 'iiii'],
    ['vx', 'vx'],
    ['xxxx', 'xxxx'],
    ['taxi', 'taxi'],
    ['ivy', 'ivy'],
  ])('reads Roman numerals to 39: %s is %s', (words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });

  it.each([
    ['a word before and nothing after', 'henry v', 'henry 5'],
    ['each of the letters: i', 'world war i', 'world war 1'],
    ['each of the letters: x', 'malcolm x', 'malcolm 10'],
    ['alone it is a letter', 'v', 'v'],
    ['so it is in the middle', 'henry v of england', 'henry v of england'],
    ['and at the beginning', 'i claudius', 'i claudius'],
    ['three letters are a word', 'war i', 'war 1'],
    ['two are none', 'am i', 'am i'],
    ['nor is what has a figure before', '7eleven i', '7eleven i'],
    ['or after', 'eleven7 i', 'eleven7 i'],
  ])('takes a single letter for a number only as the last word: %s', (_, words, figures) => {
    expect(figuresOf(words)).toBe(figures);
  });
});
