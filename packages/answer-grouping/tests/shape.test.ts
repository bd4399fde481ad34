import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../src/languages/english.ts';
import { lettersOf, shapeOf, wordOf } from '../src/word-shapes.ts';
import { listOf, rows } from './rows.ts';

const unknown = (text: string) => wordOf(text, false);
const isKnown = (word: string) => ['note', 'book', 'notebook'].includes(word);
const shape = (key: string) => shapeOf(key, '', key.split(' '), isKnown);

describe('the plain spelling of a word', () => {
  it.each(
    rows(`
    phone = fone ; phosphor = fosfor ; attack = attak ; knock = nok ; gnome = nome ; write = rite
    psalm = salm ; night = nit ; colour = color ; goal = goal ; goooal = gooal ; gooooooal = gooal
  `),
  )('of %s is %s', (text, spelling) => {
    expect(unknown(text).spelling).toBe(spelling);
  });

  it.each(
    rows(`
    signal ; awry ; lips ; court ; good
  `),
  )('uses %s', (text) => {
    expect(unknown(text).spelling).toBe(text);
  });

  it('has its letters as bits', () => {
    expect(unknown('phone').letters).toBe(lettersOf('fone'));
  });
});

describe('the start of a word', () => {
  it.each(
    rows(`
    apple / elephant / ice / owl / uncle / yard = A ; sea / xylophone / zebra / cent / city / cycle = s
    king / queen / cat / clock = k ; giraffe / jam = g ; fan / van / phone = f ; dance / dozen = d
    nose / knife = n
  `).map(([a = '', b = '']) => [listOf(a), b] as const),
  )('is the same for %s: %s', (texts, start) => {
    expect(texts.map((text) => unknown(text).start)).toEqual(texts.map(() => start));
  });
});

describe('the sound of a word', () => {
  it.each(
    rows(`
    river = rfr ; church = CrC ; match = mC ; ship = Sp ; nation = nSn ; asia = aS ; timid = tmd
    missing = mSng ; khan = kn ; cat = kt ; queen = kn ; city = st ; zebra = sbr ; taxi = tks ; bridge = brj
    gem = jm ; goat = gt ; ghost = gst ; rhyme = rm ; apple = apl ; ahoy = a ; letter = ltr ; mummy = m
  `),
  )('treats %s', (text, sound) => {
    expect(unknown(text).sound).toBe(sound);
  });
});

describe('a word', () => {
  it.each(
    rows(`
    ph ; phone1 ; 1phone
  `),
  )('is compared as written when %s', (text) => {
    expect(unknown(text)).toMatchObject({ isFixed: true, spelling: text, sound: text });
  });

  it.each(
    rows(`
    pho ; мир ; मिर
  `),
  )('is compared by its spelling when it has %s', (text) => {
    expect(unknown(text).isFixed).toBe(false);
  });

  it('may be known in one round and unknown in another', () => {
    const known = wordOf('sofa', true);
    expect([known.isKnown, unknown('sofa').isKnown]).toEqual([true, false]);
  });

  it('is read once, but not cached forever', () => {
    const first = unknown('sofa');
    unknown('couch');
    expect(unknown('sofa')).toBe(first);
    for (let at = 0; at < 20_000; at += 1) unknown(String(at));
    expect(unknown('sofa')).not.toBe(first);
    expect(unknown('sofa')).toEqual(first);
  });
});

describe('the shape of a text', () => {
  it('has its words, and all of them joined', () => {
    expect(shapeOf('my note books', 'x', ['note', 'book'], isKnown)).toEqual({
      key: 'my note books',
      facts: 'x',
      words: [wordOf('note', true), wordOf('book', true)],
      compact: wordOf('notebook', true),
      isSpelled: true,
      isKnown: true,
      isMisfit: false,
      language: ENGLISH,
    });
    expect(shape('sofa').compact).toBe(shape('sofa').words[0]);
  });

  it.each(
    rows(`
    note = true ; note bok = false ; bok note = false ; note 12 = true
  `).map(([a = '', b = '']) => [a, b === 'true'] as const),
  )('is known when every word is, or cannot be a misspelling: %s %s', (key, expected) => {
    expect(shape(key).isKnown).toBe(expected);
  });

  it.each(
    rows(`
    note = true ; σκυλοσ = true ; молоко = true ; note 12 + = true ; 馬来 = false ; مالطا = false
    note 馬来 = false
  `).map(([a = '', b = '']) => [a, b === 'true'] as const),
  )('is matched by spelling in scripts with many letters: %s: %s', (key, expected) => {
    expect(shape(key).isSpelled).toBe(expected);
  });
});
