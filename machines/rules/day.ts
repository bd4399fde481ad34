import type { DayZones } from '#machines/contract/entities.ts';
import { epochMs, utcDay } from './clock.ts';

const DAY_MS = 24 * 60 * 60_000;
/** No day lasts longer, not even one in which the zone changes. */
const LONGEST_DAY_MS = 3 * DAY_MS;

/** Days of UTC: of a server that says nothing of zones. */
export const UTC_DAYS: DayZones = [{ from: 0, zone: 'UTC' }];

const calendars = new Map<string, Intl.DateTimeFormat>();
function calendarOf(zone: string): Intl.DateTimeFormat {
  const known = calendars.get(zone);
  if (known !== undefined) return known;
  const calendar = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  calendars.set(zone, calendar);
  return calendar;
}

function dateIn(zone: string, instant: number): string {
  if (zone === 'UTC') return utcDay(instant);
  const parts = calendarOf(zone).formatToParts(instant);
  const part = (wanted: Intl.DateTimeFormatPartTypes): string =>
    parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/**
 * The day of an instant (epoch ms), 'YYYY-MM-DD', by the zones that were set one after the other. The first applies to
 * all that was before, too; each other one begins a new day, also where its calendar still has the one before.
 */
export function dayAt(zones: DayZones, instant: number): string {
  let day = '';
  for (const [index, { from, zone }] of zones.entries()) {
    if (index > 0 && instant < from) break;
    const until = zones[index + 1]?.from ?? Infinity;
    const date = dateIn(zone, Math.min(instant, until - 1));
    const least = day === '' ? '' : utcDay(epochMs(day) + DAY_MS);
    day = date > least ? date : least;
  }
  return day;
}

/** When the day of an instant ends, both epoch ms; days of 23 and 25 hours are as long as they are. */
export function dayEnd(zones: DayZones, instant: number): number {
  const day = dayAt(zones, instant);
  let [within, after] = [instant, instant + LONGEST_DAY_MS];
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2);
    if (dayAt(zones, middle) > day) after = middle;
    else within = middle;
  }
  return after;
}

/** The zones once `zone` is set at `now` (epoch ms): a day that has begun keeps its own. */
export function withZone(zones: DayZones, zone: string, now: number): DayZones {
  const begun = zones.filter(({ from }, index) => index === 0 || from <= now);
  const last = begun.at(-1);
  if (last === undefined) return [{ from: 0, zone }];
  return last.zone === zone ? begun : [...begun, { from: dayEnd(begun, now), zone }];
}

/** Where the day ends, for a text: 'midnight UTC', 'midnight in New York'. */
export function midnightText(zones: DayZones, now: number): string {
  const zone = zones.findLast(({ from }, index) => index === 0 || from <= now)?.zone ?? 'UTC';
  const [area = '', ...places] = zone.split('/');
  const place = places.at(-1)?.replaceAll('_', ' ');
  return place === undefined || area === 'Etc'
    ? `midnight ${place ?? area}`
    : `midnight in ${place}`;
}
