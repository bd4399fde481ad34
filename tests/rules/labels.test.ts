import { describe, expect, it } from 'vitest';
import { airLabel, cleanerLabel } from '#machines/show/rules/labels.ts';

describe('the label of a group on the stage', () => {
  it.each([
    ['sun cream', 'Sun cream'],
    ['SUNSCREEN', 'Sunscreen'],
    ['ICE CREAM', 'Ice cream'],
    ['TAKE A HAT', 'Take a hat'],
    ['A BOOK', 'A book'],
    ['VITAMIN C', 'Vitamin C'],
    ['my NASA cap', 'My NASA cap'],
    ['A TV', 'A TV'],
    ['ROCKY II', 'Rocky II'],
    ['PS5', 'PS5'],
    ["MUM'S CAR", "Mum's car"],
    ['écharpe', 'Écharpe'],
    ['iPod', 'iPod'],
    ['7 towels', '7 towels'],
    ['towels!!!', 'Towels'],
    ['a towel.', 'A towel'],
    ['water, ', 'Water'],
    ['St. Ives', 'St. Ives'],
    ['???', '???'],
    // Of a group that is held back.
    ['', 'Held back'],
  ])('is for %s: %s', (text, label) => {
    expect(airLabel(text)).toBe(label);
  });
});

describe('a cleaner label', () => {
  const WORDS = new Set(['the', 'train', 'surfboard', 'bus']);
  const isWord = (word: string) => WORDS.has(word);
  const of = (label: string, ...others: [string, number][]) => {
    const texts = [[label, 2] as const, ...others].map(([text, count]) => ({ text, count }));
    return cleanerLabel(label, texts, { all: texts, isWord });
  };

  it('is another text of the group without the slip', () => {
    expect(of('Th etrain', ['the train', 1])).toBe('The train');
    expect(of('Sufboard', ['surfboard.', 1])).toBe('Surfboard');
    expect(of('sufrboard', ['SURFBOARD', 1])).toBe('Surfboard');
  });

  it('has a letter moved over a space, also without another text', () => {
    expect(of('Th etrain')).toBe('The train');
    expect(of('thet rain')).toBe('The train');
    expect(of('tra in')).toBeNull();
  });

  it('counts words as known that many have given', () => {
    expect(of('Nutela', ['Nutella', 6])).toBe('Nutella');
    expect(of('Nutela', ['Nutella', 1])).toBeNull();
  });

  it('is offered neither for known words nor for other things', () => {
    expect(of('the bus', ['the train', 9])).toBeNull();
    expect(of('Sufboard', ['the bus', 9])).toBeNull();
    expect(of('Zorb', ['the train', 9])).toBeNull();
    expect(of('???')).toBeNull();
  });
});
