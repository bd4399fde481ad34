import { expect, it } from 'vitest';
import { evenRowsOf, lampPlaces, rowsOf } from '#src/effects/picture.ts';

it.each([
  ['You came joint 15th of 42', ['You came', 'joint 15th', 'of 42']],
  ['Apple', ['Apple']],
  ['a', ['a']],
  ['Donaudampfschiffahrt and more', ['Donaudampfschiffahrt', 'and more']],
])('a line of a picture is broken between words: %s', (text, rows) => {
  expect(rowsOf(text, (row) => row.length <= 10)).toEqual(rows);
});

it('rows of a picture are even, without one row more', () => {
  const text = 'You share first place with 9 others';
  expect(evenRowsOf(text, (row) => row.length * 50, 1_500)).toEqual([
    'You share first',
    'place with 9 others',
  ]);
  expect(evenRowsOf('Apple', (row) => row.length * 50, 1_500)).toEqual(['Apple']);
});

it('lamps stand evenly around the picture, each once', () => {
  const lamps = lampPlaces();
  const gaps = lamps.map(({ x, y }, index) => {
    const next = lamps[(index + 1) % lamps.length];
    return Math.hypot(x - (next?.x ?? 0), y - (next?.y ?? 0));
  });
  expect([Math.min(...gaps) > 46, Math.max(...gaps) < 50]).toEqual([true, true]);
});
