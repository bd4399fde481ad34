import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AnyActor,
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  emit,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  SimulatedClock,
} from 'xstate';
import type { InspectionRecord } from '../src/protocol.ts';
import { recordSchema } from '../src/protocol.ts';
import { createRecorder, eventIn, isOfChart } from '../src/recorder/recorder.ts';
import { settled, typesOf } from './support.ts';

interface Counted {
  readonly count: number;
}
/** Counts events, reports to a given actor, and ends at three. */
const child = setup({
  types: typesOf<{
    context: Counted;
    events: { type: 'bump' } | { type: 'never' };
    output: Counted;
    emitted: { type: 'bumped' };
  }>(),
  actions: {
    count: assign(({ context }) => ({ count: context.count + 1 })),
    tell: emit({ type: 'bumped' }),
  },
  guards: { isEnough: ({ context }) => context.count > 2 },
}).createMachine({
  id: 'child',
  context: { count: 0 },
  output: ({ context }) => context,
  initial: 'few',
  on: { never: { actions: 'count' } },
  states: {
    few: {
      on: { bump: { actions: ['count', 'tell'] }, never: {} },
      always: { guard: 'isEnough', target: 'enough' },
    },
    enough: { type: 'final' },
  },
});
const root = setup({
  types: typesOf<{
    input: { password: string; now: () => number };
    context: { password: string; now: () => number };
    events: { type: 'on' } | { type: 'off' } | { type: 'bump' };
    tags: 'busy';
  }>(),
  actors: {
    child,
    ask: fromPromise<string, { token: string }>(async () => 'asked'),
    source: fromCallback<{ type: 'stop.it' }, undefined>(({ sendBack }) => {
      sendBack({ type: 'on' });
    }),
  },
  actions: { pass: sendTo('child', { type: 'bump' }) },
}).createMachine({
  id: 'root',
  context: ({ input }) => input,
  initial: 'idle',
  on: { bump: { actions: 'pass' } },
  invoke: { id: 'child', src: 'child', onDone: '.idle' },
  states: {
    idle: { on: { on: 'asking' } },
    asking: {
      tags: 'busy',
      invoke: { id: 'ask', src: 'ask', input: { token: 'T0' }, onDone: 'listening' },
      on: { off: 'idle' },
    },
    listening: {
      invoke: { id: 'source', src: 'source' },
      on: { off: 'idle' },
      after: { 500: 'idle' },
    },
  },
});
/** Starts an actor that throws at once, and throws on request. */
const throwing = setup({
  actors: {
    throwing: fromCallback(() => {
      throw new Error('at once');
    }),
  },
  actions: {
    fail: () => {
      throw new Error('in an action');
    },
  },
}).createMachine({
  id: 'broken',
  invoke: { id: 'throwing', src: 'throwing', onError: {} },
  on: { fail: { actions: 'fail' } },
});
const INPUT = { password: 'hunter2', now: () => 7 };

function arrange(options: { isHeard?: () => boolean; isLate?: boolean } = {}) {
  const clock = new SimulatedClock();
  const records: InspectionRecord[] = [];
  const recorder = createRecorder({
    now: () => 1_000,
    send: (record) => records.push(recordSchema.parse(record)),
    ...(options.isHeard === undefined ? {} : { isWatched: options.isHeard }),
  });
  const actor = createActor(root, {
    input: INPUT,
    clock,
    ...(options.isLate === true ? {} : { inspect: recorder.inspect }),
  }).start();
  onTestFinished(() => void actor.stop());
  return { actor, recorder, records, clock };
}
const act = { actions: () => {} };
const maybe = () => false;
/** Runs a chart in isolation, so that its errors stay inside. */
function recorded(chart: AnyStateMachine, isHeard = () => true) {
  const records: InspectionRecord[] = [];
  const recorder = createRecorder({
    now: () => 1,
    send: (record) => records.push(record),
    isWatched: isHeard,
  });
  const actor = createActor(chart, { inspect: recorder.inspect });
  actor.subscribe({ error: () => {} });
  actor.start();
  onTestFinished(() => void actor.stop());
  return { actor, recorder, records };
}
it('passes emitted events with their source to a listener of another system, and nothing else', () => {
  const { actor, recorder, records } = arrange();
  const other = createActor(root, { input: INPUT, inspect: recorder.inspect }).start();
  onTestFinished(() => void other.stop());
  const emitter = actor.getSnapshot().children.child;
  emitter?.on('bumped', () => other.send({ type: 'on' }));
  actor.send({ type: 'bump' });
  other.send({ type: 'off' });
  expect(
    records.flatMap((each) =>
      each.kind === 'moved' && each.actor === other.sessionId ? [[each.event.type, each.from]] : [],
    ),
  ).toEqual(
    expect.arrayContaining([
      ['on', emitter?.sessionId],
      ['off', null],
    ]),
  );
});

const inShort = (records: readonly InspectionRecord[], name: (id: string) => string): string[] =>
  records.map((record) =>
    record.kind === 'started'
      ? `${record.name} started`
      : record.kind === 'moved'
        ? `${name(record.actor)}: ${record.event.type} from ${record.from === null ? 'outside' : name(record.from)}`
        : record.kind === 'emitted'
          ? `${name(record.actor)} emitted ${record.event.type}`
          : `${name(record.actor)} stopped`,
  );
function namesIn(records: readonly InspectionRecord[]): (id: string) => string {
  const names = new Map(
    records.flatMap((record) =>
      record.kind === 'started' ? [[record.actor, record.name] as const] : [],
    ),
  );
  return (id) => names.get(id) ?? id;
}
const movedBy = (records: readonly InspectionRecord[], type: string) =>
  records.flatMap((record) =>
    record.kind === 'moved' && record.event.type === type ? [record] : [],
  );

describe('a recorder', () => {
  it('reports every actor that starts, parents first, with its input masked', () => {
    const { records, actor } = arrange();
    expect(records).toEqual([
      {
        kind: 'started',
        at: 1_000,
        actor: actor.sessionId,
        parent: null,
        name: 'root',
        chart: 'root',
        input: { password: '(secret 1)', now: { function: 'now' } },
        now: {
          status: 'active',
          state: 'idle',
          active: ['root', 'root.idle'],
          tags: [],
          accepts: ['on', 'bump'],
          context: { password: '(secret 1)', now: { function: 'now' } },
        },
      },
      {
        kind: 'started',
        at: 1_000,
        actor: expect.any(String),
        parent: actor.sessionId,
        name: 'child',
        chart: 'child',
        input: null,
        now: {
          status: 'active',
          state: 'few',
          active: ['child', 'child.few'],
          tags: [],
          // An event that the inner state handles is not accepted by the outer one.
          accepts: ['bump'],
          context: { count: 0 },
        },
      },
    ]);
  });

  it('reports an event once, with the transitions of all its microsteps, the state before and after', () => {
    const { records, actor } = arrange();
    for (let sent = 0; sent < 3; sent += 1) actor.send({ type: 'bump' });
    expect(movedBy(records, 'bump').at(-1)).toEqual({
      kind: 'moved',
      at: 1_000,
      actor: expect.any(String),
      from: actor.sessionId,
      event: { type: 'bump' },
      before: 'few',
      taken: [
        { source: 'child.few', event: 'bump', index: 0 },
        { source: 'child.few', event: '', index: 0 },
      ],
      now: {
        status: 'done',
        state: 'enough',
        active: ['child', 'child.enough'],
        tags: [],
        accepts: [],
        context: { count: 3 },
        output: { count: 3 },
      },
    });
  });

  it('reports events in the order of arrival', () => {
    const { records, actor } = arrange();
    const name = namesIn(records);
    actor.send({ type: 'bump' });
    expect(inShort(records.slice(2), name)).toEqual([
      'root: bump from outside',
      'child: bump from root',
      'child emitted bumped',
    ]);
  });

  it('reports promises, callbacks, and what stops them', async () => {
    const { records, actor, clock } = arrange();
    actor.send({ type: 'on' });
    expect(movedBy(records, 'on')).toMatchObject([
      {
        before: 'idle',
        taken: [{ source: 'root.idle', event: 'on', index: 0 }],
        now: { tags: ['busy'] },
      },
    ]);
    await settled();
    clock.increment(500);
    expect(inShort(records.slice(2), namesIn(records))).toEqual([
      'root: on from outside',
      'ask started',
      'ask: xstate.promise.resolve from ask',
      'root: xstate.done.actor.ask from ask',
      'source started',
      // The source sends its first event before the chart can receive it.
      'root: on from source',
      'root: xstate.after.500.root.listening from root',
      'source stopped',
    ]);
    expect(
      records.find((record) => record.kind === 'started' && record.name === 'ask'),
    ).toMatchObject({
      chart: null,
      input: { token: '(secret 2)' },
      now: { status: 'active', state: null, active: [], tags: [], accepts: [], context: null },
    });
    expect(movedBy(records, 'xstate.promise.resolve')).toMatchObject([
      { now: { status: 'done', output: 'asked' } },
    ]);
  });

  it('knows the current state of every running actor, and finds it by its id', () => {
    const { recorder, actor } = arrange();
    actor.send({ type: 'bump' });
    actor.send({ type: 'on' });
    expect(recorder.everything()).toMatchObject([
      { kind: 'started', name: 'root', now: { state: 'asking' } },
      { kind: 'started', name: 'child', parent: actor.sessionId, now: { context: { count: 1 } } },
      { kind: 'started', name: 'ask', parent: actor.sessionId },
    ]);
    expect(recorder.actorOf(actor.sessionId)).toBe(actor);
    actor.send({ type: 'off' });
    expect(recorder.everything().map((record) => inShort([record], String)[0])).toEqual([
      'root started',
      'child started',
    ]);
    actor.stop();
    expect(recorder.everything()).toEqual([]);
    expect(recorder.actorOf(actor.sessionId)).toBe(null);
  });

  it('can be attached to a running system and detached', () => {
    const { recorder, records, actor } = arrange({ isLate: true });
    actor.send({ type: 'on' });
    expect(records).toEqual([]);
    const letGo = recorder.attach(actor);
    expect(inShort(records, namesIn(records))).toEqual([
      'root started',
      'child started',
      'ask started',
    ]);
    actor.send({ type: 'off' });
    expect(inShort(records.slice(3), namesIn(records))).toEqual([
      'root: off from outside',
      'ask stopped',
    ]);
    letGo();
    actor.send({ type: 'on' });
    expect(records).toHaveLength(5);
    expect(recorder.everything()).toEqual([]);
  });

  it('reports nothing without a listener, and knows the earlier state once there is one', () => {
    let isHeard = false;
    const { recorder, records, actor } = arrange({ isHeard: () => isHeard });
    actor.send({ type: 'on' });
    actor.send({ type: 'off' });
    actor.send({ type: 'bump' });
    actor.send({ type: 'on' });
    expect(records).toEqual([]);
    isHeard = true;
    expect(recorder.everything()).toHaveLength(3);
    actor.send({ type: 'off' });
    expect(movedBy(records, 'off')).toMatchObject([{ before: 'asking', now: { state: 'idle' } }]);
  });

  it('reports events to an actor that has ended, which have no effect', async () => {
    /* oxlint-disable no-console -- XState warns of what this test shows */
    const { warn } = console;
    onTestFinished(() => {
      console.warn = warn;
    });
    console.warn = () => {};
    /* oxlint-enable no-console */
    const { records, recorder, actor } = arrange();
    const asked = recorder.everything()[1];
    const ended: AnyActor | null = recorder.actorOf(asked?.actor ?? '');
    for (let sent = 0; sent < 3; sent += 1) actor.send({ type: 'bump' });
    const known = records.length;
    ended?.send({ type: 'bump' });
    await settled();
    const unmoved = { actor: asked?.actor, before: 'enough', taken: [], now: { status: 'done' } };
    expect(records.slice(known)).toMatchObject([{ kind: 'moved', ...unmoved }]);
    ended?.send({ type: 'bump' });
    actor.send({ type: 'on' });
    expect(records).toHaveLength(known + 1);
    await settled();
    expect(inShort(records.slice(known + 1), namesIn(records)).slice(0, 3)).toEqual([
      'child: bump from outside',
      'root: on from outside',
      'ask started',
    ]);
  });

  it("reports an event's data, masked, and an actor by the name that its parent uses", () => {
    const chart = createMachine({
      id: 'outer',
      invoke: { id: 'listener', src: child },
      on: { told: {} },
    });
    const { records, actor } = recorded(chart);
    actor.send({ type: 'told', by: { token: 'T1', name: 'ann' }, times: 2 });
    expect(movedBy(records, 'told')).toMatchObject([
      { event: { type: 'told', by: { token: '(secret 1)', name: 'ann' }, times: 2 } },
    ]);
    expect(inShort(records, String).slice(0, 2)).toEqual(['outer started', 'listener started']);
    expect(records[1]).toMatchObject({ chart: 'child' });
  });

  it('reports the events that a state handles, itself or by a parent, unless a child state forbids them', () => {
    const { recorder } = recorded(
      createMachine({
        type: 'parallel',
        on: { everywhere: act, keptByAll: act, keptByOne: act, kept: act, letBy: act, spent: act },
        states: {
          left: {
            initial: 'here',
            states: {
              here: {
                on: {
                  keptByAll: {},
                  keptByOne: {},
                  kept: [{ guard: maybe }, {}],
                  letBy: { guard: maybe },
                  own: [{ guard: maybe, ...act }, {}],
                  idle: {},
                },
              },
            },
          },
          right: { on: { keptByAll: {}, kept: {}, letBy: {} } },
        },
      }),
    );
    const [record] = recorder.everything();
    const accepts = record?.kind === 'started' ? record.now.accepts : [];
    expect(accepts.toSorted()).toEqual(['everywhere', 'keptByOne', 'letBy', 'own', 'spent']);
  });

  it('has no record of an actor that had ended before', () => {
    const { recorder, records, actor } = arrange({ isLate: true });
    actor.stop();
    recorder.attach(actor);
    expect([records, recorder.everything()]).toEqual([[], []]);
  });

  it('detaches from one of two, and reports neither without a listener', () => {
    const records: InspectionRecord[] = [];
    const recorder = createRecorder({
      now: () => 1,
      send: (record) => records.push(record),
      isWatched: () => false,
    });
    const [one, other] = [createActor(child).start(), createActor(child).start()];
    const letGo = recorder.attach(one);
    recorder.attach(other);
    expect(recorder.everything()).toHaveLength(2);
    letGo();
    expect(recorder.everything()).toMatchObject([{ actor: other.sessionId }]);
    expect(records).toEqual([]);
  });

  it('reports an actor that throws', async () => {
    const records: InspectionRecord[] = [];
    const recorder = createRecorder({ now: () => 1, send: (record) => records.push(record) });
    const actor = createActor(throwing, { inspect: recorder.inspect });
    actor.subscribe({ error: () => {} });
    actor.start();
    actor.send({ type: 'fail' });
    await settled();
    expect(inShort(records, namesIn(records))).toEqual([
      'broken started',
      'throwing started',
      'throwing: xstate.init from outside',
      'broken: xstate.error.actor.throwing from throwing',
      'broken: fail from outside',
    ]);
    expect(records.at(-1)).toMatchObject({
      now: { status: 'error', error: { error: 'Error', message: 'in an action' } },
    });
    expect(recorder.everything()).toEqual([]);
  });

  it('reports no failed actor without a listener', async () => {
    const { records, actor } = recorded(throwing, () => false);
    actor.send({ type: 'fail' });
    await settled();
    expect(records).toEqual([]);
  });

  it('reports an event sent before the start when it is handled', async () => {
    const records: InspectionRecord[] = [];
    const recorder = createRecorder({ now: () => 1, send: (record) => records.push(record) });
    const actor = createActor(child, { inspect: recorder.inspect });
    actor.send({ type: 'bump' });
    await settled();
    expect(records).toEqual([]);
    actor.start();
    expect(inShort(records, namesIn(records))).toEqual([
      'child started',
      'child: bump from outside',
      'child emitted bumped',
    ]);
  });

  it('does not wait for an unstarted actor to report another one', async () => {
    const records: InspectionRecord[] = [];
    const recorder = createRecorder({ now: () => 1, send: (record) => records.push(record) });
    const [idle, running] = [1, 2].map(() => createActor(child, { inspect: recorder.inspect }));
    running?.start();
    for (const actor of [idle, running]) actor?.send({ type: 'bump' });
    await settled();
    expect(inShort(records, namesIn(records))).toEqual([
      'child started',
      'child: bump from outside',
      'child emitted bumped',
    ]);
  });

  it('keeps events of an unstarted actor while another one starts', async () => {
    const records: InspectionRecord[] = [];
    const recorder = createRecorder({ now: () => 1, send: (record) => records.push(record) });
    const [one, other] = ['one', 'other'].map((id) =>
      createActor(child, { id, inspect: recorder.inspect }),
    );
    for (const actor of [one, other]) actor?.send({ type: 'bump' });
    await settled();
    const told = ['child started', 'child: bump from outside', 'child emitted bumped'].map((line) =>
      line.replace('child', 'other'),
    );
    other?.start();
    expect(inShort(records, namesIn(records))).toEqual(told);
    one?.start();
    expect(inShort(records.slice(3), namesIn(records))).toEqual(
      told.map((line) => line.replace('other', 'one')),
    );
  });
});

describe('a recorder recognises', () => {
  it.each([
    undefined,
    null,
    'event',
    7,
    {},
    { event: null },
    { event: 'x' },
    { event: { type: 7 } },
  ])('no event: %j', (params) => {
    expect(eventIn(params)).toBeNull();
  });
  it('an event by its type', () => {
    expect(eventIn({ event: { type: 'on', by: 'ann' } })).toEqual({ type: 'on', by: 'ann' });
  });
  it.each([undefined, null, 'machine', {}])('no state of a chart: %j', (snapshot) => {
    expect(isOfChart(snapshot)).toBe(false);
  });
  it('a state of a chart', () => {
    expect(isOfChart(createActor(child).getSnapshot())).toBe(true);
  });
});
