import { describe, expect, it, onTestFinished } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import {
  type Disturbance,
  type InspectionRequest,
  type Report,
  reportSchema,
  type StateJson,
  UNDISTURBED,
} from 'chart-inspector/protocol';
import { typesOf } from '#machines/kit/types.ts';
import { releaseWindowMachine } from '#machines/answering/release-window.ts';
import { createAgent } from '#src/inspector/agent/agent.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const START = Date.parse('2026-03-02T10:00:00.000Z');
const OPEN = {
  type: 'window.released',
  window: { released: true, timed: false, closesAt: null },
} as const;

/** An agent with a running actor, and what it tells those on a way and whoever is in the window. */
function arrange() {
  const clock = createFakeClock(START);
  let path = '/my-answer';
  const agent = createAgent({
    id: 'w1',
    device: 'Chrome on Android, 412 x 915',
    path: () => path,
    random: () => 0.5,
    wall: clock.now,
    running: () => clock.now() - START,
    timers: {
      setTimeout: clock.setTimeout,
      clearTimeout: (id) => id !== undefined && clock.clearTimeout(id),
    },
    fetch: () => Promise.reject(new TypeError('no network')),
    openLine: () => ({ command: () => {}, close: () => {} }),
    assign,
  });
  const { effects } = agent;
  const here: Report[] = [];
  const there: [string | null, Report][] = [];
  effects.inHouse.subscribe((report) => here.push(reportSchema.parse(report)));
  agent.connect((report, way) => there.push([way, reportSchema.parse(report)]));
  const actor = createActor(releaseWindowMachine, {
    clock: effects.timers,
    inspect: effects.inspect,
    input: { now: effects.wall },
  }).start();
  onTestFinished(() => void actor.stop());
  const ask = (request: InspectionRequest) => effects.inHouse.send(request);
  return {
    clock,
    agent,
    actor,
    ask,
    here,
    there,
    go: (to: string) => {
      path = to;
    },
  };
}

const present = (path: string) => ({
  type: 'window.present',
  window: {
    id: 'w1',
    kind: 'page',
    path,
    device: 'Chrome on Android, 412 x 915',
    openedAt: START,
    disturbance: UNDISTURBED,
  },
});

describe('an inspected window', () => {
  it('says that it is there, with where it is, when it is asked to', () => {
    const { ask, here, there, agent, go } = arrange();
    ask({ type: 'windows.call' });
    expect(here).toEqual([present('/my-answer')]);
    go('/leaderboard');
    agent.subscribe({ type: 'windows.call' }, 'server');
    expect(there).toEqual([['server', present('/leaderboard')]]);
    agent.present();
    expect(there.at(-1)).toEqual([null, present('/leaderboard')]);
    agent.leave();
    expect(there.at(-1)).toEqual([null, { type: 'window.gone', window: 'w1' }]);
  });

  it('tells nobody anything who does not watch, and once watched what is and what happens', () => {
    const { ask, here, there, actor, clock, agent } = arrange();
    actor.send(OPEN);
    clock.advance(1_000);
    expect([here, there]).toEqual([[], []]);
    ask({ type: 'window.watch', window: 'w1' });
    expect(here).toMatchObject([
      {
        type: 'window.state',
        records: [{ kind: 'started', chart: 'releaseWindow', now: { state: { open: 'untimed' } } }],
      },
    ]);
    actor.send({ type: 'window.revoked' });
    actor.send(OPEN);
    expect(here).toHaveLength(1);
    clock.advance(100);
    expect(here.slice(1)).toMatchObject([
      {
        type: 'window.records',
        dropped: 0,
        records: [
          { kind: 'moved', event: { type: 'window.revoked' }, now: { state: 'withheld' } },
          { kind: 'moved', event: { type: 'window.released' }, before: 'withheld' },
        ],
      },
    ]);
    // Two inspectors on one way: as long as one of them watches.
    agent.subscribe({ type: 'window.watch', window: 'w1' }, 'local');
    agent.subscribe({ type: 'window.watch', window: 'w1' }, 'local');
    agent.subscribe({ type: 'window.leave', window: 'w1' }, 'local');
    ask({ type: 'window.leave', window: 'w1' });
    const [heardHere, heardThere] = [here.length, there.length];
    actor.send({ type: 'window.revoked' });
    clock.advance(100);
    expect([here.length, there.length]).toEqual([heardHere, heardThere + 1]);
    agent.subscribe({ type: 'window.leave', window: 'w1' }, 'local');
    actor.send(OPEN);
    clock.advance(1_000);
    expect(there).toHaveLength(heardThere + 1);
  });

  it('does nothing with what is for another window', () => {
    const { ask, here, clock } = arrange();
    ask({ type: 'window.watch', window: 'w2' });
    ask({ type: 'time.jump', window: 'w2', ms: 1_000 });
    clock.advance(100);
    expect(here).toEqual([]);
  });

  it('passes events to actors that take them, and says why it does not', () => {
    const { ask, here, actor } = arrange();
    const send = (event: { type: string }, id = actor.sessionId) =>
      ask({ type: 'event.send', window: 'w1', actor: id, event });
    send(OPEN);
    expect(actor.getSnapshot().matches('open')).toBe(true);
    expect(here).toEqual([]);
    send({ type: 'window.shout' });
    send({ type: 'xstate.stop' });
    send({ type: 'window.revoked' }, 'x:nobody');
    expect(here.map((report) => (report.type === 'window.refused' ? report.message : ''))).toEqual([
      'releaseWindow does nothing with window.shout as it is now.',
      'xstate.stop is for XState alone to send.',
      'This actor is gone: it has ended or was stopped.',
    ]);
    expect(actor.getSnapshot().matches('open')).toBe(true);
  });

  it('is disturbed as it is told, and tells everybody', () => {
    const { ask, here, there, agent } = arrange();
    const disturbance = { ...UNDISTURBED, skewMs: 30_000 };
    ask({ type: 'disturb', window: 'w1', disturbance });
    expect(agent.effects.wall()).toBe(START + 30_000);
    expect(here).toMatchObject([{ type: 'window.present', window: { disturbance } }]);
    expect(there).toMatchObject([[null, { type: 'window.present', window: { disturbance } }]]);
    ask({ type: 'line.drop', window: 'w1' });
    expect(here.at(-1)).toMatchObject({ message: 'This window has no line to the show now.' });
  });

  it('lets its actors meet the time that it jumps to', () => {
    const { ask, actor } = arrange();
    actor.send({
      type: 'window.released',
      window: { released: true, timed: true, closesAt: START + 60_000 },
    });
    ask({ type: 'time.jump', window: 'w1', ms: 60_000 });
    expect(actor.getSnapshot().value).toBe('lapsed');
  });

  it('lets an actor go on from an edited snapshot: what it waited for ends, what it waits for then begins', () => {
    const { ask, actor, here, clock } = arrange();
    const closesAt = START + 60_000;
    const to = (state: StateJson, context: unknown) =>
      ask({ type: 'snapshot.restore', window: 'w1', actor: actor.sessionId, state, context });
    const timed = { now: { function: 'now' }, window: { released: true, timed: true, closesAt } };
    to({ open: 'timed' }, timed);
    const { value, context } = actor.getSnapshot();
    expect([value, context.window.closesAt, context.now()]).toEqual([
      { open: 'timed' },
      closesAt,
      START,
    ]);
    // Its own timer runs, and nothing of the one before is left.
    clock.advance(60_000);
    expect(actor.getSnapshot().value).toBe('lapsed');
    to({ open: 'timed' }, { ...timed, window: { ...timed.window, closesAt: START + 90_000 } });
    to('withheld', { ...timed, window: { released: false, timed: false, closesAt: null } });
    clock.advance(90_000);
    expect(actor.getSnapshot().value).toBe('withheld');
    expect(here).toEqual([]);
    to({ open: 'never' }, timed);
    to('withheld', 'a word');
    ask({ type: 'snapshot.restore', window: 'w1', actor: 'x:nobody', state: 'open', context: {} });
    expect(here.map((report) => (report.type === 'window.refused' ? report.message : ''))).toEqual([
      'releaseWindow has no state {"open":"never"}.',
      'A context is an object: { … }.',
      'This actor is gone: it has ended or was stopped.',
    ]);
    expect(actor.getSnapshot().value).toBe('withheld');
  });

  it('pauses when a transition is taken, and goes on when it is told to or nobody watches', () => {
    const { ask, actor, here, clock } = arrange();
    const pauseAt = { source: 'releaseWindow', event: 'window.released' };
    const disturb = (more: Partial<Disturbance>) =>
      ask({ type: 'disturb', window: 'w1', disturbance: { ...UNDISTURBED, pauseAt, ...more } });
    const isPaused = () =>
      here.findLast((report) => report.type === 'window.present')?.window.disturbance.isPaused;
    const release = () =>
      actor.send({
        type: 'window.released',
        window: { released: true, timed: true, closesAt: clock.now() + 1_000 },
      });
    ask({ type: 'window.watch', window: 'w1' });
    disturb({});
    actor.send({ type: 'window.revoked' });
    expect(isPaused()).toBe(false);
    release();
    expect(isPaused()).toBe(true);
    clock.advance(5_000);
    expect(actor.getSnapshot().value).toEqual({ open: 'timed' });
    // What happened before it is told all the same.
    expect(here.at(-1)).toMatchObject({ type: 'window.records' });
    disturb({ isPaused: false });
    expect(actor.getSnapshot().value).toBe('lapsed');
    release();
    clock.advance(5_000);
    expect([isPaused(), actor.getSnapshot().value]).toEqual([true, { open: 'timed' }]);
    ask({ type: 'window.leave', window: 'w1' });
    expect([isPaused(), actor.getSnapshot().value]).toEqual([false, 'lapsed']);
  });

  it('stamps records by the clock that it is to follow', () => {
    const { ask, actor, agent, here, clock } = arrange();
    ask({ type: 'window.watch', window: 'w1' });
    agent.follow(() => 7);
    actor.send(OPEN);
    clock.advance(100);
    expect(here.at(-1)).toMatchObject({ records: [{ kind: 'moved', at: 7 }] });
  });

  it('leaves out what is too much at once, says so, and tells how all is a little later', () => {
    const { ask, actor, here, clock } = arrange();
    ask({ type: 'window.watch', window: 'w1' });
    for (let time = 0; time < 600; time += 1) {
      actor.send(OPEN);
      actor.send({ type: 'window.revoked' });
    }
    clock.advance(100);
    const reports = here.slice(1);
    const told = reports.flatMap((report) =>
      report.type === 'window.records' ? report.records : [],
    );
    expect(reports[0]).toMatchObject({ type: 'window.records', dropped: 1_200 - told.length });
    expect(reports.length).toBeLessThanOrEqual(4);
    clock.advance(1_000);
    expect(here.slice(1 + reports.length)).toMatchObject([
      { type: 'window.state', records: [{ kind: 'started', now: { state: 'withheld' } }] },
    ]);
  });

  it('says much in several reports, each small enough, and what is too large without its context', () => {
    const { ask, agent, here } = arrange();
    const large = setup({
      types: typesOf<{
        input: { size: number };
        context: { words: string[] };
        events: { type: 'never' };
      }>(),
      actions: { never: assign({}) },
    }).createMachine({
      id: 'large',
      context: ({ input }) => ({
        words: Array.from({ length: input.size }, () => 'ä'.repeat(500)),
      }),
      on: { never: { actions: 'never' } },
    });
    for (const size of [60, 60, 60, 400]) {
      const actor = createActor(large, { inspect: agent.effects.inspect, input: { size } }).start();
      onTestFinished(() => void actor.stop());
    }
    ask({ type: 'window.watch', window: 'w1' });
    const records = here.flatMap((report) => ('records' in report ? report.records : []));
    expect(here[0]?.type).toBe('window.state');
    expect(here.length).toBeGreaterThan(2);
    expect(records).toHaveLength(5);
    expect(records.at(-1)).toMatchObject({
      kind: 'started',
      now: { state: {}, context: '(too large to be sent)' },
    });
    for (const report of here)
      expect(new TextEncoder().encode(JSON.stringify(report)).length).toBeLessThan(100_000);
  });
});
