import { m } from 'messages';
import type { Days, DayZones } from '#machines/contract/entities.ts';
import { epochMs, utcDay } from '#machines/connection/rules/clock.ts';

const DAY_MS = 24 * 60 * 60_000;
/** An upper bound of the length of a day, even if the time zone changes during it. */
const LONGEST_DAY_MS = 3 * DAY_MS;
/** Longest time after midnight for which a live show keeps its day, in case a producer forgets to end the show. */
export const LONGEST_OVERRUN_MS = DAY_MS / 2;

/** UTC days without shows that run past midnight: the default until the server sends its own days. */
export const UTC_DAYS: Days = { zones: [{ from: 0, zone: 'UTC' }], livePeriods: [] };

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
 * The day by the time zones alone, without shows. A change of zone always begins a new day, even if the date in the new
 * zone is still the same.
 */
function calendarDay(zones: DayZones, instant: number): string {
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

/** The day of an instant (epoch ms), 'YYYY-MM-DD'; while a show is live, the day on which it went live. */
export function dayAt({ zones, livePeriods }: Days, instant: number): string {
  const evening = livePeriods.findLast(({ from, until }) => from <= instant && instant < until);
  return calendarDay(zones, evening?.from ?? instant);
}

/** When the day of an instant ends, both epoch ms; a day may have 23 or 25 hours. */
export function dayEnd(days: Days, instant: number): number {
  const day = dayAt(days, instant);
  let [within, after] = [instant, instant + LONGEST_DAY_MS];
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2);
    if (dayAt(days, middle) > day) after = middle;
    else within = middle;
  }
  return after;
}

/** When the calendar day of an instant ends (both epoch ms), regardless of live shows. */
export const midnightAfter = (zones: DayZones, instant: number): number =>
  dayEnd({ zones, livePeriods: [] }, instant);

/** The zones after `zone` is set at `now` (epoch ms): the day that has begun keeps its zone. */
export function withZone(zones: DayZones, zone: string, now: number): DayZones {
  const begun = zones.filter(({ from }, index) => index === 0 || from <= now);
  const last = begun.at(-1);
  if (last === undefined) return [{ from: 0, zone }];
  return last.zone === zone ? begun : [...begun, { from: midnightAfter(begun, now), zone }];
}

/** When the day ends, for a text: 'midnight UTC', 'midnight in New York'. */
export function midnightText({ zones }: Days, now: number): string {
  const zone = zones.findLast(({ from }, index) => index === 0 || from <= now)?.zone ?? 'UTC';
  const [area = '', ...places] = zone.split('/');
  const place = places.at(-1)?.replaceAll('_', ' ');
  return place === undefined || area === 'Etc'
    ? m.midnightZone({ zone: place ?? area })
    : m.midnightIn({ place });
}
