import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { FinalStanding } from '#machines/contract/entities.ts';
import { finalMachine, selectFinal } from '#machines/results/final.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { T0 } from '#tests/support/game.ts';

const twelfth = {
  title: 'Friday',
  points: 9,
  rank: 12,
  sharing: 1,
  winners: ['Ada'],
  winnerCount: 1,
  people: 340,
  afterMs: 6_000,
};
const eleventh = { ...twelfth, rank: 11 };

/** The chart on a clock that stands still. */
function start() {
  const clock = createFakeClock(T0);
  const actor = createActor(finalMachine, { clock }).start();
  return {
    clock,
    shown: () => selectFinal(actor.getSnapshot()),
    hear: (standing: FinalStanding | null) => actor.send({ type: 'final.standing', standing }),
  };
}

describe('the final placing of a player', () => {
  it('FI-1 is shown when the screen has shown it [R2.show-final-standing]', () => {
    const { clock, shown, hear } = start();
    hear(null);
    hear(twelfth);
    clock.advance(5_999);
    expect(shown()).toBeNull();
    clock.advance(1);
    expect(shown()).toEqual(twelfth);
  });
  it('FI-2 a correction is shown at once, and makes no player wait again', () => {
    const { clock, shown, hear } = start();
    hear(twelfth);
    clock.advance(3_000);
    hear(eleventh);
    clock.advance(3_000);
    expect(shown()).toEqual(eleventh);
    hear(twelfth);
    expect(shown()).toEqual(twelfth);
  });
  it('FI-3 ends when the screen shows another scene, even before it was shown', () => {
    const { clock, shown, hear } = start();
    hear(twelfth);
    hear(null);
    expect(clock.pending()).toBe(0);
    hear(twelfth);
    clock.advance(6_000);
    hear(null);
    expect(shown()).toBeNull();
  });
});
