import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  announcementsAt,
  clockOffset,
  clockText,
  epochMs,
  secondsLeft,
  shortClockText,
  utcDay,
} from '#machines/connection/rules/clock.ts';

describe('secondsLeft', () => {
  it('rounds up, and zero means over [R9.timer-formula]', () => {
    expect(
      [8_999, 9_000, 9_001, 9_999, 10_000, 10_001].map((now) => secondsLeft(10_000, now)),
    ).toEqual([2, 1, 1, 1, 0, 0]);
  });
});

describe('clock texts', () => {
  it('hh:mm:ss', () => {
    expect([0, 9, 61, 3_599, 3_661, 360_000].map(clockText)).toEqual([
      '00:00:00',
      '00:00:09',
      '00:01:01',
      '00:59:59',
      '01:01:01',
      '100:00:00',
    ]);
  });

  it('m:ss', () => {
    expect([0, 9, 61, 3_659].map(shortClockText)).toEqual(['0:00', '0:09', '1:01', '60:59']);
  });
});

describe('clockOffset', () => {
  it('takes the midpoint of the quickest request', () => {
    expect(
      clockOffset([
        { serverTime: 5_000, sentAt: 0, receivedAt: 900 },
        { serverTime: 6_030, sentAt: 1_000, receivedAt: 1_100 },
        { serverTime: 9_000, sentAt: 2_000, receivedAt: 2_400 },
      ]),
    ).toBe(4_980);
  });

  it('prefers the newest of equally quick requests', () => {
    expect(
      clockOffset([
        { serverTime: 100, sentAt: 0, receivedAt: 10 },
        { serverTime: 300, sentAt: 100, receivedAt: 110 },
      ]),
    ).toBe(195);
  });

  it('is zero without samples', () => {
    expect(clockOffset([])).toBe(0);
    expect(clockOffset([{ serverTime: 100, sentAt: 10, receivedAt: 9 }])).toBe(0);
  });

  it('errs by half the quickest round trip at most', () => {
    const request = fc.record({ sentAt: fc.nat(100_000), there: fc.nat(500), back: fc.nat(500) });
    const requests = fc.array(request, { minLength: 1 });
    fc.assert(
      fc.property(requests, fc.integer({ min: -1e9, max: 1e9 }), (sent, offset) => {
        const samples = sent.map(({ sentAt, there, back }) => ({
          sentAt,
          serverTime: sentAt + there + offset,
          receivedAt: sentAt + there + back,
        }));
        const quickest = Math.min(...sent.map(({ there, back }) => there + back));
        const error = Math.abs(clockOffset(samples) - offset);
        expect(error).toBeLessThanOrEqual(quickest / 2 + 0.5);
      }),
    );
  });
});

describe('announcementsAt', () => {
  it('lists the remaining announcements', () => {
    expect(announcementsAt(100_000, 40_000)).toEqual([
      { at: 70_000, secondsLeft: 30 },
      { at: 90_000, secondsLeft: 10 },
      { at: 100_000, secondsLeft: 0 },
    ]);
    expect(announcementsAt(100_000, 39_999).map(({ secondsLeft: left }) => left)).toEqual([
      60, 30, 10, 0,
    ]);
    expect(announcementsAt(100_000, 100_000)).toEqual([]);
  });
});

describe('moments', () => {
  it('belong to a UTC day', () => {
    expect(
      ['2024-02-29T23:59:59.999Z', '2024-03-01T01:00:00+02:00'].map(epochMs).map(utcDay),
    ).toEqual(['2024-02-29', '2024-02-29']);
    expect(utcDay(epochMs('2024-02-29T23:59:59.999Z') + 1)).toBe('2024-03-01');
  });
});
