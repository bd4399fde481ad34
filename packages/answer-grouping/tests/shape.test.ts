import { describe, expect, it } from 'vitest';
import { lettersOf, shapeOf, wordOf } from '../src/word-shapes.ts';

const unknown = (text: string) => wordOf(text, false);
const isKnown = (word: string) => ['note', 'book', 'notebook'].includes(word);
const shape = (key: string) => shapeOf(key, '', key.split(' '), isKnown);

describe('the plain spelling of a word', () => {
  it.each([
    ['phone', 'fone'],
    ['phosphor', 'fosfor'],
    ['attack', 'attak'],
    ['knock', 'nok'],
    ['gnome', 'nome'],
    ['write', 'rite'],
    ['psalm', 'salm'],
    ['night', 'nit'],
    ['colour', 'color'],
    ['goal', 'goal'],
    ['goooal', 'gooal'],
    ['gooooooal', 'gooal'],
  ])('of %s is %s', (text, spelling) => {
    expect(unknown(text).spelling).toBe(spelling);
  });

  it.each([
    ['gn only at the start', 'signal'],
    ['wr only at the start', 'awry'],
    ['ps only at the start', 'lips'],
    ['our only at the end', 'court'],
    ['letters that are written twice', 'good'],
  ])('looks at %s: %s', (_, text) => {
    expect(unknown(text).spelling).toBe(text);
  });

  it('has its letters as bits', () => {
    expect(unknown('phone').letters).toBe(lettersOf('fone'));
  });
});

describe('the start of a word', () => {
  it.each([
    ['any vowel', ['apple', 'elephant', 'ice', 'owl', 'uncle', 'yard'], 'A'],
    ['s, x, z and a soft c', ['sea', 'xylophone', 'zebra', 'cent', 'city', 'cycle'], 's'],
    ['k, q and a hard c', ['king', 'queen', 'cat', 'clock'], 'k'],
    ['g and j', ['giraffe', 'jam'], 'g'],
    ['f, v and ph', ['fan', 'van', 'phone'], 'f'],
    ['d alone', ['dance', 'dozen'], 'd'],
    ['n and a silent k', ['nose', 'knife'], 'n'],
  ])('is one for %s', (_, texts, start) => {
    expect(texts.map((text) => unknown(text).start)).toEqual(texts.map(() => start));
  });
});

describe('the sound of a word', () => {
  it.each([
    ['v as f', 'river', 'rfr'],
    ['ch', 'church', 'CrC'],
    ['tch', 'match', 'mC'],
    ['sh', 'ship', 'Sp'],
    ['ti before a or o', 'nation', 'nSn'],
    ['si before a or o', 'asia', 'aS'],
    ['ti elsewhere', 'timid', 'tmd'],
    ['ssi', 'missing', 'mSng'],
    ['kh as k', 'khan', 'kn'],
    ['a hard c as k', 'cat', 'kt'],
    ['q as k', 'queen', 'kn'],
    ['a soft c as s', 'city', 'st'],
    ['z as s', 'zebra', 'sbr'],
    ['x as ks', 'taxi', 'tks'],
    ['dg as j', 'bridge', 'brj'],
    ['g before e, i and y as j', 'gem', 'jm'],
    ['another g', 'goat', 'gt'],
    ['gh as g', 'ghost', 'gst'],
    ['rh as r', 'rhyme', 'rm'],
    ['a vowel at the start', 'apple', 'apl'],
    ['no other vowel, nor h or y', 'ahoy', 'a'],
    ['a doubled letter as one', 'letter', 'ltr'],
    ['a letter that comes again after vowels only as one', 'mummy', 'm'],
  ])('hears %s: %s', (_, text, sound) => {
    expect(unknown(text).sound).toBe(sound);
  });
});

describe('a word', () => {
  it.each([
    ['it has two letters', 'ph'],
    ['figures end it', 'phone1'],
    ['figures begin it', '1phone'],
  ])('is compared as it is written when %s: %s', (_, text) => {
    expect(unknown(text)).toMatchObject({ isFixed: true, spelling: text, sound: text });
  });

  it.each([
    ['three letters', 'pho'],
    ['other letters', 'мир'],
    ['letters with marks', 'मिर'],
  ])('is compared as it is spelled when it has %s: %s', (_, text) => {
    expect(unknown(text).isFixed).toBe(false);
  });

  it('may be known in one round and unknown in another', () => {
    const known = wordOf('sofa', true);
    expect([known.isKnown, unknown('sofa').isKnown]).toEqual([true, false]);
  });

  it('is read once, but not kept forever', () => {
    const first = unknown('sofa');
    unknown('couch');
    expect(unknown('sofa')).toBe(first);
    for (let at = 0; at < 20_000; at += 1) unknown(String(at));
    expect(unknown('sofa')).not.toBe(first);
    expect(unknown('sofa')).toEqual(first);
  });
});

describe('the shape of a text', () => {
  it('is made of its words, and of all of them in one', () => {
    expect(shapeOf('my note books', 'x', ['note', 'book'], isKnown)).toEqual({
      key: 'my note books',
      facts: 'x',
      words: [wordOf('note', true), wordOf('book', true)],
      compact: wordOf('notebook', true),
      isSpelled: true,
      isKnown: true,
      isName: false,
    });
    expect(shape('sofa').compact).toBe(shape('sofa').words[0]);
  });

  it.each([
    ['note', true],
    ['note bok', false],
    ['bok note', false],
    ['note 12', true],
  ])('is known when every word is, or can be no slip: %s %s', (key, expected) => {
    expect(shape(key).isKnown).toBe(expected);
  });

  it.each([
    ['Latin', 'note', true],
    ['Greek', 'σκυλοσ', true],
    ['Cyrillic', 'молоко', true],
    ['figures and signs', 'note 12 +', true],
    ['Chinese', '馬来', false],
    ['Arabic', 'مالطا', false],
    ['Latin beside Chinese', 'note 馬来', false],
  ])('is spelled in alphabets of many letters: %s', (_, key, expected) => {
    expect(shape(key).isSpelled).toBe(expected);
  });
});
