import { createActor, type EventFromLogic, SimulatedClock } from 'xstate';
import { describe, expect, it } from 'vitest';
import { MAX_TIMER_MS } from '#machines/contract/limits.ts';
import {
  releaseWindowMachine,
  selectClosesAt,
  selectIsRunning,
  selectWindowState,
  windowEvent,
} from '#machines/answering/release-window.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { elapsed, fold, modelOf, pathsOf, unexampled, unwalked } from '#tests/support/graph.ts';

const NOW = 1_000_000;
const input = { now: () => NOW };

const released = (timed: boolean, closesAt: number | null) =>
  windowEvent({ released: true, timed, closesAt });
const timed = released(true, NOW + 60_000);
const planned = released(false, NOW + 3_600_000);
const delayed = {
  type: 'window.released',
  window: { released: true, timed: true, opensAt: NOW + 5_000, closesAt: NOW + 35_000 },
} as const;
const reopened = released(false, null);
const overdue = released(true, NOW);
const revoked = { type: 'window.revoked' } as const;
const corrected = { type: 'clock.corrected' } as const;
const waited = elapsed('untilClosing', 'releaseWindow.open');
const wokenEarly = elapsed('untilOpening', 'releaseWindow.scheduled');

const after = (...events: Parameters<typeof fold>[2]) => fold(releaseWindowMachine, input, events);

/** A window with its own clock, which starts at `beginsAt`, after these events. */
function watched(beginsAt = 0, ...events: EventFromLogic<typeof releaseWindowMachine>[]) {
  const clock = new SimulatedClock();
  const lapses: unknown[] = [];
  const openings: number[] = [];
  const offset = { ms: 0 };
  const chart = releaseWindowMachine.provide({
    actions: {
      announceOpening: (_args, { opensAt }) => {
        if (opensAt !== undefined) openings.push(opensAt);
      },
      announceLapse: (_args, params) => lapses.push(params),
    },
  });
  const now = () => beginsAt + clock.now() + offset.ms;
  const actor = createActor(chart, { clock, input: { now } }).start();
  for (const event of events) actor.send(event);
  return { actor, clock, lapses, openings, offset, value: () => actor.getSnapshot().value };
}

describe('every path of a window', () => {
  // The end is reached after every wait, on a clock that may have run ahead.
  const chart = releaseWindowMachine.provide({
    guards: {
      isPastClosing: ({ context: { window }, event }) =>
        window.closesAt === NOW ||
        (window.closesAt !== null && event.type.startsWith('xstate.after.')),
    },
  });
  const model = modelOf(chart, {
    input,
    events: {
      'window.released': [
        {
          type: 'window.released',
          window: { released: true, timed: true, closesAt: NOW + 60_000 },
        },
        { type: 'window.released', window: { released: true, timed: false, closesAt: null } },
        { type: 'window.released', window: { released: true, timed: true, closesAt: NOW } },
        delayed,
      ],
      'window.revoked': [revoked],
      'clock.corrected': [corrected],
    },
    at: ({ context }) => context.window.closesAt,
  });
  const paths = pathsOf(model);

  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, paths)).toEqual([]);
  });
});

describe('the state of a window after these events (decisions §4)', () => {
  it.each([
    ['never released', [], ['withheld', null, false]],
    ['with a timer', [timed], [{ open: 'timed' }, NOW + 60_000, true]],
    [
      'without a timer, before the planned end',
      [planned],
      [{ open: 'untimed' }, NOW + 3_600_000, true],
    ],
    ['without a timer, after the planned end', [reopened], [{ open: 'untimed' }, null, true]],
    ['revoked', [timed, revoked], ['withheld', null, false]],
    ['revoked after its end', [overdue, revoked], ['withheld', null, false]],
    ['seen only after its end', [overdue], ['lapsed', NOW, false]],
    ['ended and released again', [overdue, timed], [{ open: 'timed' }, NOW + 60_000, true]],
    ['a timer after none', [planned, timed], [{ open: 'timed' }, NOW + 60_000, true]],
    ['none after a timer', [timed, reopened], [{ open: 'untimed' }, null, true]],
    ['timer fired before the end', [timed, waited], [{ open: 'timed' }, NOW + 60_000, true]],
    [
      'timer fired for a window without an end',
      [reopened, waited],
      [{ open: 'untimed' }, null, true],
    ],
    [
      'clock corrected, end still to come',
      [timed, corrected],
      [{ open: 'timed' }, NOW + 60_000, true],
    ],
    ['scheduled to open', [delayed], ['scheduled', NOW + 35_000, false]],
    ['timer fired before it opens', [delayed, wokenEarly], ['scheduled', NOW + 35_000, false]],
    ['clock corrected, still scheduled', [delayed, corrected], ['scheduled', NOW + 35_000, false]],
    ['revoked before it opened', [delayed, revoked], ['withheld', null, false]],
    ['clock corrected, ended', [overdue, corrected], ['lapsed', NOW, false]],
    ['clock corrected, withheld', [timed, revoked, corrected], ['withheld', null, false]],
  ])('%s', (_title, events, expected) => {
    const snapshot = after(...events);
    const { closesAt } = snapshot.context.window;
    expect([snapshot.value, closesAt, snapshot.hasTag('answerable')]).toEqual(expected);
  });

  it('equals the window in its event', () => {
    expect(NO_WINDOW).toEqual({ released: false, timed: false, closesAt: null });
    expect(windowEvent(NO_WINDOW)).toEqual(revoked);
  });
});

describe('a window over time', () => {
  it('closes at its end and not before, and reports it once [R4.timer-outlives-end]', () => {
    const { actor, clock, lapses, value } = watched();
    actor.send(released(true, 60_000));
    clock.increment(59_999);
    expect([value(), lapses]).toEqual([{ open: 'timed' }, []]);
    clock.increment(1);
    expect([value(), lapses]).toEqual(['lapsed', [{ closesAt: 60_000 }]]);
    clock.increment(MAX_TIMER_MS);
    expect(lapses).toEqual([{ closesAt: 60_000 }]);
  });

  it('opens on schedule, not before, and reports it once; then it closes [R4.home-delay]', () => {
    const { actor, clock, openings, lapses, value } = watched();
    actor.send(windowEvent({ released: true, timed: true, opensAt: 5_000, closesAt: 35_000 }));
    clock.increment(4_999);
    expect([value(), openings]).toEqual(['scheduled', []]);
    clock.increment(1);
    expect([value(), openings]).toEqual([{ open: 'timed' }, [5_000]]);
    clock.increment(30_000);
    expect([value(), openings, lapses]).toEqual(['lapsed', [5_000], [{ closesAt: 35_000 }]]);
  });

  it('closes again if a clock that ran ahead had opened it', () => {
    const { actor, clock, offset, value } = watched();
    offset.ms = 6_000;
    actor.send(windowEvent({ released: true, timed: false, opensAt: 5_000, closesAt: null }));
    expect(value()).toEqual({ open: 'untimed' });
    offset.ms = 0;
    actor.send(corrected);
    expect(value()).toBe('scheduled');
    clock.increment(5_000);
    expect(value()).toEqual({ open: 'untimed' });
  });

  it('closes at the planned end without a timer [R4.expires-at-end]', () => {
    const { actor, clock, lapses, value } = watched();
    actor.send(released(false, 60_000));
    clock.increment(60_000);
    expect([value(), lapses]).toEqual(['lapsed', [{ closesAt: 60_000 }]]);
  });

  it('waits longer than one platform timer can', () => {
    const { actor, clock, lapses, value } = watched();
    const closesAt = 2 * MAX_TIMER_MS + 5;
    actor.send(released(false, closesAt));
    clock.increment(MAX_TIMER_MS);
    clock.increment(MAX_TIMER_MS);
    clock.increment(4);
    expect([value(), lapses]).toEqual([{ open: 'untimed' }, []]);
    clock.increment(1);
    expect([value(), lapses]).toEqual(['lapsed', [{ closesAt }]]);
  });

  it('stays open until revoked if it has no end [R4.untimed-reopened]', () => {
    const { actor, clock, lapses, value } = watched();
    actor.send(released(false, null));
    clock.increment(MAX_TIMER_MS);
    clock.increment(MAX_TIMER_MS);
    expect([value(), lapses]).toEqual([{ open: 'untimed' }, []]);
  });

  it('follows only the newest release [R4.newest-release]', () => {
    const { actor, clock, lapses, value } = watched();
    actor.send(released(true, 10_000));
    actor.send(released(true, 30_000));
    clock.increment(29_999);
    expect([value(), lapses]).toEqual([{ open: 'timed' }, []]);
    clock.increment(1);
    expect([value(), lapses]).toEqual(['lapsed', [{ closesAt: 30_000 }]]);
  });

  it('waits with one timer, without polling', () => {
    const clock = createFakeClock(0);
    let looks = 0;
    const now = () => {
      looks += 1;
      return clock.now();
    };
    const actor = createActor(releaseWindowMachine, { clock, input: { now } }).start();
    actor.send(released(true, 60_000));
    looks = 0;
    clock.advance(59_999);
    expect([looks, clock.pending()]).toEqual([0, 1]);
  });

  it('does not report its end twice when the clock is set to exactly its end', () => {
    const { actor, clock, lapses } = watched();
    actor.send(released(true, 60_000));
    clock.increment(60_000);
    actor.send(corrected);
    expect(lapses).toEqual([{ closesAt: 60_000 }]);
  });

  it('is checked again when its clock is set', () => {
    const { actor, clock, lapses, offset, value } = watched();
    actor.send(released(true, 60_000));
    offset.ms = 30_000;
    actor.send(corrected);
    clock.increment(29_999);
    expect(value()).toEqual({ open: 'timed' });
    clock.increment(1);
    expect([value(), lapses]).toEqual(['lapsed', [{ closesAt: 60_000 }]]);
  });

  it('opens again when its clock had run ahead', () => {
    const { actor, clock, offset, value } = watched();
    offset.ms = 600_000;
    actor.send(released(true, 60_000));
    expect(value()).toBe('lapsed');
    offset.ms = 0;
    actor.send(corrected);
    clock.increment(59_999);
    expect(value()).toEqual({ open: 'timed' });
    clock.increment(1);
    expect(value()).toBe('lapsed');
  });
});

describe('two windows of one question', () => {
  type Event = EventFromLogic<typeof releaseWindowMachine>;
  const withheld: Event[] = [];
  const open = [planned];
  const running = [timed];
  const ended = [overdue];
  const pair = (home: Event[], studio: Event[]) => ({
    home: watched(NOW, ...home).actor,
    studio: watched(NOW, ...studio).actor,
  });

  it.each([
    ['alone and withheld', withheld, withheld, 'withheld'],
    ['alone and open', open, withheld, 'open'],
    ['alone and running', running, withheld, 'open'],
    ['ended', ended, withheld, 'expired'],
    ['withheld beside an open one', withheld, open, 'withheld'],
    ['withheld beside a running one', withheld, running, 'locked'],
    ['open beside a running one', open, running, 'locked'],
    ['running beside a running one', running, running, 'open'],
    ['ended beside a running one', ended, running, 'expired'],
    ['open beside an ended one', open, ended, 'open'],
    ['to open, beside a running one', [delayed], running, 'scheduled'],
    ['open, beside one that is to open', open, [delayed], 'open'],
  ])('%s', (_title, own, other, expected) => {
    expect([
      selectWindowState(pair(own, other), 'home'),
      selectWindowState(pair(other, own), 'studio'),
    ]).toEqual([expected, expected]);
  });

  it('have separate ends, and a countdown only with a timer', () => {
    const seen = (own: Event[]) => {
      const window = pair(own, withheld);
      return [selectIsRunning(window, 'home'), selectClosesAt(window, 'home')];
    };
    expect([withheld, open, running, ended].map(seen)).toEqual([
      [false, null],
      [false, NOW + 3_600_000],
      [true, NOW + 60_000],
      [false, NOW],
    ]);
    expect(selectClosesAt(pair(running, open), 'studio')).toBe(NOW + 3_600_000);
  });

  it('are withheld without a question', () => {
    expect([selectWindowState(null, 'home'), selectIsRunning(null, 'home')]).toEqual([
      'withheld',
      false,
    ]);
    expect(selectClosesAt(null, 'home')).toBe(null);
  });
});
