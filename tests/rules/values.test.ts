import { describe, expect, it } from 'vitest';
import { readValues } from '#machines/rules/values.ts';
import { textKey } from '#machines/rules/text.ts';

const valuesOf = (text: string) => readValues(textKey(text).split(' '));

describe('readValues', () => {
  it.each([
    ['a dozen', 'number', '12'],
    ['half a dozen', 'number', '6'],
    ['two dozen', 'number', '24'],
    ['1/2', 'number', '0.5'],
    ['500 BC', 'number', '-500'],
    ['AD 79', 'number', '79'],
    ['5,280 feet', 'quantity', '1609.344 length'],
    ['5 ft 6 in', 'quantity', '1.6764 length'],
    ['1 mile', 'quantity', '1609.344 length'],
    ['2 weeks', 'quantity', '1209600 time'],
    ['$5m', 'quantity', '5000000 dollar'],
    ['five dollars', 'quantity', '5 dollar'],
    ['50%', 'quantity', '50 percent'],
    ['100 degrees Celsius', 'quantity', '100 celsius'],
    ['4 July 1776', 'date', '1776-7-4'],
    ['Thursday, July the 4th, 1776', 'date', '1776-7-4'],
    ['1776/7/4', 'date', '1776-7-4'],
    ['25/12', 'date', '-12-25'],
    ['25.12.2020', 'date', '2020-12-25'],
    ['Jan 2007', 'date', '2007-1-'],
    ['10:30 pm', 'time', '1350'],
    ['10pm', 'time', '1320'],
    ['22:30', 'time', '1350'],
    ['10:30', 'time', '?630'],
  ])('%s', (text, kind, value) => {
    expect(valuesOf(text)).toMatchObject({ values: [{ kind, text: value }], words: [] });
  });

  it('keeps both days that figures may mean', () => {
    expect(valuesOf('10/9/2001').values).toEqual([
      { kind: 'date', text: '2001-10-9', other: '2001-9-10' },
    ]);
    expect(valuesOf('10/10/2001').values).toEqual([{ kind: 'date', text: '2001-10-10' }]);
  });

  it('keeps the number of a quantity and the words around', () => {
    expect(valuesOf('about 12 inches long')).toEqual({
      values: [{ kind: 'quantity', text: '0.3048 length', figures: '12' }],
      words: ['about', 'long'],
    });
  });

  it.each(['may', 'march on', '21st amendment', '25:61'])('%s is no value', (text) => {
    expect(valuesOf(text).values).toEqual([]);
  });
});
