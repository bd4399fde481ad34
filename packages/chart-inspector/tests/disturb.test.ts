import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createActor } from 'xstate';
import { orderMachine } from '../example/charts/order.ts';
import { disturbFetch } from '../src/agent/disturb/calls.ts';
import { createGate } from '../src/agent/disturb/gate.ts';
import { disturbConnection } from '../src/agent/disturb/connection.ts';
import { disturbTime } from '../src/agent/disturb/time.ts';
import type { Disturbance } from '../src/protocol.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { eventually, settled } from './support.ts';

const START = Date.parse('2026-03-02T10:00:00.000Z');

function arrangeTime() {
  const clock = createFakeClock(START);
  const gate = createGate();
  const time = disturbTime({
    wall: clock.now,
    running: () => clock.now() - START,
    timers: clock.timers,
    gate,
  });
  return { clock, time, gate };
}

/** Random acts: timers are set, cleared and fired, by name and time. */
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
    timers: FakeClock['timers'];
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
  it('is real time by default', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const bare = createFakeClock(START);
        const { clock, time } = arrangeTime();
        const expected = play(list, { timers: bare.timers, wait: bare.advance, now: bare.now });
        expect(play(list, { timers: time.timers, wait: clock.advance, now: time.wall })).toEqual(
          expected,
        );
        expect(clock.pending()).toBe(0);
      }),
    );
  });

  it('fires due timers in order when it jumps, as if the time had passed', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const bare = createFakeClock(START);
        const { clock, time } = arrangeTime();
        const expected = play(list, { timers: bare.timers, wait: bare.advance, now: bare.now });
        expect(play(list, { timers: time.timers, wait: time.jump, now: time.wall })).toEqual(
          expected,
        );
        // No real time has passed, and no timer is left.
        expect([clock.now(), clock.pending()]).toEqual([START, 0]);
      }),
    );
  });

  it('shortens pending timers by a jump', () => {
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

  it('brings an actor to the end of its delay', () => {
    const { time } = arrangeTime();
    const actor = createActor(orderMachine, {
      clock: time.timers,
      input: { now: time.wall },
    }).start();
    onTestFinished(() => void actor.stop());
    actor.send({ type: 'order.place', tea: 'green', minutes: 1 });
    time.jump(59_999);
    expect(actor.getSnapshot().value).toBe('brewing');
    time.jump(1_000);
    expect(actor.getSnapshot().value).toBe('ready');
  });

  it('changes only the wall clock when it is skewed', () => {
    const { clock, time } = arrangeTime();
    time.skew(90_000);
    expect([time.wall() - clock.now(), time.running()]).toEqual([90_000, 0]);
  });

  it('holds due timers while paused, except cleared ones, and fires them in order afterwards', () => {
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
});

interface Fact {
  readonly type: 'message' | 'connected' | 'lost';
  readonly version?: number;
}
type Command = 'open' | 'sync';
const news = (version: number): Fact => ({ type: 'message', version });

describe('a disturbed connection', () => {
  const CALM = { lost: 0, doubled: 0, delayMs: 0 };
  /** A disturbed connection over a real one that the test controls. */
  function arrange(disturbance: Disturbance['line'] = CALM, random: () => number = () => 0.5) {
    const clock = createFakeClock(START);
    const heard: string[] = [];
    const commands: string[] = [];
    const real: { say(fact: Fact): void; isClosed: boolean }[] = [];
    const line = disturbConnection<Fact, { readonly emit: (fact: Fact) => void }, Command>(
      {
        open: ({ emit }) => {
          const own = { say: emit, isClosed: false };
          real.push(own);
          return {
            command: (command) => commands.push(`${real.indexOf(own)} ${command}`),
            close: () => {
              own.isClosed = true;
            },
          };
        },
        isMessage: ({ type }) => type === 'message',
        isAttempt: (command) => command === 'open',
        lost: () => ({ type: 'lost' }),
      },
      { timers: clock.timers, random, disturbance: () => disturbance, gate: createGate() },
    );
    const socket = line.openConnection({
      emit: ({ type, version }) => heard.push(version === undefined ? type : `news ${version}`),
    });
    return { clock, line, socket, heard, commands, real };
  }

  it('forwards everything at once by default', () => {
    const { real, heard, socket, commands, clock } = arrange();
    socket.command('open');
    socket.command('sync');
    real[0]?.say({ type: 'connected' });
    real[0]?.say(news(1));
    real[0]?.say({ type: 'lost' });
    expect(heard).toEqual(['connected', 'news 1', 'lost']);
    expect(commands).toEqual(['0 open', '0 sync']);
    expect(clock.pending()).toBe(0);
    socket.close();
    expect(real[0]?.isClosed).toBe(true);
  });

  it('loses and doubles events at the given rates, but never its own status', () => {
    const chances = [0.1, 0.9, 0.4, 0.9, 0.1, 0.9];
    const { real, heard } = arrange(
      { lost: 0.3, doubled: 0.2, delayMs: 0 },
      () => chances.shift() ?? 0,
    );
    real[0]?.say(news(1));
    real[0]?.say(news(2));
    real[0]?.say(news(3));
    real[0]?.say({ type: 'connected' });
    expect(heard).toEqual(['news 2', 'news 3', 'news 3', 'connected']);
    const always = arrange({ lost: 0, doubled: 1, delayMs: 0 });
    always.real[0]?.say(news(1));
    expect(always.heard).toEqual(['news 1', 'news 1']);
  });

  it('delays events, and drops those of an earlier attempt', () => {
    const { real, heard, clock, socket } = arrange({ lost: 0, doubled: 0, delayMs: 200 });
    real[0]?.say(news(1));
    clock.advance(100);
    real[0]?.say(news(2));
    clock.advance(100);
    expect(heard).toEqual(['news 1']);
    socket.command('open');
    clock.advance(500);
    expect(heard).toEqual(['news 1']);
    real[0]?.say(news(3));
    socket.close();
    expect(clock.pending()).toBe(0);
  });

  it('can be dropped, reports the loss, and is reopened by the next command', () => {
    const { real, heard, line, socket, commands } = arrange();
    socket.command('open');
    expect(line.drop()).toBe(true);
    expect(real[0]?.isClosed).toBe(true);
    // Messages of the dropped connection are stale.
    real[0]?.say(news(1));
    socket.command('open');
    real[1]?.say(news(2));
    expect(heard).toEqual(['lost', 'news 2']);
    expect(commands).toEqual(['0 open', '1 open']);
    socket.close();
    expect(line.drop()).toBe(false);
  });
});

function arrangeCalls(disturbance: Disturbance['calls'], gate = createGate()) {
  const real = vi.fn<typeof fetch>(async (input, init) =>
    Response.json({ sent: await new Request(input, init).text() }),
  );
  const disturbed = disturbFetch({
    fetch: real,
    callAt: (_, path) => path.slice(1),
    disturbance: () => disturbance,
    gate,
  });
  const call = (signal?: AbortSignal) =>
    disturbed('http://shop.example/order', {
      method: 'POST',
      body: 'tea',
      ...(signal === undefined ? {} : { signal }),
    });
  return { call, real };
}

describe('disturbed calls', () => {
  it('pass unchanged while others are disturbed', async () => {
    const { call } = arrangeCalls({ login: 'fail' });
    expect(await (await call()).json()).toEqual({ sent: 'tea' });
  });
  it('fail as without a network', async () => {
    const { call, real } = arrangeCalls({ order: 'fail' });
    await expect(call()).rejects.toThrow(TypeError);
    expect(real).not.toHaveBeenCalled();
  });
  it('hang until they are aborted', async () => {
    const { call } = arrangeCalls({ order: 'hang' });
    const leaving = new AbortController();
    const ended = vi.fn<() => void>();
    const calling = call(leaving.signal).then(ended, ended);
    await settled();
    expect(ended).not.toHaveBeenCalled();
    leaving.abort();
    await calling;
    expect(ended).toHaveBeenCalledOnce();
  });
  it('are made, but answered when the window resumes', async () => {
    const gate = createGate();
    const { call, real } = arrangeCalls({}, gate);
    gate.shut(true);
    const answered = vi.fn<() => void>();
    const calling = call().then(answered);
    await eventually(() => expect(real).toHaveBeenCalledOnce());
    await settled();
    expect(answered).not.toHaveBeenCalled();
    gate.shut(false);
    await calling;
    expect(answered).toHaveBeenCalledOnce();
  });
});
