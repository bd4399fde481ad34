import {
  and,
  assign,
  cancel,
  createMachine,
  emit,
  fromPromise,
  not,
  or,
  raise,
  sendParent,
  setup,
  stateIn,
} from 'xstate';
import { describe, expect, it } from 'vitest';
import { describeChart, isChart, takenOf } from '../src/recorder/describe.ts';

describe('a chart', () => {
  it('has an id and a root', () => {
    expect(isChart(createMachine({ id: 'lamp' }))).toBe(true);
  });
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'lamp'],
    ['a function', () => 'lamp'],
    ['an object', {}],
    ['something with an id alone', { id: 'lamp' }],
    ['something with a root alone', { root: {} }],
    ['something whose id is no text', { id: 7, root: {} }],
  ])('is not %s', (_, value) => {
    expect(isChart(value)).toBe(false);
  });
});

const isDark = () => true;
const blink = () => {};
const lamp = setup({
  guards: { isLoose: () => false, isBroken: () => false },
  actions: { note: assign({}), shine: () => {} },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: {
      on: {
        byName: { guard: 'isLoose', actions: 'note' },
        byReference: { guard: { type: 'isLoose' }, actions: { type: 'shine' } },
        byFunction: { guard: isDark, actions: blink },
        inPlace: { guard: () => true, actions: () => {} },
        negated: { guard: not('isLoose'), actions: assign({}) },
        either: {
          guard: or([not(isDark), 'isBroken', () => true]),
          actions: [() => {}, emit({ type: 'lit' }), emit(() => ({ type: 'lit' }))],
        },
        elsewhere: {
          guard: stateIn('#lamp.off'),
          actions: [raise({ type: 'byName' }), sendParent({ type: 'dark' }), cancel('dimming')],
        },
      },
    },
    on: {},
  },
});

describe('the description of a chart', () => {
  const [off] = describeChart(lamp).root.states;

  it.each([
    ['byName', 'isLoose', ['note']],
    ['byReference', 'isLoose', ['shine']],
    ['byFunction', 'isDark', ['blink']],
    ['inPlace', '(unnamed)', ['(unnamed)']],
    ['negated', 'not isLoose', ['assign']],
    ['either', 'not isDark or isBroken or (unnamed)', ['(unnamed)', 'emit lit', 'emit']],
    ['elsewhere', '(unnamed)', ['raise byName', 'sendTo dark', 'cancel']],
  ])('names guards and actions if they have a name: %s', (event, guard, actions) => {
    const found = off?.transitions.find(({ trigger }) => trigger.name === event);
    expect(found).toMatchObject({ guard, actions });
  });

  it("recognises events, including those with names like XState's own", () => {
    const chart = createMachine({
      id: 'odd',
      on: { 'my.xstate.after.dinner': { actions: 'wash' }, 'xstate.done.actor.x': {} },
    });
    expect(describeChart(chart).root.transitions.map(({ trigger }) => trigger)).toEqual([
      { kind: 'event', name: 'my.xstate.after.dinner' },
      { kind: 'done', name: 'x' },
    ]);
  });
});

describe('the id of a transition', () => {
  it('is its state, its event, and its index among those of the event', () => {
    const chart = createMachine({
      id: 'lamp',
      on: { press: [{ guard: isDark, actions: 'shine' }, { actions: 'fade' }] },
      always: [{ guard: isDark, actions: 'note' }],
    });
    const [first, second] = chart.root.transitions.get('press') ?? [];
    const [always] = chart.root.always ?? [];
    expect([first, second, always].map((each) => (each ? takenOf(each) : null))).toEqual([
      { source: 'lamp', event: 'press', index: 0 },
      { source: 'lamp', event: 'press', index: 1 },
      { source: 'lamp', event: '', index: 0 },
    ]);
  });
});

const isLoud = () => true;
const bell = setup({
  actors: { ring: fromPromise(async () => {}), echo: createMachine({ id: 'echo' }) },
  actions: { note: assign({}), strike: () => {} },
  guards: { isReady: () => true, isTired: () => false },
  delays: { untilRest: 10 },
}).createMachine({
  id: 'bell',
  initial: 'hanging',
  invoke: { id: 'listener', src: 'echo', onError: { actions: 'note' } },
  on: { 'bell.*': { actions: 'note' }, 'bell.stop': '.broken', 'bell.look': {} },
  states: {
    hanging: {
      tags: 'quiet',
      entry: 'strike',
      on: {
        'bell.pull': [
          { guard: and(['isReady', isLoud]), target: 'swinging', actions: ['note', 'strike'] },
          { guard: { type: 'isTired' }, target: 'hanging', reenter: true },
          'broken',
        ],
        'bell.tune': '#bell.swinging.tone',
      },
      after: { untilRest: 'broken', 500: 'swinging.tone.high' },
    },
    swinging: {
      type: 'parallel',
      onDone: 'hanging',
      on: { 'bell.again': '#bell.swinging' },
      states: {
        tone: {
          initial: 'low',
          states: {
            low: { always: { guard: 'isReady', target: 'high' } },
            high: { on: { 'bell.lower': 'before', 'bell.whole': '#bell.swinging.tone' } },
            before: { type: 'history', history: 'deep' },
            over: { type: 'final' },
          },
        },
        rope: {
          initial: 'pulled',
          states: {
            pulled: {
              entry: raise({ type: 'bell.look' }),
              invoke: { id: 'ring', src: 'ring', onDone: 'loose', onError: '#bell.broken' },
            },
            loose: { type: 'final' },
          },
        },
      },
    },
    broken: { type: 'final' },
  },
});

describe('the description of a bell', () => {
  const description = describeChart(bell);
  const state = (...path: readonly string[]) =>
    path.reduce(
      (found, key) => found.states.find((each) => each.key === key) ?? expect.fail(key),
      description.root,
    );

  it('is plain data that survives JSON', () => {
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
  });
  it('names the charts that it starts, and its ports: external actors, and actions with effects', () => {
    expect(description).toMatchObject({ id: 'bell', charts: ['echo'], ports: ['ring', 'strike'] });
  });
  it('has the tree of states, with type, initial state, tags, actions and actors', () => {
    expect(description.root.states.map(({ key }) => key)).toEqual([
      'hanging',
      'swinging',
      'broken',
    ]);
    expect(description.root).toMatchObject({ type: 'compound', initial: 'bell.hanging' });
    expect(description.root.invokes).toEqual([{ id: 'listener', src: 'echo' }]);
    expect(state('swinging')).toMatchObject({ type: 'parallel', initial: null });
    expect(state('swinging', 'tone', 'before')).toMatchObject({ type: 'history', isDeep: true });
    expect(state('broken').type).toBe('final');
    // The description omits the actions with which XState implements `after`.
    expect(state('hanging')).toMatchObject({ tags: ['quiet'], entry: ['strike'], exit: [] });
    expect(state('swinging', 'rope', 'pulled').entry).toEqual(['raise bell.look']);
  });
  it('has every transition with its trigger, guard, targets and actions', () => {
    const brief = (...path: readonly string[]) =>
      state(...path).transitions.map(({ trigger, guard, targets, actions }) =>
        [trigger.kind, trigger.name, guard, targets.join(), actions.join()].join(' | '),
      );
    expect(brief('hanging')).toEqual([
      'event | bell.pull | isReady and isLoud | bell.swinging | note,strike',
      'event | bell.pull | isTired | bell.hanging | ',
      'event | bell.pull |  | bell.broken | ',
      'event | bell.tune |  | bell.swinging.tone | ',
      'after | 500 |  | bell.swinging.tone.high | ',
      'after | untilRest |  | bell.broken | ',
    ]);
    expect(state('hanging').transitions.map(({ reenter }) => reenter)).toContain(true);
    expect(brief('swinging')).toContain('completed |  |  | bell.hanging | ');
    expect(brief('swinging', 'tone', 'low')).toEqual([
      'always |  | isReady | bell.swinging.tone.high | ',
    ]);
    expect(brief('swinging', 'rope', 'pulled')).toEqual([
      'done | ring |  | bell.swinging.rope.loose | ',
      'failed | ring |  | bell.broken | ',
    ]);
  });
});
