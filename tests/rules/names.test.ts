import { describe, expect, it } from 'vitest';
import {
  areNamesOnAir,
  shownNameCandidates,
  namesAfterRename,
  publicName,
  skeletonOf,
} from '#machines/show/rules/names.ts';

const named = (name: string, more: { shownName?: string; airedName?: string } = {}) => ({
  name,
  shownName: more.shownName ?? null,
  airedName: more.airedName ?? null,
});
const ann = named('Ann');
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
  it('is visible at once while no name is on air', () => {
    expect(namesAfterRename(ann, named('Bea'), own(false))).toEqual(named('Bea'));
  });
  it('waits on air; others see the previous one through any number of changes', () => {
    const first = namesAfterRename(ann, named('Bea'), own(true));
    expect(first).toEqual(named('Bea', { airedName: 'Ann' }));
    expect(namesAfterRename(first, named('Cleo'), own(true))).toEqual(
      named('Cleo', { airedName: 'Ann' }),
    );
  });
  it('waits behind the number or stand-in that others saw', () => {
    const masked = named('Rude', { shownName: 'Player 1' });
    expect(namesAfterRename(masked, named('Bea', { shownName: 'Bea 2' }), own(true))).toEqual(
      named('Bea', { shownName: 'Bea 2', airedName: 'Player 1' }),
    );
  });
  it('equal to the one on air does not wait', () => {
    expect(namesAfterRename(named('Bea', { airedName: 'Ann' }), ann, own(true))).toEqual(ann);
    const second = named('Ann', { shownName: 'Ann 2' });
    expect(namesAfterRename(named('Bea', { airedName: 'Ann 2' }), second, own(true))).toEqual(
      second,
    );
  });
  it.each([true, false])('given by a producer is visible at once, on air: %s', (isOnAir) => {
    expect(
      namesAfterRename(named('Bea', { airedName: 'Ann' }), named('Dan'), allowed(isOnAir)),
    ).toEqual(named('Dan'));
  });
});

describe('a name as others see it', () => {
  it('is the name on air, else the stand-in or the name with a number, else the name', () => {
    expect(publicName(ann)).toBe('Ann');
    expect(publicName(named('Ann', { shownName: 'Ann 2' }))).toBe('Ann 2');
    expect(publicName(named('Ann', { shownName: 'Ann 2', airedName: 'Bea' }))).toBe('Bea');
  });
  it('is the name itself until it has a number, and a numbered stand-in where it is masked', () => {
    const three = { from: 1, count: 3 };
    expect(shownNameCandidates('Anna', { isMasked: false, ...three })).toEqual([
      'Anna',
      'Anna 2',
      'Anna 3',
    ]);
    expect(shownNameCandidates('Rude', { isMasked: true, ...three })).toEqual([
      'Player 1',
      'Player 2',
      'Player 3',
    ]);
    expect(shownNameCandidates('Anna', { isMasked: false, from: 51, count: 1 })).toEqual([
      'Anna 51',
    ]);
  });
});

describe('two names look alike', () => {
  it.each([
    ['in letter case', 'Anna', 'aNNA'],
    ['with a zero-width space', 'Anna', 'An\u200bna'],
    ['with a joiner at the end', 'Anna', 'Anna\u200d'],
    ['with a soft hyphen', 'Anna', 'An\u00adna'],
    ['in full width', 'Anna', 'Ａｎｎａ'],
    ['in mathematical letters', 'Anna', '𝐀𝓷𝖓𝚊'],
    ['with a Cyrillic а', 'Anna', 'Аnnа'],
    ['with other Cyrillic letters', 'TOM BECKHAM', 'ТОМ ВЕСКНАМ'],
    ['with Greek capitals', 'NIKE', 'ΝΙΚΕ'],
    ['with a no-break space', 'Anna B', 'Anna\u00a0 B'],
    ['with a decomposed letter', 'Zoé', 'Zoe\u0301'],
  ])('%s: %j and %j', (_, one, other) => {
    expect(skeletonOf(other)).toBe(skeletonOf(one));
  });
  it.each([
    ['Anna', 'Anne'],
    ['Kai', 'Kal'],
    ['Zoé', 'Zoe'],
    ['Anna 2', 'Anna'],
    ['Мария', 'Марина'],
    ['محمد', 'محمود'],
  ])('not %j and %j', (one, other) => {
    expect(skeletonOf(other)).not.toBe(skeletonOf(one));
  });
});
