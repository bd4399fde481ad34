import { describe, expect, it, vi } from 'vitest';
import { createClock } from '#src/effects/clock.ts';

/** A device whose wall clock and running time are set by the test. */
function device(wall: number) {
  const times = { wall, running: 0 };
  const clock = createClock({ wall: () => times.wall, running: () => times.running });
  const pass = (ms: number) => {
    times.wall += ms;
    times.running += ms;
  };
  /** Asks a server that is `aheadMs` ahead; the round trip takes `tripMs`. */
  const ask = (aheadMs: number, tripMs: number) => {
    const sentAt = clock.local();
    const serverTime = times.wall + tripMs / 2 + aheadMs;
    pass(tripMs);
    clock.addSample({ sentAt, receivedAt: clock.local(), serverTime });
  };
  return { clock, times, pass, ask };
}

describe('the clock', () => {
  it('is the device clock until the server has sent its time', () => {
    const { clock } = device(1_000);
    expect([clock.now(), clock.local()]).toEqual([1_000, 1_000]);
  });
  it('follows the server, however wrong the device is [R4.server-clock]', () => {
    const { clock, times, ask } = device(1_000_000);
    ask(600_000, 80);
    expect(clock.now()).toBe(times.wall + 600_000);
    expect(clock.local()).toBe(times.wall);
  });
  it('uses the quickest reply', () => {
    const { clock, times, ask } = device(1_000_000);
    ask(600_000, 20);
    ask(650_000, 900);
    expect(clock.now()).toBe(times.wall + 600_000);
  });
  it('reports only corrections that matter', () => {
    const { clock, ask } = device(1_000_000);
    const corrected = vi.fn<() => void>();
    const stop = clock.onCorrection(corrected);
    ask(600_000, 80);
    ask(600_020, 70);
    expect(corrected).toHaveBeenCalledTimes(1);
    stop();
    ask(700_000, 10);
    expect(corrected).toHaveBeenCalledTimes(1);
  });
  it('notices a changed device clock or a sleep, and then uses new replies only', () => {
    const { clock, times, pass, ask } = device(1_000_000);
    const jumped = vi.fn<() => void>();
    clock.onJump(jumped);
    ask(600_000, 10);
    pass(60_000);
    clock.now();
    expect(jumped).not.toHaveBeenCalled();
    times.wall += 3_600_000;
    clock.now();
    clock.now();
    expect(jumped).toHaveBeenCalledTimes(1);
    ask(-3_000_000, 500);
    expect(clock.now()).toBe(times.wall - 3_000_000);
  });
});
