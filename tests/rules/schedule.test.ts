import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUDIENCES, type ReleaseWindow, type ReleaseWindows } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS } from '#machines/contract/limits.ts';
import { otherAudience } from '#machines/contract/audience.ts';
import {
  type DatedWindows,
  isVisible,
  lockedMessageAudience,
  mayAnswer,
  nextChange,
  NO_WINDOW,
  openedAt,
  openTo,
  openWindow,
  timerOf,
  windowState,
  withoutDelay,
} from '#machines/answering/rules/schedule.ts';

const untimed: ReleaseWindow = { released: true, timed: false, closesAt: null };
const untilEnd = (closesAt: number): ReleaseWindow => ({ released: true, timed: false, closesAt });
const timed = (closesAt: number): ReleaseWindow => ({ released: true, timed: true, closesAt });

const statesAt = (windows: ReleaseWindows, now: number) =>
  AUDIENCES.map((audience) => windowState(windows, audience, now));

describe('openWindow [R4.release-reopens R4.timer-outlives-end R4.untimed-reopened]', () => {
  const minute = { minutes: 1, seconds: 30 };

  it.each([
    ['timed, before the end', { now: 1_000, endTime: 9_000, timer: minute }, timed(91_000)],
    ['timed, after the end', { now: 10_000, endTime: 9_000, timer: minute }, timed(100_000)],
    ['untimed, before the end', { now: 8_999, endTime: 9_000, timer: null }, untilEnd(9_000)],
    ['untimed, at the end', { now: 9_000, endTime: 9_000, timer: null }, untimed],
    ['untimed, after the end', { now: 9_001, endTime: 9_000, timer: null }, untimed],
  ])('%s', (_, release, window) => {
    expect(openWindow(release)).toEqual(window);
  });

  it('opens later by a delay, with its end, unless its audience can answer already [R4.home-delay]', () => {
    const late = { now: 1_000, endTime: 9_000, timer: minute, delayMs: 5_000 };
    const scheduled = { ...timed(96_000), opensAt: 6_000 };
    expect(openWindow(late)).toEqual(scheduled);
    expect(openWindow({ ...late, timer: null })).toEqual({ ...untilEnd(14_000), opensAt: 6_000 });
    expect(openWindow({ ...late, now: 9_000, timer: null })).toEqual({
      ...untimed,
      opensAt: 14_000,
    });
    expect(openWindow({ ...late, before: timed(1_001) })).toEqual(timed(96_000));
    expect(openWindow({ ...late, before: timed(1_000) })).toEqual(scheduled);
    expect(openWindow({ ...late, now: 2_000, before: scheduled }).opensAt).toBe(7_000);
  });
});

describe('a scheduled window [R4.home-delay]', () => {
  const windows = { studio: timed(5_000), home: { ...timed(9_000), opensAt: 4_000 } };
  it.each([
    [3_999, 'scheduled', false, { ok: false, reason: 'withheld' }],
    [4_000, 'open', true, { ok: true }],
    [9_000, 'expired', true, { ok: true }],
    [9_251, 'expired', true, { ok: false, reason: 'expired', lateMs: 251 }],
  ])('at %s', (now, state, isSeen, admission) => {
    expect([
      windowState(windows, 'home', now),
      isVisible(windows, 'home', now),
      mayAnswer(windows, 'home', now),
    ]).toEqual([state, isSeen, admission]);
  });

  it('locks no other audience before it opens', () => {
    const both = { ...windows, studio: untilEnd(20_000) };
    expect([3_999, 4_000, 9_000].map((now) => windowState(both, 'studio', now))).toEqual([
      'open',
      'locked',
      'open',
    ]);
  });

  it('is over only after it was open, and changes twice', () => {
    expect([3_000, 8_999, 9_000].map((now) => openTo(windows, now))).toEqual([
      ['studio', 'home'],
      ['home'],
      [],
    ]);
    expect([3_000, 4_000, 5_000, 9_000].map((now) => nextChange(windows, now))).toEqual([
      4_000,
      5_000,
      9_000,
      null,
    ]);
  });

  it("is shown on the stage screen with the studio's time", () => {
    expect(withoutDelay(windows, 4_000)).toEqual({ studio: timed(5_000), home: timed(5_000) });
    expect(withoutDelay({ studio: NO_WINDOW, home: untimed }, 4_000).home).toEqual(untimed);
  });
});

describe('a window that was never opened', () => {
  it('is withheld, without an end', () => {
    expect(NO_WINDOW).toEqual({ released: false, timed: false, closesAt: null });
  });
});

describe('timerOf', () => {
  it('is the chosen duration with the end of the window', () => {
    expect(timerOf(timed(91_000), { minutes: 1, seconds: 30 })).toEqual({
      durationMinutes: 1,
      durationSeconds: 30,
      endTime: 91_000,
    });
  });

  it('is null for windows without a countdown', () => {
    const choice = { minutes: 1, seconds: 0 };
    expect([NO_WINDOW, untimed, untilEnd(9)].map((window) => timerOf(window, choice))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('windowState [R4.expires-at-end R4.both-timers]', () => {
  it.each<[string, ReleaseWindows, number, string[]]>([
    ['never released', { studio: NO_WINDOW, home: NO_WINDOW }, 5, ['withheld', 'withheld']],
    ['one released', { studio: untimed, home: NO_WINDOW }, 5, ['open', 'withheld']],
    ['until the end time', { studio: untilEnd(10), home: untimed }, 9, ['open', 'open']],
    ['at the end time', { studio: untilEnd(10), home: untimed }, 10, ['expired', 'open']],
    ['a timer locks the untimed', { studio: timed(10), home: untimed }, 9, ['open', 'locked']],
    ['a timer locks the unreleased', { studio: NO_WINDOW, home: timed(10) }, 9, ['locked', 'open']],
    ['a timer lets the lapsed be', { studio: timed(10), home: timed(5) }, 5, ['open', 'expired']],
    ['a timer ends', { studio: timed(10), home: untimed }, 10, ['expired', 'open']],
    [
      'a timer ends for the unreleased',
      { studio: timed(10), home: NO_WINDOW },
      10,
      ['expired', 'withheld'],
    ],
    ['two timers run', { studio: timed(10), home: timed(20) }, 9, ['open', 'open']],
    ['the longer of two timers', { studio: timed(10), home: timed(20) }, 10, ['expired', 'open']],
    [
      'a revoked timer locks no audience',
      { studio: { ...timed(10), released: false }, home: untimed },
      5,
      ['withheld', 'open'],
    ],
  ])('%s', (_, windows, now, states) => {
    expect(statesAt(windows, now)).toEqual(states);
  });
});

describe('lockedMessageAudience', () => {
  it('names the audience with the running timer to the other one', () => {
    const windows = { studio: timed(10), home: untimed };
    expect(AUDIENCES.map((audience) => lockedMessageAudience(windows, audience, 9))).toEqual([
      null,
      'studio',
    ]);
    expect(lockedMessageAudience(windows, 'home', 10)).toBe(null);
  });
});

const ok = { ok: true };
const late = (lateMs: number) => ({ ok: false, reason: 'expired', lateMs });

describe('mayAnswer', () => {
  it.each<[string, DatedWindows, number, object]>([
    ['open', { studio: timed(1_000), home: NO_WINDOW }, 999, ok],
    ['the very closing', { studio: timed(1_000), home: NO_WINDOW }, 1_000, ok],
    ['the last instant of the grace', { studio: timed(1_000), home: NO_WINDOW }, 1_250, ok],
    ['just after the grace', { studio: timed(1_000), home: NO_WINDOW }, 1_251, late(251)],
    [
      'in the grace while the other timer runs',
      { studio: timed(1_000), home: timed(9_000) },
      1_250,
      ok,
    ],
    [
      'after it while the other timer runs',
      { studio: timed(1_000), home: timed(9_000) },
      1_251,
      late(251),
    ],
    ['in the grace of the end time', { studio: untilEnd(1_000), home: untimed }, 1_100, ok],
    [
      'locked to the end time: no grace',
      { studio: untilEnd(1_000), home: timed(9_000) },
      1_001,
      late(1),
    ],
    ['withheld', { studio: NO_WINDOW, home: untimed }, 5, { ok: false, reason: 'withheld' }],
    [
      'revoked: no grace',
      { studio: { ...timed(1_000), released: false }, home: NO_WINDOW },
      1_001,
      { ok: false, reason: 'withheld' },
    ],
    ['locked', { studio: untimed, home: timed(1_000) }, 999, { ok: false, reason: 'locked' }],
    ['the other timer has just ended', { studio: untimed, home: timed(1_000) }, 1_000, ok],
    [
      'before it was open: no grace',
      { studio: { ...timed(1_000), openedAt: 500 }, home: NO_WINDOW },
      499,
      { ok: false, reason: 'withheld' },
    ],
    ['as it opened', { studio: { ...timed(1_000), openedAt: 500 }, home: NO_WINDOW }, 500, ok],
    [
      'before the other timer began',
      { studio: untimed, home: { ...timed(1_000), openedAt: 500 } },
      499,
      ok,
    ],
  ])('%s', (_, windows, receivedAt, admission) => {
    expect(mayAnswer(windows, 'studio', receivedAt)).toEqual(admission);
  });
});

/** Releases as the table of decisions §4 describes them, computed independently of the rule. */
const released = fc
  .record({
    at: fc.nat(40),
    endTime: fc.nat(80),
    seconds: fc.option(fc.integer({ min: 1, max: 40 })),
    revokedAt: fc.option(fc.integer({ min: 0, max: 80 })),
  })
  .map((release) => ({
    ...release,
    window: openWindow({
      now: release.at * 1_000,
      endTime: release.endTime * 1_000,
      timer: release.seconds === null ? null : { minutes: 0, seconds: release.seconds },
    }),
  }));
type Release = typeof released extends fc.Arbitrary<infer T> ? T : never;

const runsAt = (release: Release | null, second: number) =>
  release !== null && release.seconds !== null && second < release.at + release.seconds;

function tableState(own: Release | null, other: Release | null, second: number): string {
  if (own !== null && own.seconds !== null) return runsAt(own, second) ? 'open' : 'expired';
  if (own !== null && own.at < own.endTime && second >= own.endTime) return 'expired';
  if (runsAt(other, second)) return 'locked';
  return own === null ? 'withheld' : 'open';
}

/** A release or revoke, a number of ms after the one before. */
const acts = fc.array(
  fc.record({
    audience: fc.constantFrom(...AUDIENCES),
    afterMs: fc.integer({ min: 1, max: 4_000 }),
    timer: fc.option(fc.integer({ min: 1, max: 4 }).map((seconds) => ({ minutes: 0, seconds }))),
    isRevoke: fc.boolean(),
    delayMs: fc.constantFrom(0, 1_500),
  }),
  { minLength: 1, maxLength: 8 },
);
type Act = (typeof acts extends fc.Arbitrary<infer T> ? T : never)[number];
type Epoch = ReturnType<typeof epochsOf>[number];
const NEVER = { ...NO_WINDOW, openedAt: 0 };

/** The windows after each act, with its time; the planned end is 10 s after the first. */
function epochsOf(done: (Omit<Act, 'delayMs'> & { readonly delayMs?: number })[]) {
  let windows = { studio: NEVER, home: NEVER };
  let now = 0;
  return done.map(({ audience, afterMs, timer, isRevoke, delayMs = 0 }) => {
    now += afterMs;
    const before = windows[audience];
    const window = isRevoke
      ? NO_WINDOW
      : openWindow({ now, endTime: 10_000, timer, delayMs, before });
    const opened = openedAt(windows, { ...windows, [audience]: window }, { audience, now });
    const next = { ...windows, [audience]: window };
    windows = {
      studio: { ...next.studio, openedAt: opened.studio },
      home: { ...next.home, openedAt: opened.home },
    };
    return { now, windows };
  });
}

describe('openedAt [R4.answer-before-release]', () => {
  it('never lets an answer count that was received while closed, whatever happened since', () => {
    fc.assert(
      fc.property(acts, fc.nat(20_000), fc.constantFrom(...AUDIENCES), (done, sentMs, audience) => {
        const epochs = epochsOf(done);
        const last = epochs.at(-1);
        const then = epochs.findLast(({ now }) => now <= sentMs);
        const wasOpen = then !== undefined && mayAnswer(then.windows, audience, sentMs).ok;
        const counts = last !== undefined && mayAnswer(last.windows, audience, sentMs).ok;
        expect(counts && !wasOpen).toBe(false);
        // Without a later act, an answer counts exactly if the window was open.
        expect(then === last ? counts : wasOpen).toBe(wasOpen);
      }),
      { numRuns: 2_000 },
    );
  });

  it('remembers a lock before the planned end when the other audience is released again after it', () => {
    const epochs = epochsOf([
      { audience: 'studio', afterMs: 637, timer: null, isRevoke: false },
      { audience: 'home', afterMs: 5_364, timer: { minutes: 0, seconds: 1 }, isRevoke: false },
      { audience: 'home', afterMs: 3_999, timer: null, isRevoke: false },
    ]);
    const windows = epochs.at(-1)?.windows ?? { studio: NEVER, home: NEVER };
    expect([6_500, 9_999].map((at) => mayAnswer(windows, 'studio', at).ok)).toEqual([false, true]);
  });

  it('ends with the window, even if a lock would have lasted longer', () => {
    const epochs = epochsOf([
      { audience: 'home', afterMs: 100, timer: null, isRevoke: false },
      { audience: 'studio', afterMs: 5_000, timer: { minutes: 0, seconds: 30 }, isRevoke: false },
      { audience: 'studio', afterMs: 6_000, timer: null, isRevoke: false },
    ]);
    const windows = epochs.at(-1)?.windows ?? { studio: NEVER, home: NEVER };
    expect(windowState(windows, 'home', 11_100)).toBe('expired');
    expect(mayAnswer(windows, 'home', 10_050)).toMatchObject({ ok: false });
  });

  it('accepts answers that were in flight when a release replaced an open window', () => {
    fc.assert(
      fc.property(acts, fc.constantFrom(...AUDIENCES), (done, audience) => {
        const epochs = epochsOf(done);
        const [before, last] = [epochs.at(-2), epochs.at(-1)];
        fc.pre(before !== undefined && last !== undefined && done.at(-1)?.audience === audience);
        const isOpen = ({ windows }: Epoch) => windowState(windows, audience, last.now) === 'open';
        fc.pre(isOpen(before) && isOpen(last) && last.now > before.now + 1);
        expect(mayAnswer(last.windows, audience, last.now - 1)).toEqual(ok);
      }),
      { numRuns: 1_000 },
    );
  });
});

const current = (release: Release | null, second: number) =>
  release === null || (release.revokedAt !== null && release.revokedAt <= second) ? null : release;

const histories = fc.record({
  studio: fc.option(released),
  home: fc.option(released),
  second: fc.integer({ min: 40, max: 120 }),
});

describe('the rule of windows', () => {
  it('follows the table of decisions §4 for any history [R4.one-rule]', () => {
    fc.assert(
      fc.property(histories, ({ studio, home, second }) => {
        const now = { studio: current(studio, second), home: current(home, second) };
        const windows = {
          studio: now.studio?.window ?? NO_WINDOW,
          home: now.home?.window ?? NO_WINDOW,
        };
        for (const audience of AUDIENCES) {
          const state = tableState(now[audience], now[otherAudience(audience)], second);
          expect(windowState(windows, audience, second * 1_000)).toBe(state);
          expect(isVisible(windows, audience, second * 1_000)).toBe(state !== 'withheld');
        }
      }),
      { numRuns: 1_000 },
    );
  });

  const window = fc.oneof(
    fc.constant(NO_WINDOW),
    fc.constant(untimed),
    fc.constant({ ...timed(500), released: false }),
    fc.integer({ min: 0, max: 1_000 }).map(timed),
    fc.integer({ min: 0, max: 1_000 }).map(untilEnd),
    fc.tuple(fc.nat(400), fc.integer({ min: 500, max: 1_000 })).map(([opensAt, closesAt]) => ({
      ...timed(closesAt),
      opensAt,
    })),
  );
  const windows = fc.record({ studio: window, home: window });
  const instant = fc.integer({ min: 0, max: 1_400 });

  it('changes no more after the very end', () => {
    const both = { studio: timed(5), home: NO_WINDOW };
    expect([4, 5].map((now) => nextChange(both, now))).toEqual([5, null]);
  });

  it('changes next at nextChange, and not before', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: 0, max: 1_000 }), (both, now) => {
        const before = statesAt(both, now);
        let changesAt: number | null = null;
        for (let at = now + 1; at <= 1_001 && changesAt === null; at += 1) {
          if (statesAt(both, at).join() !== before.join()) changesAt = at;
        }
        expect(nextChange(both, now)).toBe(changesAt);
      }),
      { numRuns: 200 },
    );
  });

  it('accepts answers to windows that were open within the grace period before receipt, and no others [R4.grace]', () => {
    fc.assert(
      fc.property(windows, fc.constantFrom(...AUDIENCES), instant, (both, audience, receivedAt) => {
        const state = windowState(both, audience, receivedAt);
        const closesAt = both[audience].closesAt ?? Infinity;
        const wasOpen =
          state === 'expired' &&
          receivedAt - closesAt <= ANSWER_GRACE_MS &&
          windowState(both, audience, closesAt - 1) === 'open';
        expect(mayAnswer(both, audience, receivedAt)).toMatchObject(
          state === 'open' || wasOpen
            ? ok
            : { ok: false, reason: state === 'scheduled' ? 'withheld' : state },
        );
      }),
      { numRuns: 1_000 },
    );
  });
});
