import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createActor } from 'xstate';
import type { SocketEvent } from '#machines/connection/connection.ts';
import type { Disturbance } from 'chart-inspector/protocol';
import { releaseWindowMachine } from '#machines/answering/release-window.ts';
import { createClock } from '#src/effects/clock.ts';
import { createTicker } from '#src/effects/ticker.ts';
import { TIMERS } from '#src/effects/timers.ts';
import { createGate } from '#src/inspector/agent/disturb/gate.ts';
import { disturbLine } from '#src/inspector/agent/disturb/line.ts';
import { disturbTime } from '#src/inspector/agent/disturb/time.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const START = Date.parse('2026-03-02T10:00:00.000Z');

function arrangeTime() {
  const clock = createFakeClock(START);
  const timers = {
    setTimeout: clock.setTimeout,
    clearTimeout: (id: number | undefined) => id !== undefined && clock.clearTimeout(id),
  };
  const gate = createGate();
  const time = disturbTime({
    wall: clock.now,
    running: () => clock.now() - START,
    timers,
    gate,
  });
  return { clock, time, gate };
}

/** What happens with timers that are set, cleared and waited for, by name and instant. */
const acts = fc.array(
  fc.oneof(
    fc.record({ set: fc.nat(50) }),
    fc.record({ clear: fc.nat(9) }),
    fc.record({ wait: fc.nat(40) }),
  ),
  { maxLength: 30 },
);
function play(
  list: readonly ({ set: number } | { clear: number } | { wait: number })[],
  {
    timers,
    wait,
    now,
  }: {
    timers: Pick<ReturnType<typeof createFakeClock>, 'setTimeout' | 'clearTimeout'>;
    wait: (ms: number) => void;
    now: () => number;
  },
): string[] {
  const fired: string[] = [];
  const ids: number[] = [];
  for (const step of list)
    if ('set' in step) {
      const name = ids.length;
      ids.push(timers.setTimeout(() => fired.push(`${name} at ${now()}`), step.set));
    } else if ('clear' in step) {
      const id = ids[step.clear];
      if (id !== undefined) timers.clearTimeout(id);
    } else wait(step.wait);
  wait(100);
  return fired;
}

describe('disturbed time', () => {
  it('is real time as long as it is not', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const bare = createFakeClock(START);
        const { clock, time } = arrangeTime();
        const expected = play(list, { timers: bare, wait: bare.advance, now: bare.now });
        expect(play(list, { timers: time.timers, wait: clock.advance, now: time.wall })).toEqual(
          expected,
        );
        expect(clock.pending()).toBe(0);
      }),
    );
  });

  it('lets what falls due happen in its order when it jumps, as if it had passed', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const bare = createFakeClock(START);
        const { clock, time } = arrangeTime();
        const expected = play(list, { timers: bare, wait: bare.advance, now: bare.now });
        expect(play(list, { timers: time.timers, wait: time.jump, now: time.wall })).toEqual(
          expected,
        );
        // None of it has passed really, and nothing is left behind.
        expect([clock.now(), clock.pending()]).toEqual([START, 0]);
      }),
    );
  });

  it('comes earlier by what was jumped for what is not due yet', () => {
    const { clock, time } = arrangeTime();
    const fired = vi.fn<() => void>();
    time.timers.setTimeout(fired, 100);
    time.jump(60);
    clock.advance(39);
    expect(fired).not.toHaveBeenCalled();
    clock.advance(1);
    expect(fired).toHaveBeenCalledOnce();
    expect([time.wall(), time.running()]).toEqual([START + 100, 100]);
  });

  it('brings a timed window to its end', () => {
    const { time } = arrangeTime();
    const actor = createActor(releaseWindowMachine, {
      clock: time.timers,
      input: { now: time.wall },
    }).start();
    onTestFinished(() => void actor.stop());
    actor.send({
      type: 'window.released',
      window: { released: true, timed: true, closesAt: START + 60_000 },
    });
    time.jump(59_999);
    expect(actor.getSnapshot().matches({ open: 'timed' })).toBe(true);
    time.jump(1_000);
    expect(actor.getSnapshot().value).toBe('lapsed');
  });

  it('moves the wall alone when it is skewed, which the product sees and mends', () => {
    const { clock: real, time } = arrangeTime();
    const clock = createClock(time);
    const jumped = vi.fn<() => void>();
    clock.onJump(jumped);
    // The server's clock is right; a sample says so.
    const sample = () => {
      const instant = clock.local();
      clock.addSample({ serverTime: real.now(), sentAt: instant, receivedAt: instant });
    };
    sample();
    time.skew(90_000);
    expect([time.wall() - real.now(), time.running()]).toEqual([90_000, 0]);
    expect(clock.now()).toBe(START + 90_000);
    expect(jumped).toHaveBeenCalledOnce();
    sample();
    expect(clock.now()).toBe(START);
  });

  it('keeps timers that fall due while it is held, but for those that are cleared, and runs them in their order after', () => {
    const { clock, time, gate } = arrangeTime();
    const ran: string[] = [];
    const set = (name: string, ms: number) => time.timers.setTimeout(() => ran.push(name), ms);
    set('second', 20);
    set('first', 10);
    const cleared = set('cleared', 15);
    gate.shut(true);
    clock.advance(100);
    time.timers.clearTimeout(cleared);
    set('third', 5);
    clock.advance(100);
    expect(ran).toEqual([]);
    gate.shut(false);
    expect(ran).toEqual(['first', 'second', 'third']);
    set('fourth', 5);
    clock.advance(5);
    expect(ran.at(-1)).toBe('fourth');
  });

  it('lets the countdown of a page go on where it has jumped to', () => {
    const { clock: real, time } = arrangeTime();
    const clock = createClock(time);
    const ticker = createTicker(clock, time.timers);
    const looked: number[] = [];
    ticker.subscribe({ closesAt: START + 5_000, stepMs: 1_000 }, () =>
      looked.push(clock.now() - START),
    );
    time.jump(2_500);
    real.advance(2_500);
    expect(looked).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
  });
});

const news = (version: number): SocketEvent => ({
  type: 'realtime.questions-updated',
  payload: { version },
});

describe('a line that is disturbed', () => {
  const CALM = { lost: 0, doubled: 0, delayMs: 0 };
  /** A line whose real end the test has, over which the show says things. */
  function arrange(disturbance: Disturbance['line'] = CALM, random: () => number = () => 0.5) {
    const clock = createFakeClock(START);
    const heard: string[] = [];
    const commands: string[] = [];
    const real: { say(fact: SocketEvent): void; isClosed: boolean }[] = [];
    const gate = createGate();
    const line = disturbLine({
      timers: {
        setTimeout: clock.setTimeout,
        clearTimeout: (id) => id !== undefined && clock.clearTimeout(id),
      },
      random,
      disturbance: () => disturbance,
      gate,
      openLine: ({ emit: say }) => {
        const own = { say, isClosed: false };
        real.push(own);
        return {
          command: ({ type }) => commands.push(`${real.indexOf(own)} ${type}`),
          close: () => {
            own.isClosed = true;
          },
        };
      },
    });
    const socket = line.openLine({
      origin: 'http://show.example',
      userId: null,
      handshake: () => ({}),
      clock: createClock(),
      actors: { clock: TIMERS, inspect: () => {} },
      log: () => {},
      emit: (fact) =>
        heard.push(
          fact.type === 'realtime.questions-updated' ? `news ${fact.payload.version}` : fact.type,
        ),
    });
    return { clock, line, socket, heard, commands, real };
  }

  it('passes everything on at once while it is not', () => {
    const { real, heard, socket, commands, clock } = arrange();
    socket.command({ type: 'socket.open' });
    socket.command({ type: 'socket.sync' });
    real[0]?.say({ type: 'socket.connected' });
    real[0]?.say(news(1));
    real[0]?.say({ type: 'socket.lost', reason: 'x' });
    expect(heard).toEqual(['socket.connected', 'news 1', 'socket.lost']);
    expect(commands).toEqual(['0 socket.open', '0 socket.sync']);
    expect(clock.pending()).toBe(0);
    socket.close();
    expect(real[0]?.isClosed).toBe(true);
  });

  it('loses and doubles events by their shares, and never what the line itself says', () => {
    const chances = [0.1, 0.9, 0.4, 0.9, 0.1, 0.9];
    const { real, heard } = arrange(
      { lost: 0.3, doubled: 0.2, delayMs: 0 },
      () => chances.shift() ?? 0,
    );
    real[0]?.say(news(1));
    real[0]?.say(news(2));
    real[0]?.say(news(3));
    real[0]?.say({ type: 'socket.connected' });
    expect(heard).toEqual(['news 2', 'news 3', 'news 3', 'socket.connected']);
    const always = arrange({ lost: 0, doubled: 1, delayMs: 0 });
    always.real[0]?.say(news(1));
    expect(always.heard).toEqual(['news 1', 'news 1']);
  });

  it('delays events, and forgets those of an earlier attempt', () => {
    const { real, heard, clock, socket } = arrange({ lost: 0, doubled: 0, delayMs: 200 });
    real[0]?.say(news(1));
    clock.advance(100);
    real[0]?.say(news(2));
    clock.advance(100);
    expect(heard).toEqual(['news 1']);
    socket.command({ type: 'socket.open' });
    clock.advance(500);
    expect(heard).toEqual(['news 1']);
    real[0]?.say(news(3));
    socket.close();
    expect(clock.pending()).toBe(0);
  });

  it('can be dropped, is told lost, and is opened anew by the next command', () => {
    const { real, heard, line, socket, commands } = arrange();
    socket.command({ type: 'socket.open' });
    expect(line.drop()).toBe(true);
    expect(real[0]?.isClosed).toBe(true);
    // What the dropped one still says is old.
    real[0]?.say(news(1));
    socket.command({ type: 'socket.open' });
    real[1]?.say(news(2));
    expect(heard).toEqual(['socket.lost', 'news 2']);
    expect(commands).toEqual(['0 socket.open', '1 socket.open']);
    socket.close();
    expect(line.drop()).toBe(false);
  });
});
