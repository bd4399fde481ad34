import { assign, createMachine, emit, sendParent, sendTo, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { initialSnapshot, foldInTime, nextSnapshot } from '../src/recorder/steps.ts';
import { typesOf } from './support.ts';

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: {} },
});
const timer = setup({
  types: typesOf<{
    input: { now: () => number };
    context: { now: () => number; dueAt: number };
    events: { type: 'set'; seconds: number } | { type: 'look' } | { type: 'ask' };
    emitted: { type: 'set' };
    children: { lamp: 'lamp' };
  }>(),
  actors: { lamp },
}).createMachine({
  id: 'timer',
  context: ({ input }) => ({ ...input, dueAt: 0 }),
  invoke: { id: 'lamp', src: 'lamp' },
  initial: 'idle',
  on: { ask: { actions: sendTo('lamp', { type: 'press' }) } },
  states: {
    idle: {
      on: {
        set: {
          target: 'running',
          actions: [
            assign({ dueAt: ({ context, event }) => context.now() + event.seconds * 1000 }),
            emit({ type: 'set' }),
          ],
        },
      },
    },
    running: {
      on: { look: { guard: ({ context }) => context.now() >= context.dueAt, target: 'over' } },
    },
    over: {},
  },
});
const set = { type: 'set', seconds: 5 };
const look = { type: 'look' };
const input = { now: () => 0 };

/** Where a timer of five seconds is that is looked at so late, ms. */
const lookedAt = (instant: number) =>
  foldInTime(timer, (now) => ({ input: { now } }), [0, [0, set], [instant, look]]).value;
const found = (now: () => number) => ({
  state: 'running',
  context: { now, dueAt: 7 },
  children: ['lamp'],
});

describe('a chart taken step by step', () => {
  it('reads at each step the instant of that step', () => {
    expect([lookedAt(4_999), lookedAt(5_000)]).toEqual(['running', 'over']);
  });
  it('begins where it was found, and goes on from there', () => {
    expect(foldInTime(timer, found, [0]).value).toBe('running');
    expect(foldInTime(timer, found, [0, [7, look]]).value).toBe('over');
  });
  it('has the children it was found with, for what it sends them', () => {
    const { context } = initialSnapshot(timer, { input });
    const holding = (children: readonly string[]) =>
      initialSnapshot(timer, { state: 'idle', context, children });
    const { noted } = nextSnapshot(timer, holding(['lamp']), { type: 'ask' });
    expect(noted.sent).toEqual([{ type: 'press' }]);
    expect(() => nextSnapshot(timer, holding([]), { type: 'ask' })).toThrow('lamp');
  });
  it('notes what it took and emitted, but not what its children do', () => {
    const { snapshot, noted } = nextSnapshot(timer, initialSnapshot(timer, { input }), set);
    expect(snapshot.value).toBe('running');
    expect(noted.taken.map(({ eventType }) => eventType)).toEqual(['set']);
    expect(noted.emitted).toEqual([{ type: 'set' }]);
  });
  it('begins also with a chart that sends its parent something at once', () => {
    const chart = createMachine({ id: 'polite', entry: sendParent({ type: 'hello' }) });
    expect(initialSnapshot(chart, { input: undefined }).status).toBe('active');
  });
});
