import { describe, expect, it } from 'vitest';
import { leastCost, lettersOf, spellingCost } from '../src/word-shapes.ts';
import { rows } from './rows.ts';

describe('spellingCost', () => {
  it.each(
    rows(`
    planet = planet = 0 ; planet = plannet = 1 ; planet = plant = 2 ; rhythm = rythm = 2
    planet = palnet = 2 ; basic = basik = 2 ; planet = plonet = 3 ; planet = panet = 3 ; planet = pladet = 5
    planet = plannot = 4 ; pea =  = 7 ; молоко = малоко = 3 ; μηλο = μιλο = 3 ; μηλο = μηδο = 5
    planet = plaset = 5 ;  =  = 0 ; happy = hay = 2 ; strip = rip = 6 ; hound = hou = 6
    planet = palneet = 3 ; planet = plannnet = 2 ; pla = planet = 8
  `).map(([a = '', b = '', c = '']) => [a, b, Number(c)] as const),
  )('%s: %s', (a, b, cost) => {
    expect([spellingCost(a, b, 20), spellingCost(b, a, 20)]).toEqual([cost, cost]);
  });

  it.each(
    rows(`
    ck cq cg cx kq kg kx qg qx gx ; sz sc sx zc zx cx ; dt ; bp bv pv ; mn ; vf vw fw ; jg ; ij jy
  `),
  )('treats letters of one sound as similar: %s', (pairs) => {
    const costs = pairs.split(' ').map(([a, b]) => spellingCost(`o${a}o`, `o${b}o`, 20));
    expect(new Set(costs)).toEqual(new Set([2]));
  });

  it.each(
    rows(`
    tn ; nl ; bd ; gs ; wb ; fb ; kz
  `),
  )('treats only these as similar: %s', (pair) => {
    const [a, b] = pair;
    expect(spellingCost(`o${a}o`, `o${b}o`, 20)).toBe(5);
  });

  it.each(
    rows(`
    sd ; jk ; hn ; pl
  `),
  )('treats neighbours on a keyboard as more similar: %s', (pair) => {
    const [a, b] = pair;
    expect([spellingCost(`o${a}o`, `o${b}o`, 20), spellingCost(`o${b}o`, `o${a}o`, 20)]).toEqual([
      3, 3,
    ]);
  });

  it('handles a swap that begins beyond the limit', () => {
    expect(spellingCost('dr', 'rd', 2)).toBe(2);
    expect(spellingCost('drum', 'rdum', 2)).toBe(2);
  });

  it('is infinite beyond the limit', () => {
    expect(spellingCost('planet', 'plane', 2)).toBe(Infinity);
    expect(spellingCost('plane', 'planet', 2)).toBe(Infinity);
    expect([5, 4].map((max) => spellingCost('planet', 'pladet', max))).toEqual([5, Infinity]);
    expect(spellingCost('a'.repeat(65), 'a'.repeat(65), 10)).toBe(Infinity);
    expect(spellingCost('a'.repeat(65), 'a'.repeat(64), 10)).toBe(Infinity);
    expect(spellingCost('ab'.repeat(32), 'ab'.repeat(32), 10)).toBe(0);
  });
});

describe('leastCost', () => {
  it.each(
    rows(`
    planet = planet = 0 ; planet = tenalp = 0 ; planet = plannet = 0 ; plant = planet = 1
    planet = plonet = 2 ; fog = pun = 6 ;  = fog = 3
  `).map(([a = '', b = '', c = '']) => [a, b, Number(c)] as const),
  )('counts the letters that only one word has: %s: %s', (a, b, least) => {
    expect([leastCost(lettersOf(a), lettersOf(b)), leastCost(lettersOf(b), lettersOf(a))]).toEqual([
      least,
      least,
    ]);
  });
});
