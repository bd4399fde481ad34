import { describe, expect, it } from 'vitest';
import { airLabel } from '#machines/show/rules/labels.ts';

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
  ])('is for %s: %s', (text, label) => {
    expect(airLabel(text)).toBe(label);
  });
});
