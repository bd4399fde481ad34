import { expect, it } from 'vitest';
import { rowsOf } from '#src/effects/picture.ts';

it.each([
  ['You came joint 15th of 42', ['You came', 'joint 15th', 'of 42']],
  ['Apple', ['Apple']],
  ['a', ['a']],
  ['Donaudampfschiffahrt and more', ['Donaudampfschiffahrt', 'and more']],
])('a line of a picture is broken between words: %s', (text, rows) => {
  expect(rowsOf(text, (row) => row.length <= 10)).toEqual(rows);
});
