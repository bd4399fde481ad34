import countries from 'i18n-iso-countries';
import { iso31661, iso31662 } from 'iso-3166';
import cityNames from './data/city-names.json';
import countryNames from './data/country-names.json';
import officialForms from './data/official-names.json';
import stateAbbreviations from './data/state-abbreviations.json';
import type { KnowledgeDraft } from './draft.ts';
import type { MeaningKind } from './knowledge.ts';

/** Countries whose regions are commonly named by their codes: 'ma', 'on', 'nsw'. */
const REGION_CODES = new Set(['US', 'CA', 'AU']);

/** Locales in a second script or variant of a language. */
const MORE_LOCALES = ['zh-Hant', 'sr-Latn', 'uz-Cyrl', 'az-Cyrl', 'bs-Cyrl', 'pt-PT'];

/** The sense rank of a foreign name that means something in English. */
const FOREIGN_RANK = 4;

/** Ids of countries, currencies and languages by their ISO codes. */
export interface NamedIds {
  readonly countries: ReadonlyMap<string, number>;
  readonly currencies: ReadonlyMap<string, number>;
  readonly languages: ReadonlyMap<string, number>;
}

/** Adds countries, currencies and languages with their English names and codes, and the regions of countries. */
export function addEnglishNames(draft: KnowledgeDraft): NamedIds {
  const ids: NamedIds = {
    countries: new Map(iso31661.map(({ alpha2 }) => [alpha2, draft.newId('country')])),
    currencies: idsOf(draft, 'currency', Intl.supportedValuesOf('currency')),
    languages: idsOf(draft, 'language', languageCodes()),
  };
  for (const { alpha2, alpha3, name } of iso31661) {
    const id = idOf(ids.countries, alpha2);
    const names = [
      name,
      unturned(name),
      ...namesOf('region', 'en', alpha2),
      ...isoNames('en', alpha2),
    ];
    for (const each of names) addPlaceName(draft, each, id);
    for (const code of [alpha2, alpha3]) draft.means(code, { id, isCode: true });
    draft.means(flagOf(alpha2), { id });
  }
  for (const [code, id] of ids.currencies) {
    for (const name of [...namesOf('currency', 'en', code), ...amountsOf(code)])
      draft.means(name, { id });
    draft.means(code, { id, isCode: true });
  }
  for (const [code, id] of ids.languages) {
    for (const name of namesOf('language', 'en', code)) draft.means(name, { id });
  }
  addRegions(draft, ids.countries);
  return ids;
}

/** Adds currency signs: '$' means the US dollar, and the common word 'dollar'. */
export function addCurrencySigns(draft: KnowledgeDraft, { currencies }: NamedIds): void {
  for (const [code, id] of currencies) {
    const sign = partsOf(1, code, 'symbol').join('');
    if (!/^\p{Sc}$/u.test(sign)) continue;
    draft.means(sign, { id, isCode: true });
    const [name = ''] = namesOf('currency', 'en', code);
    const common = draft.conceptOf(name.split(' ').at(-1) ?? '');
    if (common !== null) draft.means(sign, { id: common, isCode: true });
  }
}

/**
 * Adds foreign and official names of countries, currencies and languages. A name that means something in English
 * becomes a rare sense.
 */
export function addForeignNames(draft: KnowledgeDraft, ids: NamedIds): void {
  const add = (name: string, id: number): void => {
    if (!isTaken(draft, name, id))
      draft.means(name, { id, rank: isEnglish(draft, name) ? FOREIGN_RANK : 0 });
  };
  for (const [code, names] of Object.entries(countryNames))
    for (const name of names.split('; ')) add(name, idOf(ids.countries, code));
  for (const locale of locales()) {
    const names = [
      ...Array.from(ids.countries, ([code, id]) => ({
        id,
        names: namesOfCountry(locale, code),
      })),
      ...Array.from(ids.currencies, ([code, id]) => ({
        id,
        names: namesOf('currency', locale, code),
      })),
      ...Array.from(ids.languages, ([code, id]) => ({
        id,
        names: namesOf('language', locale, code),
      })),
    ];
    for (const { id, names: each } of names) {
      for (const name of each) add(name, id);
    }
  }
}

/** Adds names of large cities in their own and other languages, and former names. */
export function addCityNames(draft: KnowledgeDraft): void {
  for (const [city, names] of Object.entries(cityNames)) {
    const known = draft.meaningsOf(city).filter(({ isCode }) => !isCode);
    const id =
      (known.find(({ kind }) => kind === 'city') ?? known.find(({ kind }) => kind !== 'concept'))
        ?.id ?? draft.newId('city');
    for (const name of [city, ...names.split('; ')])
      draft.means(name, { id, rank: name !== city && isEnglish(draft, name) ? FOREIGN_RANK : 0 });
  }
}

/**
 * Adds customary abbreviations of states and provinces. An abbreviation that is also an English word ('Miss.') becomes
 * a rare sense of it.
 */
export function addStateAbbreviations(draft: KnowledgeDraft): void {
  for (const [state, shorts] of Object.entries(stateAbbreviations)) {
    const region = draft.meaningsOf(state).find(({ kind }) => kind === 'region');
    if (region === undefined) throw new Error(`${state} is no region`);
    for (const short of shorts.split(' '))
      draft.means(short, {
        id: region.id,
        rank: isEnglish(draft, short) ? FOREIGN_RANK : 0,
        isCode: true,
      });
  }
}

function namesOfCountry(locale: string, alpha2: string): string[] {
  const names = [...namesOf('region', locale, alpha2), ...isoNames(locale, alpha2)];
  // No official names for China, because two countries are called a Republic of China.
  return alpha2 === 'CN'
    ? names
    : [...names, ...names.flatMap((name) => officialNames(locale, name))];
}

function addRegions(draft: KnowledgeDraft, ids: ReadonlyMap<string, number>): void {
  const regions = new Map(iso31662.map(({ code }) => [code, draft.newId('region')]));
  for (const { code, name, parent } of iso31662) {
    const id = idOf(regions, code);
    const place = ids.get(parent) ?? regions.get(parent);
    if (place !== undefined) draft.liesIn(id, place);
    const [country = '', short = ''] = code.split('-');
    addPlaceName(draft, withoutNote(name), id);
    if (REGION_CODES.has(country)) draft.means(short, { id, isCode: true });
  }
}

/** Adds a name of a place, and its longer words as known words. */
export function addPlaceName(draft: KnowledgeDraft, name: string, id: number, rank = 0): void {
  draft.means(name, { id, rank });
  for (const [word] of name.matchAll(/\p{L}{4,}/gu)) draft.flag(word, 'word');
}

/** Puts an inverted name in its natural order: 'Islamic Republic of Iran' for 'Iran, Islamic Republic of'. */
const unturned = (name: string): string => name.replace(/^(.*), (.*)$/, '$2 $1');

/** Removes notes from a name: 'Bolzano' for 'Bolzano [Bozen]', 'Argyll' for 'Argyll*'. */
const withoutNote = (name: string): string => name.replace(/\*|\s*[[(].*$/g, '');

/** Whether another country, currency or language already has this name. */
const isTaken = (draft: KnowledgeDraft, name: string, id: number): boolean =>
  draft
    .meaningsOf(name)
    .some((meaning) => meaning.id !== id && meaning.kind === draft.kindOf(id) && !meaning.isCode);

/** Whether a name means something in English: 'chine', 'mars'. */
const isEnglish = (draft: KnowledgeDraft, name: string): boolean =>
  draft.has(name, 'word') || draft.meaningsOf(name).some(({ isCode }) => !isCode);

/** The languages in which the runtime or `i18n-iso-countries` has names. */
function locales(): string[] {
  const known = Intl.DisplayNames.supportedLocalesOf([...languageCodes(), ...MORE_LOCALES]);
  return [...new Set([...countries.getSupportedLanguages(), ...known])];
}

/** The runtime's names for a code, long and short; empty if it has none. */
function namesOf(type: 'region' | 'currency' | 'language', locale: string, code: string): string[] {
  return (['long', 'short'] as const).flatMap((style) => {
    const name = displayNames(type, locale, style).of(code);
    // Without two letters in a row it is a symbol, such as '€' or 'R$', and not a name.
    return name === undefined || !/\p{L}{2}/u.test(name) ? [] : [name];
  });
}

const cachedNames = new Map<string, Intl.DisplayNames>();

function displayNames(
  type: 'region' | 'currency' | 'language',
  locale: string,
  style: 'long' | 'short',
): Intl.DisplayNames {
  const key = `${type} ${locale} ${style}`;
  const names =
    cachedNames.get(key) ?? new Intl.DisplayNames([locale], { type, style, fallback: 'none' });
  cachedNames.set(key, names);
  return names;
}

/** All names of a country in `i18n-iso-countries`. */
function isoNames(locale: string, alpha2: string): string[] {
  return countries.getName(alpha2, locale, { select: 'all' }) ?? [];
}

/** Singular and plural of a currency: 'US dollar', 'US dollars'. */
const amountsOf = (currency: string): string[] =>
  [1, 2].flatMap((count) => partsOf(count, currency, 'name'));

/** The English name or sign of a currency, as written beside an amount. */
function partsOf(count: number, currency: string, currencyDisplay: 'name' | 'symbol'): string[] {
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
  return amount
    .formatToParts(count)
    .flatMap(({ type, value }) => (type === 'currency' ? [value] : []));
}

/** The two-letter codes of all languages that the runtime knows. */
function languageCodes(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(97 + index));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => displayNames('language', 'en', 'long').of(code) !== undefined);
}

/** The flag emoji of a country: its code in regional indicator letters. */
const flagOf = (alpha2: string): string =>
  alpha2.replace(/[A-Z]/g, (letter) =>
    String.fromCodePoint(0x1f1a5 + (letter.codePointAt(0) ?? 0)),
  );

const idsOf = (
  draft: KnowledgeDraft,
  kind: MeaningKind,
  codes: readonly string[],
): ReadonlyMap<string, number> => new Map(codes.map((code) => [code, draft.newId(kind)]));

function idOf(ids: ReadonlyMap<string, number>, code: string): number {
  const id = ids.get(code);
  if (id === undefined) throw new Error(`${code} has no id`);
  return id;
}

const OFFICIAL_FORMS = new Map(Object.entries(officialForms));

/** Possible official names of a country with this short name: 'Republic of Korea', 'Республика Беларусь'. */
const officialNames = (locale: string, name: string): string[] =>
  (OFFICIAL_FORMS.get(locale)?.split('; ') ?? []).map((form) => form.replace('~', name));
