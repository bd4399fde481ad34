import { type Brand, DEFAULT_BRAND } from '#machines/contract/brand.ts';
import type { Days } from '#machines/contract/entities.ts';
import { UTC_DAYS } from '#machines/results/rules/day.ts';

/** The content of a `meta` element; empty if it is missing. */
export const readMeta = (page: Document, name: string): string =>
  page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The brand that the server wrote into the page as JSON, or the default. */
export function readBrand(page: Document): Brand {
  const content = readMeta(page, 'brand');
  if (content === '') return DEFAULT_BRAND;
  // Not parsed by a schema: our own server wrote it, and it is needed for the first paint, before the schemas are
  // loaded.
  const brand: unknown = JSON.parse(content);
  return isBrand(brand) ? brand : DEFAULT_BRAND;
}

const isBrand = (value: unknown): value is Brand =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'slug' in value &&
  typeof value.slug === 'string' &&
  (!('logo' in value) || typeof value.logo === 'string');

/** The time zones and shows that decide the day, as the server wrote them into the page; UTC days if it wrote none. */
export function readDays(page: Document): Days {
  const content = readMeta(page, 'days');
  const days: unknown = content === '' ? null : JSON.parse(content);
  return isDays(days) ? days : UTC_DAYS;
}

const isDays = (value: unknown): value is Days =>
  typeof value === 'object' &&
  value !== null &&
  'zones' in value &&
  hasRows(value.zones, ['from', 'number'], ['zone', 'string']) &&
  value.zones.length > 0 &&
  'livePeriods' in value &&
  hasRows(value.livePeriods, ['from', 'number'], ['until', 'number']);

const hasRows = (
  value: unknown,
  ...fields: readonly (readonly [name: string, type: string])[]
): value is readonly unknown[] =>
  Array.isArray(value) &&
  value.every(
    (row: unknown) =>
      typeof row === 'object' &&
      row !== null &&
      fields.every(
        ([name, type]) => typeof Object.getOwnPropertyDescriptor(row, name)?.value === type,
      ),
  );
