import { describe, expect, it } from 'vitest';
import { areNamesOnAir, renamed } from '#machines/rules/names.ts';

const ann = { name: 'Ann', airedName: null };
const own = (isOnAir: boolean) => ({ by: 'owner', isOnAir }) as const;
const allowed = (isOnAir: boolean) => ({ by: 'producer', isOnAir }) as const;

describe('names are on air', () => {
  it.each([
    [true, 'idle', true],
    [true, 'question', true],
    [false, 'board', true],
    [false, 'question', false],
    [false, 'idle', false],
  ])('with a live show: %s, and the scene %s: %s', (hasLiveShow, scene, isOnAir) => {
    expect(areNamesOnAir({ hasLiveShow, scene })).toBe(isOnAir);
  });
});

describe('a new name', () => {
  it('is seen at once while no name is on air', () => {
    expect(renamed(ann, 'Bea', own(false))).toEqual({ name: 'Bea', airedName: null });
  });
  it('waits on air, and others see the previous one through any number of changes', () => {
    const first = renamed(ann, 'Bea', own(true));
    expect(first).toEqual({ name: 'Bea', airedName: 'Ann' });
    expect(renamed(first, 'Cleo', own(true))).toEqual({ name: 'Cleo', airedName: 'Ann' });
  });
  it('that is the one on air again does not wait', () => {
    expect(renamed({ name: 'Bea', airedName: 'Ann' }, 'Ann', own(true))).toEqual(ann);
  });
  it.each([true, false])('that a producer gives is seen at once, on air: %s', (isOnAir) => {
    expect(renamed({ name: 'Bea', airedName: 'Ann' }, 'Dan', allowed(isOnAir))).toEqual({
      name: 'Dan',
      airedName: null,
    });
  });
});
