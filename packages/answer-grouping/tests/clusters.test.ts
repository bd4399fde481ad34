import { expect, it } from 'vitest';
import { singletons } from '../src/clusters.ts';

it('remembers the first reason why a position was merged', () => {
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

it('knows the values of a whole cluster', () => {
  const places = singletons(3, [], (at) => (at === 0 ? null : new Map([['place', String(at)]])));
  expect([places.merge(0, 1), places.merge(0, 2)]).toEqual([true, false]);
});

it('merges texts that differ only in kind', () => {
  const clusters = singletons(
    2,
    [],
    (at) => new Map([[at === 0 ? 'place' : 'number', String(at)]]),
  );
  expect(clusters.merge(0, 1)).toBe(true);
});

it('never merges texts that are certainly different', () => {
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
