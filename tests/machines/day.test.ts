import { describe, expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { dayMachine } from '#machines/results/day.ts';
import type { Days } from '#machines/contract/entities.ts';
import type { DayTurned } from '#machines/connection/realtime.ts';
import { typesOf } from '#machines/kit/types.ts';
import { UTC_DAYS } from '#machines/results/rules/day.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { elapsed, modelOf, pathsOf, sentBy, unexampled, unwalked } from '#tests/support/graph.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT = Date.parse('2026-03-02T00:00:00.000Z');
const corrected = { type: 'clock.corrected' } as const;
const changed = (days: Days) => ({ type: 'days.changed', days }) as const;

describe('every path through a day', () => {
  const model = modelOf(dayMachine, {
    input: { now: () => MIDNIGHT, days: UTC_DAYS },
    events: { 'clock.corrected': [corrected], 'days.changed': [changed(UTC_DAYS)] },
  });
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition, the day change by a clock correction', () => {
    const turn = 'day.lasting on (always) [0] -> day.lasting';
    expect(unwalked(model, pathsOf(model))).toEqual([turn]);
    const turning = modelOf(
      dayMachine.provide({
        guards: {
          isAnother: ({ context, event }) => event.type === 'clock.corrected' && context.day !== '',
        },
        actions: { turn: assign({ day: '' }) },
      }),
      {
        input: { now: () => MIDNIGHT, days: UTC_DAYS },
        events: { 'clock.corrected': [corrected], 'days.changed': [changed(UTC_DAYS)] },
      },
    );
    expect(unwalked(turning, pathsOf(turning))).not.toContain(turn);
  });
});

/** How often the day has changed, on a clock that is wrong by `wrongBy` ms. */
function openFixture(startAt: number, days: Days = UTC_DAYS) {
  const clock = createFakeClock(startAt);
  let wrongBy = 0;
  let turns = 0;
  const parent = createActor(
    setup({
      types: typesOf<{ events: DayTurned; children: { day: 'day' } }>(),
      actors: { day: dayMachine },
    }).createMachine({
      invoke: { id: 'day', src: 'day', input: { now: () => clock.now() + wrongBy, days } },
      on: { 'day.turned': { actions: () => (turns += 1) } },
    }),
    { clock },
  ).start();
  return {
    clock,
    turns: () => turns,
    /** The day change was not noticed. */
    drift: (ms: number) => {
      wrongBy = ms;
    },
    correct: (ms: number) => {
      wrongBy = ms;
      parent.getSnapshot().children.day?.send(corrected);
    },
    change: (newDays: Days) => parent.getSnapshot().children.day?.send(changed(newDays)),
    stop: () => parent.stop(),
  };
}

describe('the day', () => {
  it('DAY-1 changes at 00:00 UTC, to the millisecond [R9.daily-reset]', () => {
    const { clock, turns } = openFixture(MIDNIGHT - 5_000);
    clock.advance(4_999);
    expect(turns()).toBe(0);
    clock.advance(1);
    expect(turns()).toBe(1);
  });
  it('DAY-2 changes again each day, and leaves no timer [R9.daily-reset-live]', () => {
    const { clock, turns, stop } = openFixture(MIDNIGHT);
    clock.advance(3 * DAY_MS);
    expect([turns(), clock.pending()]).toEqual([3, 1]);
    stop();
    expect(clock.pending()).toBe(0);
  });
  it("DAY-3 follows the server's clock once it is known", () => {
    const { clock, turns, correct } = openFixture(MIDNIGHT - 3_600_000);
    correct(3_599_000);
    expect(turns()).toBe(0);
    clock.advance(1_000);
    expect(turns()).toBe(1);
    // The device was more than a day ahead: its day was wrong.
    correct(-DAY_MS * 40);
    expect(turns()).toBe(2);
    clock.advance(DAY_MS);
    expect(turns()).toBe(3);
  });
  it('DAY-1 changes at midnight of its zone, also on a day of 25 hours [R9.show-time-zone]', () => {
    const { clock, turns } = openFixture(Date.parse('2026-11-01T03:59:59.000Z'), {
      ...UTC_DAYS,
      zones: [{ from: 0, zone: 'America/New_York' }],
    });
    clock.advance(1_000);
    expect(turns()).toBe(1);
    clock.advance(25 * 3_600_000 - 1);
    expect(turns()).toBe(1);
    clock.advance(1);
    expect(turns()).toBe(2);
  });
  it('DAY-4 lasts while a show is live, and changes when the show ends past midnight [R9.evening]', () => {
    const { clock, turns, change } = openFixture(MIDNIGHT - 3_600_000);
    const evening = { from: MIDNIGHT - 3_600_000, until: MIDNIGHT + DAY_MS / 2 };
    change({ ...UTC_DAYS, livePeriods: [evening] });
    clock.advance(3_600_000 + 1_800_000);
    expect(turns()).toBe(0);
    change({ ...UTC_DAYS, livePeriods: [{ ...evening, until: clock.now() }] });
    expect(turns()).toBe(1);
    clock.advance(DAY_MS - 1_800_001);
    expect(turns()).toBe(1);
    clock.advance(1);
    expect(turns()).toBe(2);
  });
  it('DAY-3 ignores a timer that fires early, and changes on time', () => {
    const { clock, turns, drift } = openFixture(MIDNIGHT - 5_000);
    drift(-500);
    clock.advance(5_499);
    expect(turns()).toBe(0);
    clock.advance(1);
    expect(turns()).toBe(1);
    const early = elapsed('untilEnd', 'day.lasting');
    expect(sentBy(dayMachine, { now: () => MIDNIGHT, days: UTC_DAYS }, [early])).toEqual([]);
  });
});
