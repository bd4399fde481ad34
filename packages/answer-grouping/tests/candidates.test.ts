import { describe, expect, it } from 'vitest';
import { indexShapesInSteps, MAX_CANDIDATES } from '../src/spelling.ts';
import { runSteps } from '../src/steps.ts';
import { shapeOf } from '../src/word-shapes.ts';

const shape = (key: string, facts = '') => shapeOf(key, facts, key.split(' '), () => false);
const indexed = (keys: readonly string[]) =>
  runSteps(indexShapesInSteps(keys.map((key) => shape(key))));
/** A word of this many letters. */
const word = (size: number) => 'mamamamamamamama'.slice(0, size);
const candidatesOf = (key: string, keys: readonly string[], facts = '') =>
  indexed(keys)
    .candidates(shape(key, facts))
    .map((candidate) => candidate.shape.key);

describe('candidates for a misspelling', () => {
  it('are the texts that share two neighbouring letters', () => {
    const keys = ['planet', 'plonet', 'blanet', 'pxlxaxn', 'note book'];
    expect(candidatesOf('planet', keys)).toEqual(['planet', 'blanet', 'plonet']);
    expect(candidatesOf('notebook', keys)).toEqual(['note book']);
    expect(candidatesOf('fog', keys)).toEqual([]);
  });

  it('are sorted by shared pairs, then by their order', () => {
    expect(candidatesOf('planet', ['plodder', 'plater', 'planets', 'plate', 'planet'])).toEqual([
      'planets',
      'planet',
      'plater',
      'plate',
      'plodder',
    ]);
  });

  it('hold for the same facts', () => {
    expect(candidatesOf('planet', ['planet'], '12')).toEqual([]);
  });

  it('exist for alphabetic scripts only', () => {
    expect(candidatesOf('馬来西亞国', ['馬来西亞国', '馬来西亚国'])).toEqual([]);
  });

  it.each([
    [3, [2, 3, 4, 5, 6]],
    [6, [3, 4, 5, 6, 7, 8, 9, 10]],
  ])('of a word of %i letters have these lengths: %j', (length, expected) => {
    const keys = Array.from({ length: 14 }, (_, at) => word(at + 1));
    const found = candidatesOf(word(length), keys).map((key) => key.length);
    expect(found.toSorted((a, b) => a - b)).toEqual(expected);
  });

  it('are limited to those that share most', () => {
    const far = Array.from({ length: MAX_CANDIDATES + 2 }, (_, at) => `pla${'x'.repeat(at % 3)}`);
    const found = candidatesOf('planet', [...far, 'planet']);
    expect(found).toHaveLength(MAX_CANDIDATES);
    expect(found[0]).toBe('planet');
    expect(candidatesOf('planet', [...far.slice(0, MAX_CANDIDATES - 1), 'planet'])).toHaveLength(
      MAX_CANDIDATES,
    );
  });

  it('are not displaced by many that are too long or too short', () => {
    const long = Array.from({ length: MAX_CANDIDATES + 2 }, () => `planet${'ba'.repeat(9)}`);
    expect(candidatesOf('planet', [...long, 'plonet'])).toEqual(['plonet']);
  });

  it('of a long text are looked up by its rarest pairs', () => {
    const long = 'abcdefghijklmnop';
    // All these texts begin like the long text. Only the rarest twelve of its fifteen pairs are looked up, so these
    // common ones are not.
    const alike = Array.from({ length: 5 }, (_, at) => `abcd${'vwxyz'[at]}vvwwxxyyzz`);
    expect(candidatesOf(long, [...alike, long])).toEqual([long]);
  });
});
