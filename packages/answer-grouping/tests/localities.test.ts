import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../src/languages/english.ts';
import { countryOf, readLocality, type TailEvidence } from '../src/places.ts';
import { textKey } from '../src/text.ts';
import { knowledgeOf, type Thing } from './small-knowledge.ts';
import { rows } from './rows.ts';

const [USA, GERMANY, AUSTRALIA, MEXICO, SPAIN, VALENCIAN_COMMUNITY] = [0, 1, 2, 3, 4, 5];
const THINGS: readonly Thing[] = [
  { kind: 'country', names: 'usa|united states|united states of america|states', codes: 'us' },
  { kind: 'country', names: 'germany', codes: 'de' },
  { kind: 'country', names: 'australia', codes: 'au' },
  { kind: 'country', names: 'mexico' },
  { kind: 'country', names: 'spain' },
  { kind: 'region', names: 'valencian community', within: SPAIN },
  { kind: 'country', names: 'guinea' },
  { kind: 'country', names: 'papua new guinea' },
  { kind: 'country', names: 'croatia', codes: 'hr' },
  { kind: 'country', names: 'luxembourg' },
  { kind: 'region', names: 'luxembourg province|luxembourg' },
  { kind: 'region', names: 'oregon', codes: 'or', within: USA },
  { kind: 'region', names: 'delaware', codes: 'de', within: USA },
  { kind: 'region', names: 'new mexico', codes: 'nm', within: USA },
  { kind: 'region', names: 'washington', codes: 'wa', within: USA },
  { kind: 'region', names: 'western australia', codes: 'wa', within: AUSTRALIA },
  { kind: 'region', names: 'baja california', codes: 'bc', within: MEXICO },
  { kind: 'region', names: 'british columbia', codes: 'bc' },
  { kind: 'country', names: 'india', codes: 'in' },
  { kind: 'region', names: 'indiana', codes: 'in', within: USA },
  { kind: 'concept', names: 'inch|in' },
  { kind: 'country', names: 'jersey' },
  { kind: 'concept', names: 'sweater|jersey' },
  { kind: 'country', names: 'venezuela' },
  { kind: 'region', names: 'valencia', within: VALENCIAN_COMMUNITY },
  { kind: 'region', names: 'virginia', within: USA },
  { kind: 'region', names: 'west virginia', within: USA },
  { kind: 'city', names: 'portland' },
  { kind: 'concept', names: 'heart rate', codes: 'hr' },
  { kind: 'concept', names: 'ally' },
];
const KNOWLEDGE = knowledgeOf({ things: THINGS });

const nameOf = (id: number | null) => (id === null ? '' : THINGS[id]?.names.split('|')[0]);
/** The place read from a text, written 'place < its region < country'; unnamed parts are left out. */
const read = (text: string, evidence: Partial<TailEvidence> = {}): string | null => {
  const found = readLocality(textKey(text).split(' '), KNOWLEDGE, {
    text,
    isPlaceAsked: false,
    fillers: ENGLISH.words.fillers,
    home: null,
    ...evidence,
  });
  if (found === null) return null;
  return [found.words.join(' '), nameOf(found.within), nameOf(found.country)].join(' < ');
};
const PLACE_ASKED = { isPlaceAsked: true };

describe('a place is read with its region', () => {
  it.each([
    ...rows(`
    Portland, OR, USA = portland < oregon < usa ; Portland, USA = portland < usa < usa
    Portland, United States of America = portland < usa < usa
    South Portland, United States of America = south portland < usa < usa
    Albuquerque, New Mexico, USA = albuquerque < new mexico < usa
    Port Moresby, Papua New Guinea = port moresby < papua new guinea < papua new guinea
    Echternach, Luxembourg = echternach < luxembourg < luxembourg
  `),
    ['Portland, Oregon', 'portland < oregon < '],
    ['Portland, OR', 'portland < oregon < '],
    ['Albuquerque, New Mexico', 'albuquerque < new mexico < '],
  ])('%s', (text, place) => {
    expect(read(text)).toBe(place);
  });

  it.each(
    rows(`
    Oregon, USA = oregon <  < usa ; OR/USA = or <  < usa ; New Mexico, USA = new mexico <  < usa
    West Virginia, USA = west virginia <  < usa ; Valencia, Spain = valencia <  < spain
    Luxembourg, Luxembourg = luxembourg <  < luxembourg
  `),
  )('a region of its country has no other region: %s', (text, place) => {
    expect(read(text)).toBe(place);
  });

  it.each([
    ['Valencia, Venezuela', 'valencia < venezuela < venezuela'],
    ['Oregon, Germany', 'oregon < germany < germany'],
  ])('a name that is a region elsewhere is a place of the country: %s', (text, place) => {
    expect(read(text)).toBe(place);
  });

  it.each(
    rows(`
    USA ; West Virginia ; New Mexico ; Oregon ; Papua New Guinea ; Western Australia ; Portland
  `),
  )('the name of a single place is not split: %s', (text) => {
    expect(read(text, PLACE_ASKED)).toBeNull();
  });

  it.each(
    rows(`
    Untied States ; the good people of Germany ; Portland, Atlantis
  `),
  )('is not a place: %s', (text) => {
    expect(read(text, PLACE_ASKED)).toBeNull();
  });
});

describe('a code', () => {
  it.each([
    ['of a region or a country is taken for the region', 'Dover, DE', {}, 'delaware'],
    [
      'of two regions means that of the country named',
      'Perth, WA, Australia',
      {},
      'western australia',
    ],
    ['of two regions means that of the country named', 'Perth, WA, USA', {}, 'washington'],
    ['means that of the round’s country', 'Perth, WA', { home: AUSTRALIA }, 'western australia'],
    ['means that of the round’s country', 'Perth, WA', { home: USA }, 'washington'],
    [
      'means that of the country named rather than of the round’s',
      'Perth, WA, Australia',
      { home: USA },
      'western australia',
    ],
    ['without either means the first', 'Perth, WA', {}, 'washington'],
    ['of no region of the country means the first', 'Perth, WA', { home: GERMANY }, 'washington'],
    [
      'of a region of which nobody knows the country may mean it in any',
      'Vancouver, BC',
      { home: USA },
      'british columbia',
    ],
    ['of such a region alone means the first as well', 'Vancouver, BC', {}, 'baja california'],
    ['means no region of another country than the one named', 'Bonn in Germany', {}, 'germany'],
    ['that is a word, too, is a region’s all the same', 'Gary, IN', {}, 'indiana'],
  ])('%s: %s', (_, text, evidence, region) => {
    expect(read(text, { ...PLACE_ASKED, ...evidence })?.split(' < ')[1]).toBe(region);
  });

  it('of a country is used if no region has it', () => {
    expect(read('Split, HR', PLACE_ASKED)).toBe('split < croatia < croatia');
  });
});

describe('where no place is expected', () => {
  it.each([
    ...rows(`
    oregon usa = oregon <  < usa ; portland or us = portland < oregon < usa
    St Helier, Jersey = st helier < jersey < jersey ; Springfield OR USA = springfield < oregon < usa
  `),
    ['portland oregon', 'portland < oregon < '],
    ['Portland OR', 'portland < oregon < '],
    ['Springfield, Oregon', 'springfield < oregon < '],
    ['Springfield ,Oregon', 'springfield < oregon < '],
    ['Springfield / Oregon', 'springfield < oregon < '],
  ])('is a place: %s', (text, place) => {
    expect(read(text)).toBe(place);
  });

  it.each(
    rows(`
    springfield oregon ; , springfield oregon ; springfield oregon, ; portland or ; ally germany
    Manager, HR ; Springfield, OR ; springfield ORE oregon ; OR springfield oregon ; springfield xOR oregon
  `),
  )('is no place, except where one is expected: %s', (text) => {
    expect(read(text)).toBeNull();
    expect(read(text, PLACE_ASKED)).not.toBeNull();
  });

  it('the typed form is not used if it is unknown', () => {
    expect(read('Springfield, Oregon', { text: null })).toBeNull();
    expect(read('Portland, Oregon', { text: null })).toBe('portland < oregon < ');
  });
});

describe('the country that ends a text', () => {
  it.each([
    ['Portland, USA', 'usa'],
    ['made in Germany', 'germany'],
    ['Split, HR', 'croatia'],
    ['New Mexico', undefined],
    ['Albuquerque, New Mexico', undefined],
    ['Dover, DE', undefined],
    ['Germany', undefined],
    ['Portland', undefined],
  ])('%s: %s', (text, country) => {
    const found = countryOf(textKey(text).split(' '), KNOWLEDGE);
    expect(found ? nameOf(found.id) : undefined).toBe(country);
  });
});
