import { describe, expect, it } from 'vitest';
import {
  adjectiveOf,
  positiveOf,
  singular,
  stemInPhrase,
  stemOf,
  withoutDiminutive,
} from '../src/stems.ts';

const WORDS = new Set(
  `lie carry eye fly stop hope hop go use the cry fall hiss his hallow hallo walk key small happy large
  big quiet icy untie try she smallest happiest largest biggest quietest iciest farthest best old oldest oversleep lock locke loud loudest friend simple simplest careful hard hardest`.split(
    /\s+/u,
  ),
);
const isWord = (word: string): boolean => WORDS.has(word);

describe('the singular', () => {
  it.each([
    ['dogs', 'dog'],
    ['cats', 'cat'],
    ['tables', 'table'],
    ['bread', 'bread'],
    ['cherries', 'cherry'],
    ['flies', 'fly'],
    ['ties', 'tie'],
    ['boxes', 'box'],
    ['buses', 'bus'],
    ['waltzes', 'waltz'],
    ['churches', 'church'],
    ['dishes', 'dish'],
    ['horses', 'hors'],
    ['chessboards', 'chessboard'],
    ['issues', 'issue'],
  ])('of %s is %s', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });

  it.each(['gas', 'bus', 'glass', 'virus', 'iris', '1990s', 'dog'])('of %s is the same', (word) => {
    expect(singular(word)).toBe(word);
  });

  it.each([
    ['men', 'man'],
    ['women', 'woman'],
    ['children', 'child'],
    ['feet', 'foot'],
    ['teeth', 'tooth'],
    ['geese', 'goose'],
    ['mice', 'mouse'],
  ])('of %s is %s, as it must be learned', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });
});

describe('the stem of a word', () => {
  it.each([
    ['a plural', 'lies', 'lie'],
    ['-ying of a verb in ie', 'lying', 'lie'],
    ['-ying of a verb in y', 'carrying', 'carry'],
    ['-ying of a verb in y after one letter more', 'flying', 'fly'],
    ['-ying of a verb in ye', 'eying', 'eye'],
    ['-ied', 'carried', 'carry'],
    ['-ied of a verb in ie', 'untied', 'untie'],
    ['-ied of a short verb in ie', 'lied', 'lie'],
    ['-ied of a short verb in y', 'tried', 'try'],
    ['-ed and a doubled letter', 'stopped', 'stop'],
    ['-ing and a lost e', 'hoping', 'hope'],
    ['-ing and a doubled letter', 'hopping', 'hop'],
    ['-ing of a short verb with a lost e', 'using', 'use'],
    ['-ing of a verb with a double end', 'falling', 'fall'],
    ['-ing of a verb in ss, which is never doubled', 'hissing', 'hiss'],
    ['-ed of a verb with a double in the middle', 'hallowed', 'hallow'],
    ['-ing and no more', 'walking', 'walk'],
    ['-ings', 'fallings', 'fall'],
    ['-ing after an end that has no e, whatever name is like it', 'locking', 'lock'],
    ['an irregular verb', 'went', 'go'],
    ['an irregular verb with a prefix', 'overslept', 'oversleep'],
    ['no verb with a prefix', 'rewent', 'rewent'],
    ['another form of one', 'eaten', 'eat'],
    ['the first of the list', 'arose', 'arise'],
    ['the last of the list', 'written', 'write'],
  ])('is it without %s: %s', (_, word, stem) => {
    expect(stemOf(word, isWord)).toBe(stem);
  });

  it.each([
    ['what is left is no word', 'wedding'],
    ['what is left has no vowel', 'thing'],
    ['what is left has no vowel', 'shed'],
    ['one letter is left', 'king'],
    ['two letters are left', 'going'],
    ['the end is in the middle', 'walkingstick'],
    ['it is too short', 'red'],
    ['it is not of English letters alone', 'мcars'],
    ['it holds figures', '747s'],
  ])('is the whole word when %s: %s', (_, word) => {
    expect(stemOf(word, isWord)).toBe(word);
  });

  it.each([
    ['σκυλοσ', 'σκυλ'],
    ['σκυλουσ', 'σκυλ'],
    ['πορτα', 'πορτ'],
    ['πορτεσ', 'πορτ'],
    ['πορτων', 'πορτ'],
    ['οικογενεια', 'οικογενε'],
    ['ονοματα', 'ονομ'],
    ['ζωα', 'ζωα'],
    ['νησι', 'νησ'],
    ['vitaminα', 'vitaminα'],
  ])('in Greek is without case and number: %s is %s', (word, stem) => {
    expect(stemOf(word, isWord)).toBe(stem);
  });
});

describe('a comparative', () => {
  it.each([
    ['smaller', 'small'],
    ['happier', 'happy'],
    ['larger', 'large'],
    ['bigger', 'big'],
    ['quieter', 'quiet'],
    ['icier', 'icy'],
    ['older', 'old'],
  ])('%s is %s', (word, positive) => {
    expect(positiveOf(word, isWord)).toBe(positive);
  });

  it.each([
    ['without a superlative', 'walker'],
    ['whose adjective is not known', 'farther'],
    ['with more behind', 'smallerish'],
  ])('is none %s: %s', (_, word) => {
    expect(positiveOf(word, isWord)).toBe(word);
  });
});

describe('what is small and dear', () => {
  it.each([
    ['λαγουδακ', 'λαγ'],
    ['σκυλακ', 'σκυλ'],
    ['γατουλ', 'γατ'],
    ['κοριτσ', 'κορ'],
  ])('%s has the root %s', (stem, root) => {
    expect(withoutDiminutive(stem)).toBe(root);
  });

  it.each([
    ['too little would be left', 'μπακ'],
    ['the end is in the middle', 'δρακον'],
    ['it is not Greek', 'catακ'],
  ])('is not looked for where %s: %s', (_, stem) => {
    expect(withoutDiminutive(stem)).toBe(stem);
  });
});

describe('the stem of a word beside others', () => {
  it.each([
    ['left', 'leave'],
    ['lost', 'lose'],
    ['broken', 'break'],
    ['walking', 'walk'],
  ])('takes %s for a form of %s', (word, stem) => {
    expect(stemInPhrase(word, isWord)).toBe(stem);
  });

  it('is not that of the word alone', () => {
    expect(stemOf('left', isWord)).toBe('left');
  });
});

describe('an adverb', () => {
  it.each([
    ['loudly', 'loud'],
    ['happily', 'happy'],
    ['simply', 'simple'],
    ['carefully', 'careful'],
  ])('%s is of %s', (word, adjective) => {
    expect(adjectiveOf(word, isWord)).toBe(adjective);
  });

  it.each(['friendly', 'hardly', 'fly', 'quiet', 'zorkly'])('is not %s', (word) => {
    expect(adjectiveOf(word, isWord)).toBe(word);
  });
});
