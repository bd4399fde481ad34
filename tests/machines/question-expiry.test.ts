import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { MAX_TIMER_MS } from '#machines/contract/limits.ts';
import {
  questionExpiryMachine,
  selectIsBeforeEnd,
  selectNextAt,
  selectPhase,
} from '#machines/show/question-expiry.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { T0 } from '#tests/support/game.ts';
import { elapsed, fold, modelOf, pathsOf, unexampled, unwalked } from '#tests/support/graph.ts';

const HOUR_MS = 3_600_000;
const plan = { startsAt: T0, endsAt: T0 + HOUR_MS };
const corrected = { type: 'clock.corrected' } as const;
/** A clock that returns each of these times once, then the last one for ever. */
const reading = (...instants: number[]) => {
  let index = 0;
  return () => instants[Math.min(index++, instants.length - 1)] ?? T0;
};

describe('every path through the schedule of a question', () => {
  const models = [T0 - 1, T0, T0 + HOUR_MS].map((instant) =>
    modelOf(questionExpiryMachine, {
      input: { ...plan, now: () => instant },
      events: { 'clock.corrected': [corrected] },
    }),
  );
  it('has an example of every event', () => {
    expect(models.flatMap(unexampled)).toEqual([]);
  });
  it('walks every transition before, during or after it', () => {
    const [first = [], ...rest] = models.map((model) => unwalked(model, pathsOf(model)));
    expect(first.filter((name) => rest.every((missed) => missed.includes(name)))).toEqual([]);
  });
});

describe('the status of the schedule', () => {
  it('is planned, running or ended, by the clock', () => {
    expect(
      [T0 - 1, T0, T0 + HOUR_MS - 1, T0 + HOUR_MS].map((instant) =>
        selectPhase(fold(questionExpiryMachine, { ...plan, now: () => instant }, [])),
      ),
    ).toEqual(['planned', 'running', 'running', 'ended']);
  });
});

describe('a clock that is set back', () => {
  it('reopens a schedule that had ended', () => {
    let instant = T0 + HOUR_MS;
    const actor = createActor(questionExpiryMachine, {
      clock: createFakeClock(T0),
      input: { ...plan, now: () => instant },
    }).start();
    expect(selectPhase(actor.getSnapshot())).toBe('ended');
    instant = T0;
    actor.send(corrected);
    expect(selectPhase(actor.getSnapshot())).toBe('running');
    actor.stop();
  });
});

const at = (...instants: number[]) => ({ ...plan, now: reading(...instants) });
const seen = (snapshot: ReturnType<typeof questionExpiryMachine.getInitialSnapshot>) => [
  snapshot.value,
  selectNextAt(snapshot),
  selectIsBeforeEnd(snapshot),
];

describe('the schedule of a question', () => {
  it('EXP-1 goes from planned to running to ended at its times [R4.planned-times]', () => {
    const clock = createFakeClock(T0 - 60_000);
    const actor = createActor(questionExpiryMachine, { clock, input: { ...plan, now: clock.now } });
    actor.start();
    expect(seen(actor.getSnapshot())).toEqual(['planned', T0, true]);
    clock.advance(59_999);
    expect(actor.getSnapshot().value).toBe('planned');
    clock.advance(1);
    expect(seen(actor.getSnapshot())).toEqual(['running', T0 + HOUR_MS, true]);
    clock.advance(HOUR_MS);
    expect(seen(actor.getSnapshot())).toEqual(['ended', null, false]);
    expect(clock.pending()).toBe(0);
  });
  it('EXP-2 starts in the state that matches the clock', () => {
    expect(fold(questionExpiryMachine, at(T0), []).value).toBe('running');
    expect(fold(questionExpiryMachine, at(T0 + HOUR_MS), []).value).toBe('ended');
  });
  it('EXP-3 is checked again when the clock is corrected, also backwards', () => {
    const back = at(T0 + HOUR_MS, T0 - 1);
    expect(fold(questionExpiryMachine, back, [corrected]).value).toBe('planned');
    // The chart reads the clock twice: for the end, then for the start.
    const on = at(T0 - 1, T0 - 1, T0);
    expect(fold(questionExpiryMachine, on, [corrected]).value).toBe('running');
  });
  it('EXP-4 splits a wait longer than a timer can hold', () => {
    const clock = createFakeClock(T0 - MAX_TIMER_MS - 5_000);
    const actor = createActor(questionExpiryMachine, { clock, input: { ...plan, now: clock.now } });
    actor.start();
    clock.advance(MAX_TIMER_MS);
    expect([actor.getSnapshot().value, clock.pending()]).toEqual(['planned', 1]);
    clock.advance(5_000);
    expect(actor.getSnapshot().value).toBe('running');
    actor.stop();
    expect(clock.pending()).toBe(0);
  });
  it('EXP-4 waits again when a timer fires early', () => {
    const early = elapsed('untilStart', 'questionExpiry.planned');
    expect(fold(questionExpiryMachine, at(T0 - 5), [early]).value).toBe('planned');
  });
});
