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

/** The state of a five-second timer when it is read at this time, ms. */
const lookedAt = (instant: number) =>
  foldInTime(timer, (now) => ({ input: { now } }), [0, [0, set], [instant, look]]).value;
const found = (now: () => number) => ({
  state: 'running',
  context: { now, dueAt: 7 },
  children: ['lamp'],
});

describe('a chart stepped one event at a time', () => {
  it('reads the time of each step', () => {
    expect([lookedAt(4_999), lookedAt(5_000)]).toEqual(['running', 'over']);
  });
  it('starts in the given state, and continues from there', () => {
    expect(foldInTime(timer, found, [0]).value).toBe('running');
    expect(foldInTime(timer, found, [0, [7, look]]).value).toBe('over');
  });
  it('has the given children, for events sent to them', () => {
    const { context } = initialSnapshot(timer, { input });
    const holding = (children: readonly string[]) =>
      initialSnapshot(timer, { state: 'idle', context, children });
    const { noted } = nextSnapshot(timer, holding(['lamp']), { type: 'ask' });
    expect(noted.sent).toEqual([{ type: 'press' }]);
    expect(() => nextSnapshot(timer, holding([]), { type: 'ask' })).toThrow('lamp');
  });
  it("records its own transitions and emissions, but not its children's", () => {
    const { snapshot, noted } = nextSnapshot(timer, initialSnapshot(timer, { input }), set);
    expect(snapshot.value).toBe('running');
    expect(noted.taken.map(({ eventType }) => eventType)).toEqual(['set']);
    expect(noted.emitted).toEqual([{ type: 'set' }]);
  });
  it('can start with a chart that sends its parent an event at once', () => {
    const chart = createMachine({ id: 'polite', entry: sendParent({ type: 'hello' }) });
    expect(initialSnapshot(chart, { input: undefined }).status).toBe('active');
  });
});
