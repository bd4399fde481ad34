/** What a unit measures, and how many of the base unit it is. */
export type Unit = { readonly dimension: string; readonly factor: number };

/** Names of units by dimension, each with its factor. Money keeps its currency as dimension. */
const UNITS: Readonly<Record<string, readonly (readonly [factor: number, names: string])[]>> = {
  length: [
    [1e-3, 'mm millimeter millimetre'],
    [1e-2, 'cm centimeter centimetre'],
    [1, 'm meter metre'],
    [1e3, 'km kilometer kilometre'],
    [0.0254, 'inch inches'],
    [0.3048, 'ft foot feet'],
    [0.9144, 'yd yard'],
    [1609.344, 'mi mile'],
    [9.4607304725808e15, 'lightyear ly'],
  ],
  mass: [
    [1e-6, 'mg milligram'],
    [1e-3, 'g gram gramme'],
    [1, 'kg kilo kilogram kilogramme'],
    [1e3, 'tonne'],
    [0.45359237, 'lb lbs pound'],
    [0.028349523125, 'oz ounce'],
    [6.35029318, 'stone'],
    [907.18474, 'ton'],
  ],
  time: [
    [1e-3, 'ms millisecond'],
    [1, 's sec second'],
    [60, 'min minute'],
    [3600, 'h hr hour'],
    [86_400, 'day'],
    [604_800, 'week wk'],
  ],
  // Months and years have no fixed number of days.
  calendar: [
    [1, 'month mo'],
    [12, 'yr year'],
    [120, 'decade'],
    [1200, 'century centuries'],
  ],
  volume: [
    [1e-3, 'ml milliliter millilitre'],
    [1e-2, 'cl centiliter centilitre'],
    [1, 'l liter litre'],
    [3.785411784, 'gal gallon'],
    [0.946352946, 'qt quart'],
  ],
  area: [
    [1e4, 'ha hectare'],
    [4046.8564224, 'acre'],
  ],
  speed: [
    [1, 'kph kmh'],
    [1.609344, 'mph'],
  ],
  data: [
    [1, 'byte'],
    [1e3, 'kb kilobyte'],
    [1e6, 'mb megabyte'],
    [1e9, 'gb gigabyte'],
    [1e12, 'tb terabyte'],
  ],
  celsius: [[1, 'c celsius °c']],
  fahrenheit: [[1, 'f fahrenheit °f']],
  dollar: [
    [1, '$ dollar usd buck'],
    [0.01, 'cent'],
  ],
  euro: [[1, '€ euro eur']],
  sterling: [[1, '£ gbp quid']],
  percent: [[1, '% percent pct']],
};

const UNIT_OF = new Map(
  Object.entries(UNITS).flatMap(([dimension, rows]) =>
    rows.flatMap(([factor, names]) =>
      names.split(' ').map((name) => [name, { dimension, factor }] as const),
    ),
  ),
);

/** The unit a word names, in the singular or plural. */
export function unitOf(word: string): Unit | null {
  return UNIT_OF.get(word) ?? (word.endsWith('s') ? UNIT_OF.get(word.slice(0, -1)) : null) ?? null;
}
