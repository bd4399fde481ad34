import { describe, expect, it, onTestFinished } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import {
  type Disturbance,
  type InspectionRequest,
  type Report,
  reportSchema,
  type StateJson,
  UNDISTURBED,
} from '../src/protocol.ts';
import { orderMachine } from '../example/charts/order.ts';
import { createAgent } from '../src/agent/agent.ts';
import { SECRETS } from '../src/recorder/mask.ts';
import { createFakeClock } from './fake-clock.ts';
import { NO_LINE, typesOf } from './support.ts';

const START = Date.parse('2026-03-02T10:00:00.000Z');
const MINUTE = 60_000;
const PLACE = { type: 'order.place', tea: 'green', minutes: 1 } as const;
const CANCEL = { type: 'order.cancel' } as const;

/** An agent with a running actor, and its reports by transport and to the window itself. */
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
    timers: clock.timers,
    fetch: () => Promise.reject(new TypeError('no network')),
    callAt: () => null,
    line: NO_LINE,
    secrets: SECRETS,
    assign,
  });
  const { effects } = agent;
  const here: Report[] = [];
  const there: [string | null, Report][] = [];
  effects.localInspector.subscribe((report) => here.push(reportSchema.parse(report)));
  agent.connect((report, way) => there.push([way, reportSchema.parse(report)]));
  const actor = createActor(orderMachine, {
    clock: effects.timers,
    inspect: effects.inspect,
    input: { now: effects.wall },
  }).start();
  onTestFinished(() => void actor.stop());
  const ask = (request: InspectionRequest) => effects.localInspector.send(request);
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

const until = (readyAt: number | null) => ({ now: { function: 'now' }, readyAt });

describe('an inspected window', () => {
  it('reports its presence and location on request', () => {
    const { ask, here, there, agent, go } = arrange();
    ask({ type: 'windows.call' });
    expect(here).toEqual([present('/my-answer')]);
    go('/leaderboard');
    agent.receive({ type: 'windows.call' }, 'server');
    expect(there).toEqual([['server', present('/leaderboard')]]);
    agent.present();
    expect(there.at(-1)).toEqual([null, present('/leaderboard')]);
    agent.leave();
    expect(there.at(-1)).toEqual([null, { type: 'window.gone', window: 'w1' }]);
  });

  it('reports nothing without an inspector; to a new one, the current state and then each event', () => {
    const { ask, here, there, actor, clock, agent } = arrange();
    actor.send(PLACE);
    clock.advance(1_000);
    expect([here, there]).toEqual([[], []]);
    ask({ type: 'window.watch', window: 'w1' });
    expect(here).toMatchObject([
      {
        type: 'window.state',
        records: [{ kind: 'started', chart: 'order', now: { state: 'brewing' } }],
      },
    ]);
    actor.send(CANCEL);
    actor.send(PLACE);
    expect(here).toHaveLength(1);
    clock.advance(100);
    expect(here.slice(1)).toMatchObject([
      {
        type: 'window.records',
        dropped: 0,
        records: [
          { kind: 'moved', event: CANCEL, now: { state: 'open' } },
          { kind: 'moved', event: PLACE, before: 'open' },
        ],
      },
    ]);
    // Two inspectors use one transport: reports continue while either of them watches.
    agent.receive({ type: 'window.watch', window: 'w1' }, 'local');
    agent.receive({ type: 'window.watch', window: 'w1' }, 'local');
    agent.receive({ type: 'window.leave', window: 'w1' }, 'local');
    ask({ type: 'window.leave', window: 'w1' });
    const [heardHere, heardThere] = [here.length, there.length];
    actor.send(CANCEL);
    clock.advance(100);
    expect([here.length, there.length]).toEqual([heardHere, heardThere + 1]);
    agent.receive({ type: 'window.leave', window: 'w1' }, 'local');
    actor.send(PLACE);
    clock.advance(1_000);
    expect(there).toHaveLength(heardThere + 1);
  });

  it('ignores messages for another window', () => {
    const { ask, here, clock } = arrange();
    ask({ type: 'window.watch', window: 'w2' });
    ask({ type: 'time.jump', window: 'w2', ms: 1_000 });
    clock.advance(100);
    expect(here).toEqual([]);
  });

  it('passes events to actors that accept them, and gives the reason if it does not', () => {
    const { ask, here, actor } = arrange();
    const send = (event: { type: string }, id = actor.sessionId) =>
      ask({ type: 'event.send', window: 'w1', actor: id, event });
    send(PLACE);
    expect(actor.getSnapshot().matches('brewing')).toBe(true);
    expect(here).toEqual([]);
    send({ type: 'order.shout' });
    send({ type: 'xstate.stop' });
    send(CANCEL, 'x:nobody');
    expect(here.map((report) => (report.type === 'window.refused' ? report.message : ''))).toEqual([
      'order does nothing with order.shout as it is now.',
      'xstate.stop is for XState alone to send.',
      'This actor is gone: it has ended or was stopped.',
    ]);
    expect(actor.getSnapshot().matches('brewing')).toBe(true);
  });

  it('applies disturbances, and reports them to every inspector', () => {
    const { ask, here, there, agent } = arrange();
    const disturbance = { ...UNDISTURBED, skewMs: 30_000 };
    ask({ type: 'disturb', window: 'w1', disturbance });
    expect(agent.effects.wall()).toBe(START + 30_000);
    expect(here).toMatchObject([{ type: 'window.present', window: { disturbance } }]);
    expect(there).toMatchObject([[null, { type: 'window.present', window: { disturbance } }]]);
    ask({ type: 'line.drop', window: 'w1' });
    expect(here.at(-1)).toMatchObject({ message: 'This window has no line to the show now.' });
  });

  it("runs its actors' timers when it jumps in time", () => {
    const { ask, actor } = arrange();
    actor.send(PLACE);
    ask({ type: 'time.jump', window: 'w1', ms: MINUTE });
    expect(actor.getSnapshot().value).toBe('ready');
  });

  it('continues an actor from an edited snapshot: old waits end, new ones begin', () => {
    const { ask, actor, here, clock } = arrange();
    const to = (state: StateJson, context: unknown) =>
      ask({ type: 'snapshot.restore', window: 'w1', actor: actor.sessionId, state, context });
    to('brewing', until(START + MINUTE));
    const { value, context } = actor.getSnapshot();
    // Masked values that were not edited keep their real value.
    expect([value, context.readyAt, context.now()]).toEqual(['brewing', START + MINUTE, START]);
    clock.advance(MINUTE);
    expect(actor.getSnapshot().value).toBe('ready');
    // The timer of an exited state ends with it.
    to('brewing', until(START + 2 * MINUTE));
    to('open', until(null));
    clock.advance(2 * MINUTE);
    expect(actor.getSnapshot().value).toBe('open');
    expect(here).toEqual([]);
    to({ open: 'never' }, until(null));
    to('open', 'a word');
    ask({ type: 'snapshot.restore', window: 'w1', actor: 'x:nobody', state: 'open', context: {} });
    expect(here.map((report) => (report.type === 'window.refused' ? report.message : ''))).toEqual([
      'order has no state {"open":"never"}.',
      'A context is an object: { … }.',
      'This actor is gone: it has ended or was stopped.',
    ]);
  });

  it('pauses when a transition is taken, and resumes on request or when the last inspector leaves', () => {
    const { ask, actor, here, clock } = arrange();
    const pauseAt = { source: 'order.open', event: 'order.place' };
    const disturb = (more: Partial<Disturbance>) =>
      ask({ type: 'disturb', window: 'w1', disturbance: { ...UNDISTURBED, pauseAt, ...more } });
    const isPaused = () =>
      here.findLast((report) => report.type === 'window.present')?.window.disturbance.isPaused;
    ask({ type: 'window.watch', window: 'w1' });
    disturb({});
    actor.send(CANCEL);
    expect(isPaused()).toBe(false);
    actor.send(PLACE);
    expect(isPaused()).toBe(true);
    clock.advance(2 * MINUTE);
    expect(actor.getSnapshot().value).toBe('brewing');
    // A paused window still sends its records.
    expect(here.at(-1)).toMatchObject({ type: 'window.records' });
    disturb({ isPaused: false });
    expect(actor.getSnapshot().value).toBe('ready');
    actor.send(CANCEL);
    actor.send(PLACE);
    clock.advance(2 * MINUTE);
    expect([isPaused(), actor.getSnapshot().value]).toEqual([true, 'brewing']);
    ask({ type: 'window.leave', window: 'w1' });
    expect([isPaused(), actor.getSnapshot().value]).toEqual([false, 'ready']);
  });

  it('timestamps records by the configured clock', () => {
    const { ask, actor, agent, here, clock } = arrange();
    ask({ type: 'window.watch', window: 'w1' });
    agent.follow(() => 7);
    actor.send(PLACE);
    clock.advance(100);
    expect(here.at(-1)).toMatchObject({ records: [{ kind: 'moved', at: 7 }] });
  });

  it('drops records beyond a rate, says so, and sends the whole state a little later', () => {
    const { ask, actor, here, clock } = arrange();
    ask({ type: 'window.watch', window: 'w1' });
    for (let time = 0; time < 600; time += 1) {
      actor.send(PLACE);
      actor.send(CANCEL);
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
      { type: 'window.state', records: [{ kind: 'started', now: { state: 'open' } }] },
    ]);
  });

  it('splits large reports into small ones, and leaves out a context that is too large', () => {
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
