import { describe, expect, it } from 'vitest';
import { unitOf } from '../src/units.ts';
import { rows } from './rows.ts';

/** Converts an amount to the base unit of its dimension. */
const measured = (amount: number, word: string) => {
  const unit = unitOf(word);
  return unit && [Number((amount * unit.factor).toPrecision(9)), unit.dimension];
};

describe('unitOf', () => {
  it.each(
    rows(`
    10 = mm = 1 = cm ; 100 = cm = 1 = m ; 1000 = m = 1 = km ; 1 = inch = 2.54 = cm ; 12 = inches = 1 = foot
    3 = feet = 1 = yard ; 1760 = yards = 1 = mile ; 1 = lightyear = 9460730472580.8 = km ; 1000 = mg = 1 = g
    1000 = grams = 1 = kg ; 1000 = kilos = 1 = tonne ; 16 = ounces = 1 = pound ; 14 = lbs = 1 = stone
    2000 = pounds = 1 = ton ; 1 = lb = 453.59237 = g ; 1000 = ms = 1 = s ; 60 = seconds = 1 = minute
    60 = min = 1 = hour ; 24 = hours = 1 = day ; 7 = days = 1 = week ; 12 = months = 1 = year
    10 = years = 1 = decade ; 10 = decades = 1 = century ; 10 = ml = 1 = cl ; 100 = cl = 1 = l
    4 = quarts = 1 = gallon ; 1 = gallon = 3.785411784 = litres ; 1 = hectare = 1 = ha
    640 = acres = 258.998811 = ha ; 1 = mph = 1.609344 = kph ; 1000 = bytes = 1 = kb
    1000 = kilobytes = 1 = megabyte ; 1000 = mb = 1 = gb ; 1000 = gigabytes = 1 = terabyte
    100 = cents = 1 = dollar
  `).map(([a = '', b = '', c = '', d = '']) => [Number(a), b, Number(c), d] as const),
  )('%d %s are %d %s', (amount, word, equal, other) => {
    expect(measured(amount, word)).toEqual(measured(equal, other));
    expect(unitOf(word)).not.toBeNull();
  });

  it.each(
    rows(`
    length = m meter metre = 1 ; length = mm millimeter millimetre = 0.001
    length = cm centimeters centimetres = 0.01 ; length = km kilometers kilometres = 1000
    length = ft foot feet = 0.3048 ; length = yd yard yards = 0.9144 ; length = mi mile miles = 1609.344
    mass = kg kilo kilogram kilogrammes = 1 ; mass = g gram gramme = 0.001 ; time = s sec secs second = 1
    time = h hr hrs hour = 3600 ; calendar = mo month months = 1 ; calendar = yr yrs year = 12
    calendar = century centuries = 1200 ; volume = l liter litre = 1 ; speed = kph kmh = 1
    data = byte bytes = 1 ; celsius = c celsius = 1 ; fahrenheit = f fahrenheit = 1
    dollar = $ dollars usd bucks = 1 ; euro = € euros eur = 1 ; sterling = £ gbp quid = 1
    percent = % percent pct = 1
  `).map(([a = '', b = '', c = '']) => [a, b, Number(c)] as const),
  )('measures %s in: %s', (dimension, words, factor) => {
    expect(words.split(' ').map(unitOf)).toEqual(
      words.split(' ').map(() => ({ dimension, factor })),
    );
  });

  it.each([
    ...rows(`
    in ; dog ; dogs ; miless ; mile s ; bus
  `),
    [''],
  ])('is none: "%s"', (word) => {
    expect(unitOf(word)).toBeNull();
  });
});
