import { expect, it } from 'vitest';
import { singletons } from '../src/clusters.ts';

it('begins with every position alone, linked with others', () => {
  const clusters = singletons(3, [
    { a: 0, b: 1 },
    { a: 2, b: 1 },
    { a: 1, b: 2 },
  ]);
  expect([0, 1, 2].map((at) => [clusters.of(at), clusters.members(at)])).toEqual([
    [0, [0]],
    [1, [1]],
    [2, [2]],
  ]);
  expect([
    clusters.linksBetween(0, 1),
    clusters.linksBetween(1, 0),
    clusters.linksBetween(1, 2),
    clusters.linksBetween(0, 2),
  ]).toEqual([1, 1, 2, 0]);
});

it('names what is one by the larger of both, or else by the first', () => {
  const clusters = singletons(4, []);
  expect(clusters.merge(2, 1)).toBe(true);
  expect([clusters.of(1), clusters.of(2)]).toEqual([2, 2]);
  expect(clusters.merge(0, 2)).toBe(true);
  expect(clusters.merge(2, 3)).toBe(true);
  expect([0, 1, 2, 3].map((at) => clusters.of(at))).toEqual([2, 2, 2, 2]);
  expect([0, 1, 2, 3].map((at) => clusters.members(at).toSorted((a, b) => a - b))).toEqual([
    [],
    [],
    [0, 1, 2, 3],
    [],
  ]);
});

it('adds up the links of what is one', () => {
  const clusters = singletons(4, [
    { a: 0, b: 1 },
    { a: 0, b: 3 },
    { a: 1, b: 3 },
    { a: 2, b: 3 },
  ]);
  clusters.merge(0, 1);
  expect([clusters.linksBetween(0, 3), clusters.linksBetween(3, 0)]).toEqual([2, 2]);
  clusters.merge(2, 3);
  expect([clusters.linksBetween(0, 2), clusters.linksBetween(2, 0)]).toEqual([2, 2]);
  expect([clusters.linksBetween(0, 1), clusters.linksBetween(3, 0)]).toEqual([0, 0]);
});

it('does not join a cluster with itself', () => {
  const clusters = singletons(2, []);
  expect(clusters.merge(0, 0, 'spelling')).toBe(false);
  expect([clusters.members(0), clusters.reasonOf(0)]).toEqual([[0], null]);
});

it('remembers why a position was joined first', () => {
  const clusters = singletons(4, []);
  clusters.merge(0, 1);
  clusters.merge(0, 2, 'meaning');
  clusters.merge(clusters.of(3), clusters.of(2), 'number');
  expect([0, 1, 2, 3].map((at) => clusters.reasonOf(at))).toEqual([
    null,
    null,
    'meaning',
    'number',
  ]);
});

it('knows of all that is one what any of it surely is', () => {
  const places = singletons(3, [], (at) => (at === 0 ? null : new Map([['place', String(at)]])));
  expect([places.merge(0, 1), places.merge(0, 2)]).toEqual([true, false]);
});

it('joins what is different only in kind', () => {
  const clusters = singletons(
    2,
    [],
    (at) => new Map([[at === 0 ? 'place' : 'number', String(at)]]),
  );
  expect(clusters.merge(0, 1)).toBe(true);
});

it('never joins what is surely different', () => {
  const values = ['12', '13', null, '12'];
  const clusters = singletons(values.length, [], (at) => {
    const value = values[at] ?? null;
    return value === null ? null : new Map([['value', value]]);
  });
  expect(clusters.merge(0, 1, 'number')).toBe(false);
  expect(clusters.merge(0, 2, 'short-form')).toBe(true);
  expect(clusters.merge(clusters.of(2), 1, 'spelling')).toBe(false);
  expect(clusters.merge(clusters.of(2), 3, 'spelling')).toBe(true);
  expect([0, 1, 2, 3].map((at) => clusters.reasonOf(at))).toEqual([
    'short-form',
    null,
    'short-form',
    'spelling',
  ]);
});
