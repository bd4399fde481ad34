import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Days, DayZones } from '#machines/contract/entities.ts';
import { epochMs, utcDay } from '#machines/connection/rules/clock.ts';
import {
  dayAt,
  dayEnd,
  midnightAfter,
  midnightText,
  UTC_DAYS,
  withZone,
} from '#machines/results/rules/day.ts';

const HOUR = 3_600_000;
const inZone = (zone: string): DayZones => [{ from: 0, zone }];
const daysIn = (zones: DayZones): Days => ({ zones, livePeriods: [] });
const FIRST = epochMs('2020-01-01T00:00:00Z');
const LAST = epochMs('2031-01-01T00:00:00Z');
const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'America/Nuuk',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];

describe('the day of the show [R9.show-time-zone]', () => {
  it.each([
    ['UTC', '2026-03-10T23:59:59.999Z', '2026-03-10'],
    ['America/New_York', '2026-03-11T03:59:59.999Z', '2026-03-10'],
    ['America/New_York', '2026-03-11T04:00:00.000Z', '2026-03-11'],
    ['Asia/Tokyo', '2026-03-10T15:00:00.000Z', '2026-03-11'],
    ['Asia/Kolkata', '2026-03-10T18:29:59.999Z', '2026-03-10'],
  ])('in %s at %s is %s', (zone, moment, day) => {
    expect(dayAt(daysIn(inZone(zone)), epochMs(moment))).toBe(day);
  });

  it.each([
    ['America/New_York', '2026-03-08T05:00:00Z', 23],
    ['America/New_York', '2026-11-01T04:00:00Z', 25],
    ['America/New_York', '2026-07-04T04:00:00Z', 24],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', 23],
    ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
  ])('in %s from %s has %d hours', (zone, from, hours) => {
    const [days, start] = [daysIn(inZone(zone)), epochMs(from)];
    expect(dayAt(days, start - 1)).not.toBe(dayAt(days, start));
    expect((dayEnd(days, start) - start) / HOUR).toBe(hours);
  });

  it('keeps its zone once it has begun, and the next one has the new zone', () => {
    const noon = epochMs('2026-03-10T12:00:00Z');
    const zones = withZone(UTC_DAYS.zones, 'America/New_York', noon);
    expect(zones).toEqual([
      ...UTC_DAYS.zones,
      { from: epochMs('2026-03-11T00:00:00Z'), zone: 'America/New_York' },
    ]);
    expect(
      [
        '2026-03-10T23:59:59.999Z',
        '2026-03-11T00:00:00Z',
        '2026-03-12T03:59:59Z',
        '2026-03-12T04:00:00Z',
      ]
        .map(epochMs)
        .map((at) => dayAt(daysIn(zones), at)),
    ).toEqual(['2026-03-10', '2026-03-11', '2026-03-11', '2026-03-12']);
  });

  it('lets a change that has not begun be taken back, and starts with the change that was set first', () => {
    const noon = epochMs('2026-03-10T12:00:00Z');
    const planned = withZone(UTC_DAYS.zones, 'Asia/Tokyo', noon);
    expect(withZone(planned, 'UTC', noon + HOUR)).toEqual(UTC_DAYS.zones);
    expect(withZone(planned, 'Asia/Tokyo', noon + HOUR)).toEqual(planned);
    expect(withZone(planned, 'Asia/Tokyo', noon + 24 * HOUR)).toEqual(planned);
    expect(withZone([], 'Asia/Tokyo', noon)).toEqual(inZone('Asia/Tokyo'));
  });

  it('never goes back, moves no past day, and ends where the next begins, for any sequence of zones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: FIRST, max: LAST }), fc.constantFrom(...ZONES)), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.integer({ min: FIRST, max: LAST }),
        (changes, at) => {
          let zones: DayZones = [];
          for (const [now, zone] of changes.toSorted(([one], [other]) => one - other)) {
            const before = zones.length === 0 ? inZone(zone) : zones;
            zones = withZone(zones, zone, now);
            for (const past of [now, Math.min(at, now)])
              expect(dayAt(daysIn(zones), past)).toBe(dayAt(daysIn(before), past));
          }
          const days = daysIn(zones);
          const [day, end] = [dayAt(days, at), dayEnd(days, at)];
          expect(dayAt(days, end - 1)).toBe(day);
          expect(dayAt(days, end) > day).toBe(true);
          expect(dayAt(days, end)).toBe(utcDay(epochMs(day) + 24 * HOUR));
        },
      ),
    );
  });
});

describe('an evening [R9.evening]', () => {
  const [live, midnight] = [epochMs('2026-03-10T20:00:00Z'), epochMs('2026-03-11T00:00:00Z')];
  const daysUntil = (until: number): Days => ({
    ...UTC_DAYS,
    livePeriods: [{ from: live, until }],
  });

  it('keeps the day on which the show went live, until the show ends', () => {
    const days = daysUntil(midnight + HOUR);
    expect(
      [live - 1, midnight, midnight + HOUR - 1, midnight + HOUR].map((at) => dayAt(days, at)),
    ).toEqual(['2026-03-10', '2026-03-10', '2026-03-10', '2026-03-11']);
    expect(dayEnd(days, live)).toBe(midnight + HOUR);
    expect(midnightAfter(days.zones, live)).toBe(midnight);
  });
  it('that ends before midnight changes nothing', () => {
    const days = daysUntil(midnight - HOUR);
    expect([dayAt(days, midnight), dayEnd(days, live)]).toEqual(['2026-03-11', midnight]);
  });
  it('that starts after another one past midnight belongs to the new day', () => {
    const [ended, again] = [midnight + HOUR, midnight + 2 * HOUR];
    const livePeriods = [...daysUntil(ended).livePeriods, { from: again, until: again + HOUR }];
    expect(dayAt({ ...UTC_DAYS, livePeriods }, again)).toBe('2026-03-11');
  });
  it('keeps its day in a zone whose day starts at midnight', () => {
    const zones = withZone(UTC_DAYS.zones, 'America/New_York', live);
    const days = { ...daysUntil(midnight + HOUR), zones };
    expect([midnight, midnight + HOUR].map((at) => dayAt(days, at))).toEqual([
      '2026-03-10',
      '2026-03-11',
    ]);
  });
});

it.each([
  ['UTC', 'midnight UTC'],
  ['America/New_York', 'midnight in New York'],
  ['America/Argentina/Buenos_Aires', 'midnight in Buenos Aires'],
  ['Etc/GMT+5', 'midnight GMT+5'],
])('the end of a day in %s reads %s [R9.show-time-zone]', (zone, text) => {
  expect(midnightText(daysIn(inZone(zone)), 0)).toBe(text);
});
