import { describe, expect, it } from 'vitest';
import { textKey } from '../src/text.ts';
import { readValues } from '../src/values.ts';
import { listOf, rows } from './rows.ts';

const valuesOf = (text: string) => readValues(textKey(text).split(' '));

describe('readValues', () => {
  it.each(
    rows(`
    a dozen = number = 12 ; dozens = number = 12 ; half a dozen = number = 6 ; half dozen = number = 6
    two dozen = number = 24 ; 10 dozens = number = 120 ; 1.25 dozen = number = 15
    a dozen years = quantity = 144 calendar ; two dozen miles = quantity = 38624.256 length
    one and a half hours = quantity = 5400 time ; 1 1/2 hours = quantity = 5400 time
    an hour and a half = quantity = 5400 time ; 2 hours and a half = quantity = 9000 time
    three quarters of an hour = quantity = 2700 time ; three quarters of mile = quantity = 1207.008 length
    1h30 = quantity = 5400 time ; fortnight = quantity = 1209600 time ; decade = quantity = 120 calendar
    one and a half = number = 1.5 ; 1/2 = number = 0.5 ; 1/3 = number = 0.333333333 ; 11/10 = number = 1.1
    7 = number = 7 ; -3 = number = -3 ; 2.75 = number = 2.75 ; 500 BC = number = -500
    500 BCE = number = -500 ; BC 500 = number = -500 ; AD 79 = number = 79 ; 79 AD = number = 79
    79 CE = number = 79 ; 5,280 feet = quantity = 1609.344 length ; 5ft = quantity = 1.524 length
    12in = quantity = 0.3048 length ; 3 ft = quantity = 0.9144 length ; 2.25 km = quantity = 2250 length
    100kmh = quantity = 100 speed ; 100km/h = quantity = 100 speed ; 100 km/h = quantity = 100 speed
    100 km per hour = quantity = 100 speed ; 1 mile per hour = quantity = 1.609344 speed
    1 mph = quantity = 1.609344 speed ; 1000 m per h = quantity = 1 speed
    5 ft 6 in = quantity = 1.6764 length ; 5ft 6in = quantity = 1.6764 length
    5 feet and 6 inches = quantity = 1.6764 length ; 1 mile 1 yard 1 foot 1 in = quantity = 1610.5886 length
    1 hour 30 minutes 5 seconds = quantity = 5405 time ; 1 mile = quantity = 1609.344 length
    1/2 mile = quantity = 804.672 length ; half a mile = quantity = 804.672 length
    half an hour = quantity = 1800 time ; 2 weeks = quantity = 1209600 time ; $5 = quantity = 5 dollar
    $5k = quantity = 5000 dollar ; $5m = quantity = 5000000 dollar ; $5mn = quantity = 5000000 dollar
    $5b = quantity = 5000000000 dollar ; $5bn = quantity = 5000000000 dollar ; €2.50 = quantity = 2.5 euro
    ¥5 = quantity = 5 ¥ ; five dollars = quantity = 5 dollar ; 50% = quantity = 50 percent
    100 degrees Celsius = quantity = 100 celsius ; 1 degree Celsius = quantity = 1 celsius
    100°C = quantity = 100 celsius ; 100 °C = quantity = 100 celsius ; 4 July 1776 = date = 1776-7-4
    Thursday, July the 4th, 1776 = date = 1776-7-4 ; 1776/7/4 = date = 1776-7-4 ; 25/12 = date = -12-25
    25.12.2020 = date = 2020-12-25 ; Jan 2007 = date = 2007-1- ; 10:30 pm = time = 22:30
    10.30 pm = time = 22:30 ; 10:30pm = time = 22:30 ; 10pm = time = 22:00 ; 10 am = time = 10:00
    12 am = time = 0:00 ; 12:30 am = time = 0:30 ; 12 pm = time = 12:00 ; 0:30 = time = 0:30
    1:00 = time = 1:00? ; 10:30 = time = 10:30? ; 12:59 = time = 12:59? ; 13:00 = time = 13:00
    22:30 = time = 22:30 ; 23:59 = time = 23:59
  `),
  )('%s', (text, kind, value) => {
    expect(valuesOf(text)).toMatchObject({ values: [{ kind, text: value }], words: [] });
  });

  it.each(
    rows(`
    10/9/2001 = 2001-10-9 = 2001-9-10 ; 10.9.2001 = 2001-9-10 = 2001-10-9 ; 1/2/03 = 2003-1-2 = 2003-2-1
    Monday, 10/9/2001 = 2001-10-9 = 2001-9-10 ; 10/12/2001 = 2001-10-12 = 2001-12-10
  `),
  )('keeps both possible days of ambiguous figures: %s', (figures, text, other) => {
    expect(valuesOf(figures).values).toEqual([{ kind: 'date', text, others: [other] }]);
  });

  it.each(
    rows(`
    10/10/2001 = 2001-10-10 ; 10/13/2001 = 2001-10-13 ; 9 October 2001 = 2001-10-9 ; 2001/10/9 = 2001-10-9
  `),
  )('recognises the day of a date when %s: %s', (text, date) => {
    expect(valuesOf(text).values).toEqual([{ kind: 'date', text: date }]);
  });

  it('keeps the number of a quantity and its surrounding words', () => {
    expect(valuesOf('about 12 inches long')).toEqual({
      values: [{ kind: 'quantity', text: '0.3048 length', figures: '12' }],
      words: ['about', 'long'],
    });
  });

  it.each([
    ['12 inches', '12'],
    ['12km', '12'],
    ['2.50 m', '2.5'],
    ['1/2 mile', '0.5'],
    ['half a mile', '0.5'],
    ['$5', '5'],
    ['$5m', '5000000'],
    ['5 feet 6 inches', undefined],
    ['50%', undefined],
    ['5 percent', undefined],
    ['1m', undefined],
    ['12m', undefined],
    ['2.5m', undefined],
  ])('lets its number represent %s: %s', (text, figures) => {
    expect(valuesOf(text).values[0]?.figures).toBe(figures);
  });

  it.each(
    rows(`
    5 feet 6 kg = 1.524 length / 6 mass = ; 5 feet and 6 kg = 1.524 length / 6 mass = and
    30 minutes 1 hour = 1800 time / 3600 time = ; 5 feet 6 feet = 1.524 length / 1.8288 length =
    5 feet 6 = 1.524 length / 6 = ; 5 in a row = 5 = in / a / row ; 2 hours 5 in = 7200 time / 5 = in
    about a dozen = 12 = about ; big dozen = 12 = big ; x2 dozen = 12 = x2 ; 2x dozen = 12 = 2x
    half a cake =  = half / a / cake ; half those miles =  = half / those / miles
    one a mile = 1 = a / mile ; ad hoc =  = ad / hoc ; ad 5 km = 5000 length = ad
    1 mile hour = 1609.344 length = hour ; 1 mile per day = 1609.344 length = per / day
    5 kg per hour = 5 mass = per / hour ; 100 degrees = 100 = degrees ; 10 spam = 10 = spam
    10 pms = 10 = pms ; 10am pm = 10:00 = pm ; 24 pm = 24 = pm ; 10.30 = 10.3 = ; 2.0500 = 2.05 =
    2.1003 = 2.1003 = ; 100 and 007 = 100 / 007 = and
  `).map(([a = '', b = '', c = '']) => [a, listOf(b), listOf(c)] as const),
  )('reads %s: %s', (text, values, words) => {
    const found = valuesOf(text);
    expect([found.values.map((value) => value.text), found.words]).toEqual([values, words]);
  });

  it.each(
    rows(`
    may ; march on ; 21st amendment ; 80s ; 25:61 ; 23:60 ; 24:00 ; x10:30 ; 10:30x ; 1/0 ; x1/2 ; 1/2x
    half ; $5x ; $5th ; 5x ; x5
  `),
  )('%s is no value', (text) => {
    expect(valuesOf(text).values).toEqual([]);
  });
});
