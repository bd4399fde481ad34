import { expect, it } from 'vitest';
import { inParts } from '#server/realtime/in-parts.ts';

const numbered = (count: number) =>
  new Map(Array.from({ length: count }, (_, index) => [`key ${index}`, index]));

it('gives a small collection whole each time', () => {
  const next = inParts(numbered(499));
  for (const part of [next(), next()]) expect(part).toHaveLength(499);
});

it('gives a large collection in parts, and each value its turn though others come and go', () => {
  const all = numbered(5_000);
  const next = inParts(all);
  const first = next();
  for (let index = 0; index < 500; index += 1) all.delete(`key ${index}`);
  all.set('late', 5_000);
  const seen = [first, next(), next(), next(), next(), next()];
  expect(Math.max(...seen.map((part) => part.length))).toBe(1_000);
  expect(new Set(seen.flat())).toEqual(new Set(Array(5_001).keys()));
});
